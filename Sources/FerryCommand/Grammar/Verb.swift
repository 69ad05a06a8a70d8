import FerryTape

/// A word of the command line and what it does.
///
/// One file in `Verbs` each. To add one, write the file and name it in ``Verbs/all``: help, usage
/// errors and the completions of all shells come from here.
protocol Verb: Sendable {
  /// The word on the command line.
  var name: String { get }
  /// What stands behind the word, for people: `[FILE] --to FORMAT`.
  var synopsis: String { get }
  /// What it does, in a few words.
  var summary: String { get }
  /// What it does, in a paragraph or two.
  var discussion: String { get }
  /// Whole command lines that are worth trying, two spaces in front of each.
  var examples: String { get }
  /// The options that it knows; `--help` and the two about colour are known to all.
  var options: [Option] { get }
  /// What its operands are.
  var operands: Option.Completion { get }

  /// Does the work.
  /// - Returns: the exit code.
  func run(_ options: Options) throws(CommandError) -> Int32
}

extension Verb {
  var operands: Option.Completion { .file }

  /// Every option that the verb takes.
  var allOptions: [Option] { options + [.colour, .monochrome, .help] }

  /// Prints what `body` has to say of every file; of one that cannot be read, what is wrong.
  /// - Returns: the exit code.
  func forEachFile(
    _ options: Options,
    _ body: (InputFile, Messages) throws(CommandError) -> (text: String, isValid: Bool)
  ) throws(CommandError) -> Int32 {
    let messages = Messages(colour: options.colour)
    let output = Output()
    var code = ExitCode.success
    for file in options.operands.isEmpty ? ["-"] : options.operands {
      do throws(CommandError) {
        let input = try InputFile(file, told: options.from)
        try input.require(.array, options)
        let (text, isValid) = try body(input, messages)
        if !isValid { code = max(code, ExitCode.invalid) }
        output.append(text)
        try output.flushWhenFull()
      } catch {
        // The other files are worth a look all the same.
        switch error {
        case .invalid(let diagnostic):
          messages.report(diagnostic)
          code = max(code, ExitCode.invalid)
        case .system(let message):
          messages.report(message)
          code = ExitCode.trouble
        default: throw error
        }
      }
    }
    try output.finish()
    return code
  }
}

/// The verbs there are, in the order of the overview.
enum Verbs {
  static let all: [any Verb] =
    [
      Convert(),
      Get(),
      Validate(),
      Inspect(),
      Stats(),
      Stream(),
      Flatten(),
      Unflatten(),
      Merge(),
      Bench(),
    ] + importing

  #if SQLite
  private static let importing: [any Verb] = [Import()]
  #else
  private static let importing: [any Verb] = []
  #endif

  /// The verb with this name.
  static func named(_ word: String) throws(CommandError) -> any Verb {
    guard let verb = all.first(where: { $0.name == word }) else {
      let close = Spelling.nearest(to: word, among: all.map(\.name))
      throw .usage(
        "unknown verb '\(word)'; " + (close.map { "did you mean '\($0)'?" } ?? Help.verbs))
    }
    return verb
  }
}
