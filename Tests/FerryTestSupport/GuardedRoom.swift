import Foundation

/// Memory that ends where a forbidden page begins: whatever reads past the end of an input dies.
package final class GuardedRoom {
  private let memory: UnsafeMutableRawPointer
  private let room: Int
  private let page = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Room for inputs of up to `capacity` bytes.
  package init(capacity: Int = 4096) {
    room = max(1, (capacity + page - 1) / page) * page
    guard
      let memory = mmap(
        nil, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { fatalError("no memory") }
    self.memory = memory
    mprotect(memory + room, page, PROT_NONE)
  }

  deinit {
    munmap(memory, room + page)
  }

  /// Lends `bytes`, which end where the forbidden page begins. Digits lie before them.
  package func lend<R>(
    _ bytes: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R {
    precondition(bytes.count <= room, "more bytes than room")
    let start = room - bytes.count
    memset(memory, 0x39, start)
    let target = UnsafeMutableRawBufferPointer(start: memory + start, count: bytes.count)
    target.copyBytes(from: bytes)
    return try body(UnsafeRawBufferPointer(target).bindMemory(to: UInt8.self))
  }
}
