package import FerryBase
internal import FerrySystem

/// The source of a stream.
///
/// A file is read in windows of 64 KiB, whatever its size. The stream reads nothing before the
/// first record is requested, and no more than the next record needs.
public struct StreamSource {
  let open: () throws -> any ByteSource
  /// The offset of the first byte.
  let start: Int

  init(start: Int = 0, open: @escaping () throws -> any ByteSource) {
    self.open = open
    self.start = start
  }

  /// Returns a source for a file from byte `offset` on, which has to be the start of a record.
  public static func file(_ file: some FileLocation, from offset: Int = 0) -> StreamSource {
    StreamSource(start: offset) {
      try DescriptorSource(path: FileName(file.path), from: offset)
    }
  }

  /// The standard input of the process.
  public static var standardInput: StreamSource {
    StreamSource { DescriptorSource(STDIN_FILENO, name: "standard input") }
  }

  /// Returns a source for an open file, pipe or socket. The caller closes the descriptor after the
  /// iterators of the stream are released. A thread of a parallel stream may still wait for bytes
  /// then. When they arrive, it requests no more.
  public static func descriptor(_ descriptor: Int32) -> StreamSource {
    StreamSource { DescriptorSource(descriptor, name: "descriptor \(descriptor)") }
  }

  /// Returns a source for bytes in memory, which are kept until they are read.
  public static func bytes(_ bytes: some Collection<UInt8>) -> StreamSource {
    StreamSource { ChunkSource(bytes: bytes) }
  }

  /// Returns a source of chunks of any size: `ArraySlice<UInt8>`, `Data`, or the chunks of a
  /// network connection.
  public static func chunks<Chunks: Sequence>(_ chunks: Chunks) -> StreamSource
  where Chunks.Element: Collection<UInt8> {
    StreamSource { ChunkSource(chunks.makeIterator()) }
  }

  /// Returns a source of single bytes, which are collected into windows.
  public static func byteSequence(_ bytes: some Sequence<UInt8>) -> StreamSource {
    StreamSource { ByteWiseSource(bytes.makeIterator()) }
  }
}

/// A source of bytes that are read one window at a time.
package protocol ByteSource: AnyObject {
  /// Reads the next bytes into `buffer`, which is not empty.
  /// - Returns: the number of bytes, or 0 at the end.
  /// - Throws: ``Problem``, or an error of the caller's sequence.
  func read(into buffer: MutableByteView) throws -> Int

  /// Reads the next bytes into `buffer`, or waits for them and returns `nil`.
  func readOrWait(into buffer: MutableByteView) throws -> Int?
}

extension ByteSource {
  package func readOrWait(into buffer: MutableByteView) throws -> Int? { try read(into: buffer) }
}

/// A source of chunks of any size.
package final class ChunkSource<Chunks: IteratorProtocol>: ByteSource
where Chunks.Element: Collection<UInt8> {
  private var chunks: Chunks
  private var rest: Chunks.Element.SubSequence?

  init(_ chunks: Chunks) {
    self.chunks = chunks
  }

  /// Creates a source of bytes that are in memory.
  package convenience init<Bytes>(bytes: Bytes) where Chunks == CollectionOfOne<Bytes>.Iterator {
    self.init(CollectionOfOne(bytes).makeIterator())
  }

  package func read(into buffer: MutableByteView) -> Int {
    while rest?.isEmpty ?? true {
      guard let chunk = chunks.next() else { return 0 }
      rest = chunk[...]
    }
    guard let part = rest?.prefix(buffer.count) else { return 0 }
    buffer.copy(part, at: 0)
    rest = rest?.dropFirst(part.count)
    return part.count
  }
}

/// A source of single bytes.
final class ByteWiseSource<Bytes: IteratorProtocol<UInt8>>: ByteSource {
  private var bytes: Bytes

  init(_ bytes: Bytes) {
    self.bytes = bytes
  }

  func read(into buffer: MutableByteView) -> Int {
    var count = 0
    while count < buffer.count, let byte = bytes.next() {
      buffer[count] = byte
      count += 1
    }
    return count
  }
}

/// A source of the bytes of an open file, a pipe, a socket or a terminal.
package final class DescriptorSource: ByteSource {
  /// The name of the source in messages.
  package let name: String
  package let descriptor: Int32
  private let isOwner: Bool

  /// Creates a source for `descriptor`, which the caller closes.
  package init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    isOwner = false
  }

  /// Opens the file at `path`, from byte `offset` on. If `mustBeRegular` is true, any other file than a
  /// regular one is an error. To open a pipe would wait for its writer.
  package init(
    path: FileName, from offset: Int = 0, mustBeRegular: Bool = false
  ) throws(Problem) {
    name = path.description
    // A writer of a pipe would see even a reader that closes it at once.
    if mustBeRegular, status(of: path)?.isRepeatable == false {
      throw Problem(system: name, "open", code: 0)
    }
    descriptor = openFile(path, O_RDONLY | (mustBeRegular ? O_NONBLOCK : 0))
    guard descriptor >= 0 else { throw Problem(system: name, "open", code: errno) }
    isOwner = true
    // Another program may have replaced the file.
    if mustBeRegular, status(of: descriptor)?.isRepeatable == false {
      throw Problem(system: name, "open", code: 0)
    }
    if offset > 0, lseek(descriptor, off_t(offset), SEEK_SET) < 0 {
      throw Problem(system: name, "read", code: errno)
    }
    #if os(Linux)
    _ = posix_fadvise(descriptor, off_t(offset), 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  deinit {
    if isOwner { close(descriptor) }
  }

  /// The total number of bytes, if it is known beforehand.
  package var size: Int? {
    status(of: descriptor).flatMap { $0.isRegularFile ? Int($0.st_size) : nil }
  }

  /// Returns all bytes of the file at `path`. If `mustBeRegular` is true, it must be a regular file.
  package static func contents(of path: String, mustBeRegular: Bool = false) throws -> [UInt8] {
    let source = try DescriptorSource(path: FileName(path), mustBeRegular: mustBeRegular)
    var bytes = [UInt8](repeating: 0, count: max((source.size ?? 0) + 1, 64 << 10))
    var count = 0
    while true {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: count) }
      let received = try bytes.withMutableByteView {
        try source.read(into: $0.suffix(from: count))
      }
      if received == 0 { return Array(bytes[..<count]) }
      count += received
    }
  }

  package func read(into buffer: MutableByteView) throws -> Int {
    while true {
      if let count = try readOrWait(into: buffer) { return count }
    }
  }

  package func readOrWait(into buffer: MutableByteView) throws -> Int? {
    let count = uninterrupted { receiveBytes(descriptor, buffer) }
    if count >= 0 { return count }
    guard errno == EAGAIN || errno == EWOULDBLOCK else {
      throw Problem(system: name, "read", code: errno)
    }
    wait(for: Int32(POLLIN), on: descriptor)
    return nil
  }
}
