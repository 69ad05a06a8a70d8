import FerryEditing
import FerryTestSupport
import Testing

/// The law of sequences: after edits, undone edits, failed edits and patches that fail, in any order, an
/// editor is as a fresh one with the edits that are left. The value is that of a JSON Patch.
@Suite struct EditSequenceLawTests {
  private enum Edit: CustomStringConvertible {
    case set(WirePath, AnyValue), delete(WirePath), rename(WirePath, String)
    case move(WirePath, WirePath), copy(WirePath, WirePath), insert(WirePath, AnyValue)
    case update(WirePath, AnyValue)

    var description: String {
      switch self {
      case .set(let path, let value): "set \(path) to \(value)"
      case .delete(let path): "delete \(path)"
      case .rename(let path, let key): "rename \(path) to \(key)"
      case .move(let path, let target): "move \(path) to \(target)"
      case .copy(let path, let target): "copy \(path) to \(target)"
      case .insert(let path, let value): "insert \(value) at \(path)"
      case .update(let path, let value): "update \(path) to \(value)"
      }
    }

    func apply(to editor: inout DocumentEditor) throws {
      switch self {
      case .set(let path, let value): try editor.set(path, to: value)
      case .delete(let path): try editor.delete(path)
      case .rename(let path, let key): try editor.rename(path, to: key)
      case .move(let path, let target): try editor.move(path, to: target)
      case .copy(let path, let target): try editor.copy(path, to: target)
      case .insert(let path, let value): try editor.insert(value, at: path)
      case .update(let path, let value): try editor.update(path, to: value)
      }
    }

    func result(_ value: AnyValue) throws -> AnyValue {
      let operation: JSONPatch.Operation
      switch self {
      case .set(let path, let new), .update(let path, let new): operation = .replace(path, new)
      case .insert(let path, let new): operation = .add(path, new)
      case .delete(let path): operation = .remove(path)
      case .move(let path, let target): operation = .move(from: path, target)
      case .copy(let path, let target): operation = .copy(from: path, target)
      case .rename(let path, let key):
        let target = WirePath(steps: path.steps.dropLast() + [.key(key)])
        operation = .move(from: path, target)
      }
      return try value.applying(JSONPatch([operation]))
    }

    /// Whether the comments afterwards are allowed.
    func allows(_ old: [Substring: Int], _ new: [Substring: Int]) -> Bool {
      switch self {
      case .move, .rename, .insert: old == new
      case .copy: old.allSatisfy { new[$0.key, default: 0] >= $0.value }
      case .set, .delete, .update: new.allSatisfy { old[$0.key, default: 0] >= $0.value }
      }
    }
  }

  private static func comments(_ text: [UInt8]) -> [Substring: Int] {
    Dictionary(commentWords(in: text).map { ($0, 1) }, uniquingKeysWith: +)
  }

  private static func edit(_ value: AnyValue, _ document: inout RandomDocument) -> Edit? {
    let paths = value.paths
    if paths.isEmpty { return nil }
    let steps = document.pick(paths)
    let path = WirePath(steps: steps)
    let other = document.pick(paths)
    // A move between siblings, or to a new member.
    var target = WirePath(steps: other)
    if case .key? = other.last {
      target = WirePath(steps: other.dropLast() + [.key("new\(document.number(below: 5))")])
    }
    var isFree = value.value(at: target) == nil
    if case .index? = other.last { isFree = true }
    switch document.number(below: 9) {
    case 0: return .set(path, document.newValue(2))
    case 1: return .delete(path)
    case 2:
      let key = "r\(document.number(below: 4))"
      guard case .key(let old)? = steps.last, old != key else { return nil }
      return .rename(path, key)
    case 3 where isFree && !target.steps.starts(with: steps): return .move(path, target)
    case 4 where isFree: return .copy(path, target)
    case 5:
      let new = document.newValue(2)
      return value.value(at: path) == new ? nil : .update(path, new)
    case 6, 7:
      guard case .index? = other.last else { return nil }
      return .insert(WirePath(steps: other), document.newValue(1))
    default: return .set(path, document.scalar())
    }
  }

  /// - Returns: whether the text allows the edits. In documents with anchors, it does not always.
  private static func run(
    _ format: DocumentEditor.Format, hasAnchors: Bool, _ random: inout SeededGenerator
  ) throws -> Bool {
    var document = RandomDocument(format, hasAnchors: hasAnchors, using: &random)
    let text = Array(document.text.utf8)
    var editor = try DocumentEditor(text, format: format)
    var states: [(value: AnyValue, comments: [Substring: Int], edit: Edit?)] = [
      (document.value, comments(text), nil)
    ]
    func words() -> String { "\(states.compactMap { $0.edit }) in\n\(document.text)" }
    for _ in 0..<(2 + random.int(0..<8)) {
      let state = states[states.count - 1]
      switch random.int(0..<6) {
      case 0:
        #expect(editor.undo() == (states.count > 1))
        if states.count > 1 { states.removeLast() }
      case 1:
        let scalar = document.scalar()
        let first = state.value.paths.first.map {
          JSONPatch.Operation.replace(WirePath(steps: $0), scalar)
        }
        let patch = JSONPatch((first.map { [$0] } ?? []) + [.remove("none.none")])
        #expect(throws: Problem.self) { try editor.apply(patch) }
      case 2: #expect(throws: Problem.self) { try editor.delete("none.none") }
      default:
        guard let edit = edit(state.value, &document), let value = try? edit.result(state.value)
        else { continue }
        do {
          try edit.apply(to: &editor)
        } catch is Problem {
          // The text does not allow each edit, such as a comment in a line.
          continue
        }
        let found = comments(editor.uncheckedBytes)
        states.append((value, found, edit))
        #expect(edit.allows(state.comments, found), "\(words())")
      }
    }
    let state = states[states.count - 1]
    var fresh = try DocumentEditor(text, format: format)
    for edit in states.compactMap(\.edit) { try edit.apply(to: &fresh) }
    let (result, expected) = (Result { try editor.bytes() }, Result { try fresh.bytes() })
    guard let result = try? result.get(), let expected = try? expected.get() else {
      let areErrors = (try? result.get()) == nil && (try? expected.get()) == nil
      if !hasAnchors || !areErrors {
        Issue.record("\(result) and \(expected) after \(words())")
      }
      return false
    }
    #expect(try format.read(result) == state.value, "\(words())")
    #expect(try format.read(expected) == state.value, "\(words())")
    #expect(comments(result) == comments(expected), "\(words())")
    while editor.undo() {}
    #expect(editor.uncheckedBytes == text)
    return true
  }

  @Test(
    "an editor after undone and failed edits equals a fresh one",
    arguments: DocumentEditor.Format.all)
  func law(_ format: DocumentEditor.Format) throws {
    var random = SeededGenerator(for: "edit sequences \(format)")
    for _ in 0..<Cases.count(isDebugBuild ? 600 : 10_000) {
      _ = try Self.run(format, hasAnchors: false, &random)
    }
  }

  #if FERRY_YAML
  @Test("with anchors and aliases, an editor after undone and failed edits equals a fresh one")
  func anchors() throws {
    var random = SeededGenerator(for: "edit sequences with anchors")
    let count = Cases.count(isDebugBuild ? 600 : 10_000)
    var allowed = 0
    for _ in 0..<count where try Self.run(.yaml, hasAnchors: true, &random) { allowed += 1 }
    #expect(allowed > count * 9 / 10)
  }
  #endif
}
