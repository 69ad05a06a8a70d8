import FerryEditing
import FerryJSON
import Testing

/// An edit of a text, and the text after it.
struct EditCase: Sendable, CustomTestStringConvertible {
  let name, before, after: String
  let edit: @Sendable (inout DocumentEditor) throws -> Void

  init(
    _ name: String, _ before: String, _ after: String,
    _ edit: @escaping @Sendable (inout DocumentEditor) throws -> Void
  ) {
    (self.name, self.before, self.after, self.edit) = (name, before, after, edit)
  }

  var testDescription: String { name }

  func check(_ format: DocumentEditor.Format) throws {
    var editor = try DocumentEditor(before.utf8, format: format)
    try edit(&editor)
    let result = try editor.bytes()
    #expect(String(decoding: result, as: UTF8.self) == after)
    while editor.undo() {}
    #expect(editor.uncheckedBytes == Array(before.utf8))
  }
}

@Suite struct JSONEditingTests {
  private static let pretty = """
    {
      "name": "x",   \n  "list": [1, 2, 3],
      "object": {"a": 1.50, "b": [true]},
      "last": null
    }

    """

  private static func test(
    _ name: String, _ old: String, _ new: String,
    _ edit: @escaping @Sendable (inout DocumentEditor) throws -> Void
  ) -> EditCase {
    EditCase(name, pretty, pretty.replacing(old, with: new), edit)
  }

  static let cases = [
    test("a value", #""x""#, #""y""#) { try $0.set("name", to: "y") },
    test("an element", "[true]", "[12]") { try $0.set("object.b[0]", to: 12) },
    test("a member in a line", "[true]}", #"[true], "c": {"d": 1}}"#) {
      try $0.set("object.c.d", to: 1)
    },
    test("a member of its own line", "null\n", "null,\n  \"new\": \"z\"\n") {
      try $0.set("new", to: "z")
    },
    test("objects over several lines", "null\n", "{\n    \"a\": {\n      \"b\": []\n    }\n  }\n") {
      try $0.set("last", to: ["a": ["b": []]])
    },
    test("the first member", "  \"name\": \"x\",   \n", "") { try $0.delete("name") },
    test("the last member", ",\n  \"last\": null", "") { try $0.delete("last") },
    test("the first element", "[1, 2", "[2") { try $0.delete("list[0]") },
    test("the last element", ", 3]", "]") { try $0.delete("list[2]") },
    test("an appended element", "3]", "3, 4]") { try $0.append(4, to: "list") },
    test("an inserted element", "[1", "[1, 0") { try $0.insert(0, at: "list[1]") },
    test("an element before the first", "[1", "[0, 1") { try $0.insert(0, at: "list[0]") },
    test("a key", #""last""#, #""the \"end\"""#) { try $0.rename("last", to: "the \"end\"") },
    EditCase("compact text", #"{"a":{},"b":[]}"#, #"{"a":{"x":1},"b":[1,2],"c":{"d":[1]}}"#) {
      try $0.set("a.x", to: 1)
      try $0.set("b[0]", to: 1)
      try $0.append(2, to: "b")
      try $0.set("c.d", to: [1])
    },
    EditCase("only members", #"{"a":{"x":1},"b":[ 1 ]}"#, #"{"a":{},"b":[]}"#) {
      try $0.delete("a.x")
      try $0.delete("b[0]")
    },
    EditCase(
      "a move", "[\n  1,\n  {\n    \"a\": 1.0\n  }\n]", "[\n  {\n    \"a\": 1.0\n  },\n  1\n]"
    ) {
      try $0.move("[1]", to: "[0]")
    },
    EditCase(
      "CR LF and a byte order mark", "\u{FEFF}[\r\n\t1\r\n]", "\u{FEFF}[\r\n\t1,\r\n\t2\r\n]"
    ) {
      try $0.append(2, to: "")
    },
    EditCase("a key with an escape", #"{"\u0061": 1}"#, #"{"\u0061": 2}"#) {
      try $0.set("a", to: 2)
    },
    EditCase("a root", " 1 ", " [2] ") { try $0.set("", to: [2]) },
  ]

  @Test("an edit of JSON touches nothing else", arguments: cases)
  func edits(_ test: EditCase) throws {
    try test.check(.json)
  }

  private static let json5 = """
    // head
    {
      // about a
      a: 'one', // beside a
      "b": 0x10, /* x */
      // about c
      c: [
        1, // one
        2  // two
      ],
      d: {}, e: [ 1, 2, ],
    }
    """

  private static func test5(
    _ name: String, _ old: String, _ new: String,
    _ edit: @escaping @Sendable (inout DocumentEditor) throws -> Void
  ) -> EditCase {
    EditCase(name, json5, json5.replacing(old, with: new), edit)
  }

  static let json5Cases = [
    test5("text in single quotes", "'one'", "'it'") { try $0.set("a", to: "it") },
    test5("a number that is not finite", "0x10", "NaN") {
      try $0.set("b", to: .number(.init(Double.nan)))
    },
    test5("a member with its comments", "  // about a\n  a: 'one', // beside a\n", "") {
      try $0.delete("a")
    },
    test5("the last element", "1, // one\n    2  // two\n", "1 // one\n") { try $0.delete("c[1]") },
    test5("an element with a comment", "2  // two", "2,  // two\n    // three\n    3") {
      try $0.append(3, to: "c", comment: "three")
    },
    test5("a comma at the end stays", "2, ]", "2, 3, ]") { try $0.append(3, to: "e") },
    test5("a comment", "about a", "first") { try $0.setComment("first", at: "a") },
    test5("a comment beside", "/* x */", "// y") { try $0.setComment("y", at: "b", .beside) },
    EditCase("lines that end with CR", "{\r  a: 1, // one\r  b: 2,\r}", "{\r  b: 2,\r}") {
      try $0.delete("a")
    },
    EditCase("a comment that ends with NUL", "{a: 1, // c\0\n}", "{ // c\0\n  \"b\": 1\n}") {
      try $0.move("a", to: "b")
    },
    test5("no comment", "1, // one", "1,") { try $0.setComment(nil, at: "c[0]", .beside) },
  ]

  @Test("an edit of JSON5 touches nothing else", arguments: json5Cases)
  func json5Edits(_ test: EditCase) throws {
    try test.check(.json5)
  }

  @Test("comments are read without their marks")
  func readsComments() throws {
    let editor = try DocumentEditor(Self.json5.utf8, format: .json5)
    #expect(try editor.comment(at: "a") == "about a")
    #expect(try editor.comment(at: "a", .beside) == "beside a")
    #expect(try editor.comment(at: "c[1]", .beside) == "two")
    #expect(try editor.comment(at: "b", .beside) == "x")
    #expect(try editor.comment(at: "d") == nil)
  }

  @Test(
    "an edit without a place in the document is an error with the path",
    arguments: [
      ("list[4]", "missing element: [4]"), ("nam", "missing key: `nam`"),
      ("name.x", "expected an object with the key `x`, found text"),
      ("list[*]", "an edit needs a path without `*`"),
    ])
  func refuses(_ path: String, _ words: String) throws {
    var editor = try DocumentEditor(Self.pretty.utf8, format: .json)
    let error = #expect(throws: Problem.self) { try editor.delete(try WirePath(parsing: path)) }
    #expect(error?.summary == words && !editor.hasEdits)
  }

  @Test("an edit of one of two equal keys is an error")
  func duplicateKeys() throws {
    var editor = try DocumentEditor(#"{"a": 1, "a": 2}"#.utf8, format: .json)
    try editor.delete("a")
    let error = #expect(throws: Problem.self) { try editor.bytes() }
    #expect(error?.summary == "the object has the key `a` more than once")
  }

  @Test(
    "an edit of a text that ends early is an error",
    arguments: ["[", "{", "[1", "[[1]", #"{"a": 1"#, #"{"a": ["#, #"{"a": {}, "b": [1, 2"#])
  func earlyEnd(_ text: String) throws {
    let edits: [(inout DocumentEditor) throws -> Void] = [
      { try $0.append(1, to: "") }, { try $0.set("a", to: 1) }, { try $0.set("c.d", to: 1) },
      { try $0.delete("a") }, { try $0.delete("[0]") }, { try $0.append(1, to: "a") },
      { try $0.rename("a", to: "c") }, { try $0.move("[0]", to: "[0]") },
    ]
    for (index, edit) in edits.enumerated() {
      var editor = try DocumentEditor(text.utf8, format: .json)
      do { try edit(&editor) } catch is Problem { continue }
      // A move to the same place is no edit.
      guard editor.hasEdits else { continue }
      #expect(throws: Problem.self, "edit \(index)") { try editor.bytes() }
    }
  }

  @Test("invalid text is never written")
  func invalidText() throws {
    var editor = try DocumentEditor(#"{"a": 1, "b": tru}"#.utf8, format: .json)
    try editor.set("a", to: 2)
    #expect(throws: Problem.self) { try editor.bytes() }
    #expect(throws: Problem.self) { try DocumentEditor("{a: }".utf8, format: .json5) }
  }

  private struct Server: Codable {
    var port = 1
    var name: String?
    var tags: [String] = []
  }

  @Test("a model changes only the members that differ")
  func updates() throws {
    let text =
      "{\n  \"port\": 1.0,\n  \"name\": \"a\",\n  \"tags\": [\"x\",  \"y\"],\n  \"own\": true\n}\n"
    var editor = try DocumentEditor(text.utf8, format: .json)
    let old = try JSON.decode(Server.self, from: text)
    var new = old
    new.name = nil
    new.tags.append("z")
    try editor.update("", from: old, to: new)
    let updated = text.replacing("  \"name\": \"a\",\n", with: "").replacing(
      "\"y\"", with: "\"y\",  \"z\"")
    #expect(String(decoding: try editor.bytes(), as: UTF8.self) == updated)
    try editor.update("", to: new)
    #expect(!String(decoding: try editor.bytes(), as: UTF8.self).contains("own"))
  }

  @Test("patches apply to text, all operations or none")
  func patches() throws {
    var editor = try DocumentEditor(Self.pretty.utf8, format: .json)
    try editor.apply(
      JSONPatch([
        .test("list[0]", 1), .replace("object", ["a": 1.5, "b": [false]]),
        .move(from: "last", "first"),
      ]))
    let expected = Self.pretty.replacing("[true]}", with: "[false]}").replacing(
      "\"last\"", with: "\"first\"")
    #expect(String(decoding: try editor.bytes(), as: UTF8.self) == expected)
    #expect(throws: Problem.self) {
      try editor.apply(JSONPatch([.remove("name"), .remove("nothing")]))
    }
    #expect(String(decoding: try editor.bytes(), as: UTF8.self) == expected)
    try editor.apply(mergePatch: ["list": nil, "object": ["b": nil]])
    #expect(!String(decoding: try editor.bytes(), as: UTF8.self).contains("list"))
  }
}
