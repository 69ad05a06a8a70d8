public import Ferry
public import FerryBase
internal import FerryCoding
public import FerryItems
public import FerryStreams

/// A format of items: CBOR or MessagePack.
public protocol ItemCoding: CodedFormat where Decoder: ItemDecoder, Encoder: ItemEncoder {}

extension ItemCoding {
  /// Returns a document that is read on demand: see `Document`. The first access reads all of it.
  /// `decoder` decodes the values.
  public static func document(
    _ bytes: some Collection<UInt8> & Sendable, decoder: Decoder = Decoder()
  ) -> Document {
    Document(bytes, decoder.tapeFormat)
  }

  /// Lends a document over borrowed memory to `body`. A part of the document that outlives the call
  /// keeps a copy of the memory.
  public static func withDocument<R>(
    _ span: RawSpan, decoder: Decoder = Decoder(), _ body: (Document) throws -> R
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
    decoder: Decoder = Decoder()
  ) -> RecordStream<T> {
    RecordStream(source, decoder.plan(options))
  }

  /// Returns the documents of an asynchronous stream, decoded on demand.
  public static func stream<T: Decodable>(
    _ type: T.Type, from source: AsyncStreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Decoder()
  ) -> AsyncRecordStream<T> {
    AsyncRecordStream(source, decoder.plan(options))
  }

  /// Returns the documents of a stream, decoded directly on demand.
  @inlinable
  public static func stream<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, from source: StreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Decoder()
  ) -> RecordStream<T> {
    RecordStream(source, decoder.directPlan(options))
  }

  /// Returns the documents of an asynchronous stream, decoded directly on demand.
  @inlinable
  public static func stream<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, from source: AsyncStreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Decoder()
  ) -> AsyncRecordStream<T> {
    AsyncRecordStream(source, decoder.directPlan(options))
  }

  /// Returns a writer of documents, one after the other. It encodes each document when the caller
  /// writes it.
  /// - Throws: `Problem` if the target cannot be opened.
  public static func recordWriter<T: Encodable>(
    for type: T.Type, to target: StreamTarget, encoder: Encoder = Encoder()
  ) throws -> RecordWriter<T> {
    try RecordWriter(
      target, ItemRecordWriting(encoder.itemState.writing.options), encoder.itemState.coding)
  }
}

extension ItemWireReader: RecordWireReader {}

extension ItemDecoder {
  @inlinable
  func directPlan<T: DirectDecodable & SendableMetatype>(_ options: StreamOptions)
    -> RecordPlan<T>
  {
    plan(options) { bytes, ranges, records, state in
      records.decode(bytes, at: ranges) { input throws(WireFailure) in
        state.reading.reader(input, state.makeContext())
      }
    }
  }

  @usableFromInline
  func plan<T>(
    _ options: StreamOptions,
    _ decode:
      (@Sendable (RawSpan, [Range<Int>], DecodedRecords<T>, DecoderState<ItemDecoding>) -> Void)? =
      nil
  ) -> RecordPlan<T> {
    let state = itemState
    let format = RecordFormat.items(state.reading.options)
    guard let decode, state.isDirect else { return RecordPlan(format, state.coding, options) }
    return RecordPlan(format, state.coding, options) { decode($0, $1, $2, state) }
  }

  /// The functions of a document.
  fileprivate var tapeFormat: TapeSource.Format {
    let reading = itemState.reading.options
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
