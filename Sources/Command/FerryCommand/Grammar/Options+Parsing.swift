// Swift's Glibc module lacks <getopt.h> with getopt_long, so getopt(3) parses the long options too.
// With `-:` in its list, getopt reports `--name=value` as the option `-` with the argument
// "name=value". Swift code then looks the name up.

import FerryCoders
import FerryStreams
import FerrySystem
import FerryBase

extension Options {
  /// Parses the arguments after `verb` on the command line.
  ///
  /// - Throws: `usage` for invalid arguments.
  init(of verb: any Verb) throws(CommandError) {
    // The verb is where getopt expects the name of the program.
    let count = CommandLine.argc - 1
    let arguments = unsafe CommandLine.unsafeArgv + 1
    func argument(_ index: Int32) -> FileName {
      unsafe arguments[Int(index)].map { unsafe FileName(cString: $0) } ?? ""
    }
    func optionArgument() -> FileName {
      unsafe OptionScan.argument.map { unsafe FileName(cString: $0) } ?? ""
    }

    // `+`: getopt stops at operands, which the loop collects. This works with every C library. `:`:
    // getopt prints no messages.
    var letters = "+:-:"
    for case (let option, let letter?) in verb.allOptions.map({ ($0, $0.letter) }) {
      letters += option.takesArgument ? "\(letter):" : "\(letter)"
    }
    OptionScan.index = 1
    while OptionScan.index < count {
      let result = unsafe OptionScan.next(count, arguments, letters)
      guard result != -1 else {
        if argument(OptionScan.index - 1) == "--" { break }
        operands.append(argument(OptionScan.index))
        OptionScan.index += 1
        continue
      }
      let letter = Character(Unicode.Scalar(UInt8(truncatingIfNeeded: result)))
      switch letter {
      case "?":
        let letter = FileName([CChar(truncatingIfNeeded: OptionScan.letter)])
        throw Self.unknown("-\(letter)", of: verb)
      case ":":
        let option = Unicode.Scalar(UInt8(truncatingIfNeeded: OptionScan.letter))
        throw .usage("option '-\(option)' needs an argument")
      case "-":
        let (option, value) = try Self.longOption(optionArgument(), of: verb)
        guard option.takesArgument else {
          if value != nil { throw .usage("option '--\(option.name)' takes no argument") }
          try apply(option, argument: "")
          continue
        }
        if let value {
          try apply(option, argument: value)
        } else if OptionScan.index < count {
          OptionScan.index += 1
          try apply(option, argument: argument(OptionScan.index - 1))
        } else {
          throw .usage("option '--\(option.name)' needs an argument")
        }
      default:
        guard let option = verb.allOptions.first(where: { $0.letter == letter }) else { continue }
        let value = optionArgument()
        if value.bytes.first == CChar(UInt8(ascii: "=")) {
          throw .usage(
            "the argument of '-\(letter)' comes without '='; '--\(option.name)=' takes one")
        }
        try apply(option, argument: value)
      }
    }
    operands += (OptionScan.index..<max(OptionScan.index, count)).map(argument)
    try check([[.compact, .indent, .tab], [.colour, .monochrome]])
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
