internal import FerryCoding
public import FerryJSON
public import FerryBase
public import FerryStreams

extension JSON {
  /// The location of the records in a JSON stream.
  public enum Records: Sendable {
    /// One record per line (NDJSON, JSON Lines). Empty lines are skipped.
    case lines
    /// One record after each record separator, 0x1E (RFC 7464).
    case sequence
    /// The elements or values of the document itself, which is an array or an object.
    case elements
    /// The elements of the array, or the values of the object, at a path of the document. The
    /// stream skips the text before it and ends after it. On the path, the first of equal keys
    /// counts, whatever ``JSON/Decoder/duplicateKeys`` is.
    case elementsAt(WirePath)
  }

  /// Returns the records of a stream, decoded on demand.
  ///
  /// ```swift
  /// for event in JSON.stream(Event.self, from: .file("events.ndjson")) { use(try event.get()) }
  /// ```
  public static func stream<T: Decodable>(
    _ type: T.Type, from source: StreamSource, as records: Records = .lines,
    options: StreamOptions = StreamOptions(), decoder: Decoder = Decoder()
  ) -> RecordStream<T> {
    RecordStream(source, decoder.plan(records, options))
  }
}

extension JSON.Decoder {
  func plan<T>(
    _ records: JSON.Records, _ options: StreamOptions,
    decodeDirectly: RecordPlan<T>.DirectDecoding? = nil
  ) -> RecordPlan<T> {
    let reading = readingOptions
    let format: RecordFormat =
      switch records {
      case .lines: .jsonLines(reading)
      case .sequence: .jsonSequence(reading)
      case .elements: .jsonElements(at: .root, reading)
      case .elementsAt(let path): .jsonElements(at: path, reading)
      }
    return RecordPlan(format, state.coding, options, decodeDirectly: decodeDirectly)
  }
}

extension JSON {
  /// Returns the records of an asynchronous stream, decoded on demand.
  ///
  /// ```swift
  /// for await event in JSON.stream(Event.self, from: .chunks(body)) { use(try event.get()) }
  /// ```
  public static func stream<T: Decodable>(
    _ type: T.Type, from source: AsyncStreamSource, as records: Records = .lines,
    options: StreamOptions = StreamOptions(), decoder: Decoder = Decoder()
  ) -> AsyncRecordStream<T> {
    AsyncRecordStream(source, decoder.plan(records, options))
  }
}

extension JSON {
  /// The layout of written records.
  public enum RecordLayout: Sendable {
    /// One record per line (NDJSON, JSON Lines).
    case lines
    /// One record after each record separator, 0x1E (RFC 7464).
    case sequence
    /// The elements of one array.
    case array
  }

  /// Returns a writer of records. It encodes each record when the caller writes it.
  /// - Throws: ``Problem`` if the target cannot be opened.
  public static func recordWriter<T: Encodable>(
    for type: T.Type, to target: StreamTarget, as layout: RecordLayout = .lines,
    encoder: Encoder = Encoder()
  ) throws -> RecordWriter<T> {
    try RecordWriter(target, encoder.format(of: layout), encoder.state.coding)
  }
}

extension JSON.Encoder {
  /// Returns the record format for `layout`.
  func format(of layout: JSON.RecordLayout) -> JSONRecordWriting {
    let format: JSONRecordWriting.Layout =
      switch layout {
      case .lines: .lines
      case .sequence: .sequence
      case .array: .array
      }
    var writing = state.writing.options
    // A record must fit on one line.
    if layout == .lines { writing.indentation = .none }
    return JSONRecordWriting(format, writing)
  }
}
