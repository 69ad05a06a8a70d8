import Ferry
import FerrySystem

/// The parsed command line.
struct Options {
  var from: Format?
  var to: Format?
  var layout = Layout()
  var colour: Bool?
  /// The number of threads, if `--jobs` is given.
  var jobs: Int?
  /// The arguments that are not options: files and paths.
  var operands: [FileName] = []
  /// The arguments of each given option, in order. An option without an argument has empty texts.
  private(set) var given: [String: [FileName]] = [:]

  /// Checks and stores one option.
  mutating func apply(_ option: Option, argument: FileName) throws(CommandError) {
    if option.takesArgument, !option.isRepeatable, has(option) {
      throw .usage("'--\(option.name)' is given twice")
    }
    if !option.takesFile {
      try option.take(&self, argument.argument("the argument of '--\(option.name)'"))
    }
    given[option.name, default: []].append(argument)
  }

  /// Returns whether `option` was given.
  func has(_ option: Option) -> Bool { given[option.name] != nil }

  /// Returns the argument of `option`.
  func value(of option: Option) -> String? { given[option.name]?.first?.text }

  /// Returns the argument of `option`, which is a file.
  func file(of option: Option) -> FileName? { given[option.name]?.first }

  /// Returns all arguments of `option`, in order.
  func values(of option: Option) -> [String] { given[option.name]?.compactMap(\.text) ?? [] }

  /// Returns the only file that `verb` takes, or `nil` without a file.
  func onlyFile(of verb: String) throws(CommandError) -> FileName? {
    if operands.count > 1 { throw .usage("\(verb) takes one file, not \(operands.count)") }
    return operands.first
  }

  /// Throws if two options of one group were given.
  func check(_ groups: [[Option]]) throws(CommandError) {
    for group in groups {
      let given = group.filter(has)
      if given.count > 1 {
        throw .usage("'--\(given[0].name)' and '--\(given[1].name)' exclude each other")
      }
    }
  }

  /// Throws if one of `options` was given. `why` is the reason why the option has no effect.
  func refuse(_ options: [Option], _ why: String) throws(CommandError) {
    if let option = options.first(where: has) {
      throw .usage("'--\(option.name)' does not apply: \(why)")
    }
  }
}

extension FileName {
  /// Returns the argument as text. `role` names the argument in the error.
  /// - Throws: `usage` if the argument is not UTF-8.
  func argument(_ role: String) throws(CommandError) -> String {
    guard let text else { throw .usage("\(role) is not UTF-8: '\(self)'") }
    return text
  }
}

extension Options {
  /// Returns the layout of documents in `format`. Without layout options, JSON is indented on a
  /// terminal and compact elsewhere.
  /// - Throws: `usage` for an option that does not apply to `format`.
  func layout(for format: Format) throws(CommandError) -> Layout {
    switch format {
    case .json, .json5, .seq: break
    case .ndjson:
      if layout.indentation != .none {
        try refuse([.indent, .tab], "each document of ndjson is one line")
      }
    case .yaml:
      try refuse([.compact, .tab], "YAML is indented with spaces")
      try refuse([.nonFinite], "YAML represents NaN and infinity")
      if let text = value(of: .indent), let width = Int(text), !(2...9).contains(width) {
        throw .usage("--indent takes 2 to 9 spaces in YAML, not \(text)")
      }
    default:
      try refuse([.compact, .indent, .tab], "\(format.name) is not text")
      try refuse([.nonFinite], "\(format.name) represents NaN and infinity")
    }
    var layout = layout
    let isChosen = [Option.compact, .indent, .tab].contains(where: has)
    if format == .json || format == .seq, !isChosen, !has(.inPlace),
      Terminal.isBehind(STDOUT_FILENO), file(of: .output).map(Output.isStandard) ?? true
    {
      layout.indentation = .spaces(2)
    }
    return layout
  }
}
