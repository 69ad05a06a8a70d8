internal import Synchronization

/// What to make of records that are decoded: takes all of `records` and adds to `outputs`, up to a
/// record of which nothing can be made.
@usableFromInline
typealias RecordMapping<Record, Output> =
  @Sendable (
    _ records: DecodedRecords<Record>, _ outputs: DecodedRecords<Output>
  ) throws -> Void

/// What became of the records of a batch up to something wrong, or to its end.
struct RecordPart<Output: Sendable>: Sendable {
  let outputs: DecodedRecords<Output>
  /// What is wrong behind them.
  let problem: RecordError?
  /// Where the outputs go when they are taken.
  let returns: ReturnedRecords<Output>
}

/// Records on their way back to the thread that made them.
///
/// What one thread allocates and another frees costs both of them time: the allocator locks, and
/// what it keeps free moves from one core's cache to the other's. So whoever takes records on
/// another thread gets copies, and the thread that made them gives up the last reference, while it
/// makes the next ones.
final class ReturnedRecords<Output: Sendable>: Sendable {
  private let records = Mutex<[DecodedRecords<Output>]>([])

  func giveBack(_ taken: DecodedRecords<Output>) {
    records.withLock { $0.append(taken) }
  }

  func takeBack() -> [DecodedRecords<Output>] {
    records.withLock { records in
      defer { records = [] }
      return records
    }
  }
}

/// Decodes batches on one thread of several.
final class PartDecoder<Record: Decodable, Output: Sendable> {
  private let decoder: BatchDecoder<Record>
  private let mapping: RecordMapping<Record, Output>
  /// Whether another thread takes the outputs.
  private let isLender: Bool
  private let returns = ReturnedRecords<Output>()
  /// Memory for outputs.
  private var idle: [DecodedRecords<Output>] = []

  init(
    _ plan: RecordPlan<Record>, _ mapping: @escaping RecordMapping<Record, Output>, isLender: Bool
  ) {
    decoder = BatchDecoder(plan)
    self.mapping = mapping
    self.isLender = isLender
  }

  /// Decodes the records of `batch`: the last part first.
  func parts(of batch: Batch) -> [RecordPart<Output>] {
    freeReturned()
    decoder.begin(batch)
    defer { decoder.end() }
    var parts: [RecordPart<Output>] = []
    while true {
      let outputs = idle.popLast() ?? DecodedRecords()
      let ahead = fill(outputs)
      if isLender { outputs.lend() }
      parts.append(RecordPart(outputs: outputs, problem: ahead.problem, returns: returns))
      if case .end = ahead { return parts.reversed() }
    }
  }

  private func fill(_ outputs: DecodedRecords<Output>) -> Ahead<RecordError> {
    do {
      try mapping(decoder.values, outputs)
    } catch {
      return .problem(decoder.error(ofTaker: error))
    }
    return decoder.advance()
  }

  private func freeReturned() {
    let returned = returns.takeBack()
    returned.forEach { $0.removeAll() }
    idle += returned
  }
}

extension Ahead {
  /// What is wrong with the next record, if something is.
  fileprivate var problem: Problem? {
    if case .problem(let problem) = self { problem } else { nil }
  }
}
