import Foundation
import Testing

/// The one rule for a file that a verb reads and replaces.
@Suite("Files that -o and -I replace")
struct OverwritingTests {
  /// The verbs that write documents to a file, with the arguments between verb and output.
  static let verbs: [[String]] = [
    ["convert", "FILE", "--to", "yaml", "-o", "FILE"],
    ["convert", "FILE", "--to", "json", "-o", "FILE"],
    ["convert", "FILE", "--to", "yaml", "-I"], ["get", "a", "FILE", "--to", "yaml", "-o", "FILE"],
    ["get", "a", "OTHER", "FILE", "-o", "FILE"], ["stream", "FILE", "--to", "yaml", "-o", "FILE"],
    ["stream", "FILE", "--drop-tags", "-o", "FILE"], ["flatten", "FILE", "-o", "FILE"],
    ["merge", "FILE", "--set", "b=1", "--to", "yaml", "-o", "FILE"],
    ["merge", "OTHER", "FILE", "-o", "FILE"], ["schema", "infer", "FILE", "-o", "FILE"],
  ]

  /// Contents that a verb cannot write back, with the name of the file and a part of the message.
  static let losses: [(name: String, text: String, message: String)] = [
    ("a.yaml", "# keep\na: 1\n", ":1:1: the file would lose its comments"),
    ("a.yaml", "a: !!set {x, y}\n", ":1:4: the file would lose `!!set`"),
    ("a.yaml", "a: 1\n!!binary aGk=: 2\n", ":2:1: the file would lose `!!binary`"),
    ("a.yaml", "%YAML 1.1\n---\na: 1\n", ":1:1: the file would lose `%YAML 1.1`"),
    ("a.json5", "{a: 1} // c\n", ":1:8: the file would lose its comments"),
    ("a.md", "---\na: 1\n---\nMy text.\n", "its text in Markdown"),
    ("a.yaml.gz", "", "its compression, or its text in Markdown"),
  ]

  @Test(
    "no verb takes anything from a file that its reader does not carry", .enabled(if: Tool.hasYAML))
  func table() throws {
    // `a: 1`, written by CPython.
    let packed = try #require(Data(base64Encoded: "H4sIAAAAAAAC/0u0UjDkAgBpGSPjBQAAAA=="))
    for verb in Self.verbs {
      for (name, text, message) in Self.losses {
        try Tool.withFolder { folder in
          let file = folder.appendingPathComponent(name)
          let contents = text.isEmpty ? packed : Data(text.utf8)
          try contents.write(to: file)
          let other = folder.appendingPathComponent("other.json").path
          try Data("{\"a\":0}".utf8).write(to: URL(fileURLWithPath: other))
          let arguments = verb.map { $0 == "FILE" ? file.path : $0 == "OTHER" ? other : $0 }
          let result = try Tool.run(arguments)
          #expect(result.status == 2, "\(arguments): \(result.text)\(result.errors)")
          let isName = verb.last == "FILE"
          let expected = text.isEmpty && isName ? "ferry does not compress" : message
          // The format json5 has no series, and only --to makes another format of it.
          let isUsage =
            name == "a.json5"
            && (verb[0] == "stream" || isName && verb[0] != "flatten" && !verb.contains("--to"))
          #expect(
            isUsage || result.errors.contains(expected), "\(arguments): \(result.errors)")
          #expect(try Data(contentsOf: file) == contents, "\(arguments)")
          #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        }
      }
    }
  }

  @Test("each verb replaces a file that loses nothing, or only the comments that it may delete")
  func harmless() throws {
    for verb in Self.verbs where Tool.hasYAML {
      for text in ["a: 1\n", "# c\na: 1\n"] {
        try Tool.withFolder { folder in
          let file = folder.appendingPathComponent("a.yaml")
          try Data(text.utf8).write(to: file)
          let other = folder.appendingPathComponent("other.json").path
          try Data("{\"a\":0}".utf8).write(to: URL(fileURLWithPath: other))
          let arguments = verb.map { $0 == "FILE" ? file.path : $0 == "OTHER" ? other : $0 }
          let options = text.hasPrefix("#") ? ["--drop-comments"] : []
          let result = try Tool.run(arguments + options)
          #expect(result.status == 0, "\(arguments): \(result.errors)")
          let after = try String(contentsOf: file, encoding: .utf8)
          #expect(after.contains("1") || verb.contains("infer"))
          #expect(!after.contains("#"))
        }
      }
    }
  }

  @Test("a file with lines, with variables or with a secret is not replaced by the result")
  func otherForms() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a")
      func run(_ text: String, _ arguments: String...) throws -> Tool.Result {
        try Data(text.utf8).write(to: file)
        let result = try Tool.run(arguments.map { $0 == "FILE" ? file.path : $0 })
        #expect(result.status == 2, "\(arguments)")
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
        return result
      }
      let lines = try run("a = 1\n  # c\n", "unflatten", "FILE", "-o", "FILE")
      #expect(lines.errors.contains(":2:3: the file would lose its comments"), "\(lines.errors)")
      let base = folder.appendingPathComponent("b.json").path
      try Data("{}".utf8).write(to: URL(fileURLWithPath: base))
      let variables = try run("A=1\n", "merge", base, "--env-file", "FILE", "-o", "FILE")
      #expect(variables.errors.contains("has a part of the result"), "\(variables.errors)")
      let secret = try run("x", "merge", base, "--secrets", folder.path, "-o", "FILE")
      #expect(secret.errors.contains("has a part of the result"), "\(secret.errors)")
    }
  }

  @Test(
    "a name of compressed files is an error, because outputs are not compressed",
    arguments: ["gz", "zst", "xz", "bz2", "zip", "GZ"])
  func compressedNames(_ suffix: String) throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("b.json." + suffix).path
      for verb in [
        ["convert", "--to", "json"], ["stream"], ["merge", "-"], ["get", "a"], ["flatten"],
      ] {
        let result = try Tool.run(verb + ["-o", file], input: Data("{\"a\":1}\n".utf8))
        #expect(result.status == 2 && result.errors.contains("ferry does not compress"))
        #expect(!FileManager.default.fileExists(atPath: file))
      }
    }
  }

  @Test("a file with several names is not replaced by -o either", arguments: ["convert", "stream"])
  func hardLinks(_ verb: String) throws {
    try Tool.withFolder { folder in
      let names = ["a.json", "b.json"].map { folder.appendingPathComponent($0) }
      try Data("[1]".utf8).write(to: names[0])
      try FileManager.default.linkItem(at: names[0], to: names[1])
      let arguments = [verb, names[0].path, "--to", "json", "-o"]
      #expect(try Tool.run(arguments + [names[0].path]).errors.contains("has 2 hard links"))
      // Another file is only written, so its names do not matter.
      let other = folder.appendingPathComponent("c.json").path
      #expect(try Tool.run(arguments + [other]).status == 0)
    }
  }
}
