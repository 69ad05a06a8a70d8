import FerryBytes
import FerryPath
import FerryStreams
import FerryTape
import Synchronization

/// `ferry get PATH [FILE]`
struct Get: Verb {
  let name = "get"
  let synopsis = "PATH [FILE]"
  let summary = "print the value at a path"
  let discussion = """
    Prints the value at PATH as JSON, or as --to says. In a series of documents PATH is
    looked up in each of them.

    A path is keys with dots between, [0] for an element of a list, [*] for all of them;
    a bare number is a key. A dot in a key is written '\\.', any key can be quoted:
    'a["b.c"]'. With a slash in front it is a JSON Pointer (RFC 6901): /a/0/b.

    Large JSON files are passed over up to the value and not read behind it: what is not
    printed is checked for brackets and strings only.
    """
  let examples = """
      ferry get 'statuses[0].user.name' twitter.json
      ferry get -r 'statuses[*].user.screen_name' twitter.json
      ferry get /servers/0/port config.yaml
      ferry get 'metadata.labels.app\\.kubernetes\\.io/name' pod.yaml
      ferry get -e error log.ndjson > errors.ndjson
    """
  let options =
    Option.formats + [.output] + Option.layout + [.raw, .exitCode, .defaultText, .jobs]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard let text = options.operands.first else { throw .usage("get needs a path") }
    guard options.operands.count <= 2 else {
      throw .usage("get takes a path and one file; quote a path with spaces or brackets")
    }
    let path = try WirePath(commandLine: text)
    let format = options.to ?? .json
    let isLines = format == .json || format == .ndjson
    if options.has(.raw), !isLines { throw .usage("-r is for JSON output") }
    if options.has(.defaultText), !isLines { throw .usage("--default is for JSON output") }
    _ = try makeSink(format, several: true, options.layout)

    let input = try InputFile(options.operands.dropFirst().first, told: options.from)
    let output = try Output(options)
    do throws(CommandError) {
      let found = try get(path, input, to: format, output, options)
      try output.finish()
      return options.has(.exitCode) && !found ? ExitCode.invalid : ExitCode.success
    } catch {
      output.abandon()
      throw error
    }
  }

  /// - Returns: whether anything matched.
  private func get(
    _ path: WirePath, _ input: InputFile, to format: Format, _ output: Output, _ options: Options
  ) throws(CommandError) -> Bool {
    if let records = input.records(splittingArrays: false) {
      let series = try DocumentSeriesReader(input, as: records)
      let several = path.hasWildcard || series.isSeries ? true : try series.isSeveral()
      return try get(path, series, several, to: format, output, options)
    }
    if let (records, rest) = try input.records(at: path) {
      let series = try DocumentSeriesReader(input, as: records, isLookup: true)
      return try get(rest, series, path.hasWildcard, to: format, output, options)
    }
    let stream = try DocumentStream(input)
    guard let document = try stream.next() else { return false }
    let plan = GetPlan(path, format, several: path.hasWildcard, options)
    let task = GetTask(plan)
    do throws(Failure) {
      try task.process(document, to: &output.buffer)
    } catch {
      task.sink.interrupt(to: &output.buffer)
      throw .invalid(stream.diagnostic(of: error, in: document))
    }
    try output.end(task.sink)
    return plan.matches.isFound
  }

  private func get(
    _ path: WirePath, _ series: DocumentSeriesReader, _ several: Bool, to format: Format,
    _ output: Output, _ options: Options
  ) throws(CommandError) -> Bool {
    let plan = GetPlan(path, format, several: several, options, isLookup: series.isLookup)
    // What one task writes of a record file needs the others; see Convert.
    let only = format == .binary ? GetTask(plan) : nil
    nonisolated(unsafe) let held = only
    let progress = Progress(series.input.name, total: series.input.size, colour: options.colour)
    try series.run(
      threads: only == nil ? series.threads(options) : 1, goesOn: false,
      into: SeriesOutput(output, .none), progress: progress,
      makeTask: { unsafe held ?? GetTask(plan, endsBatches: true) }
    ) { (problem: Diagnostic) throws(CommandError) in
      // Without a match, the rest of the document was of no interest.
      if problem.isMissing { return }
      only?.sink.interrupt(to: &output.buffer)
      throw .invalid(problem)
    }
    if !plan.matches.isFound, series.isLookup, let text = options.value(of: .defaultText) {
      output.append(text + "\n")
    }
    if let only { try output.end(only.sink) }
    return plan.matches.isFound
  }
}

/// What all tasks of one call have in common.
private struct GetPlan: Sendable {
  let path: WirePath
  let format: Format
  let several: Bool
  let layout: Layout
  let isRaw: Bool
  /// What a task prints for a document without a match.
  let defaultText: String?
  let matches = Matches()

  init(
    _ path: WirePath, _ format: Format, several: Bool, _ options: Options, isLookup: Bool = false
  ) {
    self.path = path
    self.format = format
    self.several = several
    var layout = options.layout
    if format == .ndjson { layout.indentation = .none }
    self.layout = layout
    isRaw = options.has(.raw)
    // The tasks of a lookup see parts of a document, of which one may match and another may not.
    defaultText = isLookup ? nil : options.value(of: .defaultText)
  }

  func sink() -> any DocumentSink {
    if format != .json, format != .ndjson,
      // The format was checked before.
      let sink = try? makeSink(format, several: several, layout)
    {
      return sink
    }
    return JSONLinesSink(layout, isRaw: isRaw)
  }
}

/// Whether anything matched, on any thread.
private final class Matches: Sendable {
  private let flag = Atomic(false)

  func found() {
    // Written once: threads that write to one place all the time wait for each other.
    if !isFound { flag.store(true, ordering: .relaxed) }
  }
  var isFound: Bool { flag.load(ordering: .relaxed) }
}

/// Writes what the path leads to in each document.
private final class GetTask: DocumentTask {
  let sink: any DocumentSink
  private let plan: GetPlan
  private let writer: DocumentWriter
  private let answer: TextAnswer?
  private let endsBatches: Bool

  init(_ plan: GetPlan, endsBatches: Bool = false) {
    self.plan = plan
    self.endsBatches = endsBatches
    sink = plan.sink()
    writer = DocumentWriter(sink, sortsKeys: plan.layout.sortsKeys)
    answer = TextAnswer(plan.path, plan.layout, isRaw: plan.isRaw, writer.copying)
  }

  var takesText: Bool { answer != nil }

  func process(
    compact text: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter
  ) -> Bool {
    switch unsafe answer?.write(from: text, to: &output) {
    case .written: plan.matches.found()
    case .missing: appendDefault(to: &output)
    case .unsuitable, nil: return false
    }
    return true
  }

  func process(_ document: Document, to output: inout ByteWriter) throws(Failure) {
    var isFound = false
    let view = document.view
    if plan.path.isRoot {
      isFound = true
      try writer.write(document, to: &output)
    } else if plan.path.hasWildcard {
      for match in plan.path.matches(in: view, from: document.root) {
        isFound = true
        try writer.write(match, of: view, to: &output)
      }
    } else if let match = plan.path.firstMatch(in: view, from: document.root) {
      isFound = true
      try writer.write(match, of: view, to: &output)
    }
    if isFound { plan.matches.found() } else { appendDefault(to: &output) }
  }

  private func appendDefault(to output: inout ByteWriter) {
    guard var text = plan.defaultText else { return }
    text.withUTF8 { unsafe output.append($0) }
    output.append("\n")
  }

  func endBatch(to output: inout ByteWriter) throws(Failure) {
    if endsBatches { try writer.finish(to: &output) }
  }
}

extension Option {
  static let raw = Option("raw-output", letter: "r", "strings without quotes and escapes")
  fileprivate static let exitCode = Option(
    "exit-status", letter: "e", "exit with 1 when nothing matches")
  fileprivate static let defaultText = Option(
    "default", argument: "TEXT", "print TEXT for a document without a match")
}
