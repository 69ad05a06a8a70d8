#if FERRY_YAML
import FerryEditing
import FerryTestSupport
import FerryYAML
import Testing

/// Edits of values with anchors: aliases keep their value.
@Suite struct AliasTests {
  private static let pair = "a: &x 1\nb: *x # c\n"
  private static let merge = "base: &b\n  x: 1\nuse:\n  <<: *b\n  y: 2\n"
  private static let nested = "a: &x\n  b: &y 1\n  c: *y\nd: *x\ne: [*y, *x]\n"

  private struct Model: Codable { var a, b: Int }

  static let cases = [
    EditCase("a changed value", pair, "a: &x 2\nb: 1 # c\n") { try $0.set("a", to: 2) },
    EditCase("a replaced value", pair, "a: &x 2\nb: 1 # c\n") { try $0.replace("a", with: 2) },
    EditCase("a model", pair, "a: &x 2\nb: 1 # c\n") {
      try $0.update("", to: Model(a: 2, b: 1))
    },
    EditCase("a changed model", pair, "a: &x 2\nb: 1 # c\n") {
      try $0.update("", from: Model(a: 1, b: 1), to: Model(a: 2, b: 1))
    },
    EditCase("a merge patch", pair, "a: &x 2\nb: 1 # c\n") { try $0.apply(mergePatch: ["a": 2]) },
    EditCase("a patch", pair, "a: &x 2\nb: 1 # c\n") {
      try $0.apply(JSONPatch([.replace("a", 2), .test("b", 1)]))
    },
    EditCase("a model in which the aliases change as well", pair, "a: &x 2\nb: *x # c\n") {
      try $0.update("", to: Model(a: 2, b: 2))
    },
    EditCase("followed aliases", pair, "a: &x 2\nb: *x # c\n") {
      $0.followsAliases = true
      try $0.set("a", to: 2)
    },
    EditCase("elements that change places", "l: [&s a, *s]\n", "l: [&s b, a]\n") {
      try $0.update("", to: ["l": ["b", "a"]])
    },
    EditCase(
      "a merge key", merge, "base: &b\n  x: 5\nuse:\n  <<:\n    x: 1\n  y: 2\n"
    ) { try $0.set("base.x", to: 5) },
    EditCase(
      "anchors in each other", nested,
      "a: &x\n  b: &y 2\n  c: 1\nd:\n  b: 1\n  c: 1\ne: [1, {b: 1, c: 1}]\n"
    ) { try $0.set("a.b", to: 2) },
    EditCase("a new member", "a: &x {k: 1}\nb: *x\n", "a: &x {k: 1, l: 2}\nb: {k: 1}\n") {
      try $0.set("a.l", to: 2)
    },
    EditCase("a new element", "a: &x [1]\nb: *x\n", "a: &x [1, 2]\nb: [1]\n") {
      try $0.append(2, to: "a")
    },
    EditCase("a deleted member", "a: &x {k: 1, l: 2}\nb: *x\n", "a: &x {k: 1}\nb: {k: 1, l: 2}\n") {
      try $0.delete("a.l")
    },
    EditCase("a renamed member", "a: &x {k: 1}\nb: *x\n", "a: &x {l: 1}\nb: {k: 1}\n") {
      try $0.rename("a.k", to: "l")
    },
    EditCase(
      "a moved member", "a: &x {k: 1, l: 2}\nb: *x\nc: {m: 1}\n",
      "a: &x {k: 1}\nb: {k: 1, l: 2}\nc: {m: 1, l: 2}\n"
    ) { try $0.move("a.l", to: "c.l") },
    EditCase("an alias that moved before", "c: 1\na: &x 1\nb: *x\n", "a: &x 2\nd: 1\n") {
      try $0.delete("c")
      try $0.rename("b", to: "d")
      try $0.set("a", to: 2)
    },
    EditCase(
      "the second of two anchors of a name", "a: &x 1\nb: *x\nc: &x 2\nd: *x\n",
      "a: &x 1\nb: *x\nc: &x 3\nd: 2\n"
    ) { try $0.set("c", to: 3) },
  ]

  @Test("a value with an anchor changes alone", arguments: cases)
  func changesAlone(_ test: EditCase) throws { try test.check(.yaml) }

  @Test("an alias that is a key makes an edit of its anchor fail")
  func keys() throws {
    var editor = try DocumentEditor("a: &x k\n? *x\n: 1\n".utf8, format: .yaml)
    #expect(throws: Problem.self) { try editor.set("a", to: "l") }
    #expect(!editor.hasEdits)
  }

  /// A document of members with anchors and aliases.
  private static func document(_ random: inout SeededGenerator) -> String {
    var text = ""
    var names: [String] = []
    for index in 0..<(2 + random.int(0..<5)) {
      func value() -> String {
        if !names.isEmpty, random.oneIn(2) { return "*" + names[random.int(0..<names.count)] }
        return "\(random.int(0..<9))"
      }
      var anchor = ""
      if random.oneIn(2) { anchor = "&n\(random.int(0..<4)) " }
      switch random.int(0..<4) {
      case 0: text += "k\(index): {a: \(value()), b: \(value())}\n"
      case 1: text += "k\(index): \(anchor)\n  a: \(value())\n  b: \(value())\n"
      case 2: text += "k\(index): \(anchor)[\(value()), \(value())]\n"
      default:
        let value = value()
        text += "k\(index): \(value.hasPrefix("*") ? "" : anchor)\(value) # c\n"
        if value.hasPrefix("*") { anchor = "" }
      }
      if text.hasSuffix("}\n") { anchor = "" }
      if !anchor.isEmpty { names.append(String(anchor.dropFirst().dropLast())) }
    }
    return text
  }

  @Test("edits of documents with aliases give the asked value or an error")
  func law() throws {
    var random = SeededGenerator(for: "aliases under edits")
    var done = 0
    let count = Cases.count(isDebugBuild ? 500 : 20_000)
    for _ in 0..<count {
      let text = Self.document(&random)
      // An alias in the value with its own anchor is invalid.
      guard let old = try? YAML.decode(AnyValue.self, from: text) else { continue }
      var new = old
      let path = WirePath(keys: "k\(random.int(0..<(old.object?.count ?? 1)))")
      let inner = WirePath(steps: path.steps + [random.oneIn(2) ? .key("a") : .index(0)])
      let target = new.value(at: inner) == nil ? path : inner
      var editor = try DocumentEditor(text.utf8, format: .yaml)
      let kind = random.int(0..<5)
      do {
        switch kind {
        case 0:
          new.set(77, at: target)
          try editor.set(target, to: 77)
        case 1:
          new.set(nil, at: target)
          try editor.delete(target)
        case 2:
          new.set([1, 2], at: target)
          try editor.apply(JSONPatch([.replace(target, [1, 2])]))
        case 3:
          new.set(77, at: target)
          try editor.apply(new.difference(from: old))
        default:
          new.set(["z": 1], at: target)
          try editor.update("", to: new)
        }
        let bytes = try editor.bytes()
        done += 1
        let result = try YAML.decode(AnyValue.self, from: bytes)
        #expect(
          result == new,
          "\(kind) at \(target) in\n\(text)\ngives\n\(String(decoding: bytes, as: UTF8.self))")
      } catch is Problem {
        continue
      }
    }
    // Paths through aliases, and deletions of anchors, are errors.
    #expect(done > count / 4)
  }
}
#endif
