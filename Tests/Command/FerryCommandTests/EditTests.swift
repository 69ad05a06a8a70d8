import Foundation
import Testing

@Suite("ferry set, delete, diff and patch")
struct EditTests {
  private static let text = "# The server.\nserver:\n  port: 80   # http\n  tags: [a]\n"

  /// Runs the command with files, and returns their contents afterwards.
  private func run(
    _ arguments: [String], _ files: [String: String]
  ) throws -> (result: Tool.Result, files: [String: String]) {
    try Tool.withFolder { folder in
      for (name, text) in files {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
      }
      let paths = arguments.map { files[$0] == nil ? $0 : folder.appendingPathComponent($0).path }
      let result = try Tool.run(paths)
      let after = try files.keys.map {
        (
          $0,
          String(decoding: try Data(contentsOf: folder.appendingPathComponent($0)), as: UTF8.self)
        )
      }
      return (result, Dictionary(uniqueKeysWithValues: after))
    }
  }

  @Test("set prints the text with the new values")
  func sets() throws {
    let json = try run(
      ["set", "a.b=1.50", "list.-=x", "c={\"d\": true}", "a.json"],
      ["a.json": "{\"a\": {\"b\": 2}, \"list\": []}\n"])
    #expect(
      json.result.text == "{\"a\": {\"b\": 1.50}, \"list\": [\"x\"], \"c\": {\"d\": true}}\n",
      "\(json.result.errors)")
    guard Tool.hasYAML else { return }
    let yaml = try run(
      [
        "set", "server.port=8080", "server.tags=[b, 'c']", "name=!secret x", "--comment", "new",
        "a.yaml",
      ], ["a.yaml": Self.text])
    #expect(
      yaml.result.text
        == "# The server.\nserver:\n  # new\n  port: 8080   # http\n  # new\n  tags: [b, c]\n# new\nname: !secret x\n",
      "\(yaml.result.errors)")
    #expect(yaml.files["a.yaml"] == Self.text)
  }

  @Test(
    "a tag of a new value has the escapes of YAML", .enabled(if: Tool.hasYAML),
    arguments: ["!x%2Cy", "!%C3%A9", "!a%20b", "!a%21b", "!<tag:a,2024:[x]>", "!<a%20b>"])
  func tags(_ tag: String) throws {
    for (text, before, after) in [("a: 1\n", "a: ", "\n"), ("a: [1]\n", "a: [", " 2]\n")] {
      let path = text.contains("[") ? "a[0]" : "a"
      let set = try run(["set", "\(path)=\(tag) 2", "a.yaml"], ["a.yaml": text])
      #expect(set.result.text.hasPrefix(before + tag), "\(set.result.errors)")
      #expect(set.result.text.hasSuffix(after))
    }
  }

  @Test(
    "a document with a tag before a key can be edited, and keeps it", .enabled(if: Tool.hasYAML))
  func keyTags() throws {
    let set = try run(["set", "b=3", "a.yaml"], ["a.yaml": "!k a: 1\nb: !v 2\n"])
    #expect(set.result.text == "!k a: 1\nb: 3\n", "\(set.result.errors)")
  }

  @Test("set searches a long path for keys with dots in processor time that grows with it")
  func longPath() throws {
    try Tool.withFolder { folder in
      let keys = (0..<500).map { "k\($0)" }
      let file = folder.appendingPathComponent("a.json").path
      let open = keys.dropLast().map { "{\"\($0)\":" }.joined()
      let text = open + "{}" + String(repeating: "}", count: keys.count - 1)
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      let result = try Tool.run(["set", keys.joined(separator: ".") + "=1", file], within: 5)
      #expect(result.status == 0 && result.text.contains("{\"k499\":1}"), "\(result.errors)")
      let other = folder.appendingPathComponent("b.json").path
      try Data(#"{"a":{"b.c":{"d":1}}}"#.utf8).write(to: URL(fileURLWithPath: other))
      let refused = try Tool.run(["set", "n.m=1", "n.o=2", "a.b.c.d=3", other])
      #expect(refused.errors.contains(#"`a.b\.c.d`"#), "\(refused.errors)")
    }
  }

  @Test("-I writes back and keeps the mode")
  func writesBack() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.json")
      let link = folder.appendingPathComponent("link.json")
      try Data("{\n  \"a\": 1\n}\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      let result = try Tool.run(["set", "-I", "a=2", link.path])
      #expect(result.status == 0 && result.text.isEmpty, "\(result.errors)")
      #expect(try String(contentsOf: file, encoding: .utf8) == "{\n  \"a\": 2\n}\n")
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == 0o640)
      let kind =
        try FileManager.default.attributesOfItem(atPath: link.path)[.type] as? FileAttributeType
      #expect(kind == .typeSymbolicLink)
      try FileManager.default.linkItem(at: file, to: folder.appendingPathComponent("other.json"))
      let refused = try Tool.run(["set", "-I", "a=3", file.path])
      #expect(refused.status == 2 && refused.errors.contains("2 hard links"))
    }
  }

  @Test("delete removes values with their comments, and several with *")
  func deletes() throws {
    let json = try run(
      ["delete", "[*].secret", "a.json"],
      ["a.json": "[{\"secret\": 1, \"a\": 2}, {\"secret\": 3}]\n"])
    #expect(json.result.text == "[{\"a\": 2}, {}]\n", "\(json.result.errors)")
    let missing = try run(["delete", "a", "a.json"], ["a.json": "{\"b\": 1}"])
    #expect(missing.result.status == 1 && missing.result.errors.contains("missing key: `a`"))
  }

  @Test("diff compares values of any formats, path by path")
  func compares() throws {
    let files = [
      "a.json": #"{"a": 1, "b": [1, 2], "c": "x"}"#,
      "b.json": #"{"b": [1, 3], "a": 1.0, "d": null}"#,
    ]
    let lines = try run(["diff", "a.json", "b.json"], files)
    #expect(lines.result.status == 1)
    #expect(lines.result.text == "~ b[1]: 2 -> 3\n- c: \"x\"\n+ d: null\n")
    let coloured = try run(["diff", "-C", "a.json", "b.json"], files)
    #expect(coloured.result.text.hasPrefix("\u{1B}[33m~ b[1]: 2 -> 3\u{1B}[0m\n"))
    let same = try run(["diff", "a.json", "a.json"], files)
    #expect(same.result.status == 0 && same.result.text.isEmpty)
    guard Tool.hasYAML else { return }
    let formats = try run(
      ["diff", "a.yaml", "a.json"], ["a.yaml": "# x\na: [1]\n", "a.json": "{\"a\":[1]}"])
    #expect(formats.result.status == 0, "\(formats.result.text)\(formats.result.errors)")
  }

  @Test("a patch of diff turns one file into the other")
  func patches() throws {
    let files = [
      "a.json": "{\n  \"a\": 1,\n  \"b\": [1, 2]\n}\n", "b.json": #"{"b": [2], "c": {}}"#,
    ]
    let patch = try run(["diff", "--patch", "a.json", "b.json"], files)
    #expect(patch.result.status == 1)
    let patched = try run(
      ["patch", "p.json", "a.json"], files.merging(["p.json": patch.result.text]) { $1 })
    #expect(patched.result.text == "{\n  \"b\": [2],\n  \"c\": {}\n}\n", "\(patched.result.errors)")
    let merged = try run(
      ["patch", "p.json", "a.json"], files.merging(["p.json": "{\"a\": null}"]) { $1 })
    #expect(merged.result.text == "{\n  \"b\": [1, 2]\n}\n", "\(merged.result.errors)")
  }

  @Test("a patch of a file with merge keys applies to its text")
  func patchesMergeKeys() throws {
    guard Tool.hasYAML else { return }
    let text = "x: &x {a: 1, q: 2}\ny:\n  <<: *x\n  c: 1\n"
    let files = ["a.yaml": text, "b.yaml": text.replacing("q: 2", with: "q: 3")]
    let patch = try run(["diff", "--patch", "a.yaml", "b.yaml"], files)
    let patched = try run(
      ["patch", "p.json", "a.yaml"], files.merging(["p.json": patch.result.text]) { $1 })
    #expect(patched.result.text == files["b.yaml"], "\(patch.result.text)\(patched.result.errors)")
  }

  @Test("a difference that a JSON Patch cannot express is an error")
  func refusesPatches() throws {
    guard Tool.hasYAML else { return }
    let files = [
      "a.yaml": "a: 1\n", "b.yaml": "a: !x 1\n", "c.yaml": "a: .inf\n",
      "d.yaml": "a: 1\n---\nb: 2\n",
    ]
    for file in ["b.yaml", "c.yaml", "d.yaml"] {
      let patch = try run(["diff", "--patch", "a.yaml", file], files)
      #expect(
        patch.result.status > 0 && patch.result.text.isEmpty && !patch.result.errors.isEmpty,
        "\(patch.result.text)")
    }
  }

  @Test("the values of set keep their spelling")
  func spelling() throws {
    guard Tool.hasYAML else { return }
    let arguments = ["a=  x ", "b=\"x\": 1", "c=\"x\" # c", "d=!", "e = 5", "f='x'", "g=!t x"]
    let values = try run(["set"] + arguments + ["a.yaml"], ["a.yaml": "z: 'x'\n"])
    let expected = "a: '  x '\nb: '\"x\": 1'\nc: '\"x\" # c'\nd: '!'\ne: 5\nf: 'x'\ng: !t 'x'\n"
    #expect(values.result.text == "z: 'x'\n" + expected, "\(values.result.errors)")
    let texts = try run(["set", "--string", "a=1.0", "b=null", "a.json"], ["a.json": "{}\n"])
    #expect(texts.result.text == "{\"a\": \"1.0\", \"b\": \"null\"}\n", "\(texts.result.errors)")
  }

  @Test("delete takes the indexes of the file, with several paths")
  func deletesSeveral() throws {
    let files = ["a.json": "{\"l\": [1, 2, 3], \"m\": {\"n\": 1}}"]
    let result = try run(["delete", "l[0]", "m", "l[1]", "m.n", "l[0]", "a.json"], files)
    #expect(result.result.text == "{\"l\": [3]}", "\(result.result.errors)")
  }

  @Test("a refusal names options of the command and no edited line")
  func refusals() throws {
    guard Tool.hasYAML else { return }
    let cases = [
      (["a=1"], "a: 1\n---\na: 2\n", "--document N"),
      (["b.c=1"], "a: &x {c: 2}\nb: *x\n", "--follow-aliases"),
      (["--document", "3", "a=1"], "a: 1\n", "numbers 0 to 0"),
      (["e.f=1"], "e.f: 2\n", "/e/f=VALUE"),
    ]
    for (arguments, text, words) in cases {
      let result = try run(["set"] + arguments + ["a.yaml"], ["a.yaml": text]).result
      #expect(result.status == 1 && result.errors.contains(words), "\(result.errors)")
    }
    let removed = try run(["delete", "a", "a.yaml"], ["a.yaml": "a: &x 1\nb: *x\n"]).result
    #expect(removed.status == 1 && !removed.errors.contains("^"), "\(removed.errors)")
  }

  @Test(
    "wrong usage is an error with status 2",
    arguments: [
      ["set", "a=1"], ["set", "a", "x.json"], ["set", "-I", "a=1", "-"], ["delete", "x.json"],
      ["set", "=1", "x.json"], ["set", "\"k=v\"=x", "x.json"], ["set", "a.*.b=1", "x.json"],
      ["set", "a=1", "b=2"], ["delete", "a.*", "x.json"],
      ["diff", "a.json"], ["patch", "a.json"], ["set", "--document", "x", "a=1", "b.yaml"],
    ])
  func usage(_ arguments: [String]) throws {
    #expect(try Tool.run(arguments).status == 2)
  }
}
