import FerryBytes
import FerryPath
import FerryStreams
import FerryTape

/// The documents of an input that are read batch by batch, on several threads, in memory that does
/// not depend on how many there are.
final class DocumentSeriesReader {
  let input: InputFile
  let records: RecordFormat
  private let source: any ByteSource
  private var feed: Feed
  /// Batches that were read to know whether there are several documents.
  private var ahead: [Batch] = []

  /// Bytes of one document, at most.
  private static let recordLimit = 1 << 30

  init(
    _ input: InputFile, as records: RecordFormat, isLookup: Bool = false
  ) throws(CommandError) {
    self.isLookup = isLookup
    self.input = input
    self.records = records
    source = try input.byteSource()
    feed = Feed(records.makeFraming(), recordLimit: Self.recordLimit)
  }

  /// Whether there are several documents: reads as far as it takes to know.
  func isSeveral() throws(CommandError) -> Bool {
    while ahead.reduce(0, { $0 + $1.records.recordCount }) < 2, try lookAhead() {}
    return ahead.reduce(0) { $0 + $1.records.recordCount } > 1
  }

  /// Whether there is no document at all.
  func isEmpty() throws(CommandError) -> Bool {
    if ahead.isEmpty { _ = try lookAhead() }
    return ahead.isEmpty
  }

  /// Whether the format is one of series, whatever their length.
  var isSeries: Bool { input.format != .yaml && !isLookup }

  /// Whether the one document that is of interest is a part of the input.
  let isLookup: Bool

  /// The next batch.
  func fetch() throws(CommandError) -> Batch? {
    do {
      return try next()
    } catch {
      throw CommandError(reading: error)
    }
  }

  /// Takes the memory of a batch back.
  func recycle(_ batch: Batch) { feed.recycle(batch.buffer) }

  private func next() throws -> Batch? {
    ahead.isEmpty ? try feed.next(from: source) : ahead.removeFirst()
  }

  private func lookAhead() throws(CommandError) -> Bool {
    do {
      guard let batch = try feed.next(from: source) else { return false }
      ahead.append(batch)
      return batch.records.failure == nil
    } catch {
      throw CommandError(reading: error)
    }
  }

  /// Lets tasks work on all documents and hands the outcome of each batch, in order, to `body`,
  /// which says whether to go on.
  ///
  /// With `stopsAtFirstProblem`, nothing is done with the documents of a batch behind a bad one.
  /// With one thread, everything happens on this one, with one task.
  func forEachBatch(
    threads: Int, stopsAtFirstProblem: Bool, makeTask: @escaping @Sendable () -> any DocumentTask,
    _ body: (BatchOutcome) throws(CommandError) -> Bool
  ) throws(CommandError) {
    nonisolated(unsafe) let input = input
    let records = records
    let makeWorker: @Sendable () -> (Batch) -> BatchOutcome = {
      // Only what does not change is asked of the input.
      let tape = BatchTape(input, records)
      let worker = SeriesWorker(tape, makeTask(), stops: stopsAtFirstProblem)
      return { worker.work(on: $0) }
    }
    if threads <= 1 {
      let work = makeWorker()
      while let batch = try fetch() {
        let outcome = work(batch)
        recycle(batch)
        guard try body(outcome) else { return }
      }
      return
    }
    let workers = BatchWorkers(
      threads, fetch: next, giveBack: { self.feed.recycle($0) }, worker: makeWorker)
    defer { workers.cancel() }
    while let outcome = try Self.next(of: workers) {
      guard try body(outcome) else { return }
    }
  }

  private static func next(
    of workers: BatchWorkers<BatchOutcome>
  ) throws(CommandError) -> BatchOutcome? {
    do {
      return try workers.next()
    } catch {
      throw CommandError(reading: error)
    }
  }
}

/// Works on batches with one task.
private final class SeriesWorker {
  private let batchTape: BatchTape
  private let task: any DocumentTask
  private let stops: Bool

  init(_ batchTape: BatchTape, _ task: any DocumentTask, stops: Bool) {
    self.batchTape = batchTape
    self.task = task
    self.stops = stops
  }

  func work(on batch: Batch) -> BatchOutcome {
    let outcome = BatchOutcome()
    outcome.inputCount = batch.bytes.count
    batchTape.read(batch)
    let view = batchTape.view
    for (index, root) in batchTape.list.roots.enumerated() {
      outcome.documents += 1
      if root < 0 {
        outcome.problems.append(batchTape.diagnostic(ofUnreadable: index))
      } else {
        do throws(Failure) {
          let document = batchTape.document(index, root: root, in: view)
          try task.process(document, to: &outcome.output)
        } catch {
          outcome.problems.append(batchTape.diagnostic(of: error, document: index))
        }
      }
      if stops, !outcome.problems.isEmpty { return end(outcome) }
    }
    if let problem = batchTape.finalDiagnostic {
      if !problem.isMissing { outcome.documents += 1 }
      outcome.problems.append(problem)
    }
    return end(outcome)
  }

  private func end(_ outcome: BatchOutcome) -> BatchOutcome {
    do throws(Failure) {
      try task.endBatch(to: &outcome.output)
    } catch {
      outcome.problems.append(
        Diagnostic(file: "<stdout>", message: "cannot end the output: \(error.kind)"))
    }
    return outcome
  }
}
