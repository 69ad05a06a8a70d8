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
  public var description: String {
    (isDetail ? summary : headline) + details(in: Style())
  }

  /// Returns the whole report in the style of a terminal.
  package func report(in style: Style) -> String { headline(in: style) + details(in: style) }

  /// The style of a report.
  package struct Style {
    /// The text before the location.
    package var prefix = ""
    /// Emphasizes a location or the word "hint".
    package var emphasized: (String) -> String = { $0 }
    /// The mark below the location in an excerpt.
    package var caret = "^"
    /// Escapes the characters that the reader of the report would not see.
    package var visible: (String) -> String = { $0 }

    package init() {}
  }

  /// The problem in a few words and without a location, such as "duplicate key".
  public var summary: String {
    if case .words(let words, _) = subject { return words }
    return isPlural ? "missing keys" : kind.description
  }

  /// Whether the detail is the text of an error of code outside Ferry, which says it all.
  private var isOutside: Bool {
    #if hasFeature(Embedded)
    false
    #else
    if case .thrown(_, .final) = subject { true } else { false }
    #endif
  }

  /// The first line.
  package var headline: String { headline(in: Style()) }

  private func headline(in style: Style) -> String {
    let source = source
    var text = style.emphasized(style.prefix + source)
    if !source.isEmpty { text += ": " }
    if !isOutside { text += style.visible(summary) }
    if kind == .invalidPath, let place { text += ", column \(place.column)" }
    if let detail { text += (isOutside ? "" : ": ") + style.visible(detail) }
    if !path.isRoot { text += ", at " + Self.clipped(path.description) }
    return text
  }

  /// The number of the record and the place, in this order unless the place is a whole file.
  private var source: String {
    let record = record.map { "record \($0)" }
    let place = kind == .invalidPath ? nil : self.place
    guard let record else { return place?.description ?? "" }
    let parts = [record, place?.description].compactMap { $0 }
    return (place?.isWholeFile == true ? parts.reversed() : parts).joined(separator: ": ")
  }

  /// The lines after the first line.
  private func details(in style: Style) -> String {
    func drawing(of place: SourcePlace) -> String {
      let drawing = place.drawing(style.caret)
      return drawing.isEmpty ? "" : "\n" + drawing
    }
    var text = place.map(drawing) ?? ""
    for note in notes {
      text += "\n" + style.emphasized("\(note.place)") + ": " + style.visible(note.text)
      text += drawing(of: note.place)
    }
    if let hint { text += "\n" + style.emphasized("hint") + ": " + style.visible(hint) }
    return text
  }

  /// Returns a shortened path, because paths can be as long as documents are deep.
  private static func clipped(_ path: String) -> String {
    // To count bytes costs less than to count characters.
    path.utf8.count <= 120 || path.count <= 120 ? path : path.prefix(80) + "…" + path.suffix(39)
  }

  /// Returns the problem for use as the `underlyingError` of an error that contains the first line,
  /// or for use on its own.
  package consuming func asDetail(_ isDetail: Bool) -> Problem {
    self.isDetail = isDetail
    return self
  }
}
