import FerryCoders
import FerryLayers
import FerryBase
import FerryStreams
import FerrySystem

/// The layers that a command line names, merged into one document.
struct LoadedLayers {
  let document: LayeredDocument
  /// The files of documents, with their formats.
  private(set) var files: [(name: FileName, format: Format)] = []

  /// Reads all layers: files, files of variables, folders of secrets, variables, and values.
  init(_ options: Options) throws(CommandError) {
    guard options.operands.filter({ $0 == "-" }).count <= 1 else {
      throw .usage("only one of the files can be standard input")
    }
    let changes = try options.values(of: .set).map { text throws(CommandError) in
      let assignment = Assignment(text)
      let path = try WirePath(commandLine: assignment.path)
      guard let value = assignment.value, !path.isRoot, !path.hasWildcard else {
        throw CommandError.usage("--set takes a path without wildcards, '=' and a value")
      }
      return (path, value)
    }
    let rules = try MergeRules(options)
    var secrets = SensitivePaths()
    for text in options.values(of: .secret) { secrets.insert(try WirePath(commandLine: text)) }
    document = LayeredDocument(rules: rules, secrets: secrets)

    for name in try Self.withProfiles(options) {
      do throws(CommandError) {
        let file = try InputFile(name, as: options.from)
        files.append((name, file.format))
        let target = options.namedFormat ?? files[0].format
        try document.add(
          try DocumentStream(layer: file.wholeInput(), file.format, for: target))
      } catch {
        // An error of syntax may show any line of its file.
        guard secrets.isEmpty else { throw error.redacted }
        guard options.has(.interpolate), case .invalid(let problem) = error,
          let hint = ReferenceText.hint(at: problem.place)
        else { throw error }
        throw .invalid(problem.with(hint: hint))
      }
    }
    let prefix = options.value(of: .environment)
    let reach: LayeredTree.VariableReach = (prefix ?? "").isEmpty ? .nested : .all
    for name in options.values(of: .environmentFile) {
      do throws(CommandError) {
        try document.add(try Self.variables(in: name), prefix: prefix ?? "", reach)
      } catch {
        guard secrets.isEmpty, case .invalid(let problem) = error else { throw error.redacted }
        throw .invalid(problem.withoutLines)
      }
    }
    for folder in options.values(of: .secretFolder) {
      try document.add(try Self.secrets(in: folder), prefix: "", .all, keepsCase: true)
    }
    if let prefix {
      try document.add(Self.environment, prefix: prefix, reach)
    }
    for (path, value) in changes { try document.set(path, to: value, name: "--set") }
    try document.finish(interpolates: options.has(.interpolate))
    try checkPaths(options)
  }

  /// Checks that the paths of options have a value. A misspelled path is an error, because a rule
  /// would be ignored, or a secret shown.
  private func checkPaths(_ options: Options) throws(CommandError) {
    for option in [Option.secret, .replace, .append] {
      for text in options.values(of: option) {
        _ = try hasValue(at: WirePath(commandLine: text), of: option, options)
      }
    }
    for text in options.values(of: .mergeBy) {
      let rule = Assignment(text)
      let path = try WirePath(commandLine: rule.path)
      guard let key = rule.value, try hasValue(at: path, of: .mergeBy, options) else { continue }
      _ = try hasValue(
        at: WirePath(steps: path.steps + [.wildcard, .key(key)]), of: .mergeBy, options)
    }
  }

  /// Reports a path without a value.
  private func hasValue(
    at path: WirePath, of option: Option, _ options: Options
  ) throws(CommandError) -> Bool {
    guard let (key, nearest) = document.tape.missingKey(of: path) else { return true }
    let message = "no object has the key `\(key)`"
    guard let nearest else {
      Messages(colour: options.colour).report("--\(option.name): \(message), at \(path)")
      return false
    }
    throw .invalid(
      Problem(in: "--" + option.name, message, path: path, hint: "did you mean `\(nearest)`?"))
  }

  // MARK: Sources

  private static var environment: [(name: String, value: LayeredDocument.Variable)] {
    EnvironmentVariables.all.map { name, value in
      let name = name.description
      return (
        name,
        LayeredDocument.Variable(
          value: value.text,
          layer: .value(name: "environment variable " + name, variable: name))
      )
    }
  }

  /// Returns the variables of a file with lines `NAME=value`.
  private static func variables(
    in file: String
  ) throws(CommandError) -> [(name: String, value: LayeredDocument.Variable)] {
    var variables: [String: LayeredDocument.Variable] = [:]
    for line in try lines(ofVariables: try Input(path: FileName(file))) {
      variables[line.name] = LayeredDocument.Variable(
        value: line.value, layer: .value(name: file, place: line.place),
        hasStructure: !line.isQuoted, isText: line.isQuoted && LayeredTree.isNull(line.value))
    }
    return variables.map { ($0.key, $0.value) }
  }

  /// Returns the lines of a file of variables.
  static func lines(
    ofVariables input: Input
  ) throws(CommandError) -> [VariablesFile.Line] {
    do throws(Problem) {
      return try VariablesFile(Array(input.bytes), name: input.name).lines()
    } catch {
      throw .invalid(error)
    }
  }

  /// Returns the values of a folder of secret files, see the manual.
  private static func secrets(
    in folder: String
  ) throws(CommandError) -> [(name: String, value: LayeredDocument.Variable)] {
    guard let names = Folder.files(in: folder) else {
      throw .system("\(folder): cannot open the folder")
    }
    var variables: [(name: String, value: LayeredDocument.Variable)] = []
    for name in names {
      let file = folder + "/" + name
      let input = try Input(path: FileName(file), isText: false)
      var bytes = withExtendedLifetime(input) { Array(input.bytes) }
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      let layer = LayeredDocument.Layer.value(name: "secret file " + file, isSecret: true)
      variables.append(
        (
          name.split { $0 == "/" || $0 == "." }.joined(separator: "__"),
          LayeredDocument.Variable(
            value: String(validating: bytes, as: UTF8.self), layer: layer, hasStructure: false,
            isText: true)
        ))
    }
    return variables
  }

  /// Returns the files, each followed by the existing file of its profile.
  private static func withProfiles(_ options: Options) throws(CommandError) -> [FileName] {
    guard let profile = options.value(of: .profile) else { return options.operands }
    var files: [FileName] = []
    for file in options.operands {
      files.append(file)
      guard file != "-" else { continue }
      let name = file.bytes.dropLast()
      let start = name.lastIndex(of: CChar(UInt8(ascii: "/"))).map { $0 + 1 } ?? 0
      // A dot at the start hides a file; it does not begin an extension.
      let dot = name[start...].dropFirst().lastIndex(of: CChar(UInt8(ascii: "."))) ?? name.endIndex
      let other = FileName(name[..<dot]) + FileName("." + profile) + FileName(name[dot...])
      // The file may appear during a watch.
      Watch.note(other)
      // A link without a target is a file that cannot be opened, not a missing file.
      if unsafe faccessat(AT_FDCWD, other.bytes, F_OK, AT_SYMLINK_NOFOLLOW) == 0 {
        files.append(other)
      }
    }
    guard files.count > options.operands.count else {
      throw .system("no file has the profile '\(profile)'".visible)
    }
    return files
  }
}

/// The contents of folders.
private enum Folder {
  /// Returns the paths of the files below `folder`, sorted; `nil` if it cannot be read. Files whose
  /// names start with a dot are ignored.
  static func files(in folder: String) -> [String]? {
    Watch.note(FileName(folder))
    guard let names = names(inFolder: folder) else { return nil }
    return names.filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
      let path = folder + "/" + name
      if let members = files(in: path) { return members.map { name + "/" + $0 } }
      // Opening a pipe would wait for its writer.
      return status(of: FileName(path))?.isRegularFile == false ? [] : [name]
    }
  }
}

extension MergeRules {
  /// Creates the rules of `--replace`, `--append` and `--merge-by`.
  fileprivate init(_ options: Options) throws(CommandError) {
    self.init()
    for text in options.values(of: .replace) {
      try add(.replace, at: try WirePath(commandLine: text))
    }
    for text in options.values(of: .append) {
      try add(.append, at: try WirePath(commandLine: text))
    }
    for text in options.values(of: .mergeBy) {
      let assignment = Assignment(text)
      guard let key = assignment.value, !key.isEmpty else {
        throw .usage("--merge-by takes a path, '=' and a key")
      }
      try add(.key(key), at: try WirePath(commandLine: assignment.path))
    }
  }

  private mutating func add(_ rule: Rule, at path: WirePath) throws(CommandError) {
    guard set(rule, at: path) else {
      throw .usage("several of --replace, --append and --merge-by name the path '\(path)'")
    }
  }
}

extension Option {
  /// The options of layers.
  static let layering: [Option] = [
    .environment, .environmentFile, .secretFolder, .set, .profile, .replace, .append, .mergeBy,
    .interpolate, .secret,
  ]

  static let environment = Option(
    "env", argument: "PREFIX", "take environment variables with this prefix as a layer")
  static let environmentFile = Option(
    "env-file", argument: "FILE", "take the variables of a file with lines NAME=value as a layer",
    completing: .file, isRepeatable: true)
  static let secretFolder = Option(
    "secrets", argument: "FOLDER", "take the files of FOLDER as secret values, by their names",
    completing: .file, isRepeatable: true)
  static let set = Option(
    "set", argument: "PATH=VALUE", "set the value at PATH, after all files and variables",
    isRepeatable: true)
  static let profile = Option(
    "profile", argument: "NAME", "after config.yaml, also merge config.NAME.yaml")
  static let replace = Option(
    "replace", argument: "PATH", "replace the value at PATH instead of merging it",
    isRepeatable: true)
  static let append = Option(
    "append", argument: "PATH", "append arrays at PATH instead of replacing them",
    isRepeatable: true)
  static let mergeBy = Option(
    "merge-by", argument: "PATH=KEY", "merge the objects of arrays at PATH that have the same KEY",
    isRepeatable: true)
  static let interpolate = Option(
    "interpolate", "replace ${NAME}, ${NAME:-default} and ${.path} in the text of files")
  static let secret = Option(
    "secret", argument: "PATH", "show no value at PATH in explanations and errors",
    isRepeatable: true)
}
