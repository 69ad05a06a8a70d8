/// What a stream reads from.
///
/// A file is read in windows of 64 KiB, whatever its size; nothing is read before the first record
/// is asked for, and no more than is needed for the next one.
public struct StreamSource {
  let open: () throws -> any ByteSource
  /// Offset of the first byte.
  let start: Int

  init(start: Int = 0, open: @escaping () throws -> any ByteSource) {
    self.open = open
    self.start = start
  }

  /// The file at `path`, from byte `offset` on, which has to be the start of a record.
  public static func file(_ path: String, from offset: Int = 0) -> StreamSource {
    StreamSource(start: offset) { try DescriptorSource(path: FileName(path), from: offset) }
  }

  /// What can be read from an open file, pipe or socket. It stays the caller's to close, when the
  /// iterators of the stream are gone. A thread of a parallel one may still wait for bytes then, and
  /// asks for no more when they come.
  public static func descriptor(_ descriptor: Int32) -> StreamSource {
    StreamSource { DescriptorSource(descriptor, name: "descriptor \(descriptor)") }
  }

  /// Bytes in memory; they are kept until they have been read.
  public static func bytes(_ bytes: some Collection<UInt8>) -> StreamSource {
    StreamSource { ChunkSource(bytes: bytes) }
  }

  /// Chunks of any size: `ArraySlice<UInt8>`, `Data`, what a network connection delivers.
  public static func chunks<Chunks: Sequence>(_ chunks: Chunks) -> StreamSource
  where Chunks.Element: Collection<UInt8> {
    StreamSource { ChunkSource(chunks.makeIterator()) }
  }

  /// Bytes one by one, which are collected into windows first.
  public static func byteSequence(_ bytes: some Sequence<UInt8>) -> StreamSource {
    StreamSource { ByteWiseSource(bytes.makeIterator()) }
  }
}
