package import FerryCoders
package import FerryBase
internal import FerryCoding

/// A decoder of the records of one batch after the other. Only one thread at a time may use it.
package final class BatchDecoder<Value: Decodable> {
  private let plan: RecordPlan<Value>
  private var session = DecodingSession()
  private var list = RecordList()
  private var batch: Batch?
  /// The index in the batch of the first record behind ``values``.
  private var next = 0
  /// The index of the last record whose offset was asked for.
  private var searched = 0
  /// Records that are decoded and not taken yet.
  let values = _DecodedRecords<Value>()
  /// The error of the record behind ``values``.
  private var problem: Problem?
  /// Whether the records of the batch are on a tape.
  private var isOnTape = false

  package init(_ plan: RecordPlan<Value>) {
    self.plan = plan
  }

  // A caller that stops early does not call `end()`. A decoder that a model has kept may still need
  // the input of the batch, which `end()` keeps alive for it.
  deinit {
    end()
  }

  /// Decodes the records of `batch` into ``values``, up to the first record that fails.
  package func begin(_ batch: Batch) {
    self.batch = batch
    next = 0
    searched = 0
    isOnTape = false
    if let decodeDirectly = plan.decodeDirectly, batch.records.damage.isEmpty {
      values.restart(for: batch.records.ranges.count)
      unsafe decodeDirectly(
        RawSpan(_unsafeElements: batch.bytes.buffer), batch.records.ranges, values)
      // A model may have taken some of them, through a copy of the iterator.
      next = values.totalCount
    }
    if values.count == 0 { decodeFromTape(batch) }
  }

  /// Decodes the records behind ``values``, which have to be taken before.
  package func advance() -> NextRecords<Problem> {
    guard let batch else { return .end }
    if problem == nil {
      decodeFromTape(batch)
      if values.count > 0 { return .records }
    }
    guard let problem else { return .end }
    self.problem = nil
    next += 1
    return .problem(problem)
  }

  /// Decodes the records from `next` on, up to the first record that fails.
  private func decodeFromTape(_ batch: Batch) {
    if !isOnTape {
      if next == batch.records.recordCount, batch.records.failure == nil { return }
      readOntoTape(batch)
    }
    let first = next
    let roots = list.roots
    guard first <= roots.count else { return }
    do {
      try unsafe values.fill(atMost: roots.count - first) { memory, count, limit in
        let some = roots[first + count..<first + limit]
        try unsafe session.records(Value.self, at: some, to: memory, &count)
      }
      next = first + values.count
      // The record has its own problem.
      problem =
        next < roots.count
        ? error(WireFailure(.invalidValue, offset: 0), record: next) : failureAfterRecords(batch)
    } catch {
      next = first + values.count
      problem = self.error(error, record: next)
    }
  }

  /// Reads the batch onto a tape, which gives the reason and the location of errors.
  private func readOntoTape(_ batch: Batch) {
    session.beginRecords(
      batch.bytes, plan.decoding, offset: { [weak self] in self?.offset(ofRecordAt: $0) }
    ) { tape in
      plan.format.reader.read(batch, into: &tape, &list)
    }
    isOnTape = true
  }

  private func offset(ofRecordAt root: Int) -> Int? {
    guard let records = batch?.records, records.count == nil,
      let index = list.roots[searched...].firstIndex(of: root),
      records.ranges.indices.contains(index)
    else { return nil }
    searched = index
    return records.ranges[index].lowerBound
  }

  /// Ends the batch. Its memory is free afterwards.
  package func end() {
    guard batch != nil else { return }
    if isOnTape { DecodingSession.endRecords(&session) }
    values.removeAll()
    problem = nil
    batch = nil
  }

  /// Returns the error behind the last record, if there is one.
  private func failureAfterRecords(_ batch: Batch) -> Problem? {
    batch.records.failure.map { error($0, record: list.roots.count) }
  }

  /// Returns the problem for an error that the caller threw when it used the record that it
  /// took last.
  @inline(never)
  func error(ofTaker error: any Error) -> Problem {
    let index = next - values.count - 1
    var problem = Problem(outside: error, Problem(error).headline)
    guard let batch else { return problem }
    problem.record = batch.start.record + index + 1
    let records = batch.records
    if records.count == nil, records.ranges.indices.contains(index) {
      problem.location = .place(
        batch.place(of: records.ranges[index].lowerBound, isText: plan.format.isText)
          .shown(of: Value.self))
    }
    return problem
  }

  @inline(never)
  private func error(_ error: any Error, record index: Int) -> Problem {
    guard let batch else { return Problem(error) }
    var record = BatchRecord(index, of: batch, list, plan.format)
    var cursor = PlaceCursor(batch.bytes)
    var report = Problem(
      session.call.located(error, of: Value.self, from: &record, &cursor))
    report.record = batch.start.record + index + 1
    return report
  }
}

/// A decoder of the records of one batch after the other, on one thread.
final class RecordCursor<Value: Decodable> {
  private let decoder: BatchDecoder<Value>
  private let continuesAfterErrors: Bool
  var use = IteratorUse()
  private var batch: Batch?
  /// Whether the stream delivers no more records.
  private(set) var hasEnded = false

  init(_ plan: RecordPlan<Value>) {
    decoder = BatchDecoder(plan)
    continuesAfterErrors = plan.options.continuesAfterErrors
  }

  /// The next records that are decoded already.
  var values: _DecodedRecords<Value> { decoder.values }

  /// Decodes the records behind ``values``, which have to be taken before. `next` returns the next
  /// batch and takes back the memory of the previous one.
  /// - Returns: `nil` if `next` returns no batch.
  func advance<E: Error>(
    _ next: (_ old: BatchBuffer?) throws(E) -> Batch?
  ) throws(E) -> NextRecords<Problem>? {
    while !hasEnded {
      switch decoder.advance() {
      case .records: return .records
      case .problem(let error):
        if !continuesAfterErrors { end() }
        return .problem(error)
      case .end: break
      }
      guard let batch = try next(release()) else { return nil }
      self.batch = batch
      decoder.begin(batch)
      if values.count > 0 { return .records }
    }
    return .end
  }

  /// Ends the stream and releases its batch.
  func end() {
    hasEnded = true
    _ = release()
  }

  private func release() -> BatchBuffer? {
    guard let batch else { return nil }
    decoder.end()
    self.batch = nil
    return batch.buffer
  }
}
