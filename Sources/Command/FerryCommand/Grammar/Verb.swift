import Ferry

/// A verb of the command line.
///
/// Each verb has a file in `Verbs`. To add a verb, write the file and list the verb in
/// ``Verbs/all``. Help, usage errors and the completions of all shells are generated from it.
protocol Verb: Sendable {
  /// The word on the command line.
  var name: String { get }
  /// The text after the verb in the usage line: `[FILE] --to FORMAT`.
  var synopsis: String { get }
  /// A summary in a few words.
  var summary: String { get }
  /// A description in one or two paragraphs.
  var discussion: String { get }
  /// Complete example command lines, each indented by two spaces.
  var examples: String { get }
  /// The options of the verb, without `--help` and the two colour options, which all verbs have.
  var options: [Option] { get }
  /// The completions of the operands.
  var operands: Option.Completion { get }

  /// Runs the verb.
  /// - Returns: the exit code.
  func run(_ options: Options) throws(CommandError) -> Int32
}

extension Verb {
  var operands: Option.Completion { .file }

  /// Every option that the verb takes.
  var allOptions: [Option] { options + [.colour, .monochrome, .help] }

  /// Calls `body` for every file and prints its text. Reports files that cannot be read.
  /// - Returns: the exit code.
  func forEachFile(
    _ options: Options, readsVariables: Bool = false,
    _ body: (InputFile, Messages) throws(CommandError) -> (text: String, isValid: Bool)
  ) throws(CommandError) -> Int32 {
    let messages = Messages(colour: options.colour)
    let output = Output()
    var code = ExitCode.success
    for file in options.operands.isEmpty ? ["-"] : options.operands {
      do throws(CommandError) {
        let input = try InputFile(
          file, as: options.from, readsVariables: readsVariables)
        try input.require(.array, options)
        let (text, isValid) = try body(input, messages)
        if !isValid { code = max(code, ExitCode.invalid) }
        output.append(text)
        try output.flushWhenFull()
      } catch {
        // An error in one file does not stop the others.
        switch error {
        case .invalid(let problem):
          messages.report(problem)
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

/// All verbs, in the order of the overview.
enum Verbs {
  static let all: [any Verb] = [
    Convert(),
    Get(),
    Validate(),
    InferSchema(),
    Inspect(),
    Stats(),
    Stream(),
    Flatten(),
    Unflatten(),
    Merge(),
    SetValues(),
    DeleteValues(),
    Difference(),
    PatchFile(),
    Import(),
  ]

  /// Returns the verb with this name.
  static func named(_ word: String) throws(CommandError) -> any Verb {
    guard let verb = all.first(where: { $0.name == word }) else {
      let close = Spelling.nearest(to: word, among: all.map(\.name))
      throw .usage(
        "unknown verb '\(word)'; " + (close.map { "did you mean '\($0)'?" } ?? Help.verbs))
    }
    return verb
  }
}
