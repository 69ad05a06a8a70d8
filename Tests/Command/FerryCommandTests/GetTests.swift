import Foundation
import Testing

@Suite struct GetTests {
  static let document = #"{"a":[{"n":"x\ty"},{"n":2},{"m":null}],"b.c":{"0":"zero"},"/d":1e1000}"#

  @Test(
    "get prints the value at the path",
    arguments: [
      ("", document), ("a[0].n", #""x\ty""#), ("a[1]", #"{"n":2}"#), (#"b\.c.0"#, #""zero""#),
      (#"["b.c"].0"#, #""zero""#), ("/b.c/0", #""zero""#), ("/a/1/n", "2"), ("a[2].m", "null"),
      ("a[*].n", "\"x\\ty\"\n2"), (#"\/d"#, "1e1000"), ("/~1d", "1e1000"),
    ])
  func finds(_ path: String, _ expected: String) throws {
    let result = try Tool.run("get", path, input: Self.document)
    #expect(result.text == expected + "\n")
    #expect(result.status == 0)
  }

  @Test("--default is printed for a missing match")
  func aDefaultStandsInForAMatch() throws {
    let substitute = try Tool.run("get", "--default", "none", "x", input: Self.document)
    #expect(substitute.text == "none\n" && substitute.status == 0 && substitute.errors.isEmpty)
    let strict = try Tool.run("get", "-e", "--default", "none", "x", input: Self.document)
    #expect(strict.text == "none\n" && strict.status == 1 && strict.errors.isEmpty)
    #expect(try Tool.run("get", "-e", "a", input: Self.document).status == 0)
  }

  @Test("--raw prints text without quotes")
  func rawStrings() throws {
    #expect(try Tool.run("get", "-r", "a[*].n", input: Self.document).text == "x\ty\n2\n")
    #expect(try Tool.run("get", "-r", "", input: #""\ud83d\ude00\u0041\/\"""#).text == "😀A/\"\n")
    #expect(try Tool.run("get", "-r", "", input: "\"\"").text == "\n")
    guard Tool.hasYAML else { return }
    #expect(try Tool.run("get", "-r", "v", input: "v: 1.10\nw: text\n").text == "1.10\n")
    #expect(try Tool.run("get", "-r", "w", input: "v: 1.10\nw: text\n").text == "text\n")
  }

  @Test("get finds the path in every document of a series")
  func everyDocumentOfASeries() throws {
    let lines = "{\"a\":1}\n{\"b\":2}\n{\"a\":[3]}\n"
    #expect(try Tool.run("get", "a", input: lines).text == "1\n[3]\n")
    #expect(try Tool.run("get", "a", "--default", "-", input: lines).text == "1\n-\n[3]\n")
    #expect(try Tool.run("get", "-e", "b", input: lines).status == 0)
    guard Tool.hasYAML else { return }
    #expect(try Tool.run("get", "a", "--to", "yaml", input: lines).text == "--- 1\n---\n- 3\n")
  }

  @Test("get reads every format")
  func everyFormat() throws {
    for format in Tool.formats {
      let source = try Tool.run("convert", "--from", "json", "--to", format, input: Self.document)
      let result = try Tool.run(
        ["get", "--from", format, "-r", #"b\.c.0"#], input: source.data)
      #expect(result.text == "zero\n", "\(format): \(result.errors)")
    }
  }

  /// Lists of numbers may be packed in the binary format, and their elements still be found.
  @Test("get finds elements of packed arrays")
  func elementsOfNumberLists() throws {
    let numbers = (0..<300).map { "\($0 * 1000)" }.joined(separator: ",")
    let reals = (0..<300).map { "\($0).25" }.joined(separator: ",")
    let text = "{\"i\":[\(numbers)],\"d\":[\(reals)]}"
    let binary = try Tool.run("convert", "--from", "json", "--to", "binary", input: text)
    for (path, expected) in [("i[299]", "299000"), ("d[7]", "7.25"), ("i[300]", "")] {
      let result = try Tool.run(["get", path], input: binary.data)
      #expect(result.text == (expected.isEmpty ? "" : expected + "\n"), "\(result.errors)")
    }
    #expect(
      try Tool.run(["get", "d[*]"], input: binary.data).text.split(separator: "\n").count == 300)
    #expect(try Tool.run(["convert", "--to", "json"], input: binary.data).text == text + "\n")
  }

  /// The end of an output belongs to it, also where one document has several matches.
  @Test("several matches in one document become a series")
  func severalMatchesAreASeries() throws {
    for format in Tool.formats + ["json5"] {
      let document = try Tool.run(
        "convert", "--to", format == "json5" ? "json" : format, "--from", "json",
        input: #"{"a":[{"b":1},{"b":2}]}"#)
      let found = try Tool.run(
        ["get", "a[*].b", "--to", "binary", "--from", format], input: document.data)
      let lines = try Tool.run(["convert", "--to", "ndjson"], input: found.data)
      #expect(lines.text == "1\n2\n", "\(format): \(lines.errors)")
    }
    guard Tool.hasYAML else { return }
    let found = try Tool.run("get", "a[*]", "--to", "yaml", input: #"{"a":["x\n\n"]}"#)
    #expect(found.text == "--- |+\n  x\n\n...\n")
  }

  /// A document is asked for a match, not its parts, and whatever its size.
  @Test(
    "--default is printed once for a document without a match",
    arguments: [
      (#"{"a":[{"b":1},{"c":2},{"b":3},{}]}"#, "1\n3\n"), (#"{"a":[{"c":2},{}]}"#, "Q\n"),
      (#"{"a":[]}"#, "Q\n"), (#"{"a":1}"#, "Q\n"), (#"{"b":1}"#, "Q\n"),
    ])
  func defaultOfADocument(_ text: String, _ expected: String) throws {
    let padding = String(repeating: " ", count: 1 << 20)
    for text in [text, text.replacing("{\"", with: "{" + padding + "\"", maxReplacements: 1)] {
      let result = try Tool.run("get", "a[*].b", "--default", "Q", "--from", "json", input: text)
      #expect(result.text == expected, "\(text.utf8.count) bytes: \(result.errors)")
    }
  }

  @Test("an invalid path is an error with a caret")
  func badPathsAreShown() throws {
    let result = try Tool.run("get", "a..b", input: "{}")
    #expect(result.status == 2)
    #expect(result.errors.hasSuffix("a..b\n  ^\n"), "\(result.errors)")
    #expect(try Tool.run("get", "/a~2", input: "{}").status == 2)
    #expect(try Tool.run("get").status == 2)
  }
}
