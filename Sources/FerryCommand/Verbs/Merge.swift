import FerryLayers
import FerryPath
import FerryStreams
import FerrySystem
import FerryTape

/// `ferry merge BASE OVER...`
struct Merge: Verb {
  let name = "merge"
  let synopsis = "BASE OVER... [--env PREFIX] [--set PATH=VALUE] [--explain]"
  let summary = "merge several files into one; later files win"
  let discussion = """
    Merges documents of any formats into one, in the format of BASE or of --to. Objects are merged
    key by key, also those that name a case of an enum. A later file replaces arrays and all other
    values. The tag '!replace' before a value in YAML, or --replace, replaces an object. --append
    and --merge-by extend arrays. An empty file, or a file of YAML comments only, changes nothing.

    --env adds a layer of the environment variables that begin with PREFIX. '__' separates keys:
    with --env APP_, APP_SERVER__PORT=8081 sets server.port. A part of a name matches a key if
    they are equal apart from letter case, '_' and '-'. In an array, a number is an element. With
    an empty PREFIX, a variable needs '__', and its first part must match an existing key. --set
    comes last. Values are plain YAML scalars, or arrays and objects that start with [ or {.
    Missing objects, arrays and the element after the last one are created.

    --interpolate replaces references in the text of files: ${NAME} is an environment variable,
    ${NAME:-default} has a default, ${.path} is another value, and $$ is a dollar sign.

    --explain prints the file and line, variable or option that each value came from.
    """
  let examples = """
      ferry merge defaults.yaml site.yaml > config.yaml
      ferry merge --env APP_ --explain defaults.yaml site.json
      ferry merge base.json --set server.port=8081 --set 'tags=[a, b]' --indent 2
      ferry merge --profile production --secret db.password --explain config.yaml
    """
  let options =
    Option.formats + [.output, .dropComments, .environment, .set, .explain] + Option.layout
    + [.profile, .replace, .append, .mergeBy, .interpolate, .secret]

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

    let secrets = try secrets(options)
    let merged = LayeredDocument(rules: try rules(options), secrets: secrets)
    let operands = try withProfiles(options)
    let first = try InputFile(base, told: options.from)
    let named = options.file(of: .output).flatMap { Format(fileName: $0.description) }
    let format = options.to ?? named ?? (first.format == .json5 ? .json : first.format)
    let layout = options.has(.explain) ? options.layout : try options.layout(for: format)
    try format.requireWriting()
    let writer = DocumentWriter(format, several: false, layout)
    var files = [(base, first.format)]
    do throws(CommandError) {
      try merged.add(try DocumentStream(whole: first.wholeInput(), first.format))
      for path in operands.dropFirst() {
        let file = try InputFile(path, told: options.from)
        files.append((path, file.format))
        try merged.add(try DocumentStream(whole: file.wholeInput(), file.format))
      }
    } catch {
      // An error of syntax may show any line of its file.
      guard secrets.isEmpty else { throw error.redacted }
      guard options.has(.interpolate), case .invalid(var diagnostic) = error,
        diagnostic.place?.excerpt.contains("${") == true
      else { throw error }
      diagnostic.hint = ReferenceText.bracketHint
      throw .invalid(diagnostic)
    }
    if let prefix = options.value(of: .environment) { try merged.addEnvironment(prefix: prefix) }
    for (path, value) in changes { try merged.set(path, to: value, name: "--set") }
    try merged.finish(interpolates: options.has(.interpolate))

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
          do throws(CommandError) {
            try Rewriting(options).requireNoLoss(in: file, format, target)
          } catch {
            throw secrets.isEmpty ? error : error.redacted
          }
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
    walk.hidden = merged.sensitiveNodes
    try walk.write(0, to: &output.buffer)
  }

  // MARK: Options

  private func rules(_ options: Options) throws(CommandError) -> MergeRules {
    var rules = MergeRules()
    for text in options.values(of: .replace) {
      rules.set(.replace, at: try WirePath(commandLine: text))
    }
    for text in options.values(of: .append) {
      rules.set(.append, at: try WirePath(commandLine: text))
    }
    for text in options.values(of: .mergeBy) {
      let assignment = Assignment(text)
      guard let key = assignment.value, !key.isEmpty else {
        throw .usage("--merge-by takes a path, '=' and a key")
      }
      rules.set(.key(key), at: try WirePath(commandLine: assignment.path))
    }
    return rules
  }

  private func secrets(_ options: Options) throws(CommandError) -> SensitivePaths {
    var secrets = SensitivePaths()
    for text in options.values(of: .secret) {
      secrets.insert(try WirePath(commandLine: text))
    }
    return secrets
  }

  /// Returns the files, each followed by the existing file of its profile.
  private func withProfiles(_ options: Options) throws(CommandError) -> [FileName] {
    guard let profile = options.value(of: .profile) else { return options.operands }
    var files: [FileName] = []
    for file in options.operands {
      files.append(file)
      let parts = file.bytes.split(
        separator: CChar(UInt8(ascii: ".")), omittingEmptySubsequences: false)
      guard file != "-", let end = parts.last, parts.count > 1,
        !end.contains(CChar(UInt8(ascii: "/")))
      else { continue }
      let start = FileName(file.bytes.dropLast(end.count))
      let other = start + FileName(profile + ".") + FileName(end.dropLast())
      if unsafe access(other.bytes, F_OK) == 0 { files.append(other) }
    }
    guard files.count > options.operands.count else {
      throw .system("no file has the profile '\(profile)'".visible)
    }
    return files
  }
}

extension Option {
  fileprivate static let environment = Option(
    "env", argument: "PREFIX", "take environment variables with this prefix as a layer")
  fileprivate static let set = Option(
    "set", argument: "PATH=VALUE", "set the value at PATH, after all files and variables",
    isRepeatable: true)
  fileprivate static let profile = Option(
    "profile", argument: "NAME", "after config.yaml, also merge config.NAME.yaml")
  fileprivate static let replace = Option(
    "replace", argument: "PATH", "replace the value at PATH instead of merging it",
    isRepeatable: true)
  fileprivate static let append = Option(
    "append", argument: "PATH", "append arrays at PATH instead of replacing them",
    isRepeatable: true)
  fileprivate static let mergeBy = Option(
    "merge-by", argument: "PATH=KEY", "merge the objects of arrays at PATH that have the same KEY",
    isRepeatable: true)
  fileprivate static let interpolate = Option(
    "interpolate", "replace ${NAME}, ${NAME:-default} and ${.path} in the text of files")
  fileprivate static let secret = Option(
    "secret", argument: "PATH", "show no value at PATH in explanations and errors",
    isRepeatable: true)
  fileprivate static let explain = Option(
    "explain", "print 'path = value  (origin)' lines instead")
}
