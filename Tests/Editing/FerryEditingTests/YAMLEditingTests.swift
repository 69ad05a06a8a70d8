#if FERRY_YAML
import FerryEditing
import FerryYAML
import Testing

@Suite struct YAMLEditingTests {
  private static let config = """
    # Copyright

    ---
    # The server.
    server:   # public
        port: 80       # http
        host: "a.example"   # quoted
        tags: [x, y]  # flow
        notes: |
            one
            two

        # limits
        limits:
            cpu: 1.50
            memory: '2'
    users:
    - name: ann   # first
      role: admin
    # The second.
    - name: bob
      role: guest

    empty:
    list: []
    last: ~

    """

  private static func test(
    _ name: String, _ old: String, _ new: String,
    _ edit: @escaping @Sendable (inout DocumentEditor) throws -> Void
  ) -> EditCase {
    EditCase(name, config, config.replacing(old, with: new), edit)
  }

  static let cases = [
    test("a number", "80 ", "8080 ") { try $0.set("server.port", to: 8080) },
    test("text in quotes", #""a.example""#, #""b""#) { try $0.set("server.host", to: "b") },
    test("text that needs quotes", "ann", #""yes""#) { try $0.set("users[0].name", to: "yes") },
    test("a block of text", "one\n        two", "three") {
      try $0.set("server.notes", to: "three\n")
    },
    test("an empty value", "empty:", "empty: 1") { try $0.set("empty", to: 1) },
    test("an object in place of an empty value", "empty:", "empty:\n    a: 1") {
      try $0.set("empty.a", to: 1)
    },
    test(
      "an object in place of a scalar", "80       # http",
      "      # http\n        a: 1"
    ) {
      try $0.set("server.port", to: ["a": 1])
    },
    test("an array in place of text", " ~", "\n- 1\n- a: b") {
      try $0.set("last", to: [1, ["a": "b"]])
    },
    test("a scalar in place of an object", ":\n        cpu: 1.50\n        memory: '2'", ": 5") {
      try $0.set("server.limits", to: 5)
    },
    test("a member at the end of an object", "'2'\n", "'2'\n        disk: '3'\n") {
      try $0.set("server.limits.disk", to: "3")
    },
    test(
      "a member before another, with a comment", "    # limits\n",
      "    # new\n    size: 3\n    # limits\n"
    ) {
      try $0.insert(3, at: "server.size", before: "limits", comment: "new")
    },
    test("an element with members", "guest\n", "guest\n- name: carl\n  role: user\n") {
      try $0.append(["name": "carl", "role": "user"], to: "users")
    },
    test("an element before the first", "- name: ann", "- 0\n- name: ann") {
      try $0.insert(0, at: "users[0]")
    },
    test("an element in brackets", "y]", "y, z]") { try $0.append("z", to: "server.tags") },
    test("an element of an empty array", "[]", "[a]") { try $0.append("a", to: "list") },
    test("a deleted element with its comment", "# The second.\n- name: bob\n  role: guest\n", "") {
      try $0.delete("users[1]")
    },
    test("a deleted first member of an element", "name: ann   # first\n  ", "") {
      try $0.delete("users[0].name")
    },
    test(
      "a deleted object with its comment",
      "    # limits\n    limits:\n        cpu: 1.50\n        memory: '2'\n", ""
    ) {
      try $0.delete("server.limits")
    },
    test("a renamed key", "notes:", "text:") { try $0.rename("server.notes", to: "text") },
    test("a comment above", "# The second.", "# Bob") { try $0.setComment("Bob", at: "users[1]") },
    test("a comment beside", "# http", "# https") {
      try $0.setComment("https", at: "server.port", .beside)
    },
    test("a comment beside an object", "# public", "# private") {
      try $0.setComment("private", at: "server", .beside)
    },
    EditCase("all members of an object", "a:  # x\n  # y\n  b: 1\nc: 2\n", "a: {}  # x\nc: 2\n") {
      try $0.delete("a.b")
    },
    EditCase(
      "a move with comments",
      "a:\n  # one\n  b:  # two\n    - 1\n    # three\n    - 2.0\n  z: 0\nc: 2\n",
      "a:\n  z: 0\nc: 2\n# one\nd:  # two\n  - 1\n  # three\n  - 2.0\n".replacing(
        ":  # two", with: ": # two")
    ) {
      try $0.move("a.b", to: "d")
    },
    EditCase(
      "a move of an array into brackets", "- a: {b: 2}\n- [\n    1\n  ]\n",
      "- a: {b: 2, c: [1]}\n"
    ) {
      try $0.move("[1]", to: "[0].a.c")
    },
    EditCase("an anchor stays", "a: &x 1\nb: *x\n", "a: &x 2\nb: 1\n") { try $0.set("a", to: 2) },
    EditCase("an alias is replaced", "a: &x 1\nb: *x # c\n", "a: &x 1\nb: 2 # c\n") {
      try $0.set("b", to: 2)
    },
    EditCase(
      "a member over a merge key", "a: &x\n  k: 1\nb:\n  <<: *x\n",
      "a: &x\n  k: 1\nb:\n  <<: *x\n  k: 2\n"
    ) {
      try $0.set("b.k", to: 2)
    },
    EditCase(
      "an anchor through an alias, if asked", "a: &x\n  k: 1\nb: *x\n", "a: &x\n  k: 2\nb: *x\n"
    ) {
      $0.followsAliases = true
      try $0.set("b.k", to: 2)
    },
    EditCase("a value with a tag", "a: !x 1 # c\n", "a: !y z # c\n") {
      try $0.set("a", to: .tagged("!y", "z"))
    },
    EditCase("a text without a line break at its end", "a: 1", "a: 1\nb: 2") {
      try $0.set("b", to: 2)
    },
    EditCase("a value after a comment", "a:\n  # c\n  \"x\"\n", "a:\n  # c\n  \"y\"\n") {
      try $0.set("a", to: "y")
    },
    EditCase("a key with `?`", "? a\n: 1\nb: 2\n", "? a\n: 3\nb: 2\n") { try $0.set("a", to: 3) },
    EditCase("a block of text with a comment", "a: | # c\n  x\nb: 1\n", "a: text # c\nb: 1\n") {
      try $0.set("a", to: 1)
      try $0.set("a", to: "text")
    },
    EditCase("CR LF", "a:\r\n  - 1\r\n", "a:\r\n  - 1\r\n  - 2\r\n") { try $0.append(2, to: "a") },
    EditCase("CR", "# c\ra: 1 # d\rb:\r  - 1\r", "# c\ra: 1 # d\rb:\r  - 1\r  - 2\rc: 3\r") {
      try $0.append(2, to: "b")
      try $0.set("c", to: 3)
    },
    EditCase("a line that ends with CR", "a: 1\rb: 2\n", "b: 2\n") { try $0.delete("a") },
    EditCase("a root in brackets", "# c\n{a: 1}  # d\n", "# c\n{a: 1, b: 2}  # d\n") {
      try $0.set("b", to: 2)
    },
    EditCase(
      "a line of a new value before blanks", "a:\n  x  # c\n", "a:\n  - 1  # c\n  - |\n    b\n"
    ) {
      try $0.set("a", to: [1, "b\n"])
    },
    EditCase("a key without a colon", "a:\n  ?\n\nb: 1 # c\n", "a: \"\"\n\nb: 2 # c\n") {
      try $0.set("a", to: "")
      try $0.set("b", to: 2)
    },
    EditCase("an empty value in braces", "{a, b: }", "{a: 1, b: 2 }") {
      try $0.set("a", to: 1)
      try $0.set("b", to: 2)
    },
    EditCase("text with characters beyond ASCII", "a: b\n", "a: é 😀\n") {
      try $0.set("a", to: "é 😀")
    },
    EditCase("long text where the neighbours are blocks", "a: >-\n  x\n  y\n", "a: >-\n  z\n") {
      try $0.set("a", to: "z")
    },
  ]

  @Test("an edit of YAML touches nothing else", arguments: cases)
  func edits(_ test: EditCase) throws { try test.check(.yaml) }

  /// Edits that YAML's text does not allow, and the reasons.
  static let refusals:
    [(text: String, words: String, edit: @Sendable (inout DocumentEditor) throws -> Void)] = [
      (
        "a: &x\n  k: 1\nb: *x\n",
        "the path goes through an alias, so the edit would change other values as well",
        { try $0.set("b.k", to: 2) }
      ),
      (
        "a: &x 1\nb: *x\n", "the text does not allow this edit: it would become invalid",
        { try $0.delete("a") }
      ),
      (
        "a: &x 1\nb: &x 2\nc: *x\n",
        "the text does not allow this edit: another value would change", { try $0.delete("b") }
      ),
      (
        "a: &x\n  k: 1\nb:\n  <<: *x\n", "the object inherits k through a merge key",
        { try $0.delete("b.k") }
      ),
      (
        "? a\n: 1\nb: 2\n",
        "a member with `?` before its key can only get another value in its line",
        { try $0.delete("a") }
      ),
      (
        "[a: 1]", "a pair without braces cannot get another member", { try $0.set("[0].b", to: 2) }
      ),
      (
        "- a: 1\n", "a comment needs a line of its own", { try $0.setComment("c", at: "[0].a") }
      ),
      (
        "a: 1\n", "the object already has the key `a`", { try $0.insert(2, at: "a") }
      ),
      (
        "a: 1\n", "missing key: `z`", { try $0.insert(2, at: "b", before: "z") }
      ),
      (
        "a: 1\n", "the document as a whole cannot be deleted", { try $0.delete("") }
      ),
    ]

  @Test(
    "an edit that YAML's text does not allow is an error with the reason",
    arguments: refusals.indices)
  func refuses(_ index: Int) throws {
    let (text, words, edit) = Self.refusals[index]
    var editor = try DocumentEditor(text.utf8, format: .yaml)
    let error = #expect(throws: Problem.self) {
      try edit(&editor)
      _ = try editor.bytes()
    }
    #expect(error?.summary == words)
  }

  @Test("one document of a stream changes")
  func severalDocuments() throws {
    let text = "a: 1\n---\n# two\na: 2\n...\n---\na: 3\n"
    let error = #expect(throws: Problem.self) { try DocumentEditor(text.utf8, format: .yaml) }
    #expect(error?.summary == "the stream has 3 documents")
    var editor = try DocumentEditor(text.utf8, format: .yaml, document: 1)
    try editor.set("a", to: 5)
    try editor.set("b", to: 6)
    #expect(
      String(decoding: try editor.bytes(), as: UTF8.self)
        == "a: 1\n---\n# two\na: 5\nb: 6\n...\n---\na: 3\n")
  }

  @Test("text in UTF-16, a missing document and invalid text are errors")
  func unreadable() {
    #expect(throws: Problem.self) { try DocumentEditor([0xFF, 0xFE, 0x61, 0], format: .yaml) }
    let text = "a: 1\n---\nb: 2\n"
    let error = #expect(throws: Problem.self) {
      try DocumentEditor(text.utf8, format: .yaml, document: 2)
    }
    #expect(error?.hint == "its documents have the numbers 0 to 1")
    #expect(throws: Problem.self) { try DocumentEditor("{}".utf8, format: .json, document: 1) }
    #expect(throws: Problem.self) { try DocumentEditor("a: [".utf8, format: .yaml) }
  }

  @Test("a text of several lines has quotes above comments that its block would take")
  func commentsBelowText() throws {
    var editor = try DocumentEditor("a: 1\n   # c\nb: 2\n".utf8, format: .yaml)
    try editor.set("a", to: "x\ny")
    #expect(String(decoding: try editor.bytes(), as: UTF8.self) == "a: \"x\\ny\"\n   # c\nb: 2\n")
  }

  @Test("an edit of what became null by a wrong edit is an error")
  func nullByAWrongEdit() throws {
    // libyaml ends the line at U+0085, the editor does not.
    var editor = try DocumentEditor("a:\u{85}b: 1".utf8, format: .yaml)
    try editor.delete("a")
    try editor.set("c", to: 2)
    #expect(throws: Problem.self) { try editor.bytes() }
  }

  @Test("a patch does not see a value that a wrong edit has changed")
  func testAfterAWrongEdit() throws {
    var editor = try DocumentEditor("a:\u{85}b: 1".utf8, format: .yaml)
    try editor.delete("a")
    let patch = JSONPatch([.test("", .null)])
    #expect(throws: Problem.self) { try editor.apply(patch) }
  }
}
#endif
