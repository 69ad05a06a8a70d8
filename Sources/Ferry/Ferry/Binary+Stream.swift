public import FerryBinary
internal import FerryCoding
public import FerryStreams
public import FerryBase

extension Binary {
  /// Returns the records of a record file, decoded on demand.
  public static func stream<T: Decodable>(
    _ type: T.Type, from source: StreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Decoder()
  ) -> RecordStream<T> {
    RecordStream(source, decoder.plan(options))
  }

  /// Returns the records of a record file from an asynchronous source, decoded on demand.
  public static func stream<T: Decodable>(
    _ type: T.Type, from source: AsyncStreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Decoder()
  ) -> AsyncRecordStream<T> {
    AsyncRecordStream(source, decoder.plan(options))
  }
}

extension Binary.Decoder {
  func plan<T>(_ options: StreamOptions) -> RecordPlan<T> {
    RecordPlan(.recordFile(depthLimit: depthLimit), state.coding, options)
  }
}

extension Binary {
  /// Returns a writer of a record file. It encodes each record when the caller writes it.
  /// - Throws: ``Problem`` if the target cannot be opened.
  public static func recordWriter<T: Encodable>(
    for type: T.Type, to target: StreamTarget, encoder: Encoder = Encoder()
  ) throws -> RecordWriter<T> {
    try RecordWriter(
      target, BinaryRecordWriting(encoder.state.writing.options), encoder.state.coding)
  }
}

// Direct coding of records, as in JSON+DirectStreams.swift. The frames of a record file share
// tables, so one reader per frame is cheap.
extension Binary {
  /// Returns the records of a record file, decoded directly on demand.
  @inlinable
  public static func stream<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, from source: StreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Decoder()
  ) -> RecordStream<T> {
    decoder.stream(source, options) { Binary.Decoder.decode($0, at: $1, into: $2, $3) }
  }

  /// Returns the records of a record file from an asynchronous source, decoded directly on demand.
  @inlinable
  public static func stream<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, from source: AsyncStreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Decoder()
  ) -> AsyncRecordStream<T> {
    decoder.stream(source, options) { Binary.Decoder.decode($0, at: $1, into: $2, $3) }
  }
}

extension Binary.Decoder {
  @usableFromInline
  typealias DirectBatch<T> =
    @Sendable (RawSpan, [Range<Int>], DecodedRecords<T>, DecoderState<BinaryReading>) -> Void

  /// Decodes the records of the frames in `ranges` of `bytes`, up to the first invalid record.
  @inlinable
  static func decode<T: DirectDecodable>(
    _ bytes: RawSpan, at ranges: [Range<Int>], into records: DecodedRecords<T>,
    _ state: DecoderState<BinaryReading>
  ) {
    // The file only states the number of records, so memory is allocated as they are decoded.
    records.restart(capacity: 0)
    bytes.withByteView { bytes in
      do throws(WireFailure) {
        var frames = state.frames(bytes)
        for range in ranges {
          frames.enter(range)
          while var reader = try state.nextFrame(of: &frames) {
            for _ in 0..<frames.recordCount {
              let record = try T(from: &reader)
              try reader.endValue()
              records.append(record)
            }
            try reader.finish()
          }
        }
      } catch {
        // Decoding through the tape finds the error and its location.
      }
    }
  }

  @usableFromInline
  func stream<T: Decodable>(
    _ source: StreamSource, _ options: StreamOptions, _ decode: @escaping DirectBatch<T>
  ) -> RecordStream<T> {
    RecordStream(source, plan(options, decode))
  }

  @usableFromInline
  func stream<T: Decodable>(
    _ source: AsyncStreamSource, _ options: StreamOptions, _ decode: @escaping DirectBatch<T>
  ) -> AsyncRecordStream<T> {
    AsyncRecordStream(source, plan(options, decode))
  }

  private func plan<T>(
    _ options: StreamOptions, _ decode: @escaping DirectBatch<T>
  ) -> RecordPlan<T> {
    let state = state
    let plan: RecordPlan<T> = plan(options)
    guard state.isDirect else { return plan }
    return RecordPlan(plan.format, plan.decoding, options) { decode($0, $1, $2, state) }
  }
}

extension DecoderState<BinaryReading> {
  /// Returns a reader of the frames in `input`.
  @usableFromInline
  func frames(_ input: ByteView) -> RecordFrameReader { RecordFrameReader(input) }

  /// Returns a reader of the next frame's records.
  @usableFromInline
  func nextFrame(of frames: inout RecordFrameReader) throws(WireFailure) -> BinaryWireReader? {
    try frames.nextFrame(depthLimit: reading.depthLimit, context: makeContext())
  }
}
