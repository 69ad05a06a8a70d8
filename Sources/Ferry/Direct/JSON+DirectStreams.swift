public import FerryJSON
public import FerryStreams
public import FerryTape

// Direct coding of records, one batch at a time. The tape decodes the first invalid record and
// those after it, and reports the error.
extension JSON {
  /// Returns the records of a stream, decoded directly on demand.
  @inlinable
  public static func stream<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, from source: StreamSource, as records: Records = .lines,
    options: StreamOptions = StreamOptions(), decoder: Decoder = Decoder()
  ) -> RecordStream<T> {
    decoder.stream(source, records, options) { JSON.Decoder.decode($0, at: $1, into: $2, $3) }
  }

  /// Returns the records of an asynchronous stream, decoded directly on demand.
  @inlinable
  public static func stream<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, from source: AsyncStreamSource, as records: Records = .lines,
    options: StreamOptions = StreamOptions(), decoder: Decoder = Decoder()
  ) -> AsyncRecordStream<T> {
    decoder.stream(source, records, options) { JSON.Decoder.decode($0, at: $1, into: $2, $3) }
  }
}

extension JSON.Decoder {
  @usableFromInline
  typealias DirectBatch<T> =
    @Sendable (RawSpan, [Range<Int>], DecodedRecords<T>, DirectOptions) -> Void

  /// Decodes the values in `ranges` of `bytes`, up to the first invalid one.
  @inlinable
  static func decode<T: DirectDecodable>(
    _ bytes: RawSpan, at ranges: [Range<Int>], into records: DecodedRecords<T>,
    _ options: DirectOptions
  ) {
    records.restart(capacity: ranges.count)
    bytes.withByteView { bytes in
      do throws(WireFailure) {
        var reader = try options.reader(bytes)
        for range in ranges {
          reader.begin(at: range.lowerBound)
          let value = try T(from: &reader)
          try reader.finish(at: range.upperBound)
          records.append(value)
        }
      } catch {
        // Decoding through the tape finds the error and its location.
      }
    }
  }

  @usableFromInline
  func stream<T: Decodable>(
    _ source: StreamSource, _ records: JSON.Records, _ options: StreamOptions,
    _ decode: @escaping DirectBatch<T>
  ) -> RecordStream<T> {
    RecordStream(source, plan(records, options, decode))
  }

  @usableFromInline
  func stream<T: Decodable>(
    _ source: AsyncStreamSource, _ records: JSON.Records, _ options: StreamOptions,
    _ decode: @escaping DirectBatch<T>
  ) -> AsyncRecordStream<T> {
    AsyncRecordStream(source, plan(records, options, decode))
  }

  private func plan<T>(
    _ records: JSON.Records, _ options: StreamOptions, _ decode: @escaping DirectBatch<T>
  ) -> RecordPlan<T> {
    let settled = directOptions([:])
    // A text sequence has rules for the text between its records, which direct coding does not
    // check.
    if case .sequence = records { return plan(records, options) }
    if !settled.isDirect { return plan(records, options) }
    return plan(records, options, decodeDirectly: { decode($0, $1, $2, settled) })
  }
}

// MARK: - Writing

extension JSON {
  /// Returns a writer of records. It encodes each record directly when the caller writes it.
  /// - Throws: ``StreamError`` if the target cannot be opened.
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
    let options = options(with: [:])
    let format = format(of: layout, options)
    let settled = directOptions([:])
    guard settled.isDirect else { return try RecordWriter(target, format, options) }
    return try RecordWriter(
      target, format, options,
      encodeDirectly: { value, output in
        format.begin(on: &output)
        var writer = settled.writer(continuing: output)
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
