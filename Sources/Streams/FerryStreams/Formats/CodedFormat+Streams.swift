public import FerryBase
public import FerryCoders

extension CodedFormat {
  /// Returns the records of a stream, decoded on demand.
  ///
  /// ```swift
  /// for event in JSON.stream(Event.self, from: .file("events.ndjson")) { use(try event.get()) }
  /// ```
  public static func stream<T: Decodable>(
    _ type: T.Type, from source: StreamSource, as records: Records = Records(),
    options: StreamOptions = StreamOptions(), decoder: Decoder = Decoder()
  ) -> RecordStream<T> {
    RecordStream(source, RecordPlan(records, decoder, options))
  }

  /// Returns the records of an asynchronous stream, decoded on demand.
  ///
  /// ```swift
  /// for await event in JSON.stream(Event.self, from: .chunks(body)) { use(try event.get()) }
  /// ```
  public static func stream<T: Decodable>(
    _ type: T.Type, from source: AsyncStreamSource, as records: Records = Records(),
    options: StreamOptions = StreamOptions(), decoder: Decoder = Decoder()
  ) -> AsyncRecordStream<T> {
    AsyncRecordStream(source, RecordPlan(records, decoder, options))
  }

  /// Returns a writer of records. It encodes each record when the caller writes it.
  /// - Throws: ``Problem`` if the target cannot be opened.
  public static func recordWriter<T: Encodable>(
    for type: T.Type, to target: StreamTarget, as layout: RecordLayout = RecordLayout(),
    encoder: Encoder = Encoder()
  ) throws -> RecordWriter<T> {
    let encoder = encoder.writingAnew()
    return try RecordWriter(target, layout, encoder._state, direct: encoder.encodingByTable())
  }
}

// Direct coding of records, one batch at a time. The tape decodes the first invalid record and those
// after it, and reports the error.
extension CodedFormat {
  /// Returns the records of a stream, decoded directly on demand.
  @inlinable
  public static func stream<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, from source: StreamSource, as records: Records = Records(),
    options: StreamOptions = StreamOptions(), decoder: Decoder = Decoder()
  ) -> RecordStream<T> {
    RecordStream(
      source,
      RecordPlan(records, decoder._state, options) {
        decoder._decodeRecords($0, at: $1, into: $2)
      })
  }

  /// Returns the records of an asynchronous stream, decoded directly on demand.
  @inlinable
  public static func stream<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, from source: AsyncStreamSource, as records: Records = Records(),
    options: StreamOptions = StreamOptions(), decoder: Decoder = Decoder()
  ) -> AsyncRecordStream<T> {
    AsyncRecordStream(
      source,
      RecordPlan(records, decoder._state, options) {
        decoder._decodeRecords($0, at: $1, into: $2)
      })
  }

  /// Returns a writer of records. It encodes each record directly when the caller writes it.
  /// - Throws: ``Problem`` if the target cannot be opened.
  @inlinable
  public static func recordWriter<T: DirectEncodable & Encodable>(
    for type: T.Type, to target: StreamTarget, as layout: RecordLayout = RecordLayout(),
    encoder: Encoder = Encoder()
  ) throws -> RecordWriter<T> {
    let encoder = encoder.writingAnew()
    return try RecordWriter(target, layout, encoder._state) {
      try? $0._encode(with: encoder, userInfo: [:])
    }
  }
}
