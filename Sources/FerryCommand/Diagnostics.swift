import FerryBytes
import FerryPath
import FerryStreams
import FerrySystem
import FerryTape

/// Something wrong in an input, for the person who gave it.
struct Diagnostic: Sendable {
  let file: String
  var message: String
  /// Where it is in the document; the root says nothing.
  var path = WirePath.root
  /// Where it is in a text.
  var place: SourcePlace?
  /// Offset in an input that has no lines.
  var byte: Int?
  /// Whether something that was looked for is not there, rather than something wrong.
  var isMissing = false
  /// What to do about it, where that can be guessed.
  var hint: String?
  /// Other places that have to do with it, and what is there.
  var notes: [(place: SourcePlace, text: String)] = []
}

extension Diagnostic {
  /// What the first of two equal keys is told with.
  static let firstKey = "it is here already"

  /// Adds what the reader of a `format` knows about its failure; `place` turns its offsets into
  /// places.
  mutating func add(
    _ remark: FailureRemark, in format: Format, place: (Int) -> SourcePlace
  ) {
    if let detail = remark.detail { message += ": " + detail }
    hint = remark.hint
    // The options of decoders that accept it are JSON5's.
    if format == .json, ["allowsJSON5", "allowsTrailingCommas"].contains(remark.option) {
      hint = (hint.map { $0 + ", or " } ?? "") + "read the file with --from json5"
    }
    notes += remark.notes.map { (place($0.offset), $0.text) }
  }
}

/// Messages on standard error.
struct Messages {
  /// Whether to use colour.
  let isColoured: Bool

  /// - Parameter wanted: `-C` or `-M`.
  init(colour wanted: Bool?) {
    isColoured = Terminal.isColoured(STDERR_FILENO, wanted: wanted)
  }

  /// Reports `diagnostic`: its place and what is wrong, then the line with a caret.
  func report(_ diagnostic: Diagnostic) {
    let file = diagnostic.file.visible
    var text = bold("ferry: " + file)
    if let place = diagnostic.place {
      text += bold(":\(place.line):\(place.column)")
    } else if let byte = diagnostic.byte {
      text += bold(": byte \(byte)")
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

  /// Reports what is wrong with a path on the command line.
  func report(_ error: WirePath.SyntaxError) {
    let offset = error.text.unicodeScalars.prefix(error.column - 1).reduce(0) {
      $0 + UTF8.width($1)
    }
    let place = SourcePlace(offset: offset, in: error.text)
    print(bold("ferry: ") + error.description + drawing(of: place))
  }

  /// Reports what has no place.
  func report(_ message: String) {
    // Messages may have lines.
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    print(bold("ferry: ") + lines.map { String($0).visible }.joined(separator: "\n"))
  }

  /// The line around a place and a caret below it, each on a line of its own.
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
        // Nowhere is left to complain about it.
        guard written > 0 else { return }
        rest = ByteView(rebasing: rest[written...])
      }
    }
  }
}

/// Why the command ends before its work is done.
enum CommandError: Error {
  /// The command line makes no sense.
  case usage(String)
  /// A path on the command line is none.
  case path(WirePath.SyntaxError)
  /// A file cannot be opened, read or written.
  case system(String)
  /// The input is not what it should be.
  case invalid(Diagnostic)
  /// The work would lose part of the input.
  case refused(Diagnostic)
  /// Nobody reads the output any more, as behind `ferry … | head`: no reason to complain.
  case outputClosed
}

/// What the command tells the shell.
enum ExitCode {
  static let success: Int32 = 0
  /// Invalid data, or no match where one was asked for.
  static let invalid: Int32 = 1
  /// Wrong usage, or a file that cannot be opened.
  static let trouble: Int32 = 2
}
