/// An option of the command line.
///
/// Those that several verbs share are in `Option+Shared.swift`; a verb's own stand in its file:
///
/// ```swift
/// extension Option {
///   static let table = Option("table", argument: "NAME", "name of the table")
/// }
/// … options.value(of: .table) …
/// ```
struct Option: Sendable {
  /// What the shell may offer for an argument or an operand.
  enum Completion: Sendable {
    case nothing, file
    case words([String])
  }

  /// The long name, without dashes.
  let name: String
  /// The letter of the short form.
  let letter: Character?
  /// What the argument is called in help texts, or `nil` if there is none.
  let argument: String?
  /// What it does, in one line.
  let meaning: String
  let completion: Completion
  /// Whether it may be given more than once.
  let isRepeatable: Bool
  /// Checks the argument and takes it in; every option is kept in ``Options/given``, too.
  let take: @Sendable (inout Options, String) throws(CommandError) -> Void

  init(
    _ name: String, letter: Character? = nil, argument: String? = nil, _ meaning: String,
    completing completion: Completion = .nothing, isRepeatable: Bool = false,
    take: @escaping @Sendable (inout Options, String) throws(CommandError) -> Void = { _, _ in }
  ) {
    self.name = name
    self.letter = letter
    self.argument = argument
    self.meaning = meaning
    self.completion = completion
    self.isRepeatable = isRepeatable
    self.take = take
  }

  var takesArgument: Bool { argument != nil }

  /// Whether the argument is a file and nothing else: its name need not be UTF-8.
  var takesFile: Bool {
    if case .file = completion { argument == "FILE" } else { false }
  }
}
