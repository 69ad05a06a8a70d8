public import FerryNotation

extension WirePath {
  /// Parses the text form of a path: `a.b[0].c`.
  ///
  /// A dot leads to the value of a key, `[0]` to an element of an array, `[*]` to all elements or
  /// values. A bare number is a key. In a key, `\.` and `\[` are the characters themselves, and a
  /// quoted key may contain any character: `a["b.c"]`. The empty text is the root.
  /// - Throws: ``Problem`` with the column.
  public init(parsing text: String) throws(Problem) {
    self = try Self.parsed { () throws(SyntaxError) in
      try WirePath(parsing: text, allowingShortForms: false)
    }
  }

  /// Parses a JSON Pointer: tokens with a slash before each. `~1` is a slash and `~0` a tilde.
  ///
  /// A token of digits matches both an element of an array and a key of an object. `-`, which names
  /// the element after the last one, matches nothing in an array. The empty text is the root.
  /// - Throws: ``Problem`` with the column.
  public init(pointer text: String) throws(Problem) {
    self = try Self.parsed { () throws(SyntaxError) in try WirePath(parsingPointer: text) }
  }

  /// Parses a path that a person typed. As in jq, a dot may come first, and `[]` means `[*]`. A
  /// text with a leading slash is a JSON Pointer.
  package init(typed text: String) throws(Problem) {
    self = try Self.parsed { () throws(SyntaxError) in
      text.hasPrefix("/")
        ? try WirePath(parsingPointer: text) : try WirePath(parsing: text, allowingShortForms: true)
    }
  }

  private static func parsed(_ parse: () throws(SyntaxError) -> WirePath) throws(Problem)
    -> WirePath
  {
    do throws(SyntaxError) {
      return try parse()
    } catch {
      let before = error.text.unicodeScalars.prefix(error.column - 1)
      let offset = before.reduce(0) { $0 + UTF8.width($1) }
      var problem = Problem(
        .invalidPath, place: SourcePlace(offset: offset, in: error.text), detail: error.message)
      problem.subject = .words("invalid path '\(error.text.visible)'")
      throw problem
    }
  }
}
