import FerryBytes
import FerryPath
import FerryStreams
import FerryTape

/// The documents of an input, batch by batch: those of a series are read on several threads, in
/// memory that does not depend on how many there are, a single one as a whole.
final class DocumentSeriesReader {
  let name: String
  let format: Format
  /// Bytes of the input in all, where that is known beforehand.
  let size: Int?
  let records: RecordFormat
  /// What a single document is read from; the reader keeps it in memory.
  let whole: Input?
  /// `nil` for a single document.
  private let source: (any ByteSource)?
  private var feed: Feed
  /// Batches that were made to know whether there are several documents, or of a single one.
  private var ahead: [Batch] = []

  /// What threads are handed at once: enough to make the handing over cheap.
  private static let window = 256 << 10
  /// Bytes of one document, at most.
  private static let recordLimit = 1 << 30

  /// The documents of `file`; with `splittingArrays`, the elements of a JSON list are documents.
  convenience init(
    _ file: InputFile, splittingArrays: Bool = false
  ) throws(CommandError) {
    if let records = file.records(splittingArrays: splittingArrays) {
      try self.init(file, as: records)
    } else {
      try self.init(whole: file.wholeInput(), file.format)
    }
  }

  init(
    _ file: InputFile, as records: RecordFormat, isLookup: Bool = false
  ) throws(CommandError) {
    self.isLookup = isLookup
    (name, format, size) = (file.name, file.format, file.size)
    self.records = records
    whole = nil
    source = try file.byteSource()
    feed = Feed(records.makeFraming(), window: Self.window, recordLimit: Self.recordLimit)
  }

  /// The one document of `input`, whatever its format.
  init(whole input: Input, _ format: Format) throws(CommandError) {
    isLookup = false
    (name, self.format, size) = (input.name, format, input.bytes.count)
    records = try format.document()
    whole = input
    source = nil
    feed = Feed(records.makeFraming(), window: 0)
    ahead = [Batch(document: input.bytes, isText: format.isText)]
  }

  /// Whether documents are told apart by a format of series, whatever their number.
  var isSeries: Bool { source != nil && format != .yaml && !isLookup }

  /// Whether documents of another format are to be made for several: reads as far as it takes to know.
  func isSeveral() throws(CommandError) -> Bool { isSeries ? true : try hasSeveral() }

  /// Whether there are several documents.
  func hasSeveral() throws(CommandError) -> Bool {
    while ahead.reduce(0, { $0 + $1.records.recordCount }) < 2, try lookAhead() {}
    return ahead.reduce(0) { $0 + $1.records.recordCount } > 1
  }

  /// Whether there is no document at all.
  func isEmpty() throws(CommandError) -> Bool {
    if ahead.isEmpty { _ = try lookAhead() }
    return ahead.isEmpty
  }

  /// Whether the one document that is of interest is a part of the input.
  let isLookup: Bool

  /// The next batch.
  func fetch() throws(CommandError) -> Batch? { try CommandError.reading { try next() } }

  /// Takes the memory of a batch back.
  func recycle(_ batch: Batch) {
    if source != nil { feed.recycle(batch.buffer) }
  }

  private func next() throws -> Batch? { ahead.isEmpty ? try read() : ahead.removeFirst() }

  private func read() throws -> Batch? { try source.flatMap { try feed.next(from: $0) } }

  private func lookAhead() throws(CommandError) -> Bool {
    guard let batch = try CommandError.reading({ try read() }) else { return false }
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
    let (name, format, records, isWhole) = (name, format, records, whole != nil)
    return {
      let tape = BatchTape(name, format, records, isWhole: isWhole)
      let worker = SeriesWorker(tape, makeTask(), stops: stops)
      return { worker.work(on: $0) }
    }
  }
}
