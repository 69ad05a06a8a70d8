import FerryPath
import FerryTape

/// `ferry merge BASE OVER...`
struct Merge: Verb {
  let name = "merge"
  let synopsis = "BASE OVER... [--env PREFIX] [--set PATH=VALUE] [--explain]"
  let summary = "merge several files into one; later files win"
  let discussion = """
    Merges documents of any formats into one, in the format of BASE or of --to. Objects are merged
    key by key. A later file replaces arrays and all other values. An empty file, or a file of
    YAML comments only, changes nothing.

    --env adds a layer of the environment variables that begin with PREFIX. '__' separates keys:
    with --env APP_, APP_SERVER__PORT=8081 sets server.port. A part of a name matches a key if
    they are equal apart from letter case, '_' and '-'. In an array, a number is an element. With
    an empty PREFIX, a variable needs '__', and its first part must match an existing key. --set
    comes last. Values are plain YAML scalars, or arrays and objects that start with [ or {.
    Missing objects, arrays and the element after the last one are created.

    --explain prints the file and line, variable or option that each value came from.
    """
  let examples = """
      ferry merge defaults.yaml site.yaml > config.yaml
      ferry merge --env APP_ --explain defaults.yaml site.json
      ferry merge base.json --set server.port=8081 --set 'tags=[a, b]' --indent 2
    """
  let options =
    Option.formats + [.output, .dropComments, .environment, .set, .explain] + Option.layout

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard let base = options.operands.first else {
      throw .usage("merge needs a BASE file")
    }
    guard options.operands.filter({ $0 == "-" }).count <= 1 else {
      throw .usage("only one of the files can be standard input")
    }
    if !options.has(.output) {
      try options.refuse([.dropComments], "standard output is not a file to write back to")
    }
    if options.has(.explain) {
      try options.refuse([.to, .compact, .indent, .tab, .sortKeys], "--explain writes lines")
    }
    let changes = try options.values(of: .set).map { text throws(CommandError) in
      let assignment = Assignment(text)
      let path = try WirePath(commandLine: assignment.path)
      guard let value = assignment.value, !path.isRoot, !path.hasWildcard else {
        throw CommandError.usage("--set takes a path without wildcards, '=' and a value")
      }
      return (path, value)
    }

    let merged = LayeredDocument()
    let first = try InputFile(base, told: options.from)
    let named = options.file(of: .output).flatMap { Format(fileName: $0.description) }
    let format = options.to ?? named ?? (first.format == .json5 ? .json : first.format)
    let layout = options.has(.explain) ? options.layout : try options.layout(for: format)
    try format.requireWriting()
    let writer = DocumentWriter(format, several: false, layout)
    try merged.add(try DocumentStream(whole: first.wholeInput(), first.format))
    var files = [(base, first.format)]
    for path in options.operands.dropFirst() {
      let file = try InputFile(path, told: options.from)
      files.append((path, file.format))
      try merged.add(try DocumentStream(whole: file.wholeInput(), file.format))
    }
    if let prefix = options.value(of: .environment) { try merged.addEnvironment(prefix: prefix) }
    for (path, value) in changes { try merged.set(path, to: value, name: "--set") }
    try merged.finish()

    let output = try Output(options, for: options.has(.explain) ? nil : format)
    try output.finish { () throws(CommandError) in
      do throws(WireFailure) {
        if options.has(.explain) {
          try explain(merged, options, to: output)
        } else if !merged.isEmpty {
          try writer.write(.node(0), of: merged.view, to: &output.buffer)
        }
      } catch {
        throw .invalid(merged.diagnostic(of: error))
      }
      try output.end(writer)
      if let target = options.file(of: .output) {
        for (file, format) in files {
          try Rewriting(options).requireNoLoss(in: file, format, target)
        }
      }
    }
    return ExitCode.success
  }

  private func explain(
    _ merged: LayeredDocument, _ options: Options, to output: Output
  ) throws(WireFailure) {
    guard !merged.isEmpty else { return }
    var json = options.layout.json
    json.indentation = .none
    var walk = FlatWalk(merged.view, json) { "(" + merged.origin(ofNode: $0) + ")" }
    try walk.write(0, to: &output.buffer)
  }
}

extension Option {
  fileprivate static let environment = Option(
    "env", argument: "PREFIX", "take environment variables with this prefix as a layer")
  fileprivate static let set = Option(
    "set", argument: "PATH=VALUE", "set the value at PATH, after all files and variables",
    isRepeatable: true)
  fileprivate static let explain = Option(
    "explain", "print 'path = value  (origin)' lines instead")
}
