#if FERRY_YAML
import FerryEditing
import FerryTestSupport
import FerryYAML
import Testing

/// Documents without a value, block scalars around an edit, merge keys.
@Suite struct YAMLLayoutTests {
  private static func start(_ name: String, _ before: String, _ after: String) -> EditCase {
    EditCase(name, before, after) { try $0.set("a.b", to: 2) }
  }

  static let cases = [
    start("an empty text", "", "a:\n  b: 2\n"),
    start("a comment without a line break", "# c", "# c\na:\n  b: 2"),
    start("an empty document", "---\n...\n", "---\na:\n  b: 2\n...\n"),
    start("an empty document with comments", "--- # c\n# d\n", "--- # c\n# d\na:\n  b: 2\n"),
    start("a directive", "%YAML 1.2\n---\n", "%YAML 1.2\n---\na:\n  b: 2\n"),
    start("a null beside the marker", "--- ~ # c\n", "--- # c\na:\n  b: 2\n"),
    EditCase("an element of an empty value", "a:\n", "a:\n  - 5\n") { try $0.append(5, to: "a") },
    EditCase("a comment for a member of null", "a:\n", "a:\n  # c\n  b: 1\n") {
      try $0.set("a.b", to: 1, comment: "c")
    },
    EditCase("the last member after a block scalar", "a: |\n  x\nb: 1", "a: |\n  x\n") {
      try $0.delete("b")
    },
    EditCase("a member after a block scalar at the end", "a: |\n  x", "a: |-\n  x\nb: 3") {
      try $0.set("b", to: 3)
    },
    EditCase(
      "blank lines after a block scalar", "a: |+\n  t\n\nb: 1\n\nc: 2\n", "a: |+\n  t\n\nc: 2\n"
    ) {
      try $0.delete("b")
    },
    EditCase(
      "a block scalar that moves above an indented comment",
      "a:\n  b:\n    # c\n\n    d: |-\n      t\ne: 1\n",
      "a:\n  b: {}\n  f: t\n    # c\ne: 1\n"
    ) {
      try $0.move("a.b.d", to: "a.f")
    },
    EditCase(
      "an object with lines of text above an indented comment", "a:\n  b: 1\n      # c\ne: 1\n",
      "a:\n  b: 1\n  f: {g: \"x\\ny\"}\n      # c\ne: 1\n"
    ) {
      try $0.set("a.f", to: ["g": "x\ny"])
    },
    EditCase(
      "the first entry beside its bracket, before a comment", "a: {x: 1, # c\n  y: 2\n  }\n",
      "a: { # c\n  y: 2\n  }\n"
    ) {
      try $0.delete("a.x")
    },
    EditCase(
      "brackets in the line of a dash that were emptied", "- a: [\n    1,\n  ]\n  b: 2\n",
      "- a: [\n    5\n  ]\n  b: 2\n"
    ) {
      try $0.delete("[0].a[0]")
      try $0.insert(5, at: "[0].a[0]")
    },
    EditCase(
      "emptied brackets behind two dashes", "- - x: [\n       1,\n     ]\n    y: 2\n",
      "- - x: [\n      5\n    ]\n    y: 2\n"
    ) {
      try $0.delete("[0][0].x[0]")
      try $0.insert(5, at: "[0][0].x[0]")
    },
    EditCase("the tag of an emptied object", "a: !t &x\n  b: 1\n", "a: !t &x {}\n") {
      try $0.delete("a.b")
    },
    EditCase(
      "an indented comment after a blank line", "a:\n  b: 1\n\n  # b: 2\n\nc: 1\n", "\nc: 1\n"
    ) {
      try $0.delete("a")
    },
    EditCase("a header with a blank line below", "# top\n\n# a\na: 1\nb: 2\n", "# top\n\nb: 2\n") {
      try $0.delete("a")
    },
    EditCase(
      "wide dashes", "-   a: 1\n    b: 2\n", "-   a: 1\n    b: 2\n-   5\n-   c: 1\n    d: 2\n"
    ) {
      try $0.append(5, to: "")
      try $0.append(["c": 1, "d": 2], to: "")
    },
    EditCase("a comment with a line break at its end", "a: 1\n", "# x\n#\n# y\na: 1\n") {
      try $0.setComment("x\n\ny\n", at: "a")
    },
    EditCase("an empty comment", "# x\na: 1\n", "a: 2\n") { try $0.set("a", to: 2, comment: "") },
    EditCase(
      "a merge key", "x: &x {a: 1}\ny:\n  b: 1\n", "x: &x {a: 1}\ny:\n  b: 1\n  <<:\n    c: 2\n"
    ) {
      try $0.set("y.<<", to: ["c": 2])
    },
    EditCase("a patch between aliases", "a: &x\n  k: 1\nb: *x\n", "a: &x\n  k: 2\nb: *x\n") {
      try $0.apply(JSONPatch([.replace("a.k", 2), .replace("b.k", 2)]))
    },
  ]

  @Test("an edit keeps the layout around it", arguments: cases)
  func edits(_ test: EditCase) throws { try test.check(.yaml) }

  @Test("a text of JSON without a document gets one", arguments: ["", "  \n", "\u{FEFF}"])
  func emptyJSON(_ text: String) throws {
    var editor = try DocumentEditor(text.utf8, format: .json)
    try editor.set("a", to: 1)
    #expect(try String(decoding: editor.bytes(), as: UTF8.self) == text + "{\"a\": 1}\n")
    var json5 = try DocumentEditor("// c".utf8, format: .json5)
    try json5.set("a", to: 1)
    #expect(try String(decoding: json5.bytes(), as: UTF8.self) == "// c\n{\"a\": 1}\n")
  }

  private static let merging = "x: &x {a: 1, q: {z: 1, w: 2}}\ny:\n  <<: [*x]\n  c: 1\n"

  @Test("a merge key without an object is an error", arguments: [nil, 5, "s"] as [AnyValue])
  func mergeKeys(_ value: AnyValue) throws {
    for path in ["y.<<", "y.<<[0]", "y.<<[1]"] {
      var editor = try DocumentEditor(Self.merging.utf8, format: .yaml)
      try editor.set(try WirePath(parsing: path), to: value)
      let error = #expect(throws: Problem.self) { try editor.bytes() }
      #expect(error?.summary == "a merge key (`<<`) does not allow this edit")
    }
  }

  private struct Model: Encodable { var y: [String: Int] }

  /// Edits of a value that an object inherits.
  static let inherited: [@Sendable (inout DocumentEditor) throws -> Void] = [
    { try $0.delete("y.a") },
    { try $0.set("y.q.z", to: 2) },
    { try $0.apply(mergePatch: ["y": ["a": nil]]) },
    { try $0.apply(mergePatch: ["y": ["q": ["z": 2]]]) },
    { try $0.update("", from: Model(y: ["a": 1, "c": 1]), to: Model(y: ["c": 1])) },
  ]

  @Test("an edit inside of an inherited value is an error", arguments: inherited.indices)
  func refusesInherited(_ index: Int) throws {
    var editor = try DocumentEditor(Self.merging.utf8, format: .yaml)
    let error = #expect(throws: Problem.self) { try Self.inherited[index](&editor) }
    #expect(error?.summary.hasSuffix("through a merge key") == true)
    #expect(editor.uncheckedBytes == Array(Self.merging.utf8))
  }

  @Test("a thousand edits read the text a few times")
  func readsOnce() throws {
    let text = (0..<2000).map { "- a: \($0)\n  b: x\n" }.joined()
    var editor = try DocumentEditor(text.utf8, format: .yaml)
    let paths = try editor.paths(matching: "[*].a")
    let time = try processorTime {
      for path in paths { try editor.set(path, to: 0) }
      for index in 0..<1000 {
        try editor.set(WirePath(steps: [.index(0), .key("k\(index)")]), to: 0)
      }
      for _ in 0..<1000 { try editor.append(0, to: "") }
      _ = try editor.bytes()
    }
    let single = try processorTime { _ = try YAML.decode(AnyValue.self, from: text) }
    // Reading it for each edit would take thousands of times as long.
    #expect(time < single * 300)
  }
}
#endif
