import Foundation
import Testing

/// Documents with custom tags, in outputs without tags.
@Suite(.enabled(if: Tool.hasYAML)) struct TagsTests {
  static let document = "x: !Ref a\ny: 1\nz: !Sub\n- !If b\n- c\n"
  static let plain = #"{"x":"a","y":1,"z":["b","c"]}"#

  @Test(
    "a tag is an error that names the tag, its place and the option",
    arguments: [
      (["convert", "--to", "json"], "json"), (["convert", "--to", "cbor"], "cbor"),
      (["convert", "--to", "binary"], "binary"), (["get", "x"], "json"),
      (["flatten"], "a line `path = value`"), (["flatten", "-S"], "a line `path = value`"),
      (["merge", "-", "--to", "json"], "json"),
    ])
  func refused(_ arguments: [String], _ name: String) throws {
    let result = try Tool.run(arguments + ["--from", "yaml"], input: Data(Self.document.utf8))
    let expected = "<stdin>:1:4: \(name) cannot represent the tag `!Ref`, at x\n"
    #expect(result.errors.hasPrefix("ferry: " + expected), "\(result.errors)")
    #expect(result.errors.contains("--drop-tags writes values without tags"), "\(result.errors)")
    #expect(result.status == 1)
  }

  @Test("a tag before a key is an error, and the file stays")
  func keys() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.yaml")
      for text in ["!k a: 1\n", "a:\n  !k b: [1]\n"] {
        try Data(text.utf8).write(to: file)
        for verb in [["convert", "-I", "--to", "yaml"], ["convert", "-I", "-S", "--to", "yaml"]] {
          let result = try Tool.run(verb + [file.path])
          #expect(result.status == 1 && result.errors.contains("`!k`"), "\(result.errors)")
          #expect(try String(contentsOf: file, encoding: .utf8) == text)
        }
      }
    }
  }

  @Test("a tag in a series is an error with the place in its document")
  func series() throws {
    let input = "---\nx: 1\n---\nx: !Ref a\n"
    let result = try Tool.run("stream", "--from", "yaml", input: input)
    #expect(result.errors.contains("<stdin>:4:4: ndjson cannot represent the tag `!Ref`"))
  }

  @Test(
    "--drop-tags writes the values of tagged nodes",
    arguments: [
      (["convert", "--to", "json", "-c"], plain + "\n"), (["get", "z", "-c"], "[\"b\",\"c\"]\n"),
      (["get", "x", "-r"], "a\n"),
      (["flatten"], "x = \"a\"\ny = 1\nz[0] = \"b\"\nz[1] = \"c\"\n"),
      (["merge", "-", "--to", "json", "-c"], plain + "\n"),
      (["convert", "--to", "json", "-c", "-S"], plain + "\n"),
      (["convert", "--to", "yaml"], "x: a\ny: 1\nz:\n- b\n- c\n"),
    ])
  func dropped(_ arguments: [String], _ expected: String) throws {
    let result = try Tool.run(
      arguments + ["--from", "yaml", "--drop-tags"], input: Data(Self.document.utf8))
    #expect(
      result.text.replacing("'y'", with: "y") == expected && result.status == 0,
      "\(result.text)\(result.errors)")
  }

  @Test("--drop-tags applies to each record of a series, and to formats with extensions")
  func droppedInSeries() throws {
    let stream = try Tool.run(
      "stream", "--from", "yaml", "--drop-tags", input: "---\n!a {x: !b 1}\n---\n- !c x\n")
    #expect(stream.text == "{\"x\":1}\n[\"x\"]\n", "\(stream.errors)")
    let cbor = Data([0xA1, 0x61, 0x78, 0xD9, 0x12, 0x67, 0x01])
    let refused = try Tool.run(["convert", "--from", "cbor", "--to", "json"], input: cbor)
    #expect(refused.errors.contains("the tag `!4711`"), "\(refused.errors)")
    let dropped = try Tool.run(
      ["convert", "--from", "cbor", "--to", "json", "--drop-tags"], input: cbor)
    #expect(dropped.text == "{\"x\":1}\n", "\(dropped.errors)")
  }

  @Test("an explanation shows tags")
  func explanation() throws {
    let result = try Tool.run("merge", "-", "--from", "yaml", "--explain", input: Self.document)
    #expect(
      result.text == """
        x = !Ref "a"  (<stdin>:1:4)
        y = 1  (<stdin>:2:4)
        z = !Sub  (<stdin>:3:4)
        z[0] = !If "b"  (<stdin>:4:3)
        z[1] = "c"  (<stdin>:5:3)

        """, "\(result.text)\(result.errors)")
  }

  @Test("an explanation shows no tag of a secret value")
  func secrets() throws {
    let result = try Tool.run(
      "merge", "-", "--from", "yaml", "--explain", "--secret", "x", "--secret", "z",
      input: Self.document)
    #expect(result.text.hasPrefix("x = !Ref <redacted>  (<stdin>:1:4)\n"), "\(result.text)")
  }

  @Test("statistics count tags, and sizes are those of the values")
  func statistics() throws {
    let tagged = try Tool.run("stats", "--from", "yaml", "-", input: Self.document)
    #expect(tagged.status == 0, "\(tagged.errors)")
    #expect(tagged.text.contains("\nTags: 3\n"), "\(tagged.text)")
    #expect(tagged.text.contains(" \(Self.plain.utf8.count + 1) B "), "\(tagged.text)")
    let plain = try Tool.run("stats", "--from", "json", "-", input: Self.plain)
    #expect(!plain.text.contains("Tags"))
  }
}
