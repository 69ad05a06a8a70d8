import Foundation
import Testing

#if canImport(Glibc)
import CExtendedAttributes
#endif

@Suite("ferry convert -I")
struct InPlaceTests {
  /// Runs `ferry convert -I` on a file, and says what the file is afterwards.
  private func convert(
    _ text: String, name: String, _ options: String...
  ) throws -> (result: Tool.Result, file: String, after: String) {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent(name)
      try Data(text.utf8).write(to: file)
      let result = try Tool.run(["convert", "-I", file.path] + options)
      return (result, file.path, String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }
  }

  private static let hint = "hint: --drop-comments deletes them; -o FILE writes to another file\n"

  @Test("a file with comments is not replaced, and the error shows the first comment")
  func comments() throws {
    let json5 = try convert("{\n  a: 1, // one\n}\n", name: "a.json5", "--to", "json")
    #expect(json5.result.status == 2 && json5.after == "{\n  a: 1, // one\n}\n")
    #expect(
      json5.result.errors == """
        ferry: \(json5.file):2:9: the file would lose its comments; the first one is here
          a: 1, // one
                ^
        \(Self.hint)
        """)
    guard Tool.hasYAML else { return }
    let text = "a: 'x # y'\nb: |  # zoë\n  # text\nc: 1 # last\n"
    let yaml = try convert(text, name: "a.yaml")
    #expect(yaml.result.status == 2 && yaml.after == text)
    #expect(
      yaml.result.errors == """
        ferry: \(yaml.file):2:7: the file would lose its comments; the first one is here
        b: |  # zoë
              ^
        \(Self.hint)
        """)
    let dropped = try convert(text, name: "a.yaml", "--drop-comments")
    #expect(dropped.result.status == 0 && dropped.result.errors.isEmpty)
    #expect(!dropped.after.contains("last") && dropped.after.contains("# text"))
  }

  @Test(
    "comments are found, and other text is not",
    arguments: [
      ("yaml", "# c\na: 1\n", true), ("yaml", "a: 1\n# c\n", true), ("yaml", "a: 1\n#", true),
      ("yaml", "a: [1, # c\n 2]\n", true), ("yaml", "a: # c\n  b: 1\n", true),
      ("yaml", "a: >- # c\n  text\n", true), ("yaml", "a: |\n  text\n# c\nb: 1\n", true),
      ("yaml", "&x # c\na: 1\n", true), ("yaml", "!!map # c\na: 1\n", true),
      ("yaml", "- &x a # c\n- *x\n", true), ("yaml", "- &x a\n- *x # c\n", true),
      ("yaml", "--- # c\na: 1\n", true), ("yaml", "a: 1\n... # c\n", true),
      ("yaml", "%YAML 1.1 # c\n---\na: 1\n", true), ("yaml", "a: 1\n---\nb: 2 # c\n", true),
      ("yaml", "a:\t# c\n  1\n", true), ("yaml", "\u{FEFF}# c\na: 1\n", true),
      ("yaml", "a: {b: 1} # c\n", true), ("yaml", "a: x\n  y # c\n", true),
      ("yaml", "a: b#c\n", false), ("yaml", "a: \"b # c\"\n", false),
      ("yaml", "a: 'b ''# c'\n", false), ("yaml", "a: |\n  # c\n  b\n", false),
      ("yaml", "a: |\n  b\n\n   # c\nd: 1\n", false), ("yaml", "a: \"b\n  # c\"\n", false),
      ("yaml", "? a#b\n: c#d\n", false),
      ("yaml", "a: http://x/#y\n", false), ("yaml", "a: \"\\\"# c\"\n", false),
      ("yaml", "- ! \"# c\"\n", false), ("yaml", "zoë: '# é'\n", false),
      ("json5", "// c\n{}", true), ("json5", "{} /* c */", true),
      ("json5", "{a: '\\'', /**/}", true),
      ("json5", "{a: 'x // y', b: \"/* \"}", false), ("json5", "{a: '\\'//'}", false),
      ("json5", "{'a\\\n//b': 1}", false),
    ])
  func everyComment(_ format: String, _ text: String, _ hasComment: Bool) throws {
    guard Tool.hasYAML || format != "yaml" else { return }
    let converted = try convert(text, name: "a." + format, "--to", "json")
    #expect(
      converted.result.status == (hasComment ? 2 : 0), "\(text) \(converted.result.errors)")
    #expect((converted.after == text) == hasComment)
  }

  @Test("an invalid file is invalid, whatever its comments")
  func invalid() throws {
    guard Tool.hasYAML else { return }
    let broken = try convert("# c\na: [\n", name: "a.yaml")
    #expect(broken.result.status == 1 && broken.result.errors.contains("invalid YAML"))
  }

  @Test("-o does not take comments from the file that was read", arguments: ["convert", "merge"])
  func sameOutput(_ verb: String) throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.json5").path
      try Data("{a: 1} // c\n".utf8).write(to: URL(fileURLWithPath: file))
      let arguments = [verb, file, "--to", "json"]
      let refused = try Tool.run(arguments + ["-o", file])
      #expect(refused.status == 2)
      #expect(
        refused.errors == """
          ferry: \(file):1:8: the file would lose its comments; the first one is here
          {a: 1} // c
                 ^
          \(Self.hint)
          """)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "{a: 1} // c\n")
      #expect(try Tool.run(arguments + ["-o", file + "2"]).status == 0)
      #expect(try Tool.run(arguments + ["-o", file, "--drop-comments"]).status == 0)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "{\"a\":1}\n")
    }
  }

  @Test("a YAML file that is replaced keeps its custom tags")
  func ownTags() throws {
    guard Tool.hasYAML else { return }
    let text = "a: !Ref b\nc:\n- !x\n  d: 1\ne: !<tag:example.org,2024:x>\n- 1\n"
    let (result, _, after) = try convert(text, name: "a.yaml")
    #expect(result.status == 0, "\(result.errors)")
    #expect(after == text)
  }

  @Test(
    "a file that would lose a tag or a directive of YAML is not replaced",
    arguments: [
      ("a: 1\nb: !!float 3\n", "!!float", 2, 4), ("b: !!set {x, y}\n", "!!set", 1, 4),
      ("- !!omap [q: 1]\n", "!!omap", 1, 3), ("- !!pairs [q: 1]\n", "!!pairs", 1, 3),
      ("d: !!timestamp \"2001-12-14\"\n", "!!timestamp", 1, 4),
      ("%YAML 1.1\n---\na: yes\n", "%YAML 1.1", 1, 1),
    ])
  func lostMarkup(_ text: String, _ name: String, _ line: Int, _ column: Int) throws {
    guard Tool.hasYAML else { return }
    let (result, file, after) = try convert(text, name: "a.yaml")
    #expect(result.status == 2 && after == text)
    let error = "ferry: \(file):\(line):\(column): the file would lose `\(name)`\n"
    #expect(result.errors.contains(error), "\(result.errors)")
  }

  @Test("a tag that a value does not need is dropped, and `!!str` and `!!binary` are kept")
  func unneededTags() throws {
    guard Tool.hasYAML else { return }
    let text =
      "%YAML 1.2\n---\na: !!str 1e3\nb: !!float 1.5\nc: !!int 3\nd: !!map {e: !!seq []}\n"
      + "f: !!timestamp 2001-12-14\ng: !!binary aGk=\nh: !!null ''\ni: !!bool true\n"
    let (result, _, after) = try convert(text, name: "a.yaml")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      after
        == "a: '1e3'\nb: 1.5\nc: 3\nd:\n  e: []\nf: 2001-12-14\ng: !!binary aGk=\nh: null\ni: true\n"
    )
  }

  @Test("a format without tags rejects a value with a custom tag, at its place")
  func tagsElsewhere() throws {
    guard Tool.hasYAML else { return }
    for format in ["json", "binary", "cbor", "messagepack"] {
      for options in [[], ["-S"]] {
        let arguments = ["convert", "--from", "yaml", "--to", format] + options
        let result = try Tool.run(arguments, input: Data("a: 1\nb: [!Ref c]\n".utf8))
        #expect(result.status == 1)
        let message = "<stdin>:2:5: \(format) cannot represent the tag `!Ref`, at b[0]"
        #expect(result.errors.contains(message), "\(result.errors)")
      }
    }
  }

  @Test(
    "each verb writes the format that the name of the output has",
    arguments: [
      (["get", "a"], "v.cbor", [0x03]), (["get", "a"], "v.msgpack", [0x03]),
      (["stream"], "v.cbor", [0xA1, 0x61, 0x61, 0x03]),
      (["stream"], "v.json", Array("{\"a\":3}\n".utf8)),
      (["unflatten"], "v.cbor", [0xA1, 0x61, 0x61, 0x03]),
      (["merge", "-"], "v.msgpack", [0x81, 0xA1, 0x61, 0x03]),
    ] as [([String], String, [UInt8])])
  func namedOutput(_ verb: [String], _ name: String, _ bytes: [UInt8]) throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent(name)
      let input = verb == ["unflatten"] ? "a = 3\n" : "{\"a\":3}\n"
      let result = try Tool.run(verb + ["-o", file.path], input: Data(input.utf8))
      #expect(result.status == 0, "\(result.errors)")
      #expect(Array(try Data(contentsOf: file)) == bytes)
    }
  }

  @Test("--drop-comments for a new output is wrong usage")
  func usage() throws {
    #expect(try Tool.run("merge", "-", "--drop-comments", input: "{}").status == 2)
    let result = try Tool.run("convert", "--drop-comments", "--to", "json", input: "{}")
    #expect(result.status == 2)
    #expect(
      result.errors == """
        ferry: --drop-comments needs -I, or -o with the file that is read
        Try 'ferry convert --help'.

        """)
  }

  @Test("a file with hard links is not replaced")
  func hardLinks() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.json")
      let other = folder.appendingPathComponent("b.json")
      try Data("[ 1 ]".utf8).write(to: file)
      try FileManager.default.linkItem(at: file, to: other)
      let result = try Tool.run("convert", "-I", file.path)
      #expect(result.status == 2)
      #expect(
        result.errors == """
          ferry: \(file.path): the file has 2 hard links, and ferry would replace only one \
          of them
          hint: write to a new file with -o, then copy it to this file with 'cp'

          """)
      #expect(try String(contentsOf: other, encoding: .utf8) == "[ 1 ]")
      try FileManager.default.removeItem(at: other)
      #expect(try Tool.run("convert", "-I", file.path).status == 0)
    }
  }

  #if canImport(Glibc)
  @Test("extended attributes and the mode are kept, by -o as well", arguments: ["-I", "-o"])
  func attributes(_ option: String) throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.json").path
      try Data("[ 1 ]".utf8).write(to: URL(fileURLWithPath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: file)
      guard setxattr(file, "user.author", "Zoë", 4, 0) == 0,
        setxattr(file, "user.no", "", 0, 0) == 0
      else {
        print("skipped: no extended attributes here")
        return
      }
      let result = try Tool.run(["convert", option, file], input: Data("[1]".utf8))
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "[1]\n")
      var value = [UInt8](repeating: 0, count: 16)
      #expect(getxattr(file, "user.author", &value, 16) == 4)
      #expect(value.starts(with: "Zoë".utf8))
      #expect(getxattr(file, "user.no", &value, 16) == 0)
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == 0o750)
    }
  }
  #endif
}
