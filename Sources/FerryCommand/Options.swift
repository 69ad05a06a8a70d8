import FerryJSON

/// What the command line says.
struct Options {
  var from: Format?
  var to: Format?
  var output: String?
  var isInPlace = false
  var layout = Layout()
  var sortsKeys = false
  var splitsArrays = false
  var colour: Bool?
  var isRaw = false
  var failsWithoutMatch = false
  var defaultText: String?
  var isStrict = false
  var isQuiet = false
  var wantsHelp = false
  /// What is no option: files and paths.
  var operands: [String] = []

  /// Takes one option in.
  mutating func apply(_ option: Option, argument: String) throws(CommandError) {
    switch option {
    case .from: from = try Format(option: argument)
    case .to: to = try Format(option: argument)
    case .output: output = argument
    case .inPlace: isInPlace = true
    case .compact: layout.indentation = .none
    case .indent:
      guard let width = Int(argument), (0...16).contains(width) else {
        throw .usage("--indent takes a number of spaces from 0 to 16, not '\(argument)'")
      }
      layout.indentation = width == 0 ? .none : .spaces(width)
    case .tab: layout.indentation = .tab
    case .sortKeys: sortsKeys = true
    case .array: splitsArrays = true
    case .nonFinite:
      switch argument {
      case "null": layout.nonFinite = .null
      case "string": layout.nonFinite = .string
      default: throw .usage("--nonfinite takes 'null' or 'string', not '\(argument)'")
      }
    case .colour: colour = true
    case .monochrome: colour = false
    case .raw: isRaw = true
    case .exitCode: failsWithoutMatch = true
    case .defaultText: defaultText = argument
    case .strict: isStrict = true
    case .quiet: isQuiet = true
    case .help: wantsHelp = true
    }
  }
}

/// The options of all verbs. The raw value is the long name.
enum Option: String, CaseIterable {
  case from, to, output
  case inPlace = "in-place"
  case compact, indent, tab
  case sortKeys = "sort-keys"
  case array
  case nonFinite = "nonfinite"
  case colour = "color"
  case monochrome = "no-color"
  case raw = "raw-output"
  case exitCode = "exit-status"
  case defaultText = "default"
  case strict, quiet, help

  /// The letter of the short form.
  var letter: Character? {
    switch self {
    case .output: "o"
    case .inPlace: "I"
    case .compact: "c"
    case .sortKeys: "S"
    case .colour: "C"
    case .monochrome: "M"
    case .raw: "r"
    case .exitCode: "e"
    case .quiet: "q"
    case .help: "h"
    default: nil
    }
  }

  var takesArgument: Bool {
    switch self {
    case .from, .to, .output, .indent, .nonFinite, .defaultText: true
    default: false
    }
  }
}
