import FerryTestSupport
import Foundation
import Testing

/// YAML 1.1 that is written as YAML 1.2.
@Suite("ferry --yaml 1.1", .enabled(if: Tool.hasYAML))
struct LegacyYAMLTests {
  /// Scalars with the values that PyYAML reads, as JSON, and the text of YAML 1.2 for them. PyYAML
  /// alone reads `y` and `n` as text.
  static let scalars: [(text: String, json: String, written: String)] = [
    ("0755", "493", "493"), ("yes", "true", "true"), ("No", "false", "false"),
    ("on", "true", "true"),
    ("OFF", "false", "false"), ("y", "true", "true"), ("N", "false", "false"),
    ("1_000", "1000", "1000"), ("1:30", "90", "90"), ("-1:30", "-90", "-90"), ("0b11", "3", "3"),
    ("-0b11", "-3", "-3"), ("0o17", "\"0o17\"", "'0o17'"), ("1e5", "\"1e5\"", "'1e5'"),
    ("1.5e3", "\"1.5e3\"", "'1.5e3'"), ("1.5e+3", "1.5e+3", "1.5e+3"), ("08", "\"08\"", "'08'"),
    ("09.5", "9.5", "09.5"), ("190:20:30", "685230", "685230"),
    ("190:20:30.15", "685230.15", "685230.15"), ("08:30", "\"08:30\"", "08:30"),
    ("+12", "12", "+12"), ("-0x1F", "-31", "-31"), ("0x1F", "31", "0x1F"), ("0x1_F", "31", "31"),
    ("1_000.5", "1000.5", "1000.5"), (".5", "0.5", ".5"), ("00", "0", "00"), ("1.", "1", "1."),
    ("017.5", "17.5", "017.5"), ("0_7", "7", "7"), ("_1", "\"_1\"", "_1"), ("~", "null", "~"),
    ("null", "null", "null"), ("true", "true", "true"), ("text", "\"text\"", "text"),
    ("'yes'", "\"yes\"", "'yes'"), ("2001-12-14", "\"2001-12-14\"", "2001-12-14"),
    ("12345678901234567890", "12345678901234567890", "12345678901234567890"),
  ]

  private static func convert(_ arguments: [String], _ input: String) throws -> String {
    let result = try Tool.run(
      ["convert", "--from", "yaml", "-"] + arguments, input: Data(input.utf8))
    #expect(result.status == 0, "\(result.errors)")
    return result.text
  }

  @Test("YAML is written by value, and both versions read the same value again")
  func scalars() throws {
    for (text, json, written) in Self.scalars {
      let input = "- \(text)\n"
      let old = ["--yaml", "1.1"]
      #expect(try Self.convert(["--to", "json"] + old, input) == "[\(json)]\n", "\(text)")
      let yaml = try Self.convert(["--to", "yaml"] + old, input)
      #expect(yaml == "- \(written)\n", "\(text)")
      #expect(try Self.convert(["--to", "yaml", "-S"] + old, input) == yaml)
      for version in ["1.1", "1.2"] {
        let again = try Self.convert(["--to", "json", "--yaml", version], yaml)
        // The value of a number counts, not its spelling.
        let numbers = [again, "[\(json)]\n"].map { $0.replacing("17.50", with: "17.5") }
        #expect(numbers[0] == numbers[1], "\(text) is \(yaml), read as \(version)")
      }
    }
  }

  @Test("other readers of YAML 1.1 and 1.2 read the same values")
  func otherReaders() throws {
    var lines = ""
    for (text, json, _) in Self.scalars where !text.hasPrefix("2001") && text != "08:30" {
      let yaml = try Self.convert(["--to", "yaml", "--yaml", "1.1"], "- \(text)\n")
      let pair = try JSONEncoder().encode([yaml, "[\(json)]"])
      lines += String(decoding: pair, as: UTF8.self) + "\n"
    }
    try OtherYAMLReaders.check(lines)
  }

  @Test(
    "each verb that writes YAML writes it by value",
    arguments: [
      ["get", "a"], ["stream", "--get", "a"], ["merge", "-"], ["merge", "-", "--set", "b=1"],
      ["stream", "--select", "a"],
    ])
  func verbs(_ verb: [String]) throws {
    let arguments = verb + ["--from", "yaml", "--to", "yaml", "--yaml", "1.1"]
    let result = try Tool.run(arguments, input: Data("a: {mode: 0755, x: yes}\n".utf8))
    #expect(result.text.contains("mode: 493\n"), "\(result.text)\(result.errors)")
    #expect(result.text.contains("x: true\n"))
  }

  @Test("-I turns a file of YAML 1.1 into one of YAML 1.2, and its directive goes")
  func inPlace() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.yaml")
      try Data("%YAML 1.1\n---\nmode: 0755\n".utf8).write(to: file)
      let refused = try Tool.run("convert", "-I", file.path)
      #expect(refused.status == 2 && refused.errors.contains("would lose `%YAML 1.1`"))
      #expect(refused.errors.contains("read as YAML 1.2 in spite of `%YAML 1.1`"))
      let done = try Tool.run("convert", "-I", "--yaml", "1.1", file.path)
      #expect(done.status == 0 && done.errors.isEmpty, "\(done.errors)")
      #expect(try String(contentsOf: file, encoding: .utf8) == "mode: 493\n")
    }
  }

  @Test("a file that states YAML 1.1 gets a note, unless --yaml states a version")
  func note() throws {
    let text = "# c\n%YAML 1.1\n---\na: yes\n"
    let arguments = ["get", "a", "--from", "yaml"]
    let note = try Tool.run(arguments, input: Data(text.utf8))
    #expect(note.text == "\"yes\"\n" && note.errors.contains("--yaml 1.1 reads it as YAML 1.1"))
    for version in ["1.1", "1.2"] {
      let result = try Tool.run(arguments + ["--yaml", version], input: Data(text.utf8))
      #expect(result.errors.isEmpty && result.text == (version == "1.1" ? "true\n" : "\"yes\"\n"))
    }
    #expect(
      try Tool.run("get", "a", "--from", "yaml", input: "%YAML 1.2\n---\na: 1\n").errors == "")
  }
}
