import FerryConfiguration

extension LayeredConfiguration {
  /// Adds the rules of `--replace`, `--append`, `--merge-by` and `--secret`.
  mutating func addRules(_ options: Options) throws(CommandError) {
    var rules = [(Option.replace, MergeRule.replacing), (.append, .appending)].flatMap {
      option, rule in options.values(of: option).map { ($0, rule) }
    }
    for text in options.values(of: .mergeBy) {
      let assignment = Assignment(text)
      guard let key = assignment.value, !key.isEmpty else {
        throw .usage("--merge-by takes a path, '=' and a key")
      }
      rules.append((assignment.path, .key(key)))
    }
    var paths: Set<WirePath> = []
    for (text, rule) in rules {
      let path = try WirePath(commandLine: text)
      guard paths.insert(path).inserted else {
        throw .usage("several of --replace, --append and --merge-by name the path '\(path)'")
      }
      merge(path, by: rule)
    }
    for text in options.values(of: .secret) { sensitive(try WirePath(commandLine: text)) }
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
