internal import FerryBase

/// An editor of the text of a JSON, JSON5 or YAML document. It changes the values that you name and
/// no other byte: comments, blank lines, indentation, quotes, the spelling of numbers, line ends and
/// anchors stay.
///
/// ```swift
/// var editor = try DocumentEditor(bytes, format: .yaml)
/// try editor.set("server.port", to: 8080)
/// try editor.append("beta", to: "features")
/// try editor.delete("server.debug")
/// let edited = try editor.bytes()
/// ```
///
/// Each edit sees the document after the edits before it. New text follows the style of its
/// neighbours: indentation, quotes, brackets or blocks. ``bytes()`` reads the edited text again and
/// compares it with the value that the edits must give. If they differ, it throws, so a wrong document
/// is never written.
///
/// An edit that YAML's text does not allow throws an error with the reason, for example an edit through
/// an alias. Merge keys (`<<`) are members like others: a key that an object only inherits is missing,
/// and setting it adds a member that takes precedence.
public struct DocumentEditor: Sendable {
  /// The format of a text.
  public enum Format: Sendable, Hashable {
    /// JSON (RFC 8259).
    case json
    /// JSON5 (spec.json5.org), and JSON with comments.
    case json5
    #if FERRY_YAML
    /// YAML 1.2.
    case yaml
    #endif
  }

  /// The format of the document.
  public let format: Format
  /// Whether an edit through an alias of YAML changes the value with the anchor, and so all its
  /// aliases. By default such an edit throws an error.
  public var followsAliases = false

  var document: TextDocument
  /// The changes of the value that belong to the changes of the text.
  var edits: [ValueEdit] = []
  /// The splices that undo each edit, and the number of value edits before it.
  private var history: [(inverse: [[Splice]], edits: Int)] = []
  /// The structure of the text, until it changes.
  private var known: (any Syntax & Sendable)?

  /// Creates an editor of a document. `number` is its number in a YAML stream, from 0. It is necessary
  /// if the stream has several documents.
  /// - Throws: `Problem` if the text is not valid. Invalid JSON is found by ``bytes()`` at the latest.
  public init(_ text: some Collection<UInt8>, format: Format, document number: Int? = nil) throws {
    self.format = format
    document = TextDocument(Array(text), format, number: number ?? 0)
    if document.text.withByteView({ $0.count >= 2 && $0[0] ^ $0[1] == 1 && $0[0] >= 0xFE }) {
      throw Problem.edit("only UTF-8 text can be edited", hint: "convert the text to UTF-8")
    }
    #if FERRY_YAML
    if format == .yaml {
      let syntax = try YAMLSyntax(text: document.text, document: document.number)
      if number == nil, syntax.documentCount > 1 {
        throw Problem.edit(
          "the stream has \(syntax.documentCount) documents", hint: "choose one by its number")
      }
      known = syntax
    }
    #endif
    if format == .json5 { _ = try document.withTape { _ in } }
  }

  /// The edited text before the check of ``bytes()``.
  public var uncheckedBytes: [UInt8] { document.text }

  /// Whether there is an edit to undo.
  public var hasEdits: Bool { !history.isEmpty }

  /// Returns the edited text after reading it again.
  /// - Throws: `Problem` if the text does not have the value that the edits must give.
  public func bytes() throws -> [UInt8] {
    guard hasEdits else { return document.text }
    var original = document
    for step in history.reversed() {
      for inverse in step.inverse.reversed() { _ = original.text.apply(inverse) }
    }
    try original.withTape { old in
      var tree = EditedTree(old)
      for edit in edits { try tree.apply(edit) }
      do {
        try document.withTape { new in
          var comparison = TreeComparison(old, new)
          if let path = try comparison.firstDifference(tree.root, at: 0) {
            throw Problem.patch(
              "the text does not allow this edit: another value would change", at: path,
              hint: "an anchor, an alias or the form of the text depends on the edited place")
          }
        }
      } catch let problem as Problem where problem.category != .invalidValue {
        var refused = Problem.edit("the text does not allow this edit: it would become invalid")
        refused.detail = problem.summary + (problem.detail.map { ": " + $0 } ?? "")
        refused.location = problem.location
        throw refused
      }
    }
    return document.text
  }

  /// Undoes the last edit.
  /// - Returns: false without an edit.
  @discardableResult
  public mutating func undo() -> Bool {
    guard let last = history.popLast() else { return false }
    for inverse in last.inverse.reversed() { _ = document.text.apply(inverse) }
    edits.removeLast(edits.count - last.edits)
    known = nil
    return true
  }

  // MARK: Steps of an edit

  /// Runs an edit, which may consist of others. If it throws, the document stays as it was.
  mutating func edit(
    _ body: (inout DocumentEditor) throws -> Void, at path: WirePath = .root
  ) throws {
    let start = history.count
    history.append(([], edits.count))
    do {
      try body(&self)
    } catch {
      while history.count > start { undo() }
      guard var problem = error as? Problem, problem.path.isRoot else {
        throw (error as? WireFailure).map { document.problem($0) } ?? error
      }
      problem.path = path
      throw problem
    }
    history[start].inverse = history[start...].flatMap(\.inverse)
    history.removeLast(history.count - start - 1)
    if history[start].inverse.isEmpty, edits.count == history[start].edits { history.removeLast() }
  }

  /// Changes the text and the expected value.
  mutating func perform(_ splices: [Splice], _ edit: ValueEdit?) {
    if let edit { edits.append(edit) }
    if splices.isEmpty { return }
    known = nil
    history[history.count - 1].inverse.append(document.text.apply(splices))
  }

  /// The structure of the text.
  var syntax: any Syntax & Sendable {
    mutating get throws {
      if let known { return known }
      let syntax = try document.syntax()
      known = syntax
      return syntax
    }
  }
}
