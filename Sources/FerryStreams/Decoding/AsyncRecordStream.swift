/// The records in asynchronous chunks of bytes, decoded one after the other as they are asked for.
///
/// ```swift
/// for try await event in JSON.stream(Event.self, from: connection.chunks) { use(event) }
/// ```
///
/// The next chunk is asked for when all records of those before are used up: who is slow to take
/// records slows the source down. A record that is wrong ends the stream with a ``RecordError``;
/// ``results`` can go on behind it. A cancelled task ends it with `CancellationError`.
public struct AsyncRecordStream<Value: Decodable, Chunks: AsyncSequence>: AsyncSequence
where Chunks.Element: Collection<UInt8> {
  /// A value of the stream.
  public typealias Element = Value

  private let chunks: Chunks
  private let plan: RecordPlan<Value>

  package init(_ chunks: Chunks, _ plan: RecordPlan<Value>) {
    self.chunks = chunks
    self.plan = plan
  }

  /// An iterator at the start of the chunks.
  public func makeAsyncIterator() -> Iterator {
    Iterator(results: Results.Iterator(chunks.makeAsyncIterator(), plan))
  }

  /// Values and errors in the order of the stream. What the chunks throw is thrown, and so is
  /// `CancellationError`; errors of records are elements, the last one unless
  /// ``StreamOptions/continuesAfterErrors`` is set.
  public var results: Results { Results(chunks: chunks, plan: plan) }

  /// Decodes record after record.
  public struct Iterator: AsyncIteratorProtocol {
    private var results: Results.Iterator
    /// What is decoded already.
    @usableFromInline let values: DecodedRecords<Value>

    init(results: Results.Iterator) {
      self.results = results
      values = results.values
    }

    /// The next value; `nil` at the end.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Value? {
      // Where the type is known: elsewhere, each record would cost a dozen look-ups of types.
      while true {
        if let value = values.takeFirst() { return value }
        switch try await advance(isolation: actor) {
        case .records: continue
        case .problem(let error): throw error
        case .end: return nil
        }
      }
    }

    @usableFromInline
    mutating func advance(
      isolation actor: isolated (any Actor)?
    ) async throws -> Ahead<RecordError> {
      try await results.advance(isolation: actor)
    }

    /// The next value; `nil` at the end.
    @inlinable
    public mutating func next() async throws -> Value? { try await next(isolation: nil) }
  }

  /// Records as values or errors.
  public struct Results: AsyncSequence {
    /// A value, or what is wrong with a record.
    public typealias Element = Result<Value, RecordError>
    let chunks: Chunks
    let plan: RecordPlan<Value>

    /// An iterator at the start of the chunks.
    public func makeAsyncIterator() -> Iterator { Iterator(chunks.makeAsyncIterator(), plan) }

    /// Decodes record after record.
    public struct Iterator: AsyncIteratorProtocol {
      private var chunks: Chunks.AsyncIterator
      private let feeder: AsyncFeeder<Value>
      @usableFromInline let values: DecodedRecords<Value>

      init(_ chunks: Chunks.AsyncIterator, _ plan: RecordPlan<Value>) {
        self.chunks = chunks
        feeder = AsyncFeeder(plan)
        values = feeder.values
      }

      /// The next value or error; `nil` at the end.
      @inlinable
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async throws -> Result<Value, RecordError>? {
        while true {
          if let value = values.takeFirst() { return .success(value) }
          switch try await advance(isolation: actor) {
          case .records: continue
          case .problem(let error): return .failure(error)
          case .end: return nil
          }
        }
      }

      @usableFromInline
      mutating func advance(
        isolation actor: isolated (any Actor)?
      ) async throws -> Ahead<RecordError> {
        while true {
          try Task.checkCancellation()
          if let ahead = feeder.advance() { return ahead }
          let chunk = try await chunks.next(isolation: actor)
          // Many sequences end when the task is cancelled, wherever they are.
          if chunk == nil { try Task.checkCancellation() }
          feeder.take(chunk)
        }
      }

      /// The next value or error; `nil` at the end.
      @inlinable
      public mutating func next() async throws -> Result<Value, RecordError>? {
        try await next(isolation: nil)
      }
    }
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

  /// Takes the next chunk, or the end.
  func take(_ chunk: (some Collection<UInt8>)?) {
    if let chunk { rest = Array(chunk)[...] } else { isLast = true }
  }

  /// Decodes on behind ``values``, which are all taken; `nil` when more bytes are needed.
  func advance() -> Ahead<RecordError>? {
    let ahead = cursor.advance { old in
      if let old { feed.recycle(old) }
      return nextBatch()
    }
    return ahead ?? (feed.isAtEnd ? .end : nil)
  }

  private func nextBatch() -> Batch? {
    while !rest.isEmpty, !feed.isAtEnd {
      rest.removeFirst(rest.withByteView { feed.append($0) })
      if let batch = feed.take(isLast: false) { return batch }
    }
    return isLast ? feed.take(isLast: true) : nil
  }
}

/// Chunks made of bytes that come one by one: a chunk ends where a record may, so that none waits
/// for bytes behind it.
public struct AsyncByteChunks<Bytes: AsyncSequence>: AsyncSequence where Bytes.Element == UInt8 {
  /// Some bytes.
  public typealias Element = ArraySlice<UInt8>
  let bytes: Bytes
  let mayEnd: @Sendable (UInt8) -> Bool

  package init(_ bytes: Bytes, _ format: RecordFormat) {
    self.bytes = bytes
    let framing = format.makeFraming()
    mayEnd = { framing.mayEnd(with: $0) }
  }

  /// An iterator at the first byte.
  public func makeAsyncIterator() -> Iterator {
    Iterator(bytes: bytes.makeAsyncIterator(), mayEnd: mayEnd)
  }

  /// Collects bytes.
  public struct Iterator: AsyncIteratorProtocol {
    var bytes: Bytes.AsyncIterator
    let mayEnd: @Sendable (UInt8) -> Bool

    /// The next chunk; `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> ArraySlice<UInt8>? {
      var chunk: [UInt8] = []
      while chunk.count < Feed.windowSize, let byte = try await bytes.next(isolation: actor) {
        chunk.append(byte)
        if mayEnd(byte) { break }
      }
      return chunk.isEmpty ? nil : chunk[...]
    }

    /// The next chunk; `nil` at the end.
    public mutating func next() async throws -> ArraySlice<UInt8>? {
      try await next(isolation: nil)
    }
  }
}
