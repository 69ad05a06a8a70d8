public import FerryCoders

extension RecordStream where Value: Sendable {
  /// Returns the same records, decoded on several cores.
  ///
  /// ```swift
  /// for event in JSON.stream(Event.self, from: .file("events.ndjson")).inParallel() { … }
  /// ```
  ///
  /// By default, records come in the order of the stream. Without `keepingOrder`, they come as soon
  /// as they are ready. The stream reads only a few batches for each core ahead. One of the cores
  /// is the caller's: instead of waiting for a record, the caller decodes some records itself.
  /// Records that another core has decoded return to that core after they are taken. That core
  /// frees their contents, unless the caller still holds them.
  ///
  /// `cores` is the number of cores to use, at least 1; by default all cores of the machine.
  public func inParallel(
    cores: Int? = nil, keepingOrder: Bool = true
  ) -> ParallelRecordStream<Value> {
    ParallelRecordStream(self, cores: cores, keepsOrder: keepingOrder) { records, outputs in
      records.exchange(with: outputs)
    }
  }
}

extension RecordStream where Value: SendableMetatype {
  /// Returns the results of `transform` for the records, computed on several cores.
  ///
  /// ```swift
  /// let orders = JSON.stream(Order.self, from: .file("orders.ndjson"))
  /// for total in orders.inParallel({ order in order.lines.reduce(0) { $0 + $1.price } }) { … }
  /// ```
  ///
  /// A record is decoded, used and freed on the same core. Only the result of `transform` is passed
  /// on. An error of `transform` becomes a ``Problem`` with the number and the location of the
  /// record. Order, memory and cores are as in ``inParallel(cores:keepingOrder:)``.
  @inlinable
  public func inParallel<Output: Sendable>(
    cores: Int? = nil, keepingOrder: Bool = true,
    _ transform: @escaping @Sendable (Value) throws -> Output
  ) -> ParallelRecordStream<Output> {
    // This loop runs where both types are known, as in `RecordIterator`.
    ParallelRecordStream(self, cores: cores, keepsOrder: keepingOrder) { records, outputs in
      while let record = records.takeFirst() { outputs.append(try transform(record)) }
    }
  }
}

/// The results for the records of a stream, computed on several cores. See
/// ``RecordStream/inParallel(cores:keepingOrder:)``.
public struct ParallelRecordStream<Value: Sendable>: Sequence {
  fileprivate let makeCollector: () -> ParallelCollector<Value>

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

  /// Creates an iterator at the start of the source and starts the threads.
  @inlinable
  public func makeIterator() -> some IteratorProtocol<Result<Value, any Error>> {
    ParallelRecordIterator(self)
  }
}

/// An iterator over the results of the threads. The threads stop when it is released.
@usableFromInline
struct ParallelRecordIterator<Value: Sendable>: IteratorProtocol {
  private let collector: ParallelCollector<Value>
  /// The values that are decoded already.
  @usableFromInline var values = _DecodedRecords<Value>()

  @usableFromInline
  init(_ stream: ParallelRecordStream<Value>) {
    collector = stream.makeCollector()
  }

  /// Returns the next value or error, or `nil` at the end.
  @inlinable
  package mutating func next() -> Result<Value, any Error>? {
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
  mutating func advance() -> NextRecords<any Error> { collector.advance(&values) }
}

/// A collector of the results of the threads, for one iterator.
final class ParallelCollector<Value: Sendable> {
  private let workers: BatchWorkers<[RecordPart<Value>]>
  private let reading: SourceReading
  private let continuesAfterErrors: Bool
  /// The parts behind the current one, in reverse order.
  private var parts: [RecordPart<Value>] = []
  /// The current part. It stays until the error behind it is reported.
  private var current: RecordPart<Value>?
  private let nothing = _DecodedRecords<Value>()
  private var hasEnded = false
  private var use = IteratorUse()

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

  /// Replaces `values`, which have to be taken before, with the values that come next.
  func advance(_ values: inout _DecodedRecords<Value>) -> NextRecords<any Error> {
    if let refusal = use.begin() { return refusal }
    defer { use.end() }
    while !hasEnded {
      if var current {
        self.current = nil
        values = nothing
        // A copy of the iterator may still have the list.
        if isKnownUniquelyReferenced(&current.outputs) {
          current.returns.giveBack(current.outputs)
        }
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
