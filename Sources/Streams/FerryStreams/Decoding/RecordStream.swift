package import FerryBase
public import FerryCoders
package import FerryCoding
internal import Synchronization

/// The records of a stream, decoded one after the other on demand.
///
/// ```swift
/// for record in JSON.stream(Event.self, from: .file("events.ndjson")) {
///   count(try record.get())
/// }
/// ```
///
/// The stream decodes some records at a time. It needs memory for one record, or for 64 KiB of
/// records, their tape and their values, whatever the length of the stream. The first read has
/// 4 KiB, and each further one has twice as much. An element is a value or a
/// ``Problem``. After an error the sequence ends, unless ``StreamOptions/continuesAfterErrors``
/// is set. If a file cannot be read, the error is an element as well, and always the last one.
///
/// A stream over a pipe or an iterator can be iterated only once. A stream over a file or over
/// memory starts anew with each iterator.
public struct RecordStream<Value: Decodable>: Sequence {
  let source: StreamSource
  let plan: RecordPlan<Value>

  @usableFromInline
  package init(_ source: StreamSource, _ plan: RecordPlan<Value>) {
    self.source = source
    self.plan = plan
  }

  /// Creates an iterator at the start of the source.
  @inlinable
  public func makeIterator() -> some IteratorProtocol<Result<Value, any Error>> {
    RecordIterator(self)
  }
}

/// An iterator that decodes one record after the other.
@usableFromInline
struct RecordIterator<Value: Decodable>: IteratorProtocol {
  private let cursor: RecordCursor<Value>
  private let reading: SourceReading
  /// The records that the cursor has decoded already.
  @usableFromInline let values: _DecodedRecords<Value>

  @usableFromInline
  init(_ stream: RecordStream<Value>) {
    cursor = RecordCursor(stream.plan)
    reading = SourceReading(stream.source, stream.plan)
    values = cursor.values
  }

  /// Returns the next value or error, or `nil` at the end.
  @inlinable
  package mutating func next() -> Result<Value, any Error>? {
    // This loop runs where the type is known. Elsewhere, each record would cost a dozen look-ups
    // of types.
    while true {
      if let value = values.takeFirst() { return .success(value) }
      switch advance() {
      case .records: continue
      case .problem(let error): return .failure(error)
      case .end: return nil
      }
    }
  }

  @usableFromInline
  func advance() -> NextRecords<any Error> {
    if let refusal = cursor.use.begin() { return refusal }
    defer {
      cursor.use.end()
      if cursor.hasEnded { reading.close() }
    }
    do {
      let ahead = try cursor.advance { old in
        if let old { reading.recycle(old) }
        return try reading.next()
      }
      switch ahead {
      case .records: return .records
      case .problem(let error): return .problem(error)
      case .end, nil:
        cursor.end()
        return .end
      }
    } catch {
      cursor.end()
      return .problem(error)
    }
  }
}

/// The settings that all streams of one call share.
@usableFromInline
package struct RecordPlan<Value>: Sendable {
  /// Decodes the records in the ranges of a buffer directly, up to the first record that fails.
  @usableFromInline
  package typealias DirectDecoding =
    @Sendable (RawSpan, [Range<Int>], _DecodedRecords<Value>) -> Void

  package let format: RecordFormat
  package let decoding: CodingOptions
  package let options: StreamOptions
  /// The direct decoding of types that support it. It is tried before the tape.
  package let decodeDirectly: DirectDecoding?

  @usableFromInline
  init(
    _ records: any RecordArrangement, _ state: _DecoderState, _ options: StreamOptions,
    direct: DirectDecoding? = nil
  ) {
    let (format, isDirect) = state.recordFormat(records)
    self.format = format
    var decoding = state.coding
    if let sources = format.sources {
      decoding.change { if $0.sources != nil { $0.sources = sources } }
    }
    self.decoding = decoding
    self.options = options
    decodeDirectly = isDirect ? direct : nil
  }

  /// Creates the settings for a type that the caller knows only as `Decodable`.
  init(_ records: any RecordArrangement, _ decoder: some FormatDecoder, _ options: StreamOptions) {
    self.init(
      records, decoder._state, options, direct: decoder.decodingRecordsByTable(of: Value.self))
  }

  func makeFeed(start: Int, window: Int = Batch.windowSize) -> Feed {
    Feed(
      format.makeFraming(), start: start, window: window, recordLimit: options.recordSizeLimit)
  }
}

/// The options of a stream for errors and for large records.
public struct StreamOptions: Sendable {
  /// Whether a stream continues after a record that cannot be read or decoded. By default, the
  /// error of that record is the last element.
  public var continuesAfterErrors = false
  /// The largest number of bytes of one record, or of one frame of a record file. A stream holds
  /// the record or frame as a whole. The default is 256 MiB.
  ///
  /// A longer record is an error. If ``continuesAfterErrors`` is set, streams of lines and
  /// sequences continue behind the record without holding it. All other streams end.
  public var recordSizeLimit = 256 << 20

  /// The default options.
  public init(continuesAfterErrors: Bool = false) {
    self.continuesAfterErrors = continuesAfterErrors
  }
}

/// The sequential part of reading a stream: one batch after the other.
package final class SourceReading: ByteSource {
  private var feed: Feed
  /// Opens the source for its first bytes.
  private var open: (() throws -> any ByteSource)?
  private var source: (any ByteSource)?
  private let isStopped = Atomic(false)

  /// The number of bytes that a thread receives at once. It is large enough to make passing on
  /// cheap.
  package static var parallelWindow: Int { 2 * Batch.windowSize }

  package init<Value>(
    _ source: StreamSource, _ plan: RecordPlan<Value>, window: Int = Batch.windowSize
  ) {
    feed = plan.makeFeed(start: source.start, window: window)
    open = source.open
  }

  /// Returns the next batch.
  package func next() throws -> Batch? { try feed.next(from: self) }

  /// Takes back the memory of a batch.
  package func recycle(_ buffer: BatchBuffer) { feed.recycle(buffer) }

  /// Reads the next bytes of the source. Returns 0 after the reading is stopped.
  package func read(into buffer: MutableByteView) throws -> Int {
    while !isStopped.load(ordering: .relaxed) {
      if let open {
        self.open = nil
        source = try open()
      }
      guard let source else { return 0 }
      // After a wait, the descriptor may be closed, and its number that of another file.
      if let count = try source.readOrWait(into: buffer) { return count }
    }
    return 0
  }

  /// Stops all reading from the source, because the owner of the source may have closed it. Any
  /// thread may call this function.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Releases the source, which is no longer read.
  func close() {
    open = nil
    source = nil
  }
}
