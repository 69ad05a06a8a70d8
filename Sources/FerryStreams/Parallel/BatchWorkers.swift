/// Works on the batches of one stream on several threads.
///
/// ```
/// source -> | feed | -> batch 7 -> worker A -> result 7 |
///           one at   -> batch 8 -> worker B -> result 8 | -> in order, or as they come
///           a time
/// ```
///
/// Each worker fetches its next batch itself: what has to happen one after the other, reading and
/// telling records apart, is little. Workers wait when results are not taken: memory is bounded by
/// twice as many batches as there are workers, and a source is not read faster than the results are
/// used.
package final class BatchWorkers<Output>: @unchecked Sendable {
  // Everything mutable is guarded by the monitor, the feed by `isReading`: one worker at a time.

  private let monitor = Monitor()
  private let keepsOrder: Bool
  private let window: Int
  private let fetch: () throws -> Batch?
  private let giveBack: (BatchBuffer) -> Void

  private var isReading = false
  private var hasEnded = false
  private var isCancelled = false
  private var returned: [BatchBuffer] = []
  /// Batches that were fetched, and results that were taken.
  private var issued = 0
  private var taken = 0
  private var results: [Int: Result<Output, any Error>] = [:]
  /// The numbers of results that wait, as they came.
  private var finished: [Int] = []

  /// Starts `count` threads. `fetch` and `giveBack` are called by one thread at a time; each thread
  /// makes its own `worker`.
  package init(
    _ count: Int, keepsOrder: Bool = true, fetch: @escaping () throws -> Batch?,
    giveBack: @escaping (BatchBuffer) -> Void = { _ in },
    worker: @escaping @Sendable () -> (Batch) -> Output
  ) {
    self.keepsOrder = keepsOrder
    window = 2 * count
    self.fetch = fetch
    self.giveBack = giveBack
    for _ in 0..<count {
      startThread { [self] in
        let work = worker()
        while let (number, batch) = nextBatch() {
          let output = work(batch)
          finish(number, .success(output), batch.buffer)
        }
      }
    }
  }

  /// The next result, or `nil` at the end.
  /// - Throws: what `fetch` threw, once all results before it were taken.
  package func next() throws -> Output? {
    let result: Result<Output, any Error>? = monitor.locked {
      while true {
        if let result = takeResult() {
          taken += 1
          monitor.wakeAll()
          return result
        }
        if isCancelled || hasEnded && taken == issued { return nil }
        monitor.wait()
      }
    }
    return try result?.get()
  }

  /// Lets the workers stop as soon as they can.
  package func cancel() {
    monitor.locked {
      isCancelled = true
      monitor.wakeAll()
    }
  }

  private func takeResult() -> Result<Output, any Error>? {
    if keepsOrder { return results.removeValue(forKey: taken) }
    guard !finished.isEmpty else { return nil }
    return results.removeValue(forKey: finished.removeFirst())
  }

  /// Fetches a batch when there is room for its result; `nil` when there is no more work.
  private func nextBatch() -> (number: Int, batch: Batch)? {
    let buffers: [BatchBuffer]? = monitor.locked {
      while isReading || issued - taken >= window {
        if hasEnded || isCancelled { return nil }
        monitor.wait()
      }
      if hasEnded || isCancelled { return nil }
      isReading = true
      defer { returned.removeAll(keepingCapacity: true) }
      return returned
    }
    guard let buffers else { return nil }
    // Outside of the lock: reading may take as long as it likes while results are taken.
    buffers.forEach(giveBack)
    let fetched = Result { try fetch() }
    return monitor.locked {
      isReading = false
      defer { monitor.wakeAll() }
      switch fetched {
      case .success(let batch?):
        issued += 1
        return (issued - 1, batch)
      case .success(nil):
        hasEnded = true
      case .failure(let error):
        hasEnded = true
        results[issued] = .failure(error)
        finished.append(issued)
        issued += 1
      }
      return nil
    }
  }

  private func finish(_ number: Int, _ result: Result<Output, any Error>, _ buffer: BatchBuffer) {
    monitor.locked {
      results[number] = result
      if !keepsOrder { finished.append(number) }
      returned.append(buffer)
      monitor.wakeAll()
    }
  }
}
