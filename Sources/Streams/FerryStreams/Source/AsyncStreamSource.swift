internal import FerryCoders
/// The source of an asynchronous stream.
public struct AsyncStreamSource {
  /// Creates the chunks of the source, for records of a format.
  let makeChunks: (RecordFormat) -> AsyncChunks

  /// Returns a source of chunks of any size: `ArraySlice<UInt8>`, `Data`, or the chunks of a
  /// network connection.
  public static func chunks<Chunks: AsyncSequence>(_ chunks: Chunks) -> AsyncStreamSource
  where Chunks.Element: Collection<UInt8> {
    AsyncStreamSource { _ in ChunksOfSequence(chunks.makeAsyncIterator()) }
  }

  /// Returns a source of single bytes. Chunks are much faster, because each byte costs a call.
  public static func byteSequence<Bytes: AsyncSequence>(_ bytes: Bytes) -> AsyncStreamSource
  where Bytes.Element == UInt8 {
    AsyncStreamSource { ChunksOfBytes(bytes.makeAsyncIterator(), $0.makeFraming()) }
  }
}

/// The chunks of an asynchronous source.
class AsyncChunks {
  /// Returns the next chunk, or `nil` at the end.
  func next(isolation actor: isolated (any Actor)?) async throws -> ArraySlice<UInt8>? { nil }
}

private final class ChunksOfSequence<Chunks: AsyncIteratorProtocol>: AsyncChunks
where Chunks.Element: Collection<UInt8> {
  private var chunks: Chunks

  init(_ chunks: Chunks) { self.chunks = chunks }

  override func next(
    isolation actor: isolated (any Actor)?
  ) async throws -> ArraySlice<UInt8>? {
    try await chunks.next(isolation: actor).map { Array($0)[...] }
  }
}

/// Chunks of single bytes. A chunk ends where a record may end, so that no record waits for the
/// bytes behind it.
private final class ChunksOfBytes<Bytes: AsyncIteratorProtocol>: AsyncChunks
where Bytes.Element == UInt8 {
  private var bytes: Bytes
  private let framing: any Framing

  init(_ bytes: Bytes, _ framing: any Framing) {
    self.bytes = bytes
    self.framing = framing
  }

  override func next(
    isolation actor: isolated (any Actor)?
  ) async throws -> ArraySlice<UInt8>? {
    var chunk: [UInt8] = []
    while chunk.count < Batch.windowSize, let byte = try await bytes.next(isolation: actor) {
      chunk.append(byte)
      if framing.mayEnd(with: byte) { break }
    }
    return chunk.isEmpty ? nil : chunk[...]
  }
}
