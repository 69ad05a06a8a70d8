import Ferry

extension Options {
  /// Parses the arguments after `verb` on the command line, as getopt_long(3) does.
  ///
  /// - Throws: `usage` for invalid arguments.
  init(of verb: any Verb) throws(CommandError) {
    var rest = (2..<max(2, Int(CommandLine.argc))).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe FileName(cString: $0) }
    }[...]
    while let argument = rest.popFirst() {
      let text = argument.bytes.dropLast()
      if argument == "--" { break }
      if text.starts(with: [Self.dash, Self.dash]) {
        let (option, value) = try Self.longOption(FileName(text.dropFirst(2)), of: verb)
        if !option.takesArgument, value != nil {
          throw .usage("option '--\(option.name)' takes no argument")
        }
        try apply(option, value, from: &rest, as: "--\(option.name)")
      } else if text.count > 1, text.first == Self.dash {
        try applyLetters(text.dropFirst(), from: &rest, of: verb)
      } else {
        operands.append(argument)
      }
    }
    operands += rest
    try check([[.compact, .indent, .tab], [.colour, .monochrome]])
  }

  private static let dash = CChar(UInt8(ascii: "-"))

  /// Applies the options of an argument such as `-rj4`. In `-j4`, the argument follows the letter
  /// of its option.
  private mutating func applyLetters(
    _ letters: ArraySlice<CChar>, from rest: inout ArraySlice<FileName>, of verb: any Verb
  ) throws(CommandError) {
    var letters = letters
    while let letter = letters.popFirst() {
      let name = FileName([letter]).description
      let option = verb.allOptions.first { $0.letter.map { String($0) == name } ?? false }
      guard let option else { throw Self.unknown("-" + name, of: verb) }
      guard option.takesArgument, !letters.isEmpty else {
        try apply(option, nil, from: &rest, as: "-" + name)
        continue
      }
      if letters.first == CChar(UInt8(ascii: "=")) {
        throw .usage(
          "the argument of '-\(name)' comes without '='; '--\(option.name)=' takes one")
      }
      return try apply(option, argument: FileName(letters))
    }
  }

  /// Applies an option. Without a `value`, its argument is the next one on the command line.
  private mutating func apply(
    _ option: Option, _ value: FileName?, from rest: inout ArraySlice<FileName>, as name: String
  ) throws(CommandError) {
    guard let argument = value ?? (option.takesArgument ? rest.popFirst() : "") else {
      throw .usage("option '\(name)' needs an argument")
    }
    try apply(option, argument: argument)
  }
}

extension Options {
  /// Returns the option that `text` names, and its value. A unique prefix of the name is enough.
  private static func longOption(
    _ text: FileName, of verb: any Verb
  ) throws(CommandError) -> (Option, FileName?) {
    let options = verb.allOptions
    let parts = text.bytes.dropLast()
      .split(separator: CChar(UInt8(ascii: "=")), maxSplits: 1, omittingEmptySubsequences: false)
    let name = FileName(parts[0]).description
    let value = parts.count > 1 ? FileName(parts[1]) : nil
    if let option = options.first(where: { $0.name == name }) { return (option, value) }
    let candidates = options.filter { $0.name.hasPrefix(name) }
    switch candidates.count {
    case 1: return (candidates[0], value)
    case 0: throw unknown("--" + name, of: verb)
    default:
      let names = candidates.map { "--" + $0.name }.joined(separator: ", ")
      throw .usage("option '--\(name)' is ambiguous: \(names)")
    }
  }

  /// The options of jq, yq and other tools under their names here.
  private static let foreignNames = [
    "--pretty": "--indent", "--prettyPrint": "--indent", "--compact-output": "--compact",
    "--inplace": "--in-place", "--input-format": "--from", "--output-format": "--to",
    "--slurp": "--array",
  ]

  /// Returns the error for an option that `verb` does not have.
  private static func unknown(_ name: String, of verb: any Verb) -> CommandError {
    if name == "--" + Option.to.name {
      return .usage("'--to' does not apply: \(verb.name) writes no documents")
    }
    func names(_ options: [Option]) -> [String] {
      options.flatMap { ["--" + $0.name] + ($0.letter.map { ["-\($0)"] } ?? []) }
    }
    if Verbs.all.contains(where: { names($0.options).contains(name) }) {
      return .usage("\(verb.name) has no option '\(name)'")
    }
    let known = verb.allOptions.map { "--" + $0.name }
    let foreign = foreignNames[name].flatMap { known.contains($0) ? $0 : nil }
    let close = foreign ?? Spelling.nearest(to: name, among: known)
    return .usage("unknown option '\(name)'" + (close.map { "; did you mean '\($0)'?" } ?? ""))
  }
}
