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
/// neighbours: indentation, quotes, brackets or blocks. Edits of different values are applied
/// together, so that a long sequence reads the text once. ``bytes()`` reads the edited text again and
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

  /// Whether aliases keep their text when the value with their anchor changes, see ``edit(toward:_:)``.
  var sharesAliases = false
  /// The text that ``pending`` refers to.
  private(set) var document: TextDocument
  private let original: TextDocument
  /// A text that had the expected value after the first `edits` edits.
  var checked: (text: TextDocument, edits: Int)
  /// The number of ``edits`` that ``document`` has.
  private(set) var settledCount = 0
  /// The changes of the value that belong to the changes of the text.
  var edits: [ValueEdit] = []
  /// The containers that lost their last member, with the indentation of the member: empty in a
  /// block. A new member is written as the last one was.
  private(set) var emptied: [ValueEdit.Steps: [UInt8]] = [:]
  /// The former entries of ``emptied``, to undo its changes.
  private var formerlyEmptied: [(steps: ValueEdit.Steps, indentation: [UInt8]?)] = []
  /// The changes that are not applied to ``document`` yet, and the paths of the changed values.
  private var pending: [Change] = []
  private(set) var touched = TouchedPaths()
  /// Whether ``touched`` has paths of undone changes, see ``updateTouched()``.
  private var isTouchedStale = false
  /// The changes that were applied together, and the splices that undo them.
  private var batches: [(changes: [Change], inverse: [Splice], settledCount: Int)] = []
  /// The state before each edit.
  private var history: [State] = []
  /// The tapes of ``document``, without and with inherited members.
  var tapes: (own: TextTape?, merged: TextTape?)
  /// The structure of ``document``.
  private var known: (any Syntax)?
  private var knownItems: [Int: Items] = [:]
  /// The numbers of searches in containers of JSON. After a few, all members get an index.
  private var lookups: [Int: Int] = [:]
  private static let lookupLimit = 4

  /// Splices, the path of the value that they change, and the effect on its members.
  private typealias Change = (splices: [Splice], steps: ValueEdit.Steps, effect: MemberEffect)

  /// The numbers of changes before an edit.
  private struct State: Equatable {
    var batches, changes, edits, emptied: Int
  }

  private var state: State {
    State(
      batches: batches.count, changes: pending.count, edits: edits.count,
      emptied: formerlyEmptied.count)
  }

  /// Creates an editor of a document. `number` is its number in a YAML stream, from 0. It is necessary
  /// if the stream has several documents.
  /// - Throws: `Problem` if the text is not valid. Invalid JSON is found by ``bytes()`` at the latest.
  public init(_ text: some Collection<UInt8>, format: Format, document number: Int? = nil) throws {
    self.format = format
    document = TextDocument(Array(text), format, number: number ?? 0)
    original = document
    checked = (document, 0)
    if let number, number > 0, !format.isYAML {
      throw Problem.edit("JSON has one document, with the number 0")
    }
    if document.text.bytes.withByteView({ $0.count >= 2 && $0[0] ^ $0[1] == 1 && $0[0] >= 0xFE }) {
      throw Problem.edit("only UTF-8 text can be edited", hint: "convert the text to UTF-8")
    }
    #if FERRY_YAML
    if format == .yaml {
      let syntax = try YAMLSyntax(document)
      if number == nil, syntax.documentCount > 1 {
        throw Problem.edit(
          "the stream has \(syntax.documentCount) documents",
          hint: "choose one by its number, counted from 0")
      }
      known = syntax
    }
    #endif
    if format == .json5 { known = try document.syntax() }
  }

  /// The edited text before the check of ``bytes()``.
  public var uncheckedBytes: [UInt8] { edited.text.bytes }

  private var edited: TextDocument {
    var copy = self
    copy.settle()
    return copy.document
  }

  /// Whether there is an edit to undo.
  public var hasEdits: Bool { !history.isEmpty }

  /// Returns the edited text after reading it again.
  /// - Throws: `Problem` if the text does not have the value that the edits must give.
  public func bytes() throws -> [UInt8] {
    guard hasEdits else { return document.text.bytes }
    let edited = self.edited
    try checked.text.requireValue(of: edited, after: edits[checked.edits...])
    try edited.requireMergeKeys(as: original)
    return edited.text.bytes
  }

  /// Undoes the last edit.
  /// - Returns: false without an edit.
  @discardableResult
  public mutating func undo() -> Bool {
    guard let last = history.popLast() else { return false }
    while batches.count > last.batches, let batch = batches.popLast() {
      _ = document.text.apply(batch.inverse)
      (pending, settledCount) = (batch.changes, batch.settledCount)
      forget()
    }
    pending.removeLast(pending.count - last.changes)
    isTouchedStale = true
    edits.removeLast(edits.count - last.edits)
    settledCount = min(settledCount, edits.count)
    if edits.count < checked.edits { checked = (original, 0) }
    while formerlyEmptied.count > last.emptied, let former = formerlyEmptied.popLast() {
      emptied[former.steps] = former.indentation
    }
    return true
  }

  // MARK: Steps of an edit

  /// Runs an edit, which may consist of others. If it throws, the document stays as it was.
  mutating func edit(
    _ body: (inout DocumentEditor) throws -> Void, at path: WirePath = .root
  ) throws {
    guard path.steps.count <= OpenContainer.standardLimit else { throw Problem.tooDeep(path) }
    let start = history.count
    history.append(state)
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
    history.removeLast(history.count - start - 1)
    if history[start] == state { history.removeLast() }
  }

  /// Changes the expected value, and the text of the value at `steps`, which may be a container with
  /// another number of members afterwards.
  mutating func perform(
    _ splices: [Splice], _ edit: ValueEdit?, changing steps: ValueEdit.Steps,
    _ effect: MemberEffect = .any
  ) {
    if let edit { edits.append(edit) }
    guard let first = splices.first else { return }
    var effect = effect
    if case .appends = effect {
      // More members can follow if there is a single place for them.
      let isOnePlace = splices.allSatisfy { $0.range == first.range && $0.range.isEmpty }
      if !isOnePlace || splices.last?.text.last.map(Byte.isBreak) == true { effect = .any }
    }
    updateTouched()
    pending.append((splices, steps, effect))
    touched.insert(steps, effect)
  }

  /// Collects the paths of the pending changes again after some were undone. Each search for a path
  /// does this first, so that undoing many edits collects them once.
  mutating func updateTouched() {
    guard isTouchedStale else { return }
    (touched, isTouchedStale) = (TouchedPaths(), false)
    for change in pending { touched.insert(change.steps, change.effect) }
  }

  /// Keeps the indentation of the last member that the container at `steps` loses; nil for brackets
  /// in a line.
  mutating func empty(_ steps: ValueEdit.Steps, _ indentation: [UInt8]?) {
    formerlyEmptied.append((steps, emptied.updateValue(indentation ?? [], forKey: steps)))
    emptied[steps] = indentation
  }

  /// Applies the pending changes to the text.
  mutating func settle() {
    if pending.isEmpty { return }
    updateTouched()
    let splices = touched.order.flatMap { number in
      let change = pending[number]
      if case .deletes(let run) = change.effect,
        touched.deleted[change.steps]?.contains(run) != true
      {
        return [Splice]()
      }
      return change.splices
    }
    batches.append((pending, document.text.apply(splices), settledCount))
    (pending, settledCount) = ([], edits.count)
    forget()
  }

  /// Replaces the value edits from `count` on by one. The text has all of them or none.
  mutating func join(from count: Int, _ edit: ValueEdit) {
    edits.removeLast(edits.count - count)
    edits.append(edit)
    if settledCount > count { settle() }
    settledCount = min(settledCount, edits.count)
  }

  private mutating func forget() {
    (known, knownItems, lookups, tapes) = (nil, [:], [:], (nil, nil))
    (touched, isTouchedStale) = (TouchedPaths(), false)
  }

  // MARK: Structure

  /// The structure of the text.
  var syntax: any Syntax {
    mutating get throws {
      if let known { return known }
      let syntax = try document.syntax()
      known = syntax
      return syntax
    }
  }

  /// Returns the position of a value. A position without an item is the end of the container.
  mutating func slot(_ step: WirePath.Step?, in container: Item) throws -> Slot {
    if let json = try syntax as? JSONSyntax {
      let count = lookups[container.open, default: 0]
      lookups[container.open] = count + 1
      if count < Self.lookupLimit { return try json.slot(step, in: container) }
    }
    return try allItems(of: container).slot(step, in: container)
  }

  /// Returns all values of a container.
  mutating func allItems(of container: Item) throws -> Items {
    if let json = try syntax as? JSONSyntax, knownItems[container.open]?.isComplete != true {
      knownItems[container.open] = Items(try json.allItems(of: container), json, isComplete: true)
    }
    return try items(of: container)
  }

  /// Returns the values of a container. In JSON, it is only the first one.
  mutating func items(of container: Item) throws -> Items {
    let syntax = try self.syntax
    guard container.isContainer else { return Items([], syntax) }
    if let items = knownItems[container.open] { return items }
    let items = Items(try syntax.items(of: container), syntax)
    knownItems[container.open] = items
    return items
  }
}
