import Ferry
import FerrySystem

extension Problem {
  /// The file with the problem, as messages name it.
  var file: String? { place?.file }

  /// Whether a path has no match, which is not invalid data.
  var isMissing: Bool { kind == .keyNotFound }

  /// The same problem without any text of the document.
  var unquoted: Problem {
    var problem = withoutLines
    (problem.detail, problem.advice, problem.option) = (nil, nil, nil)
    return problem
  }

  /// The same problem without lines of the document.
  var withoutLines: Problem {
    var problem = moved { $0.withoutExcerpt }
    problem.related = []
    return problem
  }

  /// Replaces the words for the problem.
  mutating func setWords(_ words: String) { subject = .words(words) }

  /// Replaces the words and the hint with those of `miss`.
  mutating func describe(_ miss: PathMiss, of path: WirePath) {
    let (words, hint) = miss.report(on: path)
    (kind, subject, advice, option) = (.keyNotFound, .words(words), hint, nil)
  }

  /// Names the value in the message of a writer, and calls the form of the output `target`.
  mutating func name(_ target: String, _ failure: WireFailure, in view: TapeView) {
    guard failure.kind == .notRepresentable || failure.kind == .numberTooLong else { return }
    setWords(summary.replacing("the format", with: target))
    guard failure.kind == .notRepresentable, failure.node >= 0, failure.node < view.count else {
      return
    }
    let value: String
    switch view[view.unaliased(failure.node)].kind {
    case .tagged:
      value = "the tag `\(view.tag(at: failure.node) ?? "")`"
      let tags =
        switch target {
        case "cbor": "tags of CBOR are `!` and a number"
        case "yaml": "a value of YAML has one tag"
        default: "yaml has tags, and cbor has those of CBOR"
        }
      advice = tags + "; --drop-tags writes values without tags"
    case .extension, .arenaExtension: value = "an extension of another format"
    case .float, .double, .plainText: value = "a number that is not finite"
    default: return
    }
    setWords(summary.replacing("this value", with: value))
  }

  /// Names the option of the command in place of the decoder's.
  consuming func withOption(of format: Format) -> Problem {
    // JSON5 allows everything that these decoder options allow.
    if format == .json, ["allowsJSON5", "allowsTrailingCommas"].contains(option) {
      advice = (advice.map { $0 + ", or " } ?? "") + "read the file with --from json5"
    }
    if format == .json, kind == .trailingContent {
      advice = "a file of JSON has one value; --from ndjson reads one on each line"
    }
    option = nil
    return self
  }

  /// Returns the error for an input without a document.
  static func emptyInput(_ file: String) -> Problem {
    Problem(in: file, "expected a document, found an empty input")
  }

  /// The note at the first of two equal keys.
  static let firstKey = "the first occurrence"
}

/// Messages on standard error.
struct Messages {
  /// Whether to use colour.
  let isColoured: Bool

  /// - Parameter wanted: true for `-C`, false for `-M`, `nil` for neither.
  init(colour wanted: Bool?) {
    isColoured = Terminal.isColoured(STDERR_FILENO, wanted: wanted)
  }

  /// Reports `problem`: its location and message, then the line with a caret.
  func report(_ problem: Problem) {
    var style = Problem.Style()
    style.prefix = "ferry: "
    style.visible = \.visible
    if isColoured {
      style.emphasized = bold
      style.caret = "\u{1B}[1;31m^\u{1B}[0m"
    }
    print(problem.report(in: style))
  }

  /// Reports a message without a location.
  func report(_ message: String) {
    // `visible` escapes line feeds, so it is applied to each line.
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    print(bold("ferry: ") + lines.map { String($0).visible }.joined(separator: "\n"))
  }

  /// Reports an error that ends a verb. `topic` has the help for its command line.
  /// - Returns: the exit code.
  @discardableResult
  func report(_ error: CommandError, topic: String? = nil) -> Int32 {
    switch error {
    case .usage(let message):
      report("\(message)\nTry '\(topic ?? "ferry") --help'.")
      return ExitCode.trouble
    case .system(let message):
      report(message)
      return ExitCode.trouble
    case .invalid(let problem):
      report(problem)
      return ExitCode.invalid
    case .refused(let problem):
      report(problem)
      return ExitCode.trouble
    case .outputClosed:
      return ExitCode.success
    }
  }

  private func bold(_ text: String) -> String {
    isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  private func print(_ line: String) { Self.write(line + "\n") }

  /// Writes to standard error.
  static func write(_ text: String) {
    var text = text
    // A failure to write this text cannot be reported anywhere.
    text.withByteView { try? OpenTarget.descriptor(STDERR_FILENO, name: "<stderr>").write($0) }
  }
}
