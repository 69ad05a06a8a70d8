#if FERRY_YAML
import FerryEditing
import Testing

/// Moved and copied values, and containers that lose their last member.
@Suite struct MovingTests {
  private static func move(
    _ name: String, _ path: WirePath, _ target: WirePath, _ before: String, _ after: String
  ) -> EditCase {
    EditCase(name, before, after) { try $0.move(path, to: target) }
  }

  static let cases = [
    EditCase("a member before another", "a: 1\nb: 2\n# c\nc: 3\n", "# c\nc: 3\na: 1\nb: 2\n") {
      try $0.move("c", to: "c", before: "a")
    },
    EditCase("a member before itself", "a: 1\nb: 2\n", "a: 1\nb: 2\n") {
      try $0.move("b", to: "b", before: "b")
    },
    EditCase(
      "a member that is before the other one already", "# a\na: 1 # b\n# c\nc: 2 # d\n",
      "# a\na: 1 # b\n# c\nc: 2 # d\n"
    ) { try $0.move("a", to: "a", before: "c") },
    EditCase(
      "an element behind a deleted one", "a:\n  - 0\n  - 1\n  - 2\nb: {x: 1}\n",
      "a:\n  - 1\nb: {x: 1, z: 2}\n"
    ) {
      try $0.delete("a[0]")
      try $0.move("a[1]", to: "b.z")
    },
    move(
      "the comment above the first member inside", "a", "q",
      "a:\n  # about c\n  c: 1\n  # about d\n  d: 2\nz: 1\n",
      "z: 1\nq:\n  # about c\n  c: 1\n  # about d\n  d: 2\n"),
    move(
      "the comments of an array", "a", "q", "a:\n  # first\n  - 1\n  - 2\n  # end\n\nz: 1\n",
      "\nz: 1\nq:\n  # first\n  - 1\n  - 2\n  # end\n"),
    move(
      "the comments beside and inside of braces", "a", "q",
      "a: { # in\n    c: 1 # beside c\n  } # beside a\nz: 1\n",
      "z: 1\nq: { # in\n    c: 1 # beside c\n  } # beside a\n"),
    move(
      "a comment beside an element in brackets", "l[1]", "l[0]",
      "l: [\n  1,\n  # above\n  2, # two\n  3\n]\n", "l: [\n  # above\n  2, # two\n  1,\n  3\n]\n"),
    move(
      "a comment beside a dash", "s[0]", "s[1]", "s:\n  - # one\n    a: 1\n  - a: 2\n",
      "s:\n  - a: 2\n  - # one\n    a: 1\n"),
    move(
      "the comment in the header of a block scalar", "a.x", "z",
      "a:\n  x: | # c\n    t\n  w: 2\nb: 1\n", "a:\n  w: 2\nb: 1\nz: | # c\n  t\n"),
    move(
      "the comment after plain text of two lines", "a.x", "z",
      "a:\n  x: plain\n    two # c\n  w: 1\n", "a:\n  w: 1\nz: plain\n  two # c\n"),
    move(
      "the comment between a key and its value", "a", "z", "a: # one\n  \"x\" # two\nb: 1\n",
      "b: 1\nz: # one\n  \"x\" # two\n"),
    EditCase("a copy with its comments", "# a\na: 1 # b\n", "# a\na: 1 # b\n# a\nb: 1 # b\n") {
      try $0.copy("a", to: "b")
    },
    move(
      "the only member under another key", "a.b", "a.c", "a:\n  # above\n  b: 1 # c\n",
      "a:\n  # above\n  c: 1 # c\n"),
    move(
      "the only member of the document", "a", "c", "# top\n\n# a\na:\n  b: 1 # c\n",
      "# top\n\n# a\nc:\n  b: 1 # c\n"),
    EditCase("a block after its only member changes", "a:\n  x: 1\nb: 2\n", "a:\n  z: 3\nb: 2\n") {
      try $0.delete("a.x")
      try $0.set("a.z", to: 3)
    },
    move(
      "the only member in braces", "a.b", "a.c", "a: {  # x\n    b: 1\n  }\n",
      "a: {  # x\n    c: 1\n  }\n"),
    EditCase("an array after its only element changes", "- 1 # c\n", "# two\n- 2\n") {
      try $0.delete("[0]")
      try $0.append(2, to: "", comment: "two")
    },
    EditCase("a member in place of another", "a: 1\nb: 2\n", "b: 1\n") {
      try $0.apply(JSONPatch([.move(from: "a", "b")]))
    },
    EditCase(
      "reordered elements of a model", "- a: 1 # one\n# two\n- a: 2\n",
      "# two\n- a: 2\n- a: 1 # one\n"
    ) {
      try $0.update("", to: [["a": 2], ["a": 1]])
    },
  ]

  static let lowerComments = [
    move(
      "a comment below that is indented further", "b", "d", "b: 1\n  # inner\n\nc: 2\n",
      "\nc: 2\nd: 1\n  # inner\n"),
    move(
      "a comment directly above the next entry", "b", "d", "b: 1\n  # next\nc: 2\n",
      "  # next\nc: 2\nd: 1\n"),
    move("a comment below a null", "b", "d", "c: 2\nb:\n  # inner\n", "c: 2\nd:\n  # inner\n"),
    EditCase("a comment below a dash", "- 2\n-\n  # inner\n", "-\n  # inner\n- 2\n") {
      try $0.move("[1]", to: "[0]")
    },
    EditCase("a copy", "b: 1 # x\n  # inner\n", "b: 1 # x\n  # inner\nd: 1 # x\n  # inner\n") {
      try $0.copy("b", to: "d")
    },
    EditCase(
      "a deletion with deeper comments above both entries",
      "levels:\n    # disk\n  - id: 1\n    # memory\n  - id: 2\n",
      "levels:\n    # memory\n  - id: 2\n"
    ) { try $0.delete("levels[0]") },
    EditCase(
      "a deletion of the last entry with a deeper comment",
      "levels:\n    # disk\n  - id: 1\n    # memory\n  - id: 2\n",
      "levels:\n    # disk\n  - id: 1\n"
    ) { try $0.delete("levels[1]") },
    EditCase(
      "a deletion at the top level", "  # disk\na: 1\n  # memory\nb: 2\n", "  # memory\nb: 2\n"
    ) { try $0.delete("a") },
    EditCase(
      "a deletion above a comment of two indentations", "a: 1\n  # inner\n# b\nb: 2\n",
      "# b\nb: 2\n"
    ) { try $0.delete("a") },
    EditCase(
      "a deletion below the header of an object", "a:\n  # header\n\n  # x\n  x: 1\nb: 2\n",
      "a: {}\n  # header\nb: 2\n"
    ) { try $0.delete("a.x") },
    EditCase(
      "a deletion after a bracket with a comment", "a: {x: 1, # c\n  y: 2\n  }\n",
      "a: { # c\n  y: 2\n  }\n"
    ) { try $0.delete("a.x") },
  ]

  @Test("a comment goes where its value goes, and no other", arguments: lowerComments)
  func comments(_ test: EditCase) throws { try test.check(.yaml) }

  @Test("a value moves with its comments, and the style around it stays", arguments: cases)
  func moves(_ test: EditCase) throws { try test.check(.yaml) }

  @Test("a comment without a place at the target is an error")
  func refuses() throws {
    for text in ["a: 1 # c\nb: [2]\n", "a:\n  # c\n  d: 1\nb: [2]\n", "a: | # c\n  t\nb: [2]\n"] {
      var editor = try DocumentEditor(text.utf8, format: .yaml)
      let error = #expect(throws: Problem.self) { try editor.move("a", to: "b[0]") }
      #expect(error?.summary == "a comment needs a line of its own")
      #expect(editor.uncheckedBytes == Array(text.utf8))
    }
  }

  static let json5Cases = [
    EditCase(
      "two copies behind one another, the first with a comment beside it",
      "{\n  a: [\n    1 // x\n  ],\n  o: {\n    b: 2\n  }\n}\n",
      "{\n  a: [\n    1 // x\n  ],\n  o: {\n    b: 2,\n    c: 1, // x\n    d: 2\n  }\n}\n"
    ) {
      try $0.copy("a[0]", to: "o.c")
      try $0.copy("o.b", to: "o.d")
    },
    EditCase(
      "a member that is before the other one already", "{/*v*/ a: 1 /*w*/, /*x*/ b: 2 /*y*/}",
      "{/*v*/ a: 1 /*w*/, /*x*/ b: 2 /*y*/}"
    ) { try $0.move("a", to: "a", before: "b") },
    EditCase(
      "a copy in one line", "{a: 1 /*x*/, l: []}", "{a: 1 /*x*/, l: [], /*x*/ q: 1}"
    ) { try $0.copy("a", to: "q") },
    EditCase(
      "all comments",
      "{\n  // above\n  a: /* in */ { // x\n    b: 1,\n  }, // beside\n  z: 1,\n}\n",
      "{\n  z: 1,\n  // above\n  q: /* in */ { // x\n    b: 1,\n  }, // beside\n}\n"
    ) {
      try $0.move("a", to: "q")
    },
    EditCase(
      "comments on both sides of a comma", "[\n  1 /* a */, // b\n  2\n]",
      "[\n  2,\n  1 /* a */ // b\n]"
    ) {
      try $0.move("[0]", to: "[1]")
    },
    EditCase(
      "a comment before a comma in the next line", "{\n  // x\n  a: 1 // y\n  , b: 2\n}",
      "{\n  b: 2\n}"
    ) {
      try $0.delete("a")
    },
    EditCase("a comment in a line", "{a: 1 /*x*/, b: 2}", "{b: 2, /*x*/ c: 1}") {
      try $0.move("a", to: "c")
    },
    EditCase("a comment of an element in a line", "[1/*x*/, 2]", "[2, /*x*/ 1]") {
      try $0.move("[0]", to: "[1]")
    },
    EditCase("a comment of the last element", "[1, 2 /*x*/]", "[/*x*/ 2, 1]") {
      try $0.move("[1]", to: "[0]")
    },
    EditCase("a comment before a colon", "{a /*x*/ : 1, b: 2}", "{b: 2, /*x*/ c: 1}") {
      try $0.move("a", to: "c")
    },
    EditCase("a comment before a comma", "{name: {}// c\n, port: 1}", "{port: 1, /* c */ x: {}}") {
      try $0.move("name", to: "x")
    },
    EditCase("lines after the only member changes", "{\n    a: 1\n}", "{\n    \"b\": 2\n}") {
      try $0.delete("a")
      try $0.set("b", to: 2)
    },
  ]

  @Test("a value of JSON5 moves with its comments", arguments: json5Cases)
  func json5Moves(_ test: EditCase) throws { try test.check(.json5) }
}
#endif
