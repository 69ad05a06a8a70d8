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

  /// What threads are handed at once: enough to make the handing over cheap.
  private static let window = 256 << 10
  /// Bytes of one document, at most.
  private static let recordLimit = 1 << 30

  init(
    _ input: InputFile, as records: RecordFormat, isLookup: Bool = false
  ) throws(CommandError) {
    self.isLookup = isLookup
    self.input = input
    self.records = records
    source = try input.byteSource()
    feed = Feed(records.makeFraming(), window: Self.window, recordLimit: Self.recordLimit)
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
  func fetch() throws(CommandError) -> Batch? { try CommandError.reading { try next() } }

  /// Takes the memory of a batch back.
  func recycle(_ batch: Batch) { feed.recycle(batch.buffer) }

  private func next() throws -> Batch? {
    ahead.isEmpty ? try feed.next(from: source) : ahead.removeFirst()
  }

  private func lookAhead() throws(CommandError) -> Bool {
    guard let batch = try CommandError.reading({ try feed.next(from: source) }) else {
      return false
    }
    ahead.append(batch)
    return batch.records.failure == nil
  }

  /// Lets workers, one for each thread, work on all batches and hands the outcome of each, in
  /// order, to `body`, which says whether to go on. One of the threads is this one.
  func forEachBatch(
    threads: Int, makeWorker: @escaping @Sendable () -> (Batch) -> BatchOutcome,
    _ body: (BatchOutcome) throws(CommandError) -> Bool
  ) throws(CommandError) {
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
      threads, fetch: next, giveBack: { self.feed.recycle($0) }, worker: { _ in makeWorker() })
    defer { workers.cancel() }
    while let outcome = try CommandError.reading({ try workers.next() }) {
      guard try body(outcome) else { return }
    }
  }

  /// What makes workers that do a task with each document. If one `stops`, nothing is done with the
  /// documents of a batch behind a bad one.
  func workers(
    stopping stops: Bool, makeTask: @escaping @Sendable () -> any DocumentTask
  ) -> @Sendable () -> (Batch) -> BatchOutcome {
    nonisolated(unsafe) let input = input
    let records = records
    return {
      // Only what does not change is asked of the input.
      let worker = unsafe SeriesWorker(
        BatchTape(input.name, input.format, records), makeTask(), stops: stops)
      return { worker.work(on: $0) }
    }
  }
}
