/// The records of an asynchronous stream, decoded one after the other as they are asked for.
///
/// ```swift
/// for await event in JSON.stream(Event.self, from: .chunks(connection.chunks)) {
///   use(try event.get())
/// }
/// ```
///
/// The elements are those of ``RecordStream``: a value, or the error of a record. The stream asks for
/// the next chunk when all records before it are taken, so a slow consumer slows the source down.
/// An error of the source, and `CancellationError` after the task is cancelled, is the last element.
public struct AsyncRecordStream<Value: Decodable>: AsyncSequence {
  /// A value, or the error of a record.
  public typealias Element = Result<Value, any Error>

  private let source: AsyncStreamSource
  private let plan: RecordPlan<Value>

  package init(_ source: AsyncStreamSource, _ plan: RecordPlan<Value>) {
    self.source = source
    self.plan = plan
  }

  /// An iterator at the start of the source.
  public func makeAsyncIterator() -> Iterator {
    Iterator(source.makeChunks(plan.format), plan)
  }

  /// Decodes record after record.
  public struct Iterator: AsyncIteratorProtocol {
    private let chunks: AsyncChunks
    private let feeder: AsyncFeeder<Value>
    /// What is decoded already.
    @usableFromInline let values: DecodedRecords<Value>

    init(_ chunks: AsyncChunks, _ plan: RecordPlan<Value>) {
      self.chunks = chunks
      feeder = AsyncFeeder(plan)
      values = feeder.values
    }

    /// The next value or error; `nil` at the end.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Result<Value, any Error>? {
      // Where the type is known: elsewhere, each record would cost a dozen look-ups of types.
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
    func advance(isolation actor: isolated (any Actor)?) async -> Ahead<any Error> {
      do {
        while true {
          if feeder.hasEnded { return .end }
          try Task.checkCancellation()
          if let ahead = feeder.advance() { return ahead }
          let chunk = try await chunks.next(isolation: actor)
          // Many sequences end when the task is cancelled, wherever they are.
          if chunk == nil { try Task.checkCancellation() }
          feeder.take(chunk)
        }
      } catch {
        feeder.end()
        return .problem(error)
      }
    }

    /// The next value or error; `nil` at the end.
    @inlinable
    public mutating func next() async -> Result<Value, any Error>? { await next(isolation: nil) }
  }
}

/// Takes chunks and gives records.
private final class AsyncFeeder<Value: Decodable> {
  private let cursor: RecordCursor<Value>
  private var feed: Feed
  /// What was not given to the feed yet, a window at a time.
  private var rest: ArraySlice<UInt8> = []
  private var isLast = false

  init(_ plan: RecordPlan<Value>) {
    cursor = RecordCursor(plan)
    feed = plan.makeFeed(start: 0)
  }

  /// Records that come next and are there already.
  var values: DecodedRecords<Value> { cursor.values }

  /// Whether nothing comes any more.
  var hasEnded: Bool { cursor.hasEnded }

  /// Takes the next chunk, or the end.
  func take(_ chunk: ArraySlice<UInt8>?) {
    if let chunk { rest = chunk } else { isLast = true }
  }

  /// Lets go of everything.
  func end() { cursor.end() }

  /// Decodes on behind ``values``, which are all taken; `nil` when more bytes are needed.
  func advance() -> Ahead<any Error>? {
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
