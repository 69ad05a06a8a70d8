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
