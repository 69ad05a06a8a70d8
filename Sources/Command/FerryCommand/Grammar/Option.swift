import FerryJSONEngine
import Synchronization

/// An option of the command line.
///
/// Options of several verbs follow below. An option of one verb is in the file of the verb:
///
/// ```swift
/// extension Option {
///   static let table = Option("table", argument: "NAME", "name of the table")
/// }
/// … options.value(of: .table) …
/// ```
struct Option: Sendable {
  /// The completions that a shell offers for an argument or an operand.
  enum Completion: Sendable {
    case nothing, file
    case words([String])
  }

  /// The long name, without dashes.
  let name: String
  /// The letter of the short form.
  let letter: Character?
  /// The name of the argument in help texts, or `nil` for an option without an argument.
  let argument: String?
  /// The description in help texts, in one line.
  let meaning: String
  let completion: Completion
  /// Whether the option may be given more than once.
  let isRepeatable: Bool
  /// Checks the argument and stores its value. ``Options/given`` also keeps every option.
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

  /// Whether the argument is always the name of a file, which need not be UTF-8.
  var takesFile: Bool {
    if case .file = completion { argument == "FILE" } else { false }
  }
}

// Options of several verbs.
extension Option {
  /// The options of every verb that reads and writes documents.
  static let formats: [Option] = [.from, .to, .yaml]
  /// The options of the JSON layout.
  static let layout: [Option] = [.compact, .indent, .tab, .sortKeys, .nonFinite]

  static let from = Option(
    "from", argument: "FORMAT", "format of the input", completing: .words(Format.names)
  ) { (options: inout Options, text: String) throws(CommandError) in
    options.from = try Format.named(text)
  }
  static let to = Option(
    "to", argument: "FORMAT", "format of the output", completing: .words(Format.names)
  ) { (options: inout Options, text: String) throws(CommandError) in
    options.to = try Format.named(text)
  }
  static let yaml = Option(
    "yaml", argument: "1.1|1.2",
    "version of YAML input: in 1.1, yes is true and 017 is 15",
    completing: .words(["1.1", "1.2"])
  ) { (options: inout Options, text: String) throws(CommandError) in
    guard ["1.1", "1.2"].contains(text) else {
      throw .usage("--yaml takes '1.1' or '1.2', not '\(text)'")
    }
    Format.yamlVersion.store(text == "1.1" ? .yaml11 : .yaml12, ordering: .relaxed)
  }
  static let output = Option(
    "output", letter: "o", argument: "FILE",
    "write to FILE, which is replaced only after success",
    completing: .file)
  static let inPlace = Option(
    "in-place", letter: "I", "write back to the input file, which is replaced as a whole")

  static let compact = Option(
    "compact", letter: "c", "JSON without white space (the default, except on a terminal)"
  ) {
    options, _ in options.layout.indentation = .none
  }
  static let indent = Option(
    "indent", argument: "N", "JSON over several lines, N spaces for each level",
    completing: .words(["2", "4"])
  ) { (options: inout Options, text: String) throws(CommandError) in
    guard let width = Int(text), (0...16).contains(width) else {
      throw .usage("--indent takes a number of spaces from 0 to 16, not '\(text)'")
    }
    options.layout.indentation = width == 0 ? .none : .spaces(width)
  }
  static let tab = Option("tab", "JSON over several lines, a tab for each level") {
    options, _ in options.layout.indentation = .tab
  }
  static let sortKeys = Option("sort-keys", letter: "S", "sort keys by their bytes") {
    options, _ in options.layout.sortsKeys = true
  }
  static let nonFinite = Option(
    "nonfinite", argument: "null|string", "write NaN and infinity in JSON as this (else an error)",
    completing: .words(["null", "string"])
  ) { (options: inout Options, text: String) throws(CommandError) in
    switch text {
    case "null": options.layout.nonFinite = .null
    case "string": options.layout.nonFinite = .string
    default: throw .usage("--nonfinite takes 'null' or 'string', not '\(text)'")
    }
  }

  static let dropTags = Option("drop-tags", "write values without their tags") {
    options, _ in
    options.layout.dropsTags = true
    Format.skipsKeyTags.store(true, ordering: .relaxed)
  }

  static let array = Option("array", "read the elements of an array as documents")
  static let quiet = Option("quiet", letter: "q", "print errors only, no summary")

  static let colour = Option(
    "color", letter: "C", "use colour for messages and JSON, even without a terminal"
  ) {
    options, _ in options.colour = true
  }
  static let monochrome = Option("no-color", letter: "M", "no colour; NO_COLOR=1 does the same") {
    options, _ in options.colour = false
  }
  static let help = Option("help", letter: "h", "show this help")
  static let jobs = Option(
    "jobs", letter: "j", argument: "N",
    "at most N threads for a series of documents (else all cores)"
  ) { (options: inout Options, text: String) throws(CommandError) in
    guard let count = Int(text), (1...256).contains(count) else {
      throw .usage("--jobs takes a number of threads from 1 to 256, not '\(text)'")
    }
    options.jobs = count
  }
}
