/// Decodes the records of one batch after the other, on one thread.
final class RecordCursor<Value: Decodable> {
  private let decoder: BatchDecoder<Value>
  private let continuesAfterErrors: Bool
  private var batch: Batch?
  /// Whether nothing comes any more.
  private(set) var hasEnded = false

  init(_ plan: RecordPlan<Value>) {
    decoder = BatchDecoder(plan)
    continuesAfterErrors = plan.options.continuesAfterErrors
  }

  /// Records that come next and are there already.
  var values: DecodedRecords<Value> { decoder.values }

  /// Decodes on behind ``values``, which are all taken. `next` makes the next batch; it gets the memory
  /// of the one before back.
  /// - Returns: `nil` where there is none.
  func advance<E: Error>(
    _ next: (_ old: BatchBuffer?) throws(E) -> Batch?
  ) throws(E) -> Ahead<RecordError>? {
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

  /// Lets go of everything.
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
