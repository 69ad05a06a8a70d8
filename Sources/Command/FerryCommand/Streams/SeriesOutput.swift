import Ferry

/// An output made of the outcomes of batches: a beginning, the parts, and an end.
final class SeriesOutput {
  private let output: Output
  private let isArray: Bool
  private var isEmpty = true

  init(_ output: Output = Output(), isArray: Bool = false) {
    self.output = output
    self.isArray = isArray
  }

  /// Writes a part that the tasks have made.
  func append(_ part: borrowing ByteWriter) throws(CommandError) {
    guard part.count > 0 else { return }
    if isEmpty, isArray {
      // Every element starts with a comma. The first comma becomes the opening bracket.
      part[0] = UInt8(ascii: "[")
    }
    isEmpty = false
    // Batches are large if there is much to read. If there is little, the output must appear at
    // once.
    try output.write(part.bytes)
  }

  /// Turns the elements after `start` into an array. Each element starts with a comma.
  static func frame(_ output: inout ByteWriter, from start: Int) {
    if output.count == start { output.append("[") }
    output[start] = UInt8(ascii: "[")
    output.append("]\n")
  }

  /// Writes the end, even for an output without documents.
  func finish(isPretty: Bool) throws(CommandError) {
    guard isArray else { return }
    output.append(isEmpty ? "[]\n" : isPretty ? "\n]\n" : "]\n")
  }
}

extension DocumentSeriesReader {
  /// Lets tasks write all documents to `output` in `format`, as an array if `isArray` is true.
  /// Problems are handled as in ``run(threads:skipsErrors:into:_:makeTask:report:)``. `check` is called
  /// before the output ends.
  func write(
    _ format: Format, _ layout: Layout, isArray: Bool = false, to output: Output,
    _ options: Options, skipsErrors: Bool = false,
    makeTask: @escaping @Sendable () -> any WritingTask,
    report: (Problem) throws(CommandError) -> Void = fail,
    check: (_ documents: Int) throws(CommandError) -> Void = { _ in }
  ) throws(CommandError) {
    // One task writes a whole record file, because it numbers the records and fills the frames in
    // order.
    let only = format == .binary ? makeTask() : nil
    nonisolated(unsafe) let held = only
    let target = SeriesOutput(output, isArray: isArray)
    let documents: Int
    do throws(CommandError) {
      documents = try run(
        threads: only == nil ? threads(options) : 1, skipsErrors: skipsErrors, into: target,
        options,
        makeTask: { unsafe held ?? makeTask() }, report: report
      ).documents
    } catch {
      only?.writer.interrupt(to: &output.buffer)
      throw error
    }
    try target.finish(isPretty: layout.indentation != .none)
    try check(documents)
    if let only { try output.end(only.writer) }
  }

  /// Throws a problem, which ends the command.
  static func fail(_ problem: Problem) throws(CommandError) { throw .invalid(problem) }

  /// Lets tasks process all documents and writes their results to `output`. `report` receives each
  /// problem after the output before it is written. It throws, or returns to continue.
  /// - Returns: the number of documents, and of those with problems.
  @discardableResult
  func run(
    threads: Int, skipsErrors: Bool = false, into output: SeriesOutput = SeriesOutput(),
    _ options: Options, makeTask: @escaping @Sendable () -> any DocumentTask,
    report: (Problem) throws(CommandError) -> Void = fail
  ) throws(CommandError) -> (documents: Int, invalid: Int) {
    try run(
      threads: threads, skipsErrors: skipsErrors, into: output, options,
      makeWorker: workers(stopping: !skipsErrors, makeTask: makeTask), report: report)
  }

  /// Does the same with workers that process whole batches.
  @discardableResult
  private func run(
    threads: Int, skipsErrors: Bool, into output: SeriesOutput, _ options: Options,
    makeWorker: @escaping @Sendable () -> (Batch) -> BatchOutcome,
    report: (Problem) throws(CommandError) -> Void
  ) throws(CommandError) -> (documents: Int, invalid: Int) {
    let progress = Progress(name, total: size, colour: options.colour)
    var (documents, invalid) = (0, 0)
    try forEachBatch(threads: threads, makeWorker: makeWorker) {
      (outcome: BatchOutcome) throws(CommandError) in
      documents += outcome.documents
      invalid += outcome.invalidDocuments
      try output.append(outcome.output)
      progress?.add(bytes: outcome.inputCount, documents: outcome.documents)
      for problem in outcome.problems {
        progress?.hide()
        try report(problem)
        if !skipsErrors { return false }
      }
      return true
    }
    progress?.hide()
    return (documents, invalid)
  }

  /// Lets tasks process the pieces of a large JSON document and writes their results to `output`.
  /// If `isSequential` is true, one task processes all pieces in order.
  /// - Throws: `invalid` for the first problem, after the output before it is written.
  static func runOutline(
    of input: InputFile, into output: Output, _ options: Options, isSequential: Bool = false,
    makeTask: @escaping @Sendable () -> any OutlineTask
  ) throws(CommandError) {
    let series = try DocumentSeriesReader(input, as: .jsonOutline())
    let name = input.name
    try series.run(
      threads: isSequential ? 1 : series.threads(options), skipsErrors: false,
      into: SeriesOutput(output), options,
      makeWorker: {
        let worker = OutlineWorker(makeTask(), file: name)
        return { worker.work(on: $0) }
      }, report: fail)
  }

  /// Returns the number of threads for this input.
  func threads(_ options: Options) -> Int {
    if whole != nil { return 1 }
    if let jobs = options.jobs { return jobs }
    // For a small input, threads cost more than they save.
    if let size, size < 1 << 20 { return 1 }
    return min(coreCount, 16)
  }
}
