public import FerryCoders
internal import FerryBase
internal import Synchronization

/// A function that takes all of `records` and appends results to `outputs`, up to the first record
/// that fails.
@usableFromInline
typealias RecordMapping<Record, Output> =
  @Sendable (
    _ records: _DecodedRecords<Record>, _ outputs: _DecodedRecords<Output>
  ) throws -> Void

/// The results for the records of a batch up to an error, or up to the end of the batch.
struct RecordPart<Output: Sendable>: Sendable {
  var outputs: _DecodedRecords<Output>
  /// The error behind the outputs.
  let problem: Problem?
  /// The list that the outputs return to after they are taken.
  let returns: ReturnedRecords<Output>
}

/// Records on their way back to the thread that made them.
///
/// Memory that one thread allocates and another one frees costs both threads time: the allocator
/// locks, and its free memory moves from one core's cache to the other's. So a caller on another
/// thread gets copies of the records. The thread that made them releases the last reference while
/// it makes the next ones.
final class ReturnedRecords<Output: Sendable>: Sendable {
  private let records = Mutex<[_DecodedRecords<Output>]>([])

  func giveBack(_ taken: _DecodedRecords<Output>) {
    records.withLock { $0.append(taken) }
  }

  func takeBack() -> [_DecodedRecords<Output>] {
    records.withLock { records in
      defer { records = [] }
      return records
    }
  }
}

/// A decoder of batches on one of several threads.
final class PartDecoder<Record: Decodable, Output: Sendable> {
  private let decoder: BatchDecoder<Record>
  private let mapping: RecordMapping<Record, Output>
  /// Whether another thread takes the outputs.
  private let isLender: Bool
  private let returns = ReturnedRecords<Output>()
  /// Memory for outputs that is free.
  private var idle: [_DecodedRecords<Output>] = []

  init(
    _ plan: RecordPlan<Record>, _ mapping: @escaping RecordMapping<Record, Output>, isLender: Bool
  ) {
    decoder = BatchDecoder(plan)
    self.mapping = mapping
    self.isLender = isLender
  }

  /// Decodes the records of `batch`.
  /// - Returns: the parts in reverse order.
  func parts(of batch: Batch) -> [RecordPart<Output>] {
    freeReturned()
    decoder.begin(batch)
    defer { decoder.end() }
    var parts: [RecordPart<Output>] = []
    while true {
      let outputs = idle.popLast() ?? _DecodedRecords()
      let ahead = fill(outputs)
      if isLender { outputs.lend() }
      parts.append(RecordPart(outputs: outputs, problem: ahead.problem, returns: returns))
      if case .end = ahead { return parts.reversed() }
    }
  }

  private func fill(_ outputs: _DecodedRecords<Output>) -> NextRecords<Problem> {
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

extension NextRecords {
  /// The error of the next record, if there is one.
  fileprivate var problem: Problem? {
    if case .problem(let problem) = self { problem } else { nil }
  }
}
