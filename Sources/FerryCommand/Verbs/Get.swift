import FerryBytes
import FerryPath
import FerryStreams
import FerryTape

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
    'a["b.c"]'. With a slash in front it is a JSON Pointer (RFC 6901): /a/0/b. As in jq,
    a dot may stand in front, and [] is [*].

    Without a match the exit status is 1, and a message names the deepest value on the path.
    In a series, one document has to match. [*] of an empty list or map is no error, and with
    --default there is none.

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
    guard let operand = options.operands.first else { throw .usage("get needs a path") }
    let text = try operand.argument("the path")
    guard options.operands.count <= 2 else {
      throw .usage("get takes a path and one file; quote a path with spaces or brackets")
    }
    let path = try WirePath(commandLine: text)
    let format = options.to ?? .json
    let isLines = format == .json || format == .ndjson
    if options.has(.raw), !isLines { throw .usage("-r is for JSON output") }
    if options.has(.defaultText), !isLines { throw .usage("--default is for JSON output") }
    let layout = try options.layout(for: format)
    try format.requireWriting()

    let input = try InputFile(options.operands.dropFirst().first, told: options.from)
    let isJSON = !options.has(.raw) && !options.has(.defaultText)
    let output = try Output(options, for: isJSON ? format : nil)
    let found = try output.finish { () throws(CommandError) in
      try get(path, input, to: format, layout, output, options)
    }
    return options.has(.exitCode) && !found ? ExitCode.invalid : ExitCode.success
  }

  private static func noDocument(in input: InputFile) -> Diagnostic {
    Diagnostic(file: input.name, message: "there is no document, so nothing is at the path")
  }

  /// - Returns: whether anything matched.
  private func get(
    _ path: WirePath, _ input: InputFile, to format: Format, _ layout: Layout, _ output: Output,
    _ options: Options
  ) throws(CommandError) -> Bool {
    if let records = input.records(splittingArrays: false) {
      let series = try DocumentSeriesReader(input, as: records)
      let several = path.hasWildcard || series.isSeries ? true : try series.isSeveral()
      let plan = GetPlan(path, format, layout, several: several, options)
      return try get(series, plan, output, options)
    }
    if let (records, rest) = try input.records(at: path) {
      let series = try DocumentSeriesReader(input, as: records, isLookup: true)
      let plan = GetPlan(
        rest, within: records.path.appending(.wildcard), format, layout,
        several: path.hasWildcard, options, isLookup: true)
      return try get(series, plan, output, options)
    }
    let stream = try DocumentStream(input)
    guard let document = try stream.next() else {
      if options.has(.defaultText) { return false }
      throw .invalid(Self.noDocument(in: input))
    }
    let plan = GetPlan(path, format, layout, several: path.hasWildcard, options)
    let task = GetTask(plan)
    do throws(Failure) {
      try task.process(document, to: &output.buffer)
    } catch {
      task.writer.interrupt(to: &output.buffer)
      throw .invalid(stream.diagnostic(of: error))
    }
    for (search, end) in task.takeMisses() {
      let place = stream.diagnostic(of: Failure(.keyNotFound, node: end.node))
      throw .invalid(search.report(end, in: document.view, place))
    }
    try output.end(task.writer)
    return plan.search.isFound
  }

  private func get(
    _ series: DocumentSeriesReader, _ plan: GetPlan, _ output: Output, _ options: Options
  ) throws(CommandError) -> Bool {
    var missing: Diagnostic?
    try series.write(
      plan.format, plan.layout, to: output, options, makeTask: { GetTask(plan) },
      report: { (problem: Diagnostic) throws(CommandError) in
        // Without a match, the rest of the document was of no interest.
        if !problem.isMissing { throw .invalid(problem) }
        missing = problem
      },
      check: { count throws(CommandError) in
        if plan.search.isFound { return }
        if let text = options.value(of: .defaultText) {
          if series.isLookup { output.append(text + "\n") }
        } else if let missing = missing
          ?? plan.search.diagnostic(documents: series.isLookup ? 1 : count)
        {
          throw .invalid(missing)
        } else if count == 0, !series.isLookup {
          throw .invalid(Self.noDocument(in: series.input))
        }
      })
    return plan.search.isFound
  }
}

/// What all tasks of one call have in common.
private struct GetPlan: Sendable {
  let search: PathSearch
  let format: Format
  let several: Bool
  let layout: Layout
  let isRaw: Bool
  /// What a task prints for a document without a match.
  let defaultText: String?
  /// Whether a document without a match is one of interest.
  let reportsMisses: Bool

  init(
    _ path: WirePath, within prefix: WirePath = .root, _ format: Format, _ layout: Layout,
    several: Bool, _ options: Options, isLookup: Bool = false
  ) {
    search = PathSearch(path, within: prefix)
    self.format = format
    self.several = several
    self.layout = layout
    isRaw = options.has(.raw)
    reportsMisses = !options.has(.defaultText)
    // The tasks of a lookup see parts of a document, of which one may match and another may not.
    defaultText = isLookup ? nil : options.value(of: .defaultText)
  }

  func writer() -> DocumentWriter {
    // Values are JSON one after the other, several of them, too.
    DocumentWriter(format, several: several && format != .json, layout, isRaw: isRaw)
  }
}

/// Writes what the path leads to in each document.
private final class GetTask: WritingTask {
  let writer: DocumentWriter
  private let plan: GetPlan
  private let answer: TextAnswer?
  private var misses = MissLog()

  init(_ plan: GetPlan) {
    self.plan = plan
    writer = plan.writer()
    answer = TextAnswer(plan.search.path, plan.layout, isRaw: plan.isRaw, writer.copying)
  }

  var takesText: Bool { answer != nil }

  func process(
    compact text: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter
  ) -> Bool {
    switch unsafe answer?.write(from: text, to: &output) {
    case .written: plan.search.found()
    case .missing where plan.reportsMisses && misses.needs(plan.search): return false
    case .missing: appendDefault(to: &output)
    case .unsuitable, nil: return false
    }
    return true
  }

  func process(_ document: Document, to output: inout ByteWriter) throws(Failure) {
    var isFound = false
    let view = document.view
    let path = plan.search.path
    if path.isRoot {
      isFound = true
      try writer.write(document, to: &output)
    } else if path.hasWildcard {
      for match in path.matches(in: view, from: document.root) {
        isFound = true
        try writer.write(match, of: view, to: &output)
      }
    } else if let match = path.firstMatch(in: view, from: document.root) {
      isFound = true
      try writer.write(match, of: view, to: &output)
    }
    if isFound { return plan.search.found() }
    appendDefault(to: &output)
    if plan.reportsMisses { misses.add(plan.search, in: document) }
  }

  func takeMisses() -> [(search: PathSearch, end: PathEnd)] { misses.take() }

  private func appendDefault(to output: inout ByteWriter) {
    guard var text = plan.defaultText else { return }
    text.withUTF8 { unsafe output.append($0) }
    output.append("\n")
  }
}

extension Option {
  static let raw = Option("raw-output", letter: "r", "strings without quotes and escapes")
  fileprivate static let exitCode = Option(
    "exit-status", letter: "e", "exit with 1 when nothing matches, also with --default")
  fileprivate static let defaultText = Option(
    "default", argument: "TEXT", "print TEXT for a document without a match")
}
