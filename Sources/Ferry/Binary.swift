public import FerryBinary
import FerryBytes
import FerryCoding
import FerryTape
import Synchronization

extension Binary {
  @usableFromInline static let decoder = Decoder()
  @usableFromInline static let encoder = Encoder()

  /// Decodes a `T` from a binary document.
  /// - Throws: `DecodingError`, whose `place` holds the byte offset.
  @_disfavoredOverload
  @inlinable
  public static func decode<T: Decodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>
  ) throws -> T {
    try decoder.decode(type, from: bytes)
  }

  /// Encodes `value` as a binary document.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public static func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    try encoder.encode(value)
  }
}

extension Binary {
  /// Decodes any `Decodable` type from a binary document. Places in errors are byte offsets.
  ///
  /// The format forbids equal keys, so a document with them is always an error.
  public final class Decoder: FormatDecoder, @unchecked Sendable {
    /// A decoder for the binary format.
    public init() {
      super.init(Documents(), Self.standardOptions)
    }

    private static let standardOptions = Options(
      coding: CodingOptions { $0.formatName = "binary" })
  }
}

extension Binary.Decoder {
  struct Documents: DocumentDecoding {
    func decode<T: Decodable>(
      _ type: T.Type, from input: ByteView, _ options: CodingOptions
    ) throws -> T {
      try Self.decode(type, from: input, options) { tape throws(WireFailure) in
        var reader = BinaryReader(input, depthLimit: options.depthLimit)
        try reader.readDocument(into: &tape)
      }
    }

    /// Decodes a `T` from the tape that `read` fills with ranges of `input`.
    static func decode<T: Decodable>(
      _ type: T.Type, from input: ByteView, _ options: CodingOptions,
      read: (inout Tape) throws(WireFailure) -> Void
    ) throws -> T {
      try DecodingSession.decode(
        type, input: input, options: options, read: read,
        offsetOfNode: { BinaryReader.offset(ofNode: $0, read) },
        place: { SourcePlace(binaryOffset: $0) })
    }
  }
}

extension Binary {
  /// Encodes any `Encodable` type as a binary document.
  public final class Encoder: FormatEncoder, @unchecked Sendable {
    let documents: Documents

    /// An encoder for the binary format.
    public init() {
      documents = Documents()
      super.init(documents, Self.standardOptions)
    }

    private static let standardOptions = Options(
      coding: CodingOptions {
        $0.formatName = "binary"
        $0.writesText = false
      })

    /// Whether text that comes again is written once and referred to; by default it is. Without,
    /// encoding is faster and the document larger.
    public var internsTexts: Bool {
      get { documents.writing.withLock { $0.interning } }
      set { documents.writing.withLock { $0.interning = newValue } }
    }

    /// Whether integers of three bytes and more that come again are written once as well; by default
    /// not. It pays where numbers are identities that others refer to.
    public var internsIntegers: Bool {
      get { documents.writing.withLock { $0.internsIntegers } }
      set { documents.writing.withLock { $0.internsIntegers = newValue } }
    }

    /// How lists of numbers are packed; by default so that each element is found at once.
    public var packing: Packing {
      get { documents.writing.withLock { $0.packing } }
      set { documents.writing.withLock { $0.packing = newValue } }
    }

    /// How lists of objects that look alike are written; by default by rows with
    /// ``internsIntegers`` and one by one without.
    public var batching: Batching {
      get { documents.writing.withLock { $0.batching } }
      set { documents.writing.withLock { $0.batching = newValue } }
    }

    /// Whether members are written in the order of their keys' bytes, so that equal values give
    /// equal bytes, whatever order a dictionary has; by default not. Sets, and dictionaries that
    /// encode themselves as lists, are in the order of their elements' bytes then too.
    public var isCanonical: Bool {
      get { documents.writing.withLock { $0.canonical } }
      set {
        documents.writing.withLock { $0.canonical = newValue }
        options.withLock { $0.coding.change { $0.sortsUnordered = newValue } }
      }
    }

    /// Whether a checksum (CRC32C) ends the document; by default it has none.
    public var hasChecksum: Bool {
      get { documents.writing.withLock { $0.checksum } }
      set { documents.writing.withLock { $0.checksum = newValue } }
    }
  }
}

extension Binary.Encoder {
  final class Documents: DocumentEncoding {
    let writing = Mutex(BinaryWriter.Options())
    /// Bytes of the last document that was written directly, and of what stands in front of its
    /// value.
    let last = Mutex((length: 0, head: 0))
    private let writers = Pool<ScratchWriter>()

    func write(
      _ view: TapeView, _ options: CodingOptions, to output: inout ByteWriter
    ) throws(WireFailure) {
      var writing = writing.withLock { $0 }
      writing.depthLimit = options.depthLimit
      let idle = writers.take().flatMap { $0.writer.options == writing ? $0 : nil }
      let scratch = idle ?? ScratchWriter(writing)
      try scratch.writer.write(document: view, to: &output)
      // What a large document needed is not kept for small ones.
      if scratch.writer.isSmall { writers.give(scratch) }
    }
  }

  /// A writer with its buffers and tables, which small documents have to themselves one after the
  /// other.
  final class ScratchWriter: @unchecked Sendable {
    // One call at a time uses it: who takes it from the pool gives it back.

    var writer: BinaryWriter

    init(_ options: BinaryWriter.Options) { writer = BinaryWriter(options: options) }
  }
}
