/// What the command line says.
struct Options {
  var from: Format?
  var to: Format?
  var layout = Layout()
  var colour: Bool?
  /// Threads, where the user has an opinion.
  var jobs: Int?
  /// What is no option: files and paths.
  var operands: [String] = []
  /// The options that were given, with their arguments in order; empty texts for those without.
  private(set) var given: [String: [String]] = [:]

  /// Takes one option in.
  mutating func apply(_ option: Option, argument: String) throws(CommandError) {
    try option.take(&self, argument)
    given[option.name, default: []].append(argument)
  }

  /// Whether `option` was given.
  func has(_ option: Option) -> Bool { given[option.name] != nil }

  /// The argument of `option`, the last one if it was given more than once.
  func value(of option: Option) -> String? { given[option.name]?.last }

  /// All arguments of `option`, in order.
  func values(of option: Option) -> [String] { given[option.name] ?? [] }
}
