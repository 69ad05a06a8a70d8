import FerryBytes
import FerryPath
import FerryStreams
import FerryTape

/// `ferry stream FILE`
struct Stream: Verb {
  let name = "stream"
  let synopsis = "[FILE] [--at PATH] [--where CONDITION] [--get PATH] [--to FORMAT]"
  let summary = "filter and reshape records of any number"
  let discussion = """
    Reads records (lines of ndjson, a sequence, YAML documents, a record file, with --array or
    --at the elements of a JSON list) and writes those that are asked for, in order, as ndjson
    or as --to says. Memory does not depend on the size of the file; -j says how many threads
    work. A record that cannot be read is an error, or with --skip-errors a message.

    --where keeps records in which PATH leads to something, or to a value that compares with
    VALUE by =, ==, !=, <, <=, > or >=. VALUE is JSON, or a text without quotes. Numbers are
    compared by value (1.0 is 1), texts by their characters. Several --where have to be true
    all. A key with an operator in it is written '["a=b"]'. --get writes what PATH leads to in
    a record instead of the record, and nothing where it leads nowhere.

    If nothing is written, a message names the PATH that leads nowhere in any record. The exit
    status is 0 all the same.
    """
  let examples = """
      ferry stream --where level=error --where 'ms >= 490' events.ndjson
      ferry stream --at data.items --get id big.json
      ferry stream --array --to yaml records.json
      zcat events.gz | ferry stream --skip-errors --from ndjson -j 4 > clean.ndjson
      parallel --pipepart -a huge.ndjson --block 1G ferry stream --where user.id
    """
  let options =
    Option.formats + [.output] + Option.layout
    + [.array, .at, .condition, .select, .raw, .skipErrors, .jobs, .quiet]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    let file = try options.onlyFile(of: name)
    let format = options.to ?? .ndjson
    let plan = try StreamPlan(options, format)
    try format.requireWriting()
    try options.check([[.array, .at]])
    let input = try InputFile(
      file, told: options.from, records: !options.has(.at) && !options.has(.array)
    )
    let series = try DocumentSeriesReader(input, as: try records(of: input, options))
    let output = try Output(options, for: options.has(.raw) ? nil : format)
    let messages = Messages(colour: options.colour)
    let bad = try output.finish { () throws(CommandError) in
      try stream(series, plan, output, options, messages)
    }
    if bad > 0, !options.has(.quiet) {
      messages.report("\(input.name): \(bad) bad \(bad == 1 ? "record" : "records") skipped")
    }
    return ExitCode.success
  }

  private func records(
    of input: InputFile, _ options: Options
  ) throws(CommandError) -> RecordFormat {
    if let text = options.value(of: .at) {
      guard input.format == .json else { throw .usage("--at is for JSON input") }
      let path = try WirePath(commandLine: text)
      guard !path.hasWildcard else { throw .usage("--at takes a path without wildcards") }
      return .jsonElements(at: path)
    }
    try input.require(.array, options)
    if let records = input.records(splittingArrays: true) { return records }
    // Text that is no JSON at all is no single document either; a large object is not read to know.
    if try !input.hasOutline() { _ = try DocumentStream(input).next() }
    throw .usage(
      "\(input.name): a single \(input.format.rawValue) document; stream is for records")
  }

  /// - Returns: how many records were bad and skipped.
  private func stream(
    _ series: DocumentSeriesReader, _ plan: StreamPlan, _ output: Output, _ options: Options,
    _ messages: Messages
  ) throws(CommandError) -> Int {
    var bad = 0
    try series.write(
      plan.format, plan.layout, isArray: plan.format == .json, to: output, options,
      goesOn: options.has(.skipErrors), makeTask: { StreamTask(plan) },
      report: { (problem: Diagnostic) throws(CommandError) in
        guard options.has(.skipErrors) else { throw .invalid(problem) }
        bad += 1
        messages.report(problem)
      },
      check: { count throws(CommandError) in
        if options.has(.quiet) { return }
        if let unmatched = plan.unmatched(documents: count) {
          messages.report(unmatched)
        } else if let mismatch = plan.mismatch {
          messages.report("\(series.input.name): no match; \(mismatch)")
        }
      })
    return bad
  }
}

/// What all tasks of one call have in common.
private struct StreamPlan: Sendable {
  let format: Format
  let layout: Layout
  let isRaw: Bool
  let conditions: [Condition]
  let selection: PathSearch?

  init(_ options: Options, _ format: Format) throws(CommandError) {
    self.format = format
    layout = try options.layout(for: format)
    isRaw = options.has(.raw)
    if isRaw, format != .ndjson { throw .usage("-r is for ndjson output") }
    var conditions: [Condition] = []
    for text in options.values(of: .condition) { conditions.append(try Condition(text)) }
    self.conditions = conditions
    selection =
      try options.value(of: .select).map { text throws(CommandError) in
        PathSearch(try WirePath(commandLine: text))
      }
  }

  /// The first path that leads nowhere, if it is why nothing is written.
  func unmatched(documents count: Int) -> Diagnostic? {
    for search in conditions.map(\.search) + (selection.map { [$0] } ?? []) {
      if let diagnostic = search.diagnostic(documents: count) { return diagnostic }
    }
    return nil
  }

  /// The first condition that no record can meet.
  var mismatch: String? { conditions.lazy.compactMap(\.mismatch).first }
}

/// Writes the records that are asked for.
private final class StreamTask: WritingTask {
  let writer: DocumentWriter
  private let plan: StreamPlan
  private let answer: TextAnswer?
  private var misses = MissLog()

  init(_ plan: StreamPlan) {
    self.plan = plan
    writer = DocumentWriter(plan.format, several: true, plan.layout, isRaw: plan.isRaw)
    answer = TextAnswer(
      plan.selection?.path ?? .root, plan.layout, isRaw: plan.isRaw, writer.copying)
  }

  var copying: RecordCopying? {
    plan.conditions.isEmpty && plan.selection == nil ? writer.copying : nil
  }
  var takesText: Bool { answer != nil }

  func process(
    compact text: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter
  ) -> Bool {
    for condition in plan.conditions {
      guard let holds = unsafe condition.holds(inText: text) else { return false }
      if !holds { return !misses.needs(condition.search) }
    }
    switch unsafe answer?.write(from: text, to: &output) {
    case .written: plan.selection?.found()
    case .missing: return plan.selection.map { !misses.needs($0) } ?? true
    case .unsuitable, nil: return false
    }
    return true
  }

  func process(_ document: Document, to output: inout ByteWriter) throws(Failure) {
    let view = document.view
    for condition in plan.conditions where !condition.holds(in: view, document.root) {
      return misses.add(condition.search, in: document)
    }
    guard let selection = plan.selection else {
      return try writer.write(document, to: &output)
    }
    let matches = selection.path.matches(in: view, from: document.root)
    if matches.isEmpty { return misses.add(selection, in: document) }
    selection.found()
    for match in matches { try writer.write(match, of: view, to: &output) }
  }

  func takeMisses() -> [(search: PathSearch, end: PathEnd)] { misses.take() }
}

extension Option {
  static let at = Option(
    "at", argument: "PATH", "take the elements of the list at PATH as documents")
  fileprivate static let condition = Option(
    "where", argument: "CONDITION", "only records in which PATH is there, or as in 'PATH>VALUE'",
    isRepeatable: true)
  fileprivate static let select = Option(
    "get", argument: "PATH", "write what PATH leads to instead of the record")
  fileprivate static let skipErrors = Option(
    "skip-errors", "report bad records and go on; they do not change the exit status")
}
