import FerryStreams
internal import FerrySystem

/// A file as memory. What is not looked at is not read.
@safe
final class MappedFile: DocumentBytes, @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer?
  private let count: Int

  // Sendable: the memory is never written to, and nothing else changes after `init`.

  /// Maps the file at `path`.
  convenience init(_ path: String) throws(StreamError) {
    let source = try DescriptorSource(path: FileName(path))
    try self.init(source.descriptor, name: path)
  }

  /// Maps the file behind an open descriptor, which is not needed afterwards.
  init(_ descriptor: Int32, name: String) throws(StreamError) {
    guard let status = status(of: descriptor) else {
      throw StreamError(name, "read", code: errno)
    }
    count = Int(status.st_size)
    // Nothing cannot be mapped.
    guard count > 0 else {
      unsafe memory = nil
      return
    }
    let mapped = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
      throw StreamError(name, "read", code: errno)
    }
    unsafe memory = mapped
  }

  deinit {
    if let memory = unsafe memory { unsafe munmap(memory, count) }
  }

  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    // The mapping has `count` bytes and lasts until `deinit`.
    try unsafe body(
      UnsafeBufferPointer(start: memory?.assumingMemoryBound(to: UInt8.self), count: count))
  }
}
