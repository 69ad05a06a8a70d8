public import FerryBinary
internal import FerryBase
internal import FerryCoding
import Synchronization

extension Binary {
  @usableFromInline static let decoder = Decoder()
  @usableFromInline static let encoder = Encoder()

  /// Decodes a `T` from a binary document.
  /// - Throws: `DecodingError`, whose problem has the byte offset.
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
  /// Decodes any `Decodable` type from a binary document. Locations in errors are byte offsets.
  ///
  /// The format forbids duplicate keys: a document with them is always an error.
  public final class Decoder: FormatDecoder, @unchecked Sendable {
    let calls = DirectCalls<DirectOptions>()

    /// Creates a decoder for the binary format.
    public init() {
      super.init(Documents(), Self.standardOptions, keeping: calls)
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
        let scratch = ScratchReader.pool.take() ?? ScratchReader()
        try scratch.read(input, depthLimit: options.depthLimit, into: &tape)
        // A reader of a large document may have too much memory for small ones.
        if input.count <= ScratchReader.longest { ScratchReader.pool.give(scratch) }
      }
    }

    /// A reader with its buffers and tables, reused for one small document after the other.
    private final class ScratchReader: @unchecked Sendable {
      // Sendable: one call at a time uses the reader, between taking it from the pool and giving it
      // back.

      static let pool = Pool<ScratchReader>()
      /// The maximum number of bytes of a small document.
      static var longest: Int { 64 << 10 }

      @exclusivity(unchecked) private var reader = BinaryReader(ByteView())

      func read(
        _ input: ByteView, depthLimit: Int, into tape: inout Tape
      ) throws(WireFailure) {
        unsafe reader.begin(input, depthLimit: depthLimit)
        try unsafe reader.readDocument(into: &tape)
      }
    }

    /// Decodes a `T` from the tape that `read` fills with ranges of `input`.
    static func decode<T: Decodable>(
      _ type: T.Type, from input: ByteView, _ options: CodingOptions,
      read: (inout Tape) throws(WireFailure) -> Void
    ) throws -> T {
      try DecodingSession.decode(
        type, input: input, options: options, read: read,
        offsetOfNode: { Tape.offset(ofNode: $0, read) },
        place: { SourcePlace(binaryOffset: $0) })
    }
  }
}

extension Binary {
  /// Encodes any `Encodable` type as a binary document.
  public final class Encoder: FormatEncoder, @unchecked Sendable {
    let documents: Documents
    let calls = DirectCalls<DirectOptions>()

    /// Creates an encoder for the binary format.
    public init() {
      documents = Documents()
      super.init(documents, Self.standardOptions, keeping: calls)
    }

    private static let standardOptions = Options(
      coding: CodingOptions {
        $0.formatName = "binary"
        $0.writesText = false
      })

    /// Whether repeated text is written once and referred to; true by default. If false, encoding
    /// is faster and the document larger.
    public var internsTexts: Bool {
      get { documents.writing.withLock { $0.interning } }
      set { documents.writing.change { $0.interning = newValue } }
    }

    /// The packing of arrays of numbers. By default each element can be found without reading the
    /// others.
    public var packing: Packing {
      get { documents.writing.withLock { $0.packing } }
      set { documents.writing.change { $0.packing = newValue } }
    }

    /// The layout of arrays of similar objects. By default they are written one by one.
    public var batching: Batching {
      get { documents.writing.withLock { $0.batching } }
      set { documents.writing.change { $0.batching = newValue } }
    }

    /// Whether members are sorted by the bytes of their keys, so that equal values give equal
    /// bytes; false by default. If true, sets, and dictionaries that encode themselves as arrays,
    /// are sorted by the bytes of their elements.
    public var isCanonical: Bool {
      get { documents.writing.withLock { $0.canonical } }
      set {
        documents.writing.change { $0.canonical = newValue }
        options.change { $0.coding.change { $0.sortsUnordered = newValue } }
      }
    }

    /// Whether a checksum (CRC32C) ends the document; false by default.
    public var hasChecksum: Bool {
      get { documents.writing.withLock { $0.checksum } }
      set { documents.writing.change { $0.checksum = newValue } }
    }
  }
}

extension Binary.Encoder {
  final class Documents: DocumentEncoding {
    let writing = VersionedOptions(BinaryWriter.Options())
    /// The length in bytes of the previous document that was written directly.
    let lastLength = Atomic(0)
    private let writers = Pool<ScratchWriter>()

    func write(
      _ view: TapeView, _ options: CodingOptions, to output: inout ByteWriter
    ) throws(WireFailure) {
      var writing = writing.withLock { $0 }
      writing.depthLimit = options.depthLimit
      let idle = writers.take().flatMap { $0.options == writing ? $0 : nil }
      let scratch = idle ?? ScratchWriter(writing)
      try scratch.write(view, to: &output)
      // A writer that grew for a large document is not kept for small ones.
      if scratch.isSmall { writers.give(scratch) }
    }
  }

  /// A writer with its buffers and tables, reused for one small document after the other.
  final class ScratchWriter: @unchecked Sendable {
    // Sendable: one call at a time uses the writer, between taking it from the pool and giving it
    // back.

    let options: BinaryWriter.Options
    @exclusivity(unchecked) private var writer: BinaryWriter

    init(_ options: BinaryWriter.Options) {
      self.options = options
      unsafe writer = BinaryWriter(options: options)
    }

    func write(_ view: TapeView, to output: inout ByteWriter) throws(WireFailure) {
      try unsafe writer.write(document: view, to: &output)
    }

    var isSmall: Bool { unsafe writer.isSmall }
  }
}
