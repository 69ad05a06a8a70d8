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

  @Test(
    "wrong usage is an error with status 2",
    arguments: [
      ["set", "a=1"], ["set", "a", "x.json"], ["set", "-I", "a=1", "-"], ["delete", "x.json"],
      ["diff", "a.json"], ["patch", "a.json"], ["set", "--document", "x", "a=1", "b.yaml"],
    ])
  func usage(_ arguments: [String]) throws {
    #expect(try Tool.run(arguments).status == 2)
  }
}
