public import FerryBytes
package import FerryCoding
internal import FerryTape
internal import Synchronization

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
    private let reading: SourceReading
    /// What the cursor has decoded already.
    @usableFromInline let values: DecodedRecords<Value>

    init(_ stream: RecordStream) {
      cursor = RecordCursor(stream.plan)
      reading = SourceReading(stream.source, stream.plan)
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
    func advance() -> Ahead<any Error> {
      defer { if cursor.hasEnded { reading.close() } }
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
}

/// What all streams of one call have in common.
package struct RecordPlan<Value>: Sendable {
  /// Decodes the records in the ranges of a buffer directly, up to one that cannot be decoded.
  package typealias DirectDecoding =
    @Sendable (RawSpan, [Range<Int>], DecodedRecords<Value>) -> Void

  package let format: RecordFormat
  package let decoding: CodingOptions
  package let options: StreamOptions
  /// For types that are coded directly; tried before the tape.
  package let decodeDirectly: DirectDecoding?

  package init(
    _ format: RecordFormat, _ decoding: CodingOptions, _ options: StreamOptions,
    decodeDirectly: DirectDecoding? = nil
  ) {
    self.format = format
    self.decoding = decoding
    self.options = options
    self.decodeDirectly = decodeDirectly
  }

  func makeFeed(start: Int, window: Int = Feed.windowSize) -> Feed {
    Feed(
      format.makeFraming(), start: start, window: window, recordLimit: options.recordSizeLimit)
  }
}

/// What a stream does about what goes wrong and about what is large.
public struct StreamOptions: Sendable {
  /// Whether a stream goes on behind a record that cannot be read or decoded. By default its error
  /// is the last that comes.
  public var continuesAfterErrors = false
  /// Bytes of one record, at most, of a record file those of one frame: a stream holds it as a
  /// whole. 256 MiB by default.
  ///
  /// A longer one is an error. Behind it, streams of lines and sequences go on if
  /// ``continuesAfterErrors`` is set, without holding it; all others end.
  public var recordSizeLimit = 256 << 20

  /// The default options.
  public init(continuesAfterErrors: Bool = false) {
    self.continuesAfterErrors = continuesAfterErrors
  }
}

/// What is wrong with one record of a stream, and where in the stream it is.
public struct RecordError: Error, Sendable {
  /// Which record, from 1. What is wrong behind the last record has the number after it.
  public let number: Int
  /// Line, column and byte offset in the stream; `nil` where a type's own `init(from:)` is to blame
  /// and says nothing of a place.
  public let place: SourcePlace?
  /// What is wrong: a `DecodingError`, or what a type's own `init(from:)` or a transform throws.
  public let underlying: any Error

  package init(number: Int, place: SourcePlace?, underlying: any Error) {
    self.number = number
    self.place = place
    self.underlying = underlying
  }
}

extension RecordError: CustomStringConvertible {
  /// `record 3: 7:15: expected a value`, and the line with a caret.
  public var description: String {
    guard let error = underlying as? DecodingError else { return "record \(number): \(underlying)" }
    if let failure = error.failure { return "record \(number): \(failure)" }
    let path = error.context.codingPath.map { key in
      key.intValue.map { "[\($0)]" } ?? "." + key.stringValue
    }.joined()
    var text = "record \(number): " + error.context.debugDescription
    if !path.isEmpty { text += "\nat " + (path.hasPrefix(".") ? String(path.dropFirst()) : path) }
    return text
  }
}

/// The part of reading a stream that happens one batch after the other.
package final class SourceReading: ByteSource {
  private var feed: Feed
  /// Opens the source for its first bytes.
  private var open: (() throws -> any ByteSource)?
  private var source: (any ByteSource)?
  private let isStopped = Atomic(false)

  /// What threads are handed at once: enough to make the handing over cheap.
  package static var parallelWindow: Int { 2 * Feed.windowSize }

  package init<Value>(
    _ source: StreamSource, _ plan: RecordPlan<Value>, window: Int = Feed.windowSize
  ) {
    feed = plan.makeFeed(start: source.start, window: window)
    open = source.open
  }

  /// The next batch.
  package func next() throws -> Batch? { try feed.next(from: self) }

  /// Takes the memory of a batch back.
  package func recycle(_ buffer: BatchBuffer) { feed.recycle(buffer) }

  /// The next bytes of the source; none once it is stopped.
  package func read(into buffer: MutableByteView) throws -> Int {
    if isStopped.load(ordering: .relaxed) { return 0 }
    if let open {
      self.open = nil
      source = try open()
    }
    return try source?.read(into: buffer) ?? 0
  }

  /// Asks the source for nothing any more, for whose owner may have closed it; from any thread.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Lets go of the source, which nobody reads any more.
  func close() {
    open = nil
    source = nil
  }
}
