/// What the command can do. The raw value is the word on the command line.
enum Verb: String, CaseIterable {
  case convert, get, validate

  /// The options that it knows.
  var options: [Option] {
    switch self {
    case .convert:
      [
        .from, .to, .output, .inPlace, .compact, .indent, .tab, .sortKeys, .array, .nonFinite,
        .colour, .monochrome, .help,
      ]
    case .get:
      [
        .from, .to, .output, .compact, .indent, .tab, .sortKeys, .nonFinite, .raw, .exitCode,
        .defaultText, .colour, .monochrome, .help,
      ]
    case .validate:
      [.from, .to, .strict, .quiet, .colour, .monochrome, .help]
    }
  }

  /// Does the work.
  /// - Returns: the exit code.
  func run(_ options: Options) throws(CommandError) -> Int32 {
    switch self {
    case .convert: try convert(options)
    case .get: try get(options)
    case .validate: try validate(options)
    }
  }
}
