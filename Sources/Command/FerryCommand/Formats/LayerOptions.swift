import FerryConfiguration

extension LayeredConfiguration {
  /// A rule of the command line, and the key of the objects that it merges.
  typealias NamedRule = (option: Option, path: WirePath, key: String?)

  /// Adds the rules of `--secret`, `--replace`, `--append` and `--merge-by`, and returns them.
  mutating func addRules(_ options: Options) throws(CommandError) -> [NamedRule] {
    var rules: [NamedRule] = []
    for option in [Option.secret, .replace, .append] {
      for text in options.values(of: option) {
        rules.append((option, try WirePath(commandLine: text), nil))
      }
    }
    for text in options.values(of: .mergeBy) {
      let assignment = Assignment(text)
      guard let key = assignment.value, !key.isEmpty else {
        throw .usage("--merge-by takes a path, '=' and a key")
      }
      rules.append((.mergeBy, try WirePath(commandLine: assignment.path), key))
    }
    var paths: Set<WirePath> = []
    for (option, path, key) in rules {
      guard option.name != Option.secret.name else {
        sensitive(path)
        continue
      }
      guard paths.insert(path).inserted else {
        throw .usage("several of --replace, --append and --merge-by name the path '\(path)'")
      }
      let isReplacing = option.name == Option.replace.name
      merge(path, by: key.map { .key($0) } ?? (isReplacing ? .replacing : .appending))
    }
    return rules
  }
}

extension Option {
  /// The options of layers.
  static let layering: [Option] = [
    .environment, .environmentFile, .secretFolder, .secretSubfolders, .set, .profile, .replace,
    .append, .mergeBy,
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
  static let secretSubfolders = Option(
    "secret-subfolders", "with --secrets, also take the files of subfolders")
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
