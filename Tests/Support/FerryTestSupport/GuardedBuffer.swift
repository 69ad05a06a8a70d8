package import FerryBase
import Foundation

/// Memory that ends where a forbidden page begins: whatever reads past the end of an input dies.
package final class GuardedBuffer {
  private let memory: UnsafeMutableRawPointer
  private let size: Int
  private let page = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// A buffer for inputs of up to `capacity` bytes.
  package init(capacity: Int = 4096) {
    size = max(1, (capacity + page - 1) / page) * page
    guard
      let memory = mmap(
        nil, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { fatalError("no memory") }
    self.memory = memory
    mprotect(memory + size, page, PROT_NONE)
  }

  deinit {
    munmap(memory, size + page)
  }

  /// Lends `bytes`, which end where the forbidden page begins. Digits lie before them.
  package func lend<R>(
    _ bytes: some Collection<UInt8>, _ body: (ByteView) throws -> R
  ) rethrows -> R {
    precondition(bytes.count <= size, "more bytes than the buffer holds")
    let start = size - bytes.count
    memset(memory, 0x39, start)
    let target = UnsafeMutableRawBufferPointer(start: memory + start, count: bytes.count)
    target.copyBytes(from: bytes)
    return try body(ByteView(UnsafeRawBufferPointer(target)))
  }
}
