import FerryTestSupport
import Foundation
import Testing

/// The law *In place*: a file that `-I` or `-o` writes has the same value as before, for Ferry and for
/// other readers, or it is as it was.
@Suite("The law of files in place", .enabled(if: Tool.hasYAML))
struct RandomFilesTests {
  /// Random documents of YAML with comments, tags, front matter and compression.
  struct Generator {
    var random: SeededGenerator

    mutating func chance(_ percent: Int) -> Bool {
      Int.random(in: 0..<100, using: &random) < percent
    }

    static let scalars = [
      "1", "-1.5", "0x1F", "1e3", "true", "~", "text", "'yes'", "\"a\\tb\"", "two words",
      "2001-12-14",
      "[]", "{}", "[1, x, {y: z}]", "|\n  ---\n  text", ">-\n  a\n  b", "!x 1", "!x%2Cy t",
      "!<tag:e,2024:[t]> 1",
      "!!str 1", "!!float 3", "!!set {p, q}", "!!binary aGk=", "%x", "0755", "no", "1_000",
      "http://x/#y",
    ]
    static let keys = ["a", "b c", "'on'", "1", "d-e", "é", "\"f\\n\"", "!k t", "? g"]

    mutating func scalar(_ indent: String) -> String {
      let plain = Self.scalars.randomElement(using: &random) ?? "1"
      let text = plain == "%x" ? "'%x'" : plain.replacing("\n", with: "\n" + indent)
      return plain.contains("\n") || !chance(8) ? text : text + " # c"
    }

    mutating func object(_ indent: String, depth: Int) -> String {
      var text = ""
      for key in Self.keys.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)) {
        guard key != "!k t" || chance(20), key != "? g" || chance(30) else { continue }
        if chance(6) { text += indent + "# above\n" }
        let isNested = depth > 0 && chance(35)
        let value =
          isNested ? "\n" + object(indent + "  ", depth: depth - 1) : scalar(indent) + "\n"
        let name = key == "? g" ? "? g\n\(indent):" : key + ":"
        text += indent + name + (isNested ? "" : " ") + value
      }
      return text.isEmpty ? indent + "z: 1\n" : text
    }

    mutating func file() -> (name: String, text: String) {
      let directive = chance(5) ? "%YAML 1.1\n---\n" : ""
      let document = directive + object("", depth: 2)
      guard directive.isEmpty, chance(25) else { return ("a.yaml", document) }
      return ("a.md", "---\n" + document + "---\n# Text\n\n---\nmore\n")
    }
  }

  private static let commands: [[String]] = [
    ["convert", "-I", "FILE", "--to", "yaml"], ["convert", "FILE", "--to", "yaml", "-o", "FILE"],
    ["convert", "-I", "-S", "FILE", "--to", "yaml"],
    ["convert", "-I", "FILE", "--to", "yaml", "--indent", "4"],
    ["merge", "FILE", "--to", "yaml", "-o", "FILE"],
    ["stream", "FILE", "--to", "yaml", "-o", "FILE"],
    ["set", "-I", "new=1", "FILE"],
  ]

  @Test("a random file that is written back has the same value, or is as it was")
  func law() throws {
    var generator = Generator(random: SeededGenerator(for: "files in place"))
    var (written, kept) = (0, 0)
    var lines = ""
    for _ in 0..<120 {
      let (name, text) = generator.file()
      for command in Self.commands.shuffled(using: &generator.random).prefix(2) {
        try Tool.withFolder { folder in
          let file = folder.appendingPathComponent(name)
          try Data(text.utf8).write(to: file)
          let before = try Value(file)
          let result = try Tool.run(command.map { $0 == "FILE" ? file.path : $0 })
          let after = String(decoding: try Data(contentsOf: file), as: UTF8.self)
          guard result.status == 0 else {
            kept += 1
            #expect(after == text && !result.errors.isEmpty && !result.isCrash, "\(text)")
            return
          }
          written += 1
          var value = try #require(before, "\(command): \(text)")
          if command[0] == "set" {
            value.json["new"] = 1
            #expect(after.hasSuffix("# Text\n\n---\nmore\n") == (name == "a.md"), "\(after)")
          }
          let found = try #require(try Value(file), "\(command): \(text)\n->\n\(after)")
          #expect(found == value, "\(command): \(text)\n->\n\(after)")
          // These scalars have another value in YAML 1.1.
          let unusual = ["!", "2001", "1e3", "0755", "no", "1_000", "# Text"]
          guard !unusual.contains(where: after.contains) else { return }
          let pair = try JSONEncoder().encode([after, found.text])
          lines += String(decoding: pair, as: UTF8.self) + "\n"
        }
      }
    }
    #expect(written > 20 && kept > 20)
    try OtherYAMLReaders.check(lines)
  }

  /// A value as Ferry reads it.
  private struct Value: Equatable {
    var json: [String: Any]
    /// The JSON text, with the members in their order.
    let text: String
    /// The paths with tags; none for a document with a tag before a key.
    let tags: [String]

    /// Reads a file; `nil` for an invalid one.
    init?(_ file: URL) throws {
      let arguments = ["convert", file.path, "--to", "json", "--drop-tags", "-c"]
      let plain = try Tool.run(arguments)
      let explained = try Tool.run("merge", file.path, "--explain")
      guard plain.status == 0,
        let json = try JSONSerialization.jsonObject(with: plain.data) as? [String: Any]
      else { return nil }
      (self.json, text) = (json, plain.text)
      tags = explained.text.split(separator: "\n").filter { $0.contains(" = !") }
        .map { String($0.prefix { $0 != "(" }) }.sorted()
    }

    static func == (left: Self, right: Self) -> Bool {
      func text(_ value: Self) -> Data? {
        try? JSONSerialization.data(withJSONObject: value.json, options: .sortedKeys)
      }
      return text(left) == text(right) && left.tags == right.tags
    }
  }

  @Test(
    "a compressed file is as it was", arguments: ["convert", "merge", "stream", "get", "flatten"])
  func compressed(_ verb: String) throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.yaml")
      let data = try #require(Data(base64Encoded: "H4sIAAAAAAAC/0u0UjDkAgBpGSPjBQAAAA=="))
      try data.write(to: file)
      let path = verb == "get" ? ["a"] : []
      let result = try Tool.run([verb] + path + [file.path, "-o", file.path])
      #expect(
        result.status == 2 && result.errors.contains("lose its compression"), "\(result.errors)")
      #expect(try Data(contentsOf: file) == data)
    }
  }
}
