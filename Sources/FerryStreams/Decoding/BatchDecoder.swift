internal import FerryCoding
internal import FerryBytes
internal import FerryTape

/// Decodes the records of one batch after the other. One thread at a time uses a decoder.
package final class BatchDecoder<Value: Decodable> {
  private let plan: RecordPlan<Value>
  private var session = DecodingSession.forRecords()
  private var list = RecordList()
  private var batch: Batch?
  private var next = 0
  /// Records from the direct road, which come before all others of the batch.
  private(set) var values = DecodedRecords<Value>()
  /// Whether the records of the batch are on a tape.
  private var isOnTape = false

  package init(_ plan: RecordPlan<Value>) {
    self.plan = plan
  }

  /// Reads the records of `batch`; the values come from ``nextValue()``.
  package func begin(_ batch: Batch) {
    self.batch = batch
    next = 0
    isOnTape = false
    if let directRoad = plan.directRoad, batch.records.damage.isEmpty {
      unsafe directRoad(RawSpan(_unsafeElements: batch.bytes), batch.records.ranges, values)
      next = values.count
    }
  }

  /// Reads the batch onto a tape, which can tell what is wrong, and where.
  private func readOntoTape(_ batch: Batch) {
    unsafe session.beginRecords(batch.bytes, plan.decoding) { tape in
      plan.format.reader.read(batch, into: &tape, &list)
    }
    isOnTape = true
  }

  /// The records from the direct road, which are not this decoder's any more.
  package func handOverValues() -> DecodedRecords<Value> {
    defer { values = DecodedRecords() }
    return values
  }

  /// The next value, or what is wrong with it; `nil` behind the last.
  package func nextValue() -> Result<Value, RecordError>? {
    guard let batch else { return nil }
    if let value = values.takeFirst() { return .success(value) }
    if !isOnTape {
      if plan.directRoad != nil, batch.records.failure == nil, next == batch.records.ranges.count {
        return nil
      }
      readOntoTape(batch)
    }
    guard next < list.roots.count else { return endOfBatch() }
    let root = list.roots[next]
    next += 1
    if root >= 0 {
      do {
        return .success(try session.record(Value.self, at: root))
      } catch {
        return .failure(self.error(error, record: next - 1))
      }
    }
    return .failure(failedRecord(next - 1))
  }

  /// Ends with the batch, whose memory is free then.
  package func end() {
    guard batch != nil else { return }
    if isOnTape { DecodingSession.endRecords(&session) }
    values.removeAll()
    batch = nil
  }

  private func endOfBatch() -> Result<Value, RecordError>? {
    guard next == list.roots.count, let failure = batch?.records.failure else { return nil }
    next += 1
    return .failure(error(failure, record: next - 1))
  }

  @inline(never)
  private func failedRecord(_ index: Int) -> RecordError {
    guard let failed = list.failures[index] else {
      return error(Failure(.invalidValue, offset: 0), record: index)
    }
    return error(failed.failure, record: index, remark: failed.remark)
  }

  @inline(never)
  private func error(
    _ error: any Error, record index: Int, remark: FailureRemark? = nil
  ) -> RecordError {
    guard let batch else { return RecordError(number: 0, place: nil, underlying: error) }
    let root = index < list.roots.count ? list.roots[index] : -1
    let placed = session.placed(
      error,
      { self.plan.format.reader.offset(ofNode: $0, root: root, record: index, in: batch) },
      { batch.place(of: $0, isText: self.plan.format.isText) },
      { remark })
    return RecordError(
      number: batch.start.record + index + 1, place: (placed as? DecodingError)?.place,
      underlying: placed)
  }
}
