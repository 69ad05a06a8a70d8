import Ferry

/// `ferry stream FILE`
struct Stream: Verb {
  let name = "stream"
  let synopsis = "[FILE...] [--at PATH] [--where CONDITION] [--get PATH] [--count] [--to FORMAT]"
  let summary = "filter and reshape any number of records"
  let discussion = """
    Reads records (lines of ndjson, JSON values one after the other, a sequence, YAML documents, a
    record file, or the elements of a JSON array with --array or --at) and writes the selected
    records, in order, as ndjson or in the format of --to. Several files are read one after the
    other. Memory does not depend on the size of the file. -j sets the number of threads. An
    invalid record is an error, or a message with --skip-errors.

    --where keeps records in which PATH has a match, or a value that compares with VALUE by =, ==,
    !=, <, <=, > or >=. VALUE is JSON, or a text without quotes: id=5 is the number, id="5" the text.
    Numbers are compared by value (1.0 is 1), texts by their characters. =~ and !~ keep texts that
    match a regular expression (ECMA-262), or do not, and 'PATH in [1, "a"]' compares with several
    values. 'and', 'or', 'not' and parentheses join conditions; with several --where, all must hold.
    Write '["a b"]' for a key with a blank or an operator in it, and quote a text with such a word.

    --get writes the value at PATH instead of the record, and nothing for a record without a match.
    --select writes an object with the value at each PATH, under the last key of the path. --count
    prints only how many records or values would be written.

    If nothing is written, a message names the PATH that has no match in any record. The exit
    status is still 0.
    """
  let examples = """
      ferry stream --where level=error --where 'ms >= 490' events.ndjson
      ferry stream --where 'level in ["warn", "error"] and not user' today.ndjson old.ndjson.gz
      ferry stream --where 'name =~ "^A.*son$" or id = 7' people.json
      ferry stream --at data.items --get id big.json
      ferry stream --select id --select user.name --where 'ms > 100' events.ndjson
      ferry stream --count --where level=error events.ndjson
      ferry stream --array --to yaml records.json
      zcat events.gz | ferry stream --skip-errors --from ndjson -j 4 > clean.ndjson
      parallel --pipepart -a huge.ndjson --block 1G ferry stream --where user.id
    """
  let options =
    Option.formats + [.output, .dropComments] + Option.layout
    + [
      .dropTags, .array, .at, .condition, .path, .members, .count, .raw, .skipErrors, .jobs, .quiet,
    ]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    let files = options.operands.isEmpty ? ["-"] : options.operands
    // The records of a file that is called JSON are lines, unless --to says otherwise.
    let named = options.namedFormat ?? .ndjson
    let format = options.to == nil && named == .json ? .ndjson : named
    try format.requireWriting()
    try options.check([[.array, .at], [.path, .members]])
    try options.requireReplacedFile()
    if options.has(.count) { try options.refuse([.to, .output, .raw], "--count prints a number") }
    if files.count > 1, format == .json || format == .binary {
      throw .usage("several files cannot become one \(format.name) document; write ndjson")
    }
    let counter = options.has(.count) ? Counter() : nil
    let first = try open(files[0], format, options, counter)
    let messages = Messages(colour: options.colour)
    let output = try Output(options, for: options.has(.raw) || counter != nil ? nil : format)
    var read: [ReadFile] = []
    try output.finish(options) { () throws(CommandError) -> [ReadFile] in
      for (number, file) in files.enumerated() {
        let (input, series, selection) =
          try number == 0 ? first : open(file, format, options, counter)
        read += input.readFiles
        let bad = try stream(series, selection, output, options, messages)
        guard bad > 0, !options.has(.quiet) else { continue }
        messages.report(
          "\(series.name): \(bad) invalid \(bad == 1 ? "record" : "records") skipped")
      }
      if let counter { output.append("\(counter.value)\n") }
      return read
    }
    return ExitCode.success
  }

  /// Returns the records of a file, and the selection with searches of its own for the messages.
  private func open(
    _ file: FileName, _ format: Format, _ options: Options, _ counter: Counter?
  ) throws(CommandError) -> (InputFile, DocumentSeriesReader, Selection) {
    var selection = try selection(options, format)
    selection.counter = counter
    let input = try InputFile(
      file, as: options.from, records: !options.has(.at) && !options.has(.array),
      takesSeries: true)
    selection.layout.source = input.format
    input.target = format
    let series = try DocumentSeriesReader(input, as: try records(of: input, options))
    return (input, series, selection)
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
    // Invalid text must be reported as invalid, not as a single document. A large object is not
    // checked.
    if try !input.hasOutline() { _ = try DocumentStream(input).next() }
    throw .usage(
      "\(input.name): expected records, found a single \(input.format.name) document")
  }

  private func selection(
    _ options: Options, _ format: Format
  ) throws(CommandError) -> Selection {
    let layout = try options.layout(for: format)
    if options.has(.raw), format != .ndjson { throw .usage("-r is for ndjson output") }
    let conditions = try options.values(of: .condition).map { text throws(CommandError) in
      try Condition(text)
    }
    let path = try options.value(of: .path).map { text throws(CommandError) in
      try WirePath(commandLine: text)
    }
    var selection = Selection(PathSearch(path ?? .root), format, layout, options)
    selection.conditions = conditions
    var keys: Set<WirePath.Step> = []
    selection.members = try options.values(of: .members).map { text throws(CommandError) in
      let path = try WirePath(commandLine: text)
      guard case .key(let key) = path.steps.last, !path.hasWildcard else {
        throw .usage("--select takes a path without wildcards that ends with a key, not '\(text)'")
      }
      if key.contains(","), path.steps.count == 1, text.first != "[" {
        throw .usage(
          """
          --select takes one path; give it once for each member: \
          --select \(text.split(separator: ",").map { $0.drop { $0 == " " } }.joined(separator: " --select "))
          Write a key with a comma as ["KEY"].
          """)
      }
      guard keys.insert(.key(key)).inserted else {
        throw .usage("two paths of --select end with '\(key)', and an object has each key once")
      }
      return (key, path)
    }
    return selection
  }

  /// Filters and writes the records.
  /// - Returns: the number of invalid records that were skipped.
  private func stream(
    _ series: DocumentSeriesReader, _ selection: Selection, _ output: Output, _ options: Options,
    _ messages: Messages
  ) throws(CommandError) -> Int {
    var bad = 0
    try series.write(
      selection.format, selection.layout, isArray: selection.format == .json, to: output, options,
      skipsErrors: options.has(.skipErrors), makeTask: { SelectTask(selection) },
      report: { (problem: Problem) throws(CommandError) in
        guard options.has(.skipErrors) else { throw .invalid(problem) }
        bad += 1
        messages.report(problem)
      },
      check: { count throws(CommandError) in
        if options.has(.quiet) { return }
        if let unmatched = selection.unmatched(documents: count) {
          messages.report(unmatched)
        } else if let mismatch = selection.mismatch {
          messages.report("\(series.name): no match; \(mismatch)")
        }
      })
    return bad
  }
}

extension Option {
  static let at = Option(
    "at", argument: "PATH", "read the elements of the array at PATH as documents")
  fileprivate static let condition = Option(
    "where", argument: "CONDITION", "keep records in which PATH has a match, or as in 'PATH>VALUE'",
    isRepeatable: true)
  fileprivate static let path = Option(
    "get", argument: "PATH", "write the value at PATH instead of the record")
  fileprivate static let members = Option(
    "select", argument: "PATH", "write an object with the values at these paths",
    isRepeatable: true)
  fileprivate static let count = Option(
    "count", "print the number of selected records or values instead of these")
  fileprivate static let skipErrors = Option(
    "skip-errors", "report invalid records and go on; the exit status does not change")
}
