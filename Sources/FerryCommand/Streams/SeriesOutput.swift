import FerryBytes
import FerryStreams
import FerryTape

/// Turns the outcome of batches into one output: a beginning, what is between, an end.
final class SeriesOutput {
  private let output: Output
  private let isArray: Bool
  private var isEmpty = true

  init(_ output: Output = Output(), isArray: Bool = false) {
    self.output = output
    self.isArray = isArray
  }

  /// Writes a part of what the tasks made.
  func append(_ part: borrowing ByteWriter) throws(CommandError) {
    guard part.count > 0 else { return }
    if isEmpty, isArray {
      // Every element has a comma in front.
      part[0] = UInt8(ascii: "[")
    }
    isEmpty = false
    // Batches are large where there is much to read; where there is not, somebody waits.
    try output.write(part.bytes)
  }

  /// Makes an array of the elements behind `start`, each of which has a comma in front.
  static func frame(_ output: inout ByteWriter, from start: Int) {
    if output.count == start { output.append("[") }
    output[start] = UInt8(ascii: "[")
    output.append("]\n")
  }

  /// Writes the end, also of an output without any documents.
  func finish(isPretty: Bool) throws(CommandError) {
    guard isArray else { return }
    output.append(isEmpty ? "[]\n" : isPretty ? "\n]\n" : "]\n")
  }
}

extension DocumentSeriesReader {
  /// Lets tasks write all documents to `output` in `format`, which is an array if it `isArray`. Problems
  /// are as for ``run(threads:goesOn:into:_:makeTask:report:)``; `check` is asked before the output
  /// is ended.
  func write(
    _ format: Format, _ layout: Layout, isArray: Bool = false, to output: Output,
    _ options: Options, goesOn: Bool = false, makeTask: @escaping @Sendable () -> any WritingTask,
    report: (Diagnostic) throws(CommandError) -> Void = fail,
    check: (_ documents: Int) throws(CommandError) -> Void = { _ in }
  ) throws(CommandError) {
    // A record file numbers its records and fills its frames in order: one task writes them all.
    let only = format == .binary ? makeTask() : nil
    nonisolated(unsafe) let held = only
    let target = SeriesOutput(output, isArray: isArray)
    let documents: Int
    do throws(CommandError) {
      documents = try run(
        threads: only == nil ? threads(options) : 1, goesOn: goesOn, into: target, options,
        makeTask: { unsafe held ?? makeTask() }, report: report)
    } catch {
      only?.writer.interrupt(to: &output.buffer)
      throw error
    }
    try target.finish(isPretty: layout.indentation != .none)
    try check(documents)
    if let only { try output.end(only.writer) }
  }

  /// Ends the command with a problem.
  static func fail(_ problem: Diagnostic) throws(CommandError) { throw .invalid(problem) }

  /// Lets tasks work on all documents and writes what they make to `output`. Problems are told to
  /// `report`, which throws or goes on; the output up to the problem is written before.
  /// - Returns: how many documents there were.
  @discardableResult
  func run(
    threads: Int, goesOn: Bool = false, into output: SeriesOutput = SeriesOutput(),
    _ options: Options, makeTask: @escaping @Sendable () -> any DocumentTask,
    report: (Diagnostic) throws(CommandError) -> Void = fail
  ) throws(CommandError) -> Int {
    try run(
      threads: threads, goesOn: goesOn, into: output, options,
      makeWorker: workers(stopping: !goesOn, makeTask: makeTask), report: report)
  }

  /// The same with workers that know batches.
  @discardableResult
  private func run(
    threads: Int, goesOn: Bool, into output: SeriesOutput, _ options: Options,
    makeWorker: @escaping @Sendable () -> (Batch) -> BatchOutcome,
    report: (Diagnostic) throws(CommandError) -> Void
  ) throws(CommandError) -> Int {
    let progress = Progress(name, total: size, colour: options.colour)
    var documents = 0
    try forEachBatch(threads: threads, makeWorker: makeWorker) {
      (outcome: BatchOutcome) throws(CommandError) in
      documents += outcome.documents
      try output.append(outcome.output)
      progress?.add(bytes: outcome.inputCount, documents: outcome.documents)
      for problem in outcome.problems {
        progress?.hide()
        try report(problem)
        if !goesOn { return false }
      }
      return true
    }
    progress?.hide()
    return documents
  }

  /// Lets tasks work on the pieces of a large JSON document and writes what they make to `output`. Only
  /// one task works on all of them, in order, if `isSequential`.
  /// - Throws: `invalid` for the first problem; the output up to it is written before.
  static func runOutline(
    of input: InputFile, into output: Output, _ options: Options, isSequential: Bool = false,
    makeTask: @escaping @Sendable () -> any OutlineTask
  ) throws(CommandError) {
    let series = try DocumentSeriesReader(input, as: .jsonOutline())
    let name = input.name
    try series.run(
      threads: isSequential ? 1 : series.threads(options), goesOn: false,
      into: SeriesOutput(output), options,
      makeWorker: {
        let worker = OutlineWorker(makeTask(), file: name)
        return { worker.work(on: $0) }
      }, report: fail)
  }

  /// Threads to use for this input.
  func threads(_ options: Options) -> Int {
    if whole != nil { return 1 }
    if let jobs = options.jobs { return jobs }
    // Threads cost more than they save where there is little to do.
    if let size, size < 1 << 20 { return 1 }
    return min(coreCount, 16)
  }
}
