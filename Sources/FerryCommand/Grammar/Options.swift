import FerryStreams

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
