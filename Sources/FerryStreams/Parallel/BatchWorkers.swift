/// Works on the batches of one stream on several threads, of which the caller's is one.
///
/// ```
/// source -> | feed | -> batch 8, 9 wait -> worker A -> result 7 |
///           one at                      -> the caller's thread  | -> in order, or as they come
///           a time
/// ```
///
/// A worker fetches batches for all, as long as few wait, and then works on one: what has to happen
/// one after the other, reading and telling records apart, is little. Who asks for a result that is
/// not there works on a batch that waits, but never reads: a source may keep its reader waiting while
/// results are there, unless there is no thread but its own.
///
/// Workers wait when results are not taken: memory is bounded by twice as many batches as there are
/// workers and a few more, and a source is not read faster than the results are used.
package final class BatchWorkers<Output>: @unchecked Sendable {
  // Everything mutable is guarded by the monitor, the feed by `isReading`: one worker at a time. What
  // the caller works with is the caller's.

  /// What a worker does next.
  private enum Step {
    case fetch(giveBack: [BatchBuffer])
    case work(number: Int, Batch)
  }

  private let monitor = Monitor()
  private let keepsOrder: Bool
  /// Batches that wait for a worker, and those whose result is not taken, at most. With less in
  /// stock, who is done first finds nothing to do, and waits for the other to read. A thread that
  /// works alone may not read while it could work.
  private let stock: Int
  private let limit: Int
  private let fetch: () throws -> Batch?
  private let giveBack: (BatchBuffer) -> Void
  /// Works on a batch on the caller's thread, if that is one of several workers, or the only one.
  private var workOnCallersThread: ((Batch) -> Output)?
  /// Whether there are no threads but the caller's.
  private var isAlone = false

  private var isReading = false
  private var hasEnded = false
  private var isCancelled = false
  private var returned: [BatchBuffer] = []
  /// Batches that nobody works on yet.
  private var waiting: [(number: Int, batch: Batch)] = []
  /// Batches that were fetched, and results that were taken.
  private var issued = 0
  private var taken = 0
  private var results: [Int: Result<Output, any Error>] = [:]
  /// The numbers of results that wait, as they came.
  private var finished: [Int] = []

  /// Starts threads for `count` workers: one less than that, since the caller is one, but one at least.
  /// `fetch` and `giveBack` are called by one thread at a time. Each thread has its own `worker`, which
  /// is told whether the thread is the caller's. `startThread` says whether there was one to be had;
  /// without any, the caller works alone.
  package init(
    _ count: Int, keepsOrder: Bool = true, fetch: @escaping () throws -> Batch?,
    giveBack: @escaping (BatchBuffer) -> Void = { _ in },
    worker: @escaping @Sendable (_ isCaller: Bool) -> (Batch) -> Output,
    startThread start: (@escaping @Sendable () -> Void) -> Bool = startThread
  ) {
    self.keepsOrder = keepsOrder
    stock = count > 1 ? count + 2 : 1
    limit = 2 * stock
    self.fetch = fetch
    self.giveBack = giveBack
    let threads = (0..<max(1, count - 1)).count { _ in
      start { [self] in
        let work = worker(false)
        while let step = nextStep() {
          switch step {
          case .fetch(let buffers): fetchBatch(givingBack: buffers)
          case .work(let number, let batch): finish(number, work(batch), batch.buffer)
          }
        }
      }
    }
    isAlone = threads == 0
    workOnCallersThread = count > 1 || isAlone ? worker(true) : nil
  }

  /// The next result, or `nil` at the end.
  /// - Throws: what `fetch` threw, once all results before it were taken.
  package func next() throws -> Output? {
    while true {
      switch nextTurn() {
      case .result(let result): return try result.get()
      case .fetch(let buffers): fetchBatch(givingBack: buffers)
      case .work(let number, let batch, let work): finish(number, work(batch), batch.buffer)
      case .end: return nil
      }
    }
  }

  /// Lets the workers stop as soon as they can.
  package func cancel() {
    monitor.locked {
      isCancelled = true
      monitor.wakeAll()
    }
  }

  // MARK: The caller

  private enum Turn {
    case result(Result<Output, any Error>)
    case fetch(giveBack: [BatchBuffer])
    case work(number: Int, Batch, (Batch) -> Output)
    case end
  }

  private func nextTurn() -> Turn {
    monitor.locked {
      while true {
        if let result = takeResult() {
          taken += 1
          monitor.wakeAll()
          return .result(result)
        }
        if isCancelled || hasEnded && taken == issued { return .end }
        if let workOnCallersThread, !waiting.isEmpty {
          let (number, batch) = waiting.removeFirst()
          return .work(number: number, batch, workOnCallersThread)
        }
        if isAlone { return .fetch(giveBack: takeReturned()) }
        monitor.wait()
      }
    }
  }

  private func takeResult() -> Result<Output, any Error>? {
    if keepsOrder { return results.removeValue(forKey: taken) }
    guard !finished.isEmpty else { return nil }
    return results.removeValue(forKey: finished.removeFirst())
  }

  // MARK: Workers

  /// `nil` when there is no more work.
  private func nextStep() -> Step? {
    monitor.locked {
      while !isCancelled {
        if !isReading, !hasEnded, waiting.count < stock, issued - taken < limit {
          isReading = true
          return .fetch(giveBack: takeReturned())
        }
        if !waiting.isEmpty {
          let (number, batch) = waiting.removeFirst()
          return .work(number: number, batch)
        }
        if hasEnded { return nil }
        monitor.wait()
      }
      return nil
    }
  }

  private func takeReturned() -> [BatchBuffer] {
    defer { returned.removeAll(keepingCapacity: true) }
    return returned
  }

  private func fetchBatch(givingBack buffers: [BatchBuffer]) {
    // Outside of the lock: reading may take as long as it likes while results are taken.
    buffers.forEach(giveBack)
    let fetched = Result { try fetch() }
    monitor.locked {
      isReading = false
      switch fetched {
      case .success(let batch?):
        waiting.append((issued, batch))
        issued += 1
      case .success(nil):
        hasEnded = true
      case .failure(let error):
        hasEnded = true
        results[issued] = .failure(error)
        finished.append(issued)
        issued += 1
      }
      monitor.wakeAll()
    }
  }

  private func finish(_ number: Int, _ output: Output, _ buffer: BatchBuffer) {
    monitor.locked {
      results[number] = .success(output)
      if !keepsOrder { finished.append(number) }
      returned.append(buffer)
      monitor.wakeAll()
    }
  }
}
