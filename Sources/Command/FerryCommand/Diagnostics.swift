import FerryBase
import FerryStreams
import FerrySystem

/// A problem in an input, as reported to the user.
struct Diagnostic: Sendable {
  let file: String
  var message: String
  /// The path of the problem in the document. The root is not printed.
  var path = WirePath.root
  /// The location of the problem in a text.
  var place: SourcePlace?
  /// The offset of the problem in an input without lines.
  var byte: Int?
  /// The number of the record with the problem, counted from 1, in an input without offsets.
  var record: Int?
  /// The message before a detail that may quote the document was added, if one was.
  var messageWithoutDetail: String?
  /// Whether the problem is a missing value (a path without a match) rather than invalid data.
  var isMissing = false
  /// A suggestion for a fix, if there is one.
  var hint: String?
  /// Related locations, each with an explanation.
  var notes: [(place: SourcePlace, text: String)] = []
}

extension Diagnostic {
  /// The same problem without any text of the document.
  var redacted: Diagnostic {
    var diagnostic = self
    diagnostic.message = messageWithoutDetail ?? message
    diagnostic.place = place?.withoutExcerpt
    diagnostic.hint = nil
    diagnostic.notes = []
    return diagnostic
  }

  /// The same problem without lines of the document.
  var withoutLines: Diagnostic {
    var diagnostic = self
    diagnostic.place = place?.withoutExcerpt
    diagnostic.notes = []
    return diagnostic
  }

  /// Names the format and the value in the message of a writer of `target`.
  mutating func name(_ target: Format, _ failure: WireFailure, in view: TapeView) {
    name(target.rawValue, failure, in: view)
  }

  /// Names the value in the message of a writer, and calls the form of the output `target`.
  mutating func name(_ target: String, _ failure: WireFailure, in view: TapeView) {
    guard failure.kind == .notRepresentable || failure.kind == .numberTooLong else { return }
    message = message.replacing("the format", with: target)
    guard failure.kind == .notRepresentable, failure.node >= 0, failure.node < view.count else {
      return
    }
    let value: String
    switch view[view.unaliased(failure.node)].kind {
    case .tagged:
      value = "the tag `\(view.tag(at: failure.node) ?? "")`"
      let tags =
        switch Format(rawValue: target) {
        case .cbor: "tags of CBOR are `!` and a number"
        case .yaml: "a value of YAML has one tag"
        default: "yaml has tags, and cbor has those of CBOR"
        }
      hint = tags + "; --drop-tags writes values without tags"
    case .extension, .arenaExtension: value = "an extension of another format"
    case .float, .double, .plainText: value = "a number that is not finite"
    default: return
    }
    message = message.replacing("this value", with: value)
  }

  /// Returns the error for an input without a document.
  static func emptyInput(_ file: String) -> Diagnostic {
    Diagnostic(file: file, message: "expected a document, found an empty input")
  }

  /// The note at the first of two equal keys.
  static let firstKey = "the first occurrence"

  /// Adds what the reader of a `format` knows about a problem. `place` turns offsets into locations.
  mutating func add(_ problem: Problem, in format: Format, place: (Int) -> SourcePlace) {
    messageWithoutDetail = message
    if let detail = problem.detail { message += ": " + detail }
    hint = problem.advice
    // JSON5 allows everything that these decoder options allow.
    if format == .json, ["allowsJSON5", "allowsTrailingCommas"].contains(problem.option) {
      hint = (hint.map { $0 + ", or " } ?? "") + "read the file with --from json5"
    }
    notes += problem.placed(place).notes.map { ($0.place, $0.text) }
  }
}

/// Messages on standard error.
struct Messages {
  /// Whether to use colour.
  let isColoured: Bool

  /// - Parameter wanted: true for `-C`, false for `-M`, `nil` for neither.
  init(colour wanted: Bool?) {
    isColoured = Terminal.isColoured(STDERR_FILENO, wanted: wanted)
  }

  /// Reports `diagnostic`: its location and message, then the line with a caret.
  func report(_ diagnostic: Diagnostic) {
    let file = diagnostic.file.visible
    var text = bold("ferry: " + file)
    if let place = diagnostic.place {
      text += bold(":\(place.line):\(place.column)")
    } else if let byte = diagnostic.byte {
      text += bold(": byte \(byte)")
    } else if let record = diagnostic.record {
      text += bold(": record \(record)")
    }
    text += ": " + diagnostic.message.visible
    if !diagnostic.path.isRoot { text += ", at " + diagnostic.path.description }
    if let place = diagnostic.place { text += drawing(of: place) }
    for note in diagnostic.notes {
      text += "\n" + bold("\(file):\(note.place.line):\(note.place.column)") + ": "
      text += note.text.visible + drawing(of: note.place)
    }
    if let hint = diagnostic.hint { text += "\n" + bold("hint") + ": " + hint.visible }
    print(text)
  }

  /// Reports a syntax error in a path on the command line.
  func report(_ error: WirePath.SyntaxError) {
    let offset = error.text.unicodeScalars.prefix(error.column - 1).reduce(0) {
      $0 + UTF8.width($1)
    }
    let place = SourcePlace(offset: offset, in: error.text)
    print(bold("ferry: ") + error.description + drawing(of: place))
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
    case .path(let error):
      report(error)
      return ExitCode.trouble
    case .system(let message):
      report(message)
      return ExitCode.trouble
    case .invalid(let diagnostic):
      report(diagnostic)
      return ExitCode.invalid
    case .refused(let diagnostic):
      report(diagnostic)
      return ExitCode.trouble
    case .outputClosed:
      return ExitCode.success
    }
  }

  /// Returns the line at `place` and a line with a caret below it, each after a line feed.
  private func drawing(of place: SourcePlace) -> String {
    place.excerpt.isEmpty ? "" : "\n" + place.excerpt + "\n" + caret(at: place.caret)
  }

  private func caret(at column: Int) -> String {
    String(repeating: " ", count: column) + (isColoured ? "\u{1B}[1;31m^\u{1B}[0m" : "^")
  }

  private func bold(_ text: String) -> String {
    isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  private func print(_ line: String) { Self.write(line + "\n") }

  /// Writes to standard error.
  static func write(_ text: String) {
    var text = text
    text.withByteView { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let written = uninterrupted { sendBytes(STDERR_FILENO, rest) }
        // A failure to write this text cannot be reported anywhere.
        guard written > 0 else { return }
        rest = ByteView(rebasing: rest[written...])
      }
    }
  }
}
