extension RecordStream where Value: Sendable {
  /// The same records, decoded on several cores.
  ///
  /// ```swift
  /// for event in JSON.stream(Event.self, from: .file("events.ndjson")).inParallel() { … }
  /// ```
  ///
  /// Records come in the order of the stream, or, without `keepingOrder`, as they are ready. Not
  /// more is read ahead than a few batches for each core. One of the cores is the caller's: who would
  /// have to wait for a record decodes some instead.
  public func inParallel(
    cores: Int = Cores.available, keepingOrder: Bool = true
  ) -> ParallelRecordStream<Value> {
    ParallelRecordStream(source, plan, cores: Swift.max(1, cores), keepsOrder: keepingOrder)
  }
}

/// The records of a stream, decoded on several cores; see ``RecordStream/inParallel(cores:keepingOrder:)``.
public struct ParallelRecordStream<Value: Decodable & Sendable>: Sequence {
  private let source: StreamSource
  private let plan: RecordPlan<Value>
  private let cores: Int
  private let keepsOrder: Bool

  init(_ source: StreamSource, _ plan: RecordPlan<Value>, cores: Int, keepsOrder: Bool) {
    self.source = source
    self.plan = plan
    self.cores = cores
    self.keepsOrder = keepsOrder
  }

  /// An iterator at the start of the source; it starts the threads.
  public func makeIterator() -> Iterator {
    Iterator(source, plan, cores: cores, keepsOrder: keepsOrder)
  }

  /// Takes decoded records from the threads. They stop when it is gone.
  public struct Iterator: IteratorProtocol {
    private let collector: ParallelCollector<Value>
    /// Values that are decoded already.
    @usableFromInline var values = DecodedRecords<Value>()

    init(_ source: StreamSource, _ plan: RecordPlan<Value>, cores: Int, keepsOrder: Bool) {
      collector = ParallelCollector(source, plan, cores: cores, keepsOrder: keepsOrder)
    }

    /// The next value, or why there is none; `nil` at the end.
    @inlinable
    public mutating func next() -> Result<Value, any Error>? {
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
    mutating func advance() -> Ahead<any Error> { collector.advance(&values) }
  }
}

/// The records of a batch up to something wrong, or to its end.
private struct DecodedPart<Value: Sendable>: Sendable {
  let values: DecodedRecords<Value>
  /// What is wrong behind them.
  let problem: RecordError?
}

extension BatchDecoder where Value: Sendable {
  /// Decodes the records of `batch`: the last part first.
  fileprivate func parts(of batch: Batch) -> [DecodedPart<Value>] {
    begin(batch)
    defer { end() }
    var parts: [DecodedPart<Value>] = []
    while true {
      let values = handOverValues()
      switch advance() {
      case .records: parts.append(DecodedPart(values: values, problem: nil))
      case .problem(let problem): parts.append(DecodedPart(values: values, problem: problem))
      case .end:
        parts.append(DecodedPart(values: values, problem: nil))
        return parts.reversed()
      }
    }
  }
}

private final class ParallelCollector<Value: Decodable & Sendable> {
  private let workers: BatchWorkers<[DecodedPart<Value>]>
  private let continuesAfterErrors: Bool
  /// What comes behind the values that are being taken, the last part first.
  private var parts: [DecodedPart<Value>] = []
  /// What is wrong behind the values that are being taken.
  private var problem: RecordError?
  private var hasEnded = false

  init(_ source: StreamSource, _ plan: RecordPlan<Value>, cores: Int, keepsOrder: Bool) {
    let reading = ParallelReading(source, plan)
    continuesAfterErrors = plan.options.continuesAfterErrors
    workers = BatchWorkers(
      cores, keepsOrder: keepsOrder, fetch: reading.next, giveBack: reading.recycle
    ) {
      let decoder = BatchDecoder(plan)
      return { decoder.parts(of: $0) }
    }
  }

  deinit {
    workers.cancel()
  }

  /// Goes on behind `values`, which are all taken, and puts those that come next in their place.
  func advance(_ values: inout DecodedRecords<Value>) -> Ahead<any Error> {
    while !hasEnded {
      if let problem {
        self.problem = nil
        if !continuesAfterErrors { end() }
        return .problem(problem)
      }
      if let part = parts.popLast() {
        values = part.values
        problem = part.problem
        if values.count > 0 { return .records }
        continue
      }
      do {
        guard let next = try workers.next() else { break }
        parts = next
      } catch {
        end()
        return .problem(error)
      }
    }
    end()
    return .end
  }

  private func end() {
    hasEnded = true
    parts = []
    problem = nil
    workers.cancel()
  }
}

/// The part of reading a stream that happens one batch after the other.
package final class ParallelReading {
  private var feed: Feed
  private let open: () throws -> any ByteSource
  private var source: (any ByteSource)?

  package init<Value>(_ source: StreamSource, _ plan: RecordPlan<Value>) {
    feed = plan.makeFeed(start: source.start)
    open = source.open
  }

  /// The next batch.
  package func next() throws -> Batch? {
    if source == nil { source = try open() }
    return try source.flatMap { try feed.next(from: $0) }
  }

  /// Takes the memory of a batch back.
  package func recycle(_ buffer: BatchBuffer) { feed.recycle(buffer) }
}
