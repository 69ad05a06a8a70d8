public import FerryCoders

/// The records of an asynchronous stream, decoded one after the other on demand.
///
/// ```swift
/// for await event in JSON.stream(Event.self, from: .chunks(connection.chunks)) {
///   use(try event.get())
/// }
/// ```
///
/// The elements are those of ``RecordStream``: a value, or the error of a record. The stream
/// requests the next chunk after the caller has taken all records before it, so a slow consumer
/// slows the source down. If the source fails or the task is cancelled, the last element is that
/// error or `CancellationError`.
public struct AsyncRecordStream<Value: Decodable>: AsyncSequence {
  /// A value, or the error of a record.
  public typealias Element = Result<Value, any Error>

  private let source: AsyncStreamSource
  private let plan: RecordPlan<Value>

  @usableFromInline
  package init(_ source: AsyncStreamSource, _ plan: RecordPlan<Value>) {
    self.source = source
    self.plan = plan
  }

  /// Creates an iterator at the start of the source.
  public func makeAsyncIterator() -> Iterator {
    Iterator(source.makeChunks(plan.format), plan)
  }

  /// An iterator that decodes one record after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let chunks: AsyncChunks
    private let feeder: AsyncFeeder<Value>
    /// The records that are decoded already.
    @usableFromInline let values: _DecodedRecords<Value>

    init(_ chunks: AsyncChunks, _ plan: RecordPlan<Value>) {
      self.chunks = chunks
      feeder = AsyncFeeder(plan)
      values = feeder.values
    }

    /// Returns the next value or error, or `nil` at the end.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Result<Value, any Error>? {
      // This loop runs where the type is known. Elsewhere, each record would cost a dozen look-ups
      // of types.
      while true {
        if let value = values.takeFirst() { return .success(value) }
        switch await advance(isolation: actor) {
        case .records: continue
        case .problem(let error): return .failure(error)
        case .end: return nil
        }
      }
    }

    @usableFromInline
    func advance(isolation actor: isolated (any Actor)?) async -> NextRecords<any Error> {
      do {
        while true {
          if feeder.hasEnded { return .end }
          try Task.checkCancellation()
          if let ahead = feeder.advance() { return ahead }
          let chunk = try await chunks.next(isolation: actor)
          // Many sequences end early when the task is cancelled.
          if chunk == nil { try Task.checkCancellation() }
          feeder.take(chunk)
        }
      } catch {
        feeder.end()
        return .problem(error)
      }
    }
  }
}

/// A decoder of records that arrive in chunks.
private final class AsyncFeeder<Value: Decodable> {
  private let cursor: RecordCursor<Value>
  private var feed: Feed
  /// Bytes that the feed has not received yet. The feed receives one window at a time.
  private var rest: ArraySlice<UInt8> = []
  private var isLast = false

  init(_ plan: RecordPlan<Value>) {
    cursor = RecordCursor(plan)
    feed = plan.makeFeed(start: 0)
  }

  /// The next records that are decoded already.
  var values: _DecodedRecords<Value> { cursor.values }

  /// Whether the stream delivers no more records.
  var hasEnded: Bool { cursor.hasEnded }

  /// Takes the next chunk, or `nil` at the end of the source.
  func take(_ chunk: ArraySlice<UInt8>?) {
    if let chunk { rest = chunk } else { isLast = true }
  }

  /// Ends the stream and releases its batch.
  func end() { cursor.end() }

  /// Decodes the records behind ``values``, which have to be taken before. Returns `nil` if the
  /// feed needs more bytes.
  func advance() -> NextRecords<any Error>? {
    if let refusal = cursor.use.begin() { return refusal }
    defer { cursor.use.end() }
    let ahead = cursor.advance { old in
      if let old { feed.recycle(old) }
      return nextBatch()
    }
    switch ahead {
    case .records: return .records
    case .problem(let error): return .problem(error)
    case .end: return .end
    case nil: return feed.isAtEnd ? .end : nil
    }
  }

  private func nextBatch() -> Batch? {
    while !rest.isEmpty, !feed.isAtEnd {
      rest.removeFirst(rest.withByteView { feed.append($0) })
      if let batch = feed.take(isLast: false) { return batch }
    }
    return isLast ? feed.take(isLast: true) : nil
  }
}
