/// A ``WireFailure`` with its location in the input. It is the `underlyingError` of every
/// `DecodingError` that a decoder throws because of its input.
public struct PlacedFailure: Error, Sendable {
  /// The detailed kind of the failure.
  package let kind: FailureKind
  /// The location of the failure; `nil` if it is unknown.
  public let place: SourcePlace?
  /// More details, such as the message of the YAML parser.
  public let detail: String?
  /// The path of the value: keys and indexes in the notation of `WirePath`; empty for the root.
  public let path: String
  /// A suggestion for a fix, if there is a likely one.
  public let hint: String?
  /// Other locations with a relation to the failure, such as the first of two equal keys.
  public let notes: [Note]
  /// Whether the error around this one already contains its first line.
  private var isDetail = false
  /// Whether several keys are missing.
  private let isPlural: Bool

  /// Another location with a relation to a failure.
  public struct Note: Sendable {
    /// The description of the location.
    public let text: String
    /// The location.
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
  /// The category of the failure, for programs that handle errors.
  public var category: WireFailure.Category { WireFailure(kind, offset: -1).category }

  /// Returns the failure with another hint or with other notes.
  package func with(hint: String? = nil, notes: [Note]? = nil) -> PlacedFailure {
    PlacedFailure(
      kind: kind, place: place, detail: detail, path: path, hint: hint ?? self.hint,
      notes: notes ?? self.notes, isPlural: isPlural)
  }

  /// Converts the failure from a part of a document to the document. `path` is the path of the
  /// part, and `move` converts a location in the part to one in the document.
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

extension PlacedFailure {
  /// The failure of a reader without any text of the input that may be a sensitive value. The lines of
  /// its locations are such text, and so is the name of an alias or a tag, which begins like a value.
  /// The path to an error of syntax may lead into such a value.
  package var withoutText: PlacedFailure {
    PlacedFailure(
      kind: kind, place: place?.withoutExcerpt,
      detail: [.unknownAnchor, .unknownTag].contains(kind) ? nil : detail,
      path: [.syntax, .unexpectedEnd].contains(category) ? "" : path, hint: hint,
      notes: notes.map { Note(text: $0.text, place: $0.place.withoutExcerpt) }, isPlural: isPlural)
  }
}

/// The details that a reader knows about its failure, beyond kind and offset.
package struct FailureRemark: Sendable {
  /// The hint for a person who can change the decoder as well as the input.
  package var hintWithOption: String? {
    guard let option else { return hint }
    return (hint.map { $0 + ", or set" } ?? "set") + " the decoder's `\(option)`"
  }

  /// The message of the reader.
  package var detail: String?
  /// A suggestion for a fix.
  package var hint: String?
  /// The option of a decoder that accepts the input.
  package var option: String?
  /// The offsets of other locations with a relation to the failure, each with a description.
  package var notes: [(offset: Int, text: String)] = []
  /// Whether a report should include the path of the value.
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
  /// Creates a failure from `failure` and the details of its reader.
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
  /// The location, the problem and the line with a caret, followed by notes and a hint.
  ///
  /// ```
  /// server.yaml:3:9: wrong type of value: expected Int, found text "8080", at server.port
  ///   port: "8080"
  ///         ^
  /// hint: remove the quotes: text in quotes is never a number
  /// ```
  public var description: String { (isDetail ? summary : headline) + details }

  /// The problem in a few words and without a location, such as "duplicate key".
  public var summary: String { isPlural ? "missing keys" : kind.description }

  /// The first line.
  package var headline: String {
    var text = (place.map { "\($0): " } ?? "") + summary
    if let detail { text += ": " + detail }
    if !path.isEmpty { text += ", at " + Self.clipped(path) }
    return text
  }

  /// The lines after the first line.
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

  /// Returns a shortened path, because paths can be as long as documents are deep.
  private static func clipped(_ path: String) -> String {
    path.count <= 120 ? path : path.prefix(80) + "…" + path.suffix(39)
  }

  /// Returns the failure for use as the `underlyingError` of an error that contains the first line,
  /// or for use on its own.
  package func asDetail(_ isDetail: Bool) -> PlacedFailure {
    var failure = self
    failure.isDetail = isDetail
    return failure
  }
}
