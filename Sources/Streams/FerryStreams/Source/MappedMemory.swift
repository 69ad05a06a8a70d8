package import FerryBase
internal import FerrySystem

/// A file as memory. The system reads pages when they are used.
package final class MappedMemory: @unchecked Sendable {
  // Sendable: the memory is never written to.

  /// The bytes of the file, valid as long as this object lives.
  package let bytes: ByteView

  /// Maps the first `count` bytes of the file of an open descriptor. `count` has to be positive.
  /// The descriptor is not needed afterwards. If mapping fails, returns `nil` with the reason in
  /// `errno`.
  package init?(_ descriptor: Int32, count: Int, isSequential: Bool = false) {
    let memory = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return nil }
    if isSequential { _ = unsafe madvise(memory, count, MADV_SEQUENTIAL) }
    bytes = unsafe ByteView(at: memory, count: count)
  }

  deinit {
    unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.start), bytes.count)
  }
}
