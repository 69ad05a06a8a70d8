public import FerryBytes

/// A ``WireFailure`` with its place in the input: the `underlyingError` of every `DecodingError` that
/// leaves a decoder because of what it read.
public struct PlacedFailure: Error, Sendable {
  /// What went wrong, in detail.
  package let kind: FailureKind
  /// Where; `nil` when it cannot be said.
  public let place: SourcePlace?
  /// More about it, such as the words of the YAML parser.
  public let detail: String?
  /// Where in the document: keys and indexes, as `WirePath` spells them; empty for the root.
  public let path: String
  /// What to do about it, where that can be guessed.
  public let hint: String?
  /// Other places that have to do with it, such as the first of two equal keys.
  public let notes: [Note]
  /// Whether the error around this one has its first line already.
  private var isDetail = false
  /// Whether several keys are missing.
  private let isPlural: Bool

  /// A place that has to do with a failure.
  public struct Note: Sendable {
    /// What is there.
    public let text: String
    /// Where.
    public let place: SourcePlace

    package init(text: String, place: SourcePlace) {
      self.text = text
      self.place = place
    }
  }

  package init(
    kind: FailureKind, place: SourcePlace?, detail: String? = nil, path: String = "",
    hint: String? = nil, notes: [Note] = [], isPlural: Bool = false
  ) {
    self.kind = kind
    self.isPlural = isPlural
    self.place = place
    self.detail = detail
    self.path = path
    self.hint = hint
    self.notes = notes
  }
}

extension PlacedFailure {
  /// What went wrong, as far as a program may act on it.
  public var category: WireFailure.Category { WireFailure(kind, offset: -1).category }

  /// The same failure in a document of which only the part at `path` was read; `move` makes a place
  /// in the part one in the document.
  package func moved(
    to path: String = "", _ move: (SourcePlace) -> SourcePlace = { $0 }
  ) -> PlacedFailure {
    let separator = path.isEmpty || self.path.isEmpty || self.path.hasPrefix("[") ? "" : "."
    return PlacedFailure(
      kind: kind, place: place.map(move), detail: detail, path: path + separator + self.path,
      hint: hint, notes: notes.map { Note(text: $0.text, place: move($0.place)) },
      isPlural: isPlural)
  }
}

/// What a reader knows of its failure beyond kind and offset.
package struct FailureRemark: Sendable {
  /// The hint for somebody who can change the decoder as well as the input.
  package var hintWithOption: String? {
    guard let option else { return hint }
    return (hint.map { $0 + ", or set" } ?? "set") + " the decoder's `\(option)`"
  }

  /// The reader's own words.
  package var detail: String?
  /// What to do about it.
  package var hint: String?
  /// The option of a decoder that accepts it.
  package var option: String?
  /// Offsets of other places that have to do with it, and what is there.
  package var notes: [(offset: Int, text: String)] = []
  /// Whether the path to what was being read is worth saying.
  package var hasPath = false

  package init(
    detail: String? = nil, hint: String? = nil, notes: [(offset: Int, text: String)] = []
  ) {
    self.detail = detail
    self.hint = hint
    self.notes = notes
  }
}

extension PlacedFailure {
  /// `failure` with what its reader knows of it.
  package init(
    _ failure: WireFailure, _ remark: FailureRemark?, path: String = "",
    _ place: (Int) -> SourcePlace
  ) {
    self.init(
      kind: failure.kind, place: failure.offset < 0 ? nil : place(failure.offset),
      detail: remark?.detail, path: path, hint: remark?.hintWithOption,
      notes: (remark?.notes ?? []).map { Note(text: $0.text, place: place($0.offset)) })
  }
}

extension PlacedFailure: CustomStringConvertible {
  /// The place, what went wrong there, and the line with a caret; then what else there is to say.
  ///
  /// ```
  /// server.yaml:3:9: wrong type of value: expected Int, found text "8080", at server.port
  ///   port: "8080"
  ///         ^
  /// hint: take the quotes off: text in quotes is never a number
  /// ```
  public var description: String { (isDetail ? title : headline) + details }

  private var title: String { isPlural ? "missing keys" : kind.description }

  /// The first line.
  package var headline: String {
    var text = (place.map { "\($0): " } ?? "") + title
    if let detail { text += ": " + detail }
    if !path.isEmpty { text += ", at " + Self.clipped(path) }
    return text
  }

  /// The lines below the first one.
  private var details: String {
    var text = ""
    if let drawing = place?.drawing, !drawing.isEmpty { text += "\n" + drawing }
    for note in notes {
      text += "\n\(note.place): \(note.text)"
      if !note.place.drawing.isEmpty { text += "\n" + note.place.drawing }
    }
    if let hint { text += "\nhint: " + hint }
    return text
  }

  /// Paths can be as long as documents are deep.
  private static func clipped(_ path: String) -> String {
    path.count <= 120 ? path : path.prefix(80) + "…" + path.suffix(39)
  }

  /// The failure as the `underlyingError` of an error that has the first line itself, or by itself.
  package func asDetail(_ isDetail: Bool) -> PlacedFailure {
    var failure = self
    failure.isDetail = isDetail
    return failure
  }
}
