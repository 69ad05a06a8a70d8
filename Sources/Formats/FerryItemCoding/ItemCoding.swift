public import Ferry
public import FerryBase
internal import FerryCoding
public import FerryItems
public import FerryStreams

/// The one-line functions of `CBOR` and `MessagePack`.
public protocol ItemCoding {
  /// The decoder of the format.
  associatedtype Decoder: ItemDecoder
  /// The encoder of the format.
  associatedtype Encoder: ItemEncoder

  /// A decoder with the default options.
  static var standardDecoder: Decoder { get }
  /// An encoder with the default options.
  static var standardEncoder: Encoder { get }
}

extension ItemCoding {
  /// Decodes a `T` from a document.
  /// - Throws: `DecodingError`, whose problem has the byte offset.
  @_disfavoredOverload @inlinable
  public static func decode<T: Decodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>
  ) throws -> T {
    try standardDecoder.decode(type, from: bytes)
  }

  /// Decodes a `T` directly from a document.
  /// - Throws: `DecodingError`, whose problem has the byte offset.
  @inlinable
  public static func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>
  ) throws -> T {
    try standardDecoder.decode(type, from: bytes)
  }

  /// Encodes `value` as a document.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public static func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    try standardEncoder.encode(value)
  }

  /// Encodes `value` directly as a document.
  /// - Throws: `EncodingError`.
  @inlinable
  public static func encode<T: DirectEncodable>(_ value: T) throws -> [UInt8] {
    try standardEncoder.encode(value)
  }

  /// Returns a document that is read on demand: see `Document`. The first access reads all of it.
  /// `decoder` decodes the values.
  public static func document(
    _ bytes: some Collection<UInt8> & Sendable, decoder: Decoder = Self.standardDecoder
  ) -> Document {
    Document(bytes, decoder.tapeFormat)
  }

  /// Lends a document over borrowed memory to `body`. A part of the document that outlives the call
  /// keeps a copy of the memory.
  public static func withDocument<R>(
    _ span: RawSpan, decoder: Decoder = Self.standardDecoder, _ body: (Document) throws -> R
  ) rethrows -> R {
    try Document.lend(span, decoder.tapeFormat, to: body)
  }
}

// MARK: - Records

// The records of a stream are documents, one after the other: a CBOR sequence (RFC 8742), or
// concatenated MessagePack.
extension ItemCoding {
  /// Returns the documents of a stream, decoded on demand.
  public static func stream<T: Decodable>(
    _ type: T.Type, from source: StreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Self.standardDecoder
  ) -> RecordStream<T> {
    RecordStream(source, decoder.plan(options))
  }

  /// Returns the documents of an asynchronous stream, decoded on demand.
  public static func stream<T: Decodable>(
    _ type: T.Type, from source: AsyncStreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Self.standardDecoder
  ) -> AsyncRecordStream<T> {
    AsyncRecordStream(source, decoder.plan(options))
  }

  /// Returns the documents of a stream, decoded directly on demand.
  @inlinable
  public static func stream<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, from source: StreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Self.standardDecoder
  ) -> RecordStream<T> {
    RecordStream(source, decoder.directPlan(options))
  }

  /// Returns the documents of an asynchronous stream, decoded directly on demand.
  @inlinable
  public static func stream<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, from source: AsyncStreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Self.standardDecoder
  ) -> AsyncRecordStream<T> {
    AsyncRecordStream(source, decoder.directPlan(options))
  }

  /// Returns a writer of documents, one after the other. It encodes each document when the caller
  /// writes it.
  /// - Throws: `Problem` if the target cannot be opened.
  public static func recordWriter<T: Encodable>(
    for type: T.Type, to target: StreamTarget, encoder: Encoder = Self.standardEncoder
  ) throws -> RecordWriter<T> {
    let options = encoder.options(with: [:])
    return try RecordWriter(
      target, ItemRecordWriting(encoder.documents.writing(options)), options)
  }
}

extension ItemWireReader: RecordWireReader {}

extension ItemDecoder {
  @inlinable
  final func directPlan<T: DirectDecodable & SendableMetatype>(_ options: StreamOptions)
    -> RecordPlan<T>
  {
    plan(options) { bytes, ranges, records, settled in
      records.decode(bytes, at: ranges) { input throws(WireFailure) in settled.reader(input) }
    }
  }

  @usableFromInline
  final func plan<T>(
    _ options: StreamOptions,
    _ decode:
      (@Sendable (RawSpan, [Range<Int>], DecodedRecords<T>, DirectOptions) -> Void)? = nil
  ) -> RecordPlan<T> {
    let settled = directOptions([:])
    let format = RecordFormat.items(settled.reading)
    guard let decode, settled.isDirect else {
      return RecordPlan(format, settled.coding, options)
    }
    return RecordPlan(format, settled.coding, options) { decode($0, $1, $2, settled) }
  }

  /// The functions of a document.
  fileprivate final var tapeFormat: TapeSource.Format {
    let reading = documents.reading(options(with: [:]))
    @Sendable func read(_ input: ByteView, _ tape: inout Tape) throws(WireFailure) {
      var reader = ItemWireReader(input, reading)
      try reader.readDocument(into: &tape)
    }
    return TapeSource.Format(
      read: read,
      offsetOfNode: { node, input in
        Tape.offset(ofNode: node) { tape throws(WireFailure) in try read(input, &tape) }
      },
      options: { self.options(with: $0) })
  }
}
