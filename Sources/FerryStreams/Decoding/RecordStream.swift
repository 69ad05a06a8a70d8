package import FerryCoding

/// The records of a stream, decoded one after the other as they are asked for.
///
/// ```swift
/// for record in JSON.stream(Event.self, from: .file("events.ndjson")) {
///   count(try record.get())
/// }
/// ```
///
/// Records are decoded some at a time: memory is needed for one, or for 64 KiB of them and what they
/// become, whatever the length of the stream. An element is a
/// value or what is wrong with it: a ``RecordError``, after which the sequence ends unless
/// ``StreamOptions/continuesAfterErrors`` is set. A file that cannot be read is an error, too, and
/// always the last element.
///
/// A stream over a pipe or an iterator can be passed through once; one over a file or over memory
/// starts anew with each iterator.
public struct RecordStream<Value: Decodable>: Sequence {
  let source: StreamSource
  let plan: RecordPlan<Value>

  package init(_ source: StreamSource, _ plan: RecordPlan<Value>) {
    self.source = source
    self.plan = plan
  }

  /// An iterator at the start of the source.
  public func makeIterator() -> Iterator { Iterator(self) }

  /// Decodes record after record.
  public struct Iterator: IteratorProtocol {
    private let cursor: RecordCursor<Value>
    /// What the cursor has decoded already.
    @usableFromInline let values: DecodedRecords<Value>

    init(_ stream: RecordStream) {
      cursor = RecordCursor(stream.source, stream.plan)
      values = cursor.values
    }

    /// The next value, or why there is none; `nil` at the end.
    @inlinable
    public mutating func next() -> Result<Value, any Error>? {
      // Where the type is known: elsewhere, each record would cost a dozen look-ups of types.
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
    func advance() -> Ahead<any Error> { cursor.advance() }
  }
}

/// What all streams of one call have in common.
package struct RecordPlan<Value>: Sendable {
  /// Decodes the records in the ranges of a buffer on the direct road, up to one that cannot be
  /// decoded.
  package typealias DirectRoad = @Sendable (RawSpan, [Range<Int>], DecodedRecords<Value>) -> Void

  package let format: RecordFormat
  package let decoding: DecodingOptions
  package let options: StreamOptions
  /// What is tried before a tape, for types that have it.
  package let directRoad: DirectRoad?

  package init(
    _ format: RecordFormat, _ decoding: DecodingOptions, _ options: StreamOptions,
    directRoad: DirectRoad? = nil
  ) {
    self.format = format
    self.decoding = decoding
    self.options = options
    self.directRoad = directRoad
  }

  func makeFeed(start: Int, window: Int = Feed.windowSize) -> Feed {
    Feed(
      format.makeFraming(), start: start, window: window, recordLimit: options.recordSizeLimit)
  }
}

/// Goes through a source on one thread.
final class RecordCursor<Value: Decodable> {
  private let decoder: BatchDecoder<Value>
  private let options: StreamOptions
  private var feed: Feed
  private var batch: Batch?
  /// Opened when the first record is asked for.
  private var open: (() throws -> any ByteSource)?
  private var source: (any ByteSource)?
  private var hasEnded = false

  init(_ source: StreamSource, _ plan: RecordPlan<Value>) {
    decoder = BatchDecoder(plan)
    options = plan.options
    feed = plan.makeFeed(start: source.start)
    open = source.open
  }

  /// Records that come next and are there already.
  var values: DecodedRecords<Value> { decoder.values }

  /// Decodes on behind ``values``, which are all taken.
  func advance() -> Ahead<any Error> {
    while !hasEnded {
      switch decoder.advance() {
      case .records: return .records
      case .problem(let error):
        if !options.continuesAfterErrors { end() }
        return .problem(error)
      case .end: break
      }
      do {
        guard try moveOn() else { break }
        if values.count > 0 { return .records }
      } catch {
        end()
        return .problem(error)
      }
    }
    return .end
  }

  /// Moves to the next batch.
  private func moveOn() throws -> Bool {
    release()
    if let open {
      self.open = nil
      source = try open()
    }
    guard let source, let batch = try feed.next(from: source) else {
      end()
      return false
    }
    self.batch = batch
    decoder.begin(batch)
    return true
  }

  private func release() {
    guard let batch else { return }
    decoder.end()
    feed.recycle(batch.buffer)
    self.batch = nil
  }

  private func end() {
    hasEnded = true
    release()
    source = nil
    open = nil
  }
}
