import FerryPath
import FerryTape

/// `ferry merge BASE OVER...`
struct Merge: Verb {
  let name = "merge"
  let synopsis = "BASE OVER... [--env PREFIX] [--set PATH=VALUE] [--explain]"
  let summary = "one configuration from several, later ones win"
  let discussion = """
    Merges documents of any formats into one, in the format of BASE or as --to says. Maps are
    merged key by key; lists and everything else are replaced by what a later file has. An empty
    file, or one of YAML comments alone, changes nothing.

    --env takes environment variables that begin with PREFIX as a layer on top, '__' between
    keys: with --env APP_, APP_SERVER__PORT=8081 is server.port. A part of a name is the key that
    it equals, letter case, '_' and '-' aside; in a list, a number is an element. With an empty
    PREFIX, variables with '__' count whose first part names something that there is. --set comes
    last. Values are plain YAML scalars, or lists and maps that start with [ or {. What PATH or a
    variable names is made if it is missing: maps, lists, the element behind the last one.

    --explain says for every value which file and line, variable or option it came from.
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
      throw .usage("merge needs a file to begin with")
    }
    guard options.operands.filter({ $0 == "-" }).count <= 1 else {
      throw .usage("only one of the files can be standard input")
    }
    if !options.has(.output) {
      try options.refuse([.dropComments], "standard output is no file that is written back")
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
