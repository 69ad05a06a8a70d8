package import FerryCoders

/// A group of threads that work on the batches of one stream. The caller's thread is one of them.
///
/// ```
/// source -> | feed | -> batch 8, 9 wait -> worker A -> result 7 |
///           one at                      -> the caller's thread  | -> in order, or as they come
///           a time
/// ```
///
/// A worker fetches batches for all workers while few batches wait, and then works on one batch.
/// Only reading and splitting into records is sequential, which takes little time. If a result is
/// not ready, the caller works on a waiting batch, but does not read: a source may block its reader
/// although results are ready. The caller reads only if there is no other thread.
///
/// Workers wait while the caller takes no results. Memory is limited to a few more than twice as
/// many batches as there are workers. A source is not read faster than the results are used.
package final class BatchWorkers<Output>: @unchecked Sendable {
  // Sendable: the monitor guards everything mutable. `isReading` guards the feed, which one worker
  // at a time uses. Only the caller uses the work on its own thread.

  /// The next step of a worker.
  private enum Step {
    case fetch(giveBack: [BatchBuffer])
    case work(number: Int, Batch)
  }

  private let monitor = Monitor()
  private let keepsOrder: Bool
  /// The largest numbers of batches that wait for a worker, and of batches whose result is not
  /// taken. With a smaller stock, the worker that finishes first would find no batch and would wait
  /// for the next one. A thread that works alone must not read while it could work.
  private let stock: Int
  private let limit: Int
  private let fetch: () throws -> Batch?
  private let giveBack: (BatchBuffer) -> Void
  /// The work on a batch on the caller's thread, if the caller is one of several workers or the
  /// only one.
  private var workOnCallersThread: ((Batch) -> Output)?
  /// Whether the caller's thread is the only one.
  private var isAlone = false

  private var isReading = false
  private var hasEnded = false
  private var isCancelled = false
  private var returned: [BatchBuffer] = []
  /// The batches that no worker has started.
  private var waiting: [(number: Int, batch: Batch)] = []
  /// The number of batches that were fetched, and the number of results that were taken.
  private var issued = 0
  private var taken = 0
  private var results: [Int: Result<Output, any Error>] = [:]
  /// The numbers of the waiting results, in the order in which they were finished.
  private var finished: [Int] = []

  /// Starts one thread less than `count`, since the caller is a worker as well, but at least one.
  /// Only one thread at a time calls `fetch` and `giveBack`. Each thread has its own `worker`. Its
  /// argument is true on the caller's thread. `startThread` returns whether the thread was started.
  /// If no thread was started, the caller works alone.
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

  /// Returns the next result, or `nil` at the end.
  /// - Throws: the error of `fetch`, after all results before it are taken.
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

  /// Stops the workers as soon as possible.
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

  /// Returns `nil` when no work is left.
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
    // Reading is outside of the lock, so that it does not delay the taking of results.
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
