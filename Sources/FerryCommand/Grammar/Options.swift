import FerryStreams
import FerrySystem

/// What the command line says.
struct Options {
  var from: Format?
  var to: Format?
  var layout = Layout()
  var colour: Bool?
  /// Threads, where the user has an opinion.
  var jobs: Int?
  /// What is no option: files and paths.
  var operands: [FileName] = []
  /// The options that were given, with their arguments in order; empty texts for those without.
  private(set) var given: [String: [FileName]] = [:]

  /// Takes one option in.
  mutating func apply(_ option: Option, argument: FileName) throws(CommandError) {
    if option.takesArgument, !option.isRepeatable, has(option) {
      throw .usage("'--\(option.name)' is given twice")
    }
    if !option.takesFile {
      try option.take(&self, argument.argument("the argument of '--\(option.name)'"))
    }
    given[option.name, default: []].append(argument)
  }

  /// Whether `option` was given.
  func has(_ option: Option) -> Bool { given[option.name] != nil }

  /// The argument of `option`.
  func value(of option: Option) -> String? { given[option.name]?.first?.text }

  /// The argument of `option`, which is a file.
  func file(of option: Option) -> FileName? { given[option.name]?.first }

  /// All arguments of `option`, in order.
  func values(of option: Option) -> [String] { given[option.name]?.compactMap(\.text) ?? [] }

  /// The only file that `verb` takes; `nil` where none was given.
  func onlyFile(of verb: String) throws(CommandError) -> FileName? {
    if operands.count > 1 { throw .usage("\(verb) takes one file, not \(operands.count)") }
    return operands.first
  }

  /// Throws if two options were given of which only one can count.
  func check(_ groups: [[Option]]) throws(CommandError) {
    for group in groups {
      let given = group.filter(has)
      if given.count > 1 {
        throw .usage("'--\(given[0].name)' and '--\(given[1].name)' exclude each other")
      }
    }
  }

  /// Throws if one of `options` was given, which would be ignored for the reason in `why`.
  func refuse(_ options: [Option], _ why: String) throws(CommandError) {
    if let option = options.first(where: has) {
      throw .usage("\(why), so there is no '--\(option.name)'")
    }
  }
}

extension FileName {
  /// The name as an argument that is no file but what `role` says.
  func argument(_ role: String) throws(CommandError) -> String {
    guard let text else { throw .usage("\(role) is not UTF-8: '\(self)'") }
    return text
  }
}

extension Options {
  /// How documents in `format` are laid out: as the options say, else over several lines on a terminal
  /// and without white space elsewhere.
  func layout(for format: Format) throws(CommandError) -> Layout {
    switch format {
    case .json, .json5, .seq: break
    case .ndjson:
      if layout.indentation != .none {
        try refuse([.indent, .tab], "ndjson has a document on each line")
      }
    case .yaml:
      try refuse([.compact, .tab], "YAML has its own layout")
      try refuse([.nonFinite], "YAML has NaN and infinity")
      if let text = value(of: .indent), let width = Int(text), !(2...9).contains(width) {
        throw .usage("--indent takes 2 to 9 spaces in YAML, not \(text)")
      }
    case .binary:
      try refuse([.compact, .indent, .tab], "the binary format has no layout")
      try refuse([.nonFinite], "the binary format has NaN and infinity")
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
