import FerryPath

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
    """
  let examples = """
      ferry get 'statuses[0].user.name' twitter.json
      ferry get -r 'statuses[*].user.screen_name' twitter.json
      ferry get /servers/0/port config.yaml
      ferry get 'metadata.labels.app\\.kubernetes\\.io/name' pod.yaml
      ferry get -e error log.ndjson > errors.ndjson
    """
  let options = Option.formats + [.output] + Option.layout + [.raw, .exitCode, .defaultText]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard let text = options.operands.first else { throw .usage("get needs a path") }
    guard options.operands.count <= 2 else {
      throw .usage("get takes a path and one file; quote a path with spaces or brackets")
    }
    let path = try parsed(text)
    let format = options.to ?? .json
    let isLines = format == .json || format == .ndjson
    if options.has(.raw), !isLines { throw .usage("-r is for JSON output") }
    if options.has(.defaultText), !isLines { throw .usage("--default is for JSON output") }
    _ = try makeSink(format, several: true, options.layout)

    let stream = try DocumentStream(options.operands.dropFirst().first, told: options.from)
    let output =
      try options.value(of: .output).map { path throws(CommandError) in try Output(path: path) }
      ?? Output()
    do throws(CommandError) {
      let found = try get(path, stream, to: format, output, options)
      try output.finish()
      return options.has(.exitCode) && !found ? ExitCode.invalid : ExitCode.success
    } catch {
      output.abandon()
      throw error
    }
  }

  /// - Returns: whether anything matched.
  private func get(
    _ path: WirePath, _ stream: DocumentStream, to format: Format, _ output: Output,
    _ options: Options
  ) throws(CommandError) -> Bool {
    guard let document = try stream.next() else { return false }
    let sink: any DocumentSink
    switch format {
    case .json: sink = JSONLinesSink(options.layout, isRaw: options.has(.raw))
    case .ndjson:
      var layout = options.layout
      layout.indentation = .none
      sink = JSONLinesSink(layout, isRaw: options.has(.raw))
    default:
      let several = path.hasWildcard || stream.isSeveral()
      sink = try makeSink(format, several: several, options.layout)
    }
    let writer = DocumentWriter(sink, to: output, sortsKeys: options.layout.sortsKeys)
    do throws(CommandError) {
      let found = try get(path, from: document, stream, writer, output, options)
      try writer.finish()
      return found
    } catch {
      writer.interrupt()
      throw error
    }
  }

  private func get(
    _ path: WirePath, from first: Document, _ stream: DocumentStream,
    _ writer: DocumentWriter, _ output: Output, _ options: Options
  ) throws(CommandError) -> Bool {
    var document = first
    var found = false
    while true {
      var foundHere = false
      let current = document
      if path.hasWildcard {
        try path.forEachMatch(in: current.view) { (match: PathMatch) throws(CommandError) in
          foundHere = true
          try writer.write(match, of: current, in: stream)
        }
      } else if let match = path.firstMatch(in: current.view) {
        foundHere = true
        try writer.write(match, of: current, in: stream)
      }
      if !foundHere, let text = options.value(of: .defaultText) {
        output.append(text + "\n")
        try output.flushWhenFull()
      }
      found = found || foundHere
      guard let following = try stream.next() else { return found }
      document = following
    }
  }

  /// A text with a slash in front is a JSON Pointer; a key may be told from one by `\/`.
  private func parsed(_ text: String) throws(CommandError) -> WirePath {
    do throws(WirePath.SyntaxError) {
      return text.hasPrefix("/") ? try WirePath(pointer: text) : try WirePath(parsing: text)
    } catch {
      throw .path(error)
    }
  }
}

extension Option {
  fileprivate static let raw = Option(
    "raw-output", letter: "r", "strings without quotes and escapes")
  fileprivate static let exitCode = Option(
    "exit-status", letter: "e", "exit with 1 when nothing matches")
  fileprivate static let defaultText = Option(
    "default", argument: "TEXT", "print TEXT for a document without a match")
}
