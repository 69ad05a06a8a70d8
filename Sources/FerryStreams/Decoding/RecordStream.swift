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
