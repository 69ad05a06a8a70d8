import FerryBytes
import FerryStreams
import FerryTape

/// Turns the outcome of batches into one output: a beginning, what is between, an end.
final class SeriesOutput {
  private let output: Output
  private let frame: SeriesFrame
  private var isEmpty = true

  init(_ output: Output, _ frame: SeriesFrame) {
    self.output = output
    self.frame = frame
  }

  /// Writes a part of what the tasks made.
  func append(_ part: borrowing ByteWriter) throws(CommandError) {
    guard part.count > 0 else { return }
    if isEmpty, frame == .jsonArray {
      // Every element has a comma in front.
      unsafe part.pointer(at: 0).pointee = UInt8(ascii: "[")
    }
    isEmpty = false
    // Batches are large where there is much to read; where there is not, somebody waits.
    try unsafe output.write(part.bytes)
  }

  /// Makes an array of the elements behind `start`, each of which has a comma in front.
  static func frame(_ output: inout ByteWriter, from start: Int) {
    if output.count == start { output.append("[") }
    unsafe output.pointer(at: start).pointee = UInt8(ascii: "[")
    output.append("]\n")
  }

  /// Writes the end, also of an output without any documents.
  func finish(isPretty: Bool) throws(CommandError) {
    guard frame == .jsonArray else { return }
    output.append(isEmpty ? "[]\n" : isPretty ? "\n]\n" : "]\n")
  }
}

/// What stands around the documents of an output.
enum SeriesFrame {
  case none, jsonArray
}

extension DocumentSeriesReader {
  /// Lets tasks work on all documents and writes what they make to `output`. Problems are told to
  /// `report`, which says whether to go on; the output up to the problem is written before.
  /// - Returns: how many documents there were.
  @discardableResult
  func run(
    threads: Int, goesOn: Bool, into output: SeriesOutput, progress: Progress? = nil,
    makeTask: @escaping @Sendable () -> any DocumentTask,
    report: (Diagnostic) throws(CommandError) -> Void
  ) throws(CommandError) -> Int {
    try run(
      threads: threads, goesOn: goesOn, into: output, progress: progress,
      makeWorker: workers(stopping: !goesOn, makeTask: makeTask), report: report)
  }

  /// The same with workers that know batches.
  @discardableResult
  func run(
    threads: Int, goesOn: Bool, into output: SeriesOutput, progress: Progress? = nil,
    makeWorker: @escaping @Sendable () -> (Batch) -> BatchOutcome,
    report: (Diagnostic) throws(CommandError) -> Void
  ) throws(CommandError) -> Int {
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
    progress?.finish()
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
      into: SeriesOutput(output, .none),
      progress: Progress(name, total: input.size, colour: options.colour),
      makeWorker: {
        let worker = OutlineWorker(makeTask(), file: name)
        return { worker.work(on: $0) }
      }
    ) { (problem: Diagnostic) throws(CommandError) in throw .invalid(problem) }
  }

  /// Threads to use for this input.
  func threads(_ options: Options) -> Int {
    if let jobs = options.jobs { return jobs }
    // Threads cost more than they save where there is little to do.
    if let size = input.size, size < 1 << 20 { return 1 }
    return min(Cores.available, 16)
  }
}
