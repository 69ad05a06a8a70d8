internal import FerrySystem

/// What is read from an open file, a pipe, a socket or a terminal.
package final class DescriptorSource: ByteSource {
  /// How messages call it.
  package let name: String
  package let descriptor: Int32
  private let isOwner: Bool

  /// Reads from `descriptor`, which is the caller's to close.
  package init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    isOwner = false
  }

  /// Opens the file at `path`, from byte `offset` on.
  package init(path: FileName, from offset: Int = 0) throws(StreamError) {
    name = path.description
    descriptor = openFile(path, O_RDONLY)
    guard descriptor >= 0 else { throw StreamError(name, "open", code: errno) }
    isOwner = true
    if offset > 0, lseek(descriptor, off_t(offset), SEEK_SET) < 0 {
      throw StreamError(name, "read", code: errno)
    }
    #if os(Linux)
    _ = posix_fadvise(descriptor, off_t(offset), 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  deinit {
    if isOwner { close(descriptor) }
  }

  /// Bytes in all, where that is known beforehand.
  package var size: Int? {
    status(of: descriptor).flatMap { $0.isRegularFile ? Int($0.st_size) : nil }
  }

  /// All bytes of the file at `path`.
  package static func contents(of path: String) throws -> [UInt8] {
    let source = try DescriptorSource(path: FileName(path))
    var bytes = [UInt8](repeating: 0, count: max((source.size ?? 0) + 1, 64 << 10))
    var count = 0
    while true {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: count) }
      let received = try unsafe bytes.withUnsafeMutableBytes {
        try unsafe source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
      }
      if received == 0 { return Array(bytes[..<count]) }
      count += received
    }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = uninterrupted { unsafe receiveBytes(descriptor, buffer) }
      if count >= 0 { return count }
      guard errno == EAGAIN || errno == EWOULDBLOCK else {
        throw StreamError(name, "read", code: errno)
      }
      wait(for: Int32(POLLIN), on: descriptor)
    }
  }
}
