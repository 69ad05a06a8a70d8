extension RecordStream where Value: Sendable {
  /// The same records, decoded on several cores.
  ///
  /// ```swift
  /// for event in JSON.stream(Event.self, from: .file("events.ndjson")).inParallel() { … }
  /// ```
  ///
  /// Records come in the order of the stream, or, without `keepingOrder`, as they are ready. Not
  /// more is read ahead than a few batches for each core. One of the cores is the caller's: who would
  /// have to wait for a record decodes some instead. Records of another core go back to it when they
  /// are taken, and what they hold is freed there, if the caller has let go of it.
  /// - Parameter cores: the number of cores to use, at least 1; by default all that the machine has.
  public func inParallel(
    cores: Int? = nil, keepingOrder: Bool = true
  ) -> ParallelRecordStream<Value> {
    ParallelRecordStream(self, cores: cores, keepsOrder: keepingOrder) { records, outputs in
      records.exchange(with: outputs)
    }
  }
}

extension RecordStream where Value: SendableMetatype {
  /// What `transform` makes of the records, on several cores.
  ///
  /// ```swift
  /// let orders = JSON.stream(Order.self, from: .file("orders.ndjson"))
  /// for total in orders.inParallel({ order in order.lines.reduce(0) { $0 + $1.price } }) { … }
  /// ```
  ///
  /// A record is decoded, used and freed on the same core: only what becomes of it is handed over.
  /// What `transform` throws is a ``RecordError`` with the number and the place of the record; order,
  /// memory and cores are as in ``inParallel(cores:keepingOrder:)``.
  @inlinable
  public func inParallel<Output: Sendable>(
    cores: Int? = nil, keepingOrder: Bool = true,
    _ transform: @escaping @Sendable (Value) throws -> Output
  ) -> ParallelRecordStream<Output> {
    // Where both types are known, as in `RecordStream.Iterator`.
    ParallelRecordStream(self, cores: cores, keepsOrder: keepingOrder) { records, outputs in
      while let record = records.takeFirst() { outputs.append(try transform(record)) }
    }
  }
}

/// What comes of the records of a stream, decoded on several cores; see
/// ``RecordStream/inParallel(cores:keepingOrder:)``.
public struct ParallelRecordStream<Value: Sendable>: Sequence {
  private let makeCollector: () -> ParallelCollector<Value>

  @usableFromInline
  init<Record: SendableMetatype>(
    _ records: RecordStream<Record>, cores: Int?, keepsOrder: Bool,
    mapping: @escaping RecordMapping<Record, Value>
  ) {
    makeCollector = {
      ParallelCollector(
        records, cores: Swift.max(1, cores ?? coreCount), keepsOrder: keepsOrder, mapping: mapping)
    }
  }

  /// An iterator at the start of the source; it starts the threads.
  public func makeIterator() -> Iterator { Iterator(makeCollector()) }

  /// Takes what the threads have made. They stop when it is gone.
  public struct Iterator: IteratorProtocol {
    private let collector: ParallelCollector<Value>
    /// Values that are decoded already.
    @usableFromInline var values = DecodedRecords<Value>()

    init(_ collector: ParallelCollector<Value>) {
      self.collector = collector
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

/// Takes what the threads make of the records of a stream, for one iterator.
final class ParallelCollector<Value: Sendable> {
  private let workers: BatchWorkers<[RecordPart<Value>]>
  private let reading: SourceReading
  private let continuesAfterErrors: Bool
  /// What comes behind the part that is being taken, the last part first.
  private var parts: [RecordPart<Value>] = []
  /// The part that is being taken, until what is wrong behind it was told.
  private var current: RecordPart<Value>?
  private let nothing = DecodedRecords<Value>()
  private var hasEnded = false

  init<Record: SendableMetatype>(
    _ records: RecordStream<Record>, cores: Int, keepsOrder: Bool,
    mapping: @escaping RecordMapping<Record, Value>
  ) {
    let plan = records.plan
    reading = SourceReading(records.source, plan, window: SourceReading.parallelWindow)
    continuesAfterErrors = plan.options.continuesAfterErrors
    workers = BatchWorkers(
      cores, keepsOrder: keepsOrder, fetch: reading.next, giveBack: reading.recycle
    ) { isCaller in
      let decoder = PartDecoder(plan, mapping, isLender: !isCaller)
      return { decoder.parts(of: $0) }
    }
  }

  deinit {
    stop()
  }

  /// Goes on behind `values`, which are all taken, and puts those that come next in their place.
  func advance(_ values: inout DecodedRecords<Value>) -> Ahead<any Error> {
    while !hasEnded {
      if let current {
        self.current = nil
        values = nothing
        current.returns.giveBack(current.outputs)
        if let problem = current.problem {
          if !continuesAfterErrors { end() }
          return .problem(problem)
        }
      }
      if let part = parts.popLast() {
        current = part
        values = part.outputs
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
    current = nil
    stop()
  }

  private func stop() {
    reading.stop()
    workers.cancel()
  }
}
