// The one place where a problem becomes text.

extension Problem: CustomStringConvertible {
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

  /// Whether the detail is the text of an error of code outside Ferry, which says it all.
  private var isOutside: Bool {
    #if hasFeature(Embedded)
    false
    #else
    if case .thrown(_, .final) = subject { true } else { false }
    #endif
  }

  /// The first line.
  package var headline: String {
    var text = record.map { "record \($0): " } ?? ""
    if let place { text += "\(place): " }
    if !isOutside { text += summary }
    if let detail { text += (isOutside ? "" : ": ") + detail }
    if !path.isRoot { text += ", at " + Self.clipped(path.description) }
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

  /// Returns the problem for use as the `underlyingError` of an error that contains the first line,
  /// or for use on its own.
  package consuming func asDetail(_ isDetail: Bool) -> Problem {
    self.isDetail = isDetail
    return self
  }
}
