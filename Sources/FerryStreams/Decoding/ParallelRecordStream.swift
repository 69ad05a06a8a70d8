extension RecordStream where Value: Sendable {
  /// The same records, decoded on several cores.
  ///
  /// ```swift
  /// for event in JSON.stream(Event.self, from: .file("events.ndjson")).inParallel() { … }
  /// ```
  ///
  /// Records come in the order of the stream, or, without `keepingOrder`, as they are ready. Not
  /// more is read ahead than a few batches for each core.
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
      if let value = values.takeFirst() { return .success(value) }
      return nextOfCollector()
    }

    @usableFromInline
    mutating func nextOfCollector() -> Result<Value, any Error>? { collector.next(&values) }
  }
}

/// The records of a batch.
private struct DecodedBatch<Value: Sendable>: Sendable {
  /// Those that the direct road could decode.
  let values: DecodedRecords<Value>
  /// All behind them, the last one first.
  var rest: [Result<Value, RecordError>] = []
}

private final class ParallelCollector<Value: Decodable & Sendable> {
  private let workers: BatchWorkers<DecodedBatch<Value>>
  private let continuesAfterErrors: Bool
  private var rest: [Result<Value, RecordError>] = []
  private var hasEnded = false

  init(_ source: StreamSource, _ plan: RecordPlan<Value>, cores: Int, keepsOrder: Bool) {
    let reading = ParallelReading(source, plan)
    continuesAfterErrors = plan.options.continuesAfterErrors
    workers = BatchWorkers(
      cores, keepsOrder: keepsOrder, fetch: reading.next, giveBack: reading.recycle
    ) {
      let decoder = BatchDecoder(plan)
      return { batch in
        decoder.begin(batch)
        var decoded = DecodedBatch(values: decoder.handOverValues())
        decoded.rest.reserveCapacity(batch.records.recordCount - decoded.values.count)
        while let record = decoder.nextValue() { decoded.rest.append(record) }
        decoder.end()
        decoded.rest.reverse()
        return decoded
      }
    }
  }

  deinit {
    workers.cancel()
  }

  /// The next record; further ones, if there are any at hand, are put into `values`.
  func next(_ values: inout DecodedRecords<Value>) -> Result<Value, any Error>? {
    while !hasEnded {
      if let record = rest.popLast() {
        switch record {
        case .success(let value): return .success(value)
        case .failure(let error):
          if !continuesAfterErrors { end() }
          return .failure(error)
        }
      }
      do {
        guard let next = try workers.next() else {
          end()
          return nil
        }
        rest = next.rest
        values = next.values
        if let value = values.takeFirst() { return .success(value) }
      } catch {
        end()
        return .failure(error)
      }
    }
    return nil
  }

  private func end() {
    hasEnded = true
    rest = []
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
