import Ferry

/// A reader of the documents of an input, batch by batch. Several threads read a series, in memory
/// that does not depend on its length. A single document is read as a whole.
final class DocumentSeriesReader {
  let name: String
  let format: Format
  /// The size of the input in bytes, if it is known in advance.
  let size: Int?
  let records: RecordFormat
  /// The format that the documents are written in, if they are written.
  let target: Format?
  /// The input of a single document. The reader keeps it in memory.
  let whole: Input?
  /// The source of a series, or `nil` for a single document.
  private let source: (any ByteSource)?
  private var feed: Feed
  /// Batches read ahead to count documents, or the batch of a single document.
  private var ahead: [Batch] = []

  /// The size of a batch in bytes: large enough to make passing it to a thread cheap.
  private static let window = 256 << 10
  /// The maximum size of a document in bytes.
  private static let recordLimit = 1 << 30

  /// Creates a reader of the documents of `file`. With `splittingArrays`, the elements of a JSON
  /// array are documents.
  convenience init(
    _ file: InputFile, splittingArrays: Bool = false
  ) throws(CommandError) {
    if let records = file.records(splittingArrays: splittingArrays) {
      try self.init(file, as: records)
      return
    }
    let input = try file.wholeInput()
    if file.hasSeveralValues(input.bytes) {
      try self.init(file, as: .jsonValues(), of: HeadedSource(input))
    } else {
      try self.init(whole: input, file.format, for: file.target)
    }
  }

  /// Creates a reader of the documents of `file`. With `--array`, the input must be an array.
  convenience init(_ file: InputFile, _ options: Options) throws(CommandError) {
    try self.init(file, splittingArrays: options.has(.array))
    guard options.has(.array), whole != nil else { return }
    let documents = DocumentStream(self)
    guard let document = try documents.next() else { return }
    throw .invalid(documents.mismatch(at: document.root, "an array"))
  }

  init(
    _ file: InputFile, as records: RecordFormat, isLookup: Bool = false,
    of input: (any ByteSource)? = nil
  ) throws(CommandError) {
    self.isLookup = isLookup
    (name, format, size, target) = (file.name, file.format, file.size, file.target)
    self.records = records
    whole = nil
    source = if let input { input } else { try file.byteSource() }
    feed = Feed(records.makeFraming(), window: Self.window, recordLimit: Self.recordLimit)
  }

  /// Creates a reader of the one document of `input`, in any format.
  init(
    whole input: Input, _ format: Format, as records: RecordFormat? = nil,
    for target: Format? = nil
  ) throws(CommandError) {
    isLookup = false
    (name, self.format, size, self.target) = (input.name, format, input.bytes.count, target)
    self.records = if let records { records } else { try format.document() }
    whole = input
    source = nil
    feed = Feed(self.records.makeFraming(), window: 0)
    ahead = [Batch(document: input.bytes, isText: format.isText)]
  }

  /// Whether the format of the input separates documents, whatever their number.
  var isSeries: Bool { source != nil && format != .yaml && format.items == nil && !isLookup }

  /// Returns whether the output is written for several documents. Reads ahead only as far as
  /// needed.
  func isSeveral() throws(CommandError) -> Bool { isSeries ? true : try hasSeveral() }

  /// Returns whether there are several documents.
  func hasSeveral() throws(CommandError) -> Bool {
    while ahead.reduce(0, { $0 + $1.records.recordCount }) < 2, try lookAhead() {}
    return ahead.reduce(0) { $0 + $1.records.recordCount } > 1
  }

  /// Returns whether there is no document.
  func isEmpty() throws(CommandError) -> Bool {
    if ahead.isEmpty { _ = try lookAhead() }
    return ahead.isEmpty
  }

  /// Whether the only document to read is a part of the input.
  let isLookup: Bool

  /// Returns the next batch, or `nil` at the end.
  func fetch() throws(CommandError) -> Batch? { try CommandError.reading { try next() } }

  /// Reuses the memory of a batch.
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

  /// Runs one worker for each thread on all batches. `body` receives the outcome of each batch, in
  /// order, and returns whether to continue. The calling thread is one of the threads.
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

  /// Returns a function that makes workers, which do a task for each document. If `stops` is true,
  /// a worker skips the documents of a batch after an invalid one.
  func workers(
    stopping stops: Bool, makeTask: @escaping @Sendable () -> any DocumentTask
  ) -> @Sendable () -> (Batch) -> BatchOutcome {
    let (name, format, records, isWhole) = (name, format, records, whole != nil)
    let target = target
    return {
      let tape = BatchTape(name, format, records, isWhole: isWhole, for: target)
      let worker = SeriesWorker(tape, makeTask(), stops: stops)
      return { worker.work(on: $0) }
    }
  }
}
