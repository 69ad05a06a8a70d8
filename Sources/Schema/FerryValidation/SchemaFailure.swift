public import FerryBase

/// A value that violates a keyword of a schema.
public struct SchemaFailure: Sendable, CustomStringConvertible {
  /// The problem for people.
  public let message: String
  /// The path of the value. A failure about a key has the path of its value.
  public let path: WirePath
  /// The location in the document; `nil` for a value without a document.
  public internal(set) var place: SourcePlace?
  /// The keyword; empty for the schema `false`.
  public let keyword: String
  /// The way to the keyword from the root of the schema, through references, as a JSON Pointer.
  public let keywordLocation: String
  /// The location of the keyword as a URI.
  public let absoluteKeywordLocation: String
  /// The failures that explain this one: those of the alternatives, the nearest alternative first.
  public internal(set) var causes: [SchemaFailure]
  /// The index of the value or the key on the tape.
  package let node: Int

  /// The location, the problem and the line with a caret.
  ///
  /// ```
  /// server.yaml:3:9: expected integer, found "8080", at server.port (type)
  ///   port: "8080"
  ///         ^
  /// ```
  public var description: String {
    var text = (place.map { "\($0): " } ?? "") + message
    if !path.steps.isEmpty { text += ", at \(path)" }
    if !keyword.isEmpty { text += " (\(keyword))" }
    if let drawing = place?.drawing, !drawing.isEmpty { text += "\n" + drawing }
    return text
  }
}

extension SchemaFailure {
  /// Creates the failure of a value at `path` that a decoder rejects. If the document is unreadable, the
  /// message has the location.
  package init(_ problem: Problem, path: WirePath, isUnreadable: Bool = false) {
    place = problem.place
    var summary = problem
    (summary.location, summary.path) = (.unknown, .root)
    let location = place.map { ", at line \($0.line), column \($0.column)" } ?? ""
    message = summary.headline + (isUnreadable ? location : "")
    self.path = path
    (keyword, keywordLocation, absoluteKeywordLocation) = ("", "", "")
    causes = []
    node = .max
  }

  /// Returns the failure without the line of the document. If `isSensitive` is true for its path,
  /// the message shows no value.
  package func redacted(_ isSensitive: (WirePath) -> Bool) -> SchemaFailure {
    SchemaFailure(
      message: isSensitive(path) ? "invalid value" : message, path: path,
      place: place?.withoutExcerpt, keyword: keyword, keywordLocation: keywordLocation,
      absoluteKeywordLocation: absoluteKeywordLocation,
      causes: causes.map { $0.redacted(isSensitive) }, node: node)
  }
}

/// The conversion of the failures of a run.
struct FailureReport {
  let program: SchemaProgram
  let view: TapeView
  /// The index of the value that was validated.
  let root: Int
  /// The last schema with a failure, and the way to it.
  private var last: (schema: Int32, references: [Validator.Crossing], location: String)?

  init(program: SchemaProgram, view: TapeView, root: Int) {
    self.program = program
    self.view = view
    self.root = root
  }

  mutating func failure(_ failure: Validator.Failure) -> SchemaFailure {
    let start = root == 0 ? 0 : WirePath.path(to: root, in: view).steps.count
    var path = WirePath(
      steps: Array(WirePath.path(to: failure.node, in: view).steps.dropFirst(start)))
    if failure.element >= 0 { path = path.appending(.index(failure.element)) }
    let suffix = (failure.keyword.isEmpty ? "" : "/" + failure.keyword) + failure.suffix
    let schema = program.locations[Int(failure.schema)]
    let location = location(failure)
    var causes: [SchemaFailure] = []
    for cause in failure.causes { causes.append(self.failure(cause)) }
    return SchemaFailure(
      message: failure.message, path: path, place: nil, keyword: failure.keyword,
      keywordLocation: location + suffix, absoluteKeywordLocation: schema.absolute(suffix),
      causes: causes, node: failure.node)
  }

  /// Returns the way to the schema of a failure from the root, through references.
  private mutating func location(_ failure: Validator.Failure) -> String {
    // Failures in the elements of an array mostly have one way.
    if let last, last.schema == failure.schema,
      last.references.elementsEqual(failure.references, by: { $0.isEqual($1) })
    {
      return last.location
    }
    var text = ""
    var base = pointer(Int32(program.root))
    for reference in failure.references {
      text += pointer(reference.source).dropFirst(base.count)
      text += reference.isDynamic ? "/$dynamicRef" : "/$ref"
      base = pointer(reference.target)
    }
    text += pointer(failure.schema).dropFirst(base.count)
    last = (failure.schema, failure.references, text)
    return text
  }

  private func pointer(_ schema: Int32) -> String {
    program.locations[Int(schema)].location.pointer
  }
}

extension [SchemaFailure] {
  /// A message for a language model that has written the value: each failure with the path of its
  /// value, and the request for another value. It is empty if there is no failure.
  ///
  /// ```
  /// The JSON value is invalid:
  /// - server.port: expected integer, found "8080"
  /// - server.hots: unknown key `hots`; did you mean `host`?
  /// Correct this and write the whole value again.
  /// ```
  public var feedback: String {
    guard !isEmpty else { return "" }
    let lines = flatMap { $0.lines(indentation: "") }
    return
      (["The JSON value is invalid:"] + lines + ["Correct this and write the whole value again."])
      .joined(separator: "\n")
  }
}

extension SchemaFailure {
  /// The failure in a line, with those that explain it. Failures at constants are those of the other
  /// cases of an enum, unless all alternatives have one.
  fileprivate func lines(indentation: String) -> [String] {
    let name = path.steps.isEmpty ? "the value" : "\(path)"
    let near = causes.filter { $0.keyword != "const" }
    var lines = ["\(indentation)- \(name): \(message)"]
    for cause in (near.isEmpty ? causes : near).prefix(5) {
      for line in cause.lines(indentation: indentation + "  ") where !lines.contains(line) {
        lines.append(line)
      }
    }
    return lines
  }
}
