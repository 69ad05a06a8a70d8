import FerryEditing
import FerryTestSupport
import Testing

/// The law of an edit: the text reads as the edited value, and no byte off the edited place changes.
@Suite struct EditingLawTests {
  /// The meaning of an edit, in another way than the editor's.
  private indirect enum Tree: Equatable {
    case leaf(AnyValue), list([Tree]), map([(String, Tree)])

    init(_ value: AnyValue) {
      if let members = value.object {
        self = .map(members.map { ($0.key, Tree($0.value)) })
      } else {
        self = value.array.map { .list($0.map(Tree.init)) } ?? .leaf(value)
      }
    }

    static func == (left: Tree, right: Tree) -> Bool {
      switch (left, right) {
      case (.leaf(let left), .leaf(let right)): left == right
      case (.list(let left), .list(let right)): left == right
      case (.map(let left), .map(let right)):
        left.count == right.count
          && zip(left, right).allSatisfy { $0.0.utf8.elementsEqual($1.0.utf8) && $0.1 == $1.1 }
      default: false
      }
    }

    func position(_ step: WirePath.Step) -> Int {
      switch (self, step) {
      case (.map(let members), .key(let key)):
        members.firstIndex { $0.0.utf8.elementsEqual(key.utf8) } ?? 0
      case (_, .index(let index)): index
      default: 0
      }
    }

    mutating func change(_ steps: ArraySlice<WirePath.Step>, _ body: (inout Tree) -> Void) {
      guard let step = steps.first else { return body(&self) }
      let position = position(step)
      switch self {
      case .list(var elements):
        elements[position].change(steps.dropFirst(), body)
        self = .list(elements)
      case .map(var members):
        members[position].1.change(steps.dropFirst(), body)
        self = .map(members)
      case .leaf: break
      }
    }

    var paths: [[WirePath.Step]] {
      switch self {
      case .leaf: [[]]
      case .list(let elements):
        [[]]
          + elements.enumerated().flatMap { index, value in value.paths.map { [.index(index)] + $0 }
          }
      case .map(let members):
        [[]] + members.flatMap { key, value in value.paths.map { [.key(key)] + $0 } }
      }
    }

    func value(_ steps: [WirePath.Step]) -> Tree {
      var (copy, found) = (self, self)
      copy.change(steps[...]) { found = $0 }
      return found
    }
  }

  /// Runs a random edit. Returns it, and the path if only the value there can change; nil if there
  /// is nothing to do.
  private static func edit(
    _ editor: inout DocumentEditor, _ tree: inout Tree, _ document: inout RandomDocument,
    _ random: inout SeededGenerator
  ) throws -> (words: String, exact: WirePath?, deleted: [WirePath.Step]?)? {
    let steps = document.pick(tree.paths)
    let path = WirePath(steps: steps)
    let old = tree.value(steps)
    var isExact = false
    var deleted: [WirePath.Step]?
    let edit: String
    switch (random.int(0..<6), old) {
    case (0, .leaf) where !steps.isEmpty:
      let new = document.scalar()
      edit = "set \(path) to \(new)"
      tree.change(steps[...]) { $0 = .leaf(new) }
      isExact = !new.description.contains("\\n")
      try editor.set(path, to: new)
    case (1, .map(var members)):
      var words = "add to \(path):"
      for _ in 0...random.int(0..<3) {
        let (key, new) = (document.key(), document.newValue(2))
        if members.contains(where: { $0.0.utf8.elementsEqual(key.utf8) }) { continue }
        words += " \(key): \(new)"
        members.append((key, Tree(new)))
        try editor.set(path.appending(WirePath(steps: [.key(key)])), to: new)
      }
      edit = words
      tree.change(steps[...]) { $0 = .map(members) }
    case (2, .list(var elements)):
      let new = (0...random.int(0..<3)).map { _ in document.newValue(2) }
      edit = "add to \(path): \(new)"
      elements += new.map(Tree.init)
      tree.change(steps[...]) { $0 = .list(elements) }
      for value in new { try editor.append(value, to: path) }
    case (1, .list(var elements)):
      let (index, new) = (document.number(below: elements.count + 1), document.newValue(2))
      edit = "insert at \(path)[\(index)]: \(new)"
      elements.insert(Tree(new), at: index)
      tree.change(steps[...]) { $0 = .list(elements) }
      try editor.insert(new, at: path.appending(WirePath(steps: [.index(index)])))
    case (3, _) where !steps.isEmpty:
      edit = "delete \(path)"
      deleted = steps
      tree.change(steps.dropLast()) { parent in
        let position = parent.position(steps[steps.count - 1])
        if case .list(var elements) = parent {
          elements.remove(at: position)
          parent = .list(elements)
        } else if case .map(var members) = parent {
          members.remove(at: position)
          parent = .map(members)
        }
      }
      try editor.delete(path)
    case (4, _):
      guard case .key? = steps.last else { return nil }
      let key = document.key()
      guard case .map(var members) = tree.value(steps.dropLast()),
        !members.contains(where: { $0.0.utf8.elementsEqual(key.utf8) })
      else { return nil }
      edit = "rename \(path) to \(key)"
      members[tree.value(steps.dropLast()).position(steps[steps.count - 1])].0 = key
      tree.change(steps.dropLast()) { $0 = .map(members) }
      try editor.rename(path, to: key)
    default:
      let new = document.newValue(3)
      if steps.isEmpty, new.object == nil, new.array == nil { return nil }
      edit = "set \(path) to \(new)"
      tree.change(steps[...]) { $0 = Tree(new) }
      try editor.set(path, to: new)
    }
    return (edit, isExact ? path : nil, deleted)
  }

  /// Runs a few random edits of a random document.
  private static func run(_ format: DocumentEditor.Format, _ random: inout SeededGenerator) throws {
    var document = RandomDocument(format, using: &random)
    let isMarked = format != .json && random.oneIn(20)
    let lineBreak: [UInt8] = random.oneIn(8) ? random.oneIn(2) ? [0x0D, 0x0A] : [0x0D] : [0x0A]
    var text = Array((isMarked ? "\u{FEFF}" : "").utf8) + Array(document.text.utf8)
    text = text.flatMap { $0 == 0x0A ? lineBreak : [$0] }
    var editor = try DocumentEditor(text, format: format)
    var tree = Tree(document.value)
    var edits: [String] = []
    var exact: WirePath?
    var deleted: [WirePath.Step]?
    for _ in 0..<(random.oneIn(2) ? 1 : 2 + random.int(0..<4)) {
      let edit: (words: String, exact: WirePath?, deleted: [WirePath.Step]?)
      do {
        guard let random = try Self.edit(&editor, &tree, &document, &random) else { continue }
        edit = random
      } catch let problem as Problem {
        Issue.record("\(problem) after \(edits) in \(document.text)")
        return
      }
      edits.append(edit.words)
      exact = edits.count == 1 ? edit.exact : nil
      deleted = edits.count == 1 ? edit.deleted : nil
    }
    let result: [UInt8]
    do {
      result = try editor.bytes()
    } catch {
      let text = String(decoding: editor.uncheckedBytes, as: UTF8.self)
      Issue.record("\(error) after \(edits) in\n\(document.text)\ngives\n\(text)")
      return
    }
    let comment = "\(edits) in\n\(document.text)\ngives\n\(String(decoding: result, as: UTF8.self))"
    #expect(Tree(try format.read(result)) == tree, "\(comment)")
    if let exact, lineBreak == [0x0A], let range = document.ranges[exact], !range.isEmpty {
      let start = range.lowerBound + (isMarked ? 3 : 0)
      let rest = document.text.utf8.count - range.upperBound
      #expect(result.prefix(start) == text.prefix(start), "\(comment)")
      #expect(result.suffix(rest) == text.suffix(rest), "\(comment)")
    }
    if edits.allSatisfy({ edit in ["add", "insert", "rename"].contains { edit.hasPrefix($0) } }) {
      #expect(commentWords(in: result) == commentWords(in: text), "\(comment)")
    }
    if let deleted {
      let lost = Set(commentWords(in: text)).subtracting(commentWords(in: result))
      let others = lost.filter { document.owners["\($0)"]?.starts(with: deleted) != true }
      #expect(others.isEmpty, "\(others) lost: \(comment)")
    }
    while editor.undo() {}
    #expect(editor.uncheckedBytes == text)
  }

  @Test(
    "an edited text reads as the edited value, and other bytes stay",
    arguments: DocumentEditor.Format.all)
  func law(_ format: DocumentEditor.Format) throws {
    var random = SeededGenerator(for: "editing \(format)")
    for _ in 0..<Cases.count(isDebugBuild ? 1000 : 20_000) { try Self.run(format, &random) }
  }
}
