/// Where the bytes of a stream come from, asked for a window at a time.
package protocol ByteSource: AnyObject {
  /// Reads the next bytes into `buffer`, which is not empty.
  /// - Returns: how many; 0 at the end.
  /// - Throws: ``StreamError``, or what a sequence of the caller's does.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Bytes that come in chunks of any size.
package final class ChunkSource<Chunks: IteratorProtocol>: ByteSource
where Chunks.Element: Collection<UInt8> {
  private var chunks: Chunks
  private var rest: Chunks.Element.SubSequence?

  init(_ chunks: Chunks) {
    self.chunks = chunks
  }

  /// Bytes that are in memory already.
  package convenience init<Bytes>(bytes: Bytes) where Chunks == CollectionOfOne<Bytes>.Iterator {
    self.init(CollectionOfOne(bytes).makeIterator())
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while rest?.isEmpty ?? true {
      guard let chunk = chunks.next() else { return 0 }
      rest = chunk[...]
    }
    guard let part = rest?.prefix(buffer.count) else { return 0 }
    unsafe buffer.copyBytes(from: part)
    rest = rest?.dropFirst(part.count)
    return part.count
  }
}

/// Bytes that come one by one.
final class ByteWiseSource<Bytes: IteratorProtocol<UInt8>>: ByteSource {
  private var bytes: Bytes

  init(_ bytes: Bytes) {
    self.bytes = bytes
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    while count < buffer.count, let byte = bytes.next() {
      unsafe buffer[count] = byte
      count += 1
    }
    return count
  }
}
