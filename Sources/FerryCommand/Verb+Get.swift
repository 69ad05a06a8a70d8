import FerryPath

extension Verb {
  /// `ferry get PATH [FILE]`
  func get(_ options: Options) throws(CommandError) -> Int32 {
    guard let text = options.operands.first else { throw .usage("get needs a path") }
    guard options.operands.count <= 2 else {
      throw .usage("get takes a path and one file; quote a path with spaces or brackets")
    }
    let path = try parsed(text)
    let format = options.to ?? .json
    let isLines = format == .json || format == .ndjson
    if options.isRaw, !isLines { throw .usage("-r is for JSON output") }
    if options.defaultText != nil, !isLines { throw .usage("--default is for JSON output") }
    _ = try makeSink(format, several: true, options.layout)

    let stream = try DocumentStream(options.operands.dropFirst().first, told: options.from)
    let output =
      try options.output.map { path throws(CommandError) in try Output(path: path) } ?? Output()
    do throws(CommandError) {
      let found = try get(path, stream, to: format, output, options)
      try output.finish()
      return options.failsWithoutMatch && !found ? ExitCode.invalid : ExitCode.success
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
    case .json: sink = JSONLinesSink(options.layout, isRaw: options.isRaw)
    case .ndjson:
      var layout = options.layout
      layout.indentation = .none
      sink = JSONLinesSink(layout, isRaw: options.isRaw)
    default:
      let several = path.hasWildcard || stream.isSeveral()
      sink = try makeSink(format, several: several, options.layout)
    }
    let writer = DocumentWriter(sink, to: output, sortsKeys: options.sortsKeys)
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
      if !foundHere, let text = options.defaultText {
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
