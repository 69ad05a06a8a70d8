public import FerryJSON
public import FerryStreams
public import FerryBase

// Direct coding of records, one batch at a time. The tape decodes the first invalid record and
// those after it, and reports the error.
extension JSON {
  /// Returns the records of a stream, decoded directly on demand.
  @inlinable
  public static func stream<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, from source: StreamSource, as records: Records = .lines,
    options: StreamOptions = StreamOptions(), decoder: Decoder = Decoder()
  ) -> RecordStream<T> {
    RecordStream(source, decoder.directPlan(records, options))
  }

  /// Returns the records of an asynchronous stream, decoded directly on demand.
  @inlinable
  public static func stream<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, from source: AsyncStreamSource, as records: Records = .lines,
    options: StreamOptions = StreamOptions(), decoder: Decoder = Decoder()
  ) -> AsyncRecordStream<T> {
    AsyncRecordStream(source, decoder.directPlan(records, options))
  }
}

extension JSONWireReader: RecordWireReader {}

extension JSON.Decoder {
  @inlinable
  func directPlan<T: DirectDecodable & SendableMetatype>(
    _ records: JSON.Records, _ options: StreamOptions
  ) -> RecordPlan<T> {
    plan(records, options) { bytes, ranges, records, state in
      records.decode(bytes, at: ranges) { input throws(WireFailure) in
        try state.reading.reader(input, state.makeContext())
      }
    }
  }

  @usableFromInline
  func plan<T>(
    _ records: JSON.Records, _ options: StreamOptions,
    _ decode:
      @escaping @Sendable (RawSpan, [Range<Int>], DecodedRecords<T>, DecoderState<JSONReading>) ->
      Void
  ) -> RecordPlan<T> {
    let state = state
    // A text sequence has rules for the text between its records, which direct coding does not
    // check.
    if case .sequence = records { return plan(records, options) }
    if !state.isDirect { return plan(records, options) }
    return plan(records, options, decodeDirectly: { decode($0, $1, $2, state) })
  }
}

// MARK: - Writing

extension JSON {
  /// Returns a writer of records. It encodes each record directly when the caller writes it.
  /// - Throws: ``Problem`` if the target cannot be opened.
  @inlinable
  public static func recordWriter<T: DirectEncodable & Encodable>(
    for type: T.Type, to target: StreamTarget, as layout: RecordLayout = .lines,
    encoder: Encoder = Encoder()
  ) throws -> RecordWriter<T> {
    try encoder.recordWriter(target, layout) { value, writer throws(WireFailure) in
      try value.encode(to: &writer)
    }
  }
}

extension JSON.Encoder {
  /// A function that writes a value. It is compiled where the type is known.
  @usableFromInline
  typealias DirectRecord<T> = (T, inout JSONWireWriter) throws(WireFailure) -> Void

  @usableFromInline
  func recordWriter<T: Encodable>(
    _ target: StreamTarget, _ layout: JSON.RecordLayout, _ encode: @escaping DirectRecord<T>
  ) throws -> RecordWriter<T> {
    let state = state
    let format = format(of: layout)
    guard state.isDirect else { return try RecordWriter(target, format, state.coding) }
    return try RecordWriter(
      target, format, state.coding,
      encodeDirectly: { value, output in
        format.begin(on: &output)
        var writer = state.writing.writer(continuing: output, state.makeContext())
        do throws(WireFailure) {
          try encode(value, &writer)
        } catch {
          // Encoding through the tape finds the error and its location.
          output = writer.takeOutput()
          return false
        }
        output = writer.takeOutput()
        format.end(on: &output)
        return true
      })
  }
}
