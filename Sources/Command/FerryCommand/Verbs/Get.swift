import Ferry
import FerrySystem

/// `ferry get PATH [FILE]`
struct Get: Verb {
  let name = "get"
  let synopsis = "PATH [FILE...]"
  let summary = "print the value at a path"
  let discussion = """
    Prints the value at PATH as JSON, or in the format of --to. In a series of documents, PATH is
    looked up in each of them, and so it is in each file. A file of Markdown has the values of its
    front matter.

    A path consists of keys with dots between them. [0] is an element of an array, [*] all of them.
    A bare number is a key. Write '\\.' for a dot in a key, or quote the key: 'a["b.c"]'. A path
    with a leading slash is a JSON Pointer (RFC 6901): /a/0/b. As in jq, a dot may come first,
    and [] means [*].

    Without a match, the exit status is 1, and a message names the deepest value on the path.
    In a series, at least one document must match. [*] of an empty array or object is not an
    error. With --default, a missing match is not an error either.

    In a large JSON file, the bytes before the value are checked for brackets and strings only,
    and the bytes after it are not read.
    """
  let examples = """
      ferry get 'statuses[0].user.name' twitter.json
      ferry get -r 'statuses[*].user.screen_name' twitter.json
      ferry get /servers/0/port config.yaml
      ferry get 'metadata.labels.app\\.kubernetes\\.io/name' pod.yaml
      ferry get -e error log.ndjson > errors.ndjson
      ferry get -r title posts/*.md
    """
  let options =
    Option.formats + [.output, .dropComments] + Option.layout + [
      .dropTags, .raw, .exitCode, .defaultText, .jobs,
    ]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard let operand = options.operands.first else { throw .usage("get needs a path") }
    let text = try operand.argument("the path")
    let files = options.operands.count > 1 ? options.operands.dropFirst() : ["-"]
    if Self.isFile(operand, before: files.first) {
      throw .usage("the path comes before the file: ferry get PATH \(text)")
    }
    let path = try WirePath(commandLine: text)
    let format = options.namedFormat ?? .json
    let isLines = format == .json || format == .ndjson
    if options.has(.raw), !isLines { throw .usage("-r is for JSON output") }
    if options.has(.defaultText), !isLines { throw .usage("--default is for JSON output") }
    let layout = try options.layout(for: format)
    try format.requireWriting()
    if files.count > 1, format == .binary {
      throw .usage("several files cannot become one binary document; write ndjson")
    }

    try options.requireReplacedFile()
    let first = try InputFile(files.first, as: options.from)
    let isJSON = !options.has(.raw) && !options.has(.defaultText)
    let output = try Output(options, for: isJSON ? format : nil)
    let messages = Messages(colour: options.colour)
    var (isFound, isMissing) = (false, false)
    var read = first.readFiles
    try output.finish(options) { () throws(CommandError) -> [ReadFile] in
      for (number, file) in files.enumerated() {
        do throws(CommandError) {
          let input = try number == 0 ? first : InputFile(file, as: options.from)
          if number > 0 { read += input.readFiles }
          if try get(path, input, to: format, layout, output, options) { isFound = true }
        } catch {
          // A file without a match does not stop the others.
          guard files.count > 1, case .invalid(let problem) = error else { throw error }
          try output.flush()
          messages.report(problem)
          isMissing = true
        }
      }
      return read
    }
    let isInvalid = isMissing || options.has(.exitCode) && !isFound
    return isInvalid ? ExitCode.invalid : ExitCode.success
  }

  /// Returns whether the operand that should be the path is the name of a file instead: it names an
  /// existing file, and the next operand names none.
  private static func isFile(_ operand: FileName, before next: FileName?) -> Bool {
    guard AtomicFile.nameCount(operand) > 0 else { return false }
    guard let next, next != "-" else { return Format.ofFile(operand.description) != nil }
    return AtomicFile.nameCount(next) == 0
  }

  /// Prints the values at the path.
  /// - Returns: whether anything matched.
  private func get(
    _ path: WirePath, _ input: InputFile, to format: Format, _ layout: Layout, _ output: Output,
    _ options: Options
  ) throws(CommandError) -> Bool {
    input.target = format
    var selection = Selection(PathSearch(path), format, layout, options)
    selection.layout.source = input.format
    selection.isRequired = true
    selection.reportsMisses = !options.has(.defaultText)
    let series: DocumentSeriesReader
    if let (records, rest) = try input.records(at: path) {
      series = try DocumentSeriesReader(input, as: records, isLookup: true)
      selection.search = PathSearch(rest, within: records.path.appending(.wildcard))
    } else {
      series = try DocumentSeriesReader(input)
      // A lookup reads parts of one document, and only some of them may match. Its default text is
      // printed at the end.
      selection.defaultText = options.value(of: .defaultText)
    }
    let several = path.hasWildcard ? true : try series.isSeveral()
    // Several JSON values are written one after the other, not as an array.
    selection.several = several && format != .json
    return try get(series, selection, output, options)
  }

  private func get(
    _ series: DocumentSeriesReader, _ selection: Selection, _ output: Output, _ options: Options
  ) throws(CommandError) -> Bool {
    let search = selection.search
    var missing: Problem?
    try series.write(
      selection.format, selection.layout, to: output, options,
      makeTask: { SelectTask(selection) },
      report: { (problem: Problem) throws(CommandError) in
        // A missing match is not invalid data. It is reported at the end.
        if !problem.isMissing { throw .invalid(problem) }
        missing = problem
      },
      check: { count throws(CommandError) in
        if search.isFound { return }
        if let text = options.value(of: .defaultText) {
          if series.isLookup { output.append(text + "\n") }
        } else if let missing = missing
          ?? search.problem(documents: series.isLookup ? 1 : count)
        {
          throw .invalid(missing)
        } else if count == 0, !series.isLookup {
          throw .invalid(.emptyInput(series.name))
        }
      })
    return search.isFound
  }
}

extension Option {
  static let raw = Option("raw-output", letter: "r", "strings without quotes and escapes")
  fileprivate static let exitCode = Option(
    "exit-status", letter: "e", "exit with 1 without a match, also with --default")
  fileprivate static let defaultText = Option(
    "default", argument: "TEXT", "print TEXT for a document without a match")
}
