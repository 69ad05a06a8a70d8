import Foundation
import Testing

@Suite("Text for terminals")
struct VisibleTextTests {
  /// Characters that a terminal obeys: C1 controls, direction marks and overrides, separators, a
  /// tag character.
  private static let obeyed =
    "\u{7F}\u{9B}\u{200E}\u{202E}\u{2028}\u{2029}\u{2066}\u{FEFF}\u{E0041}"
  private static let escaped =
    #"\u007f\u009b\u200e\u202e\u2028\u2029\u2066\ufeff\udb40\udc41"#

  private func expectVisible(_ result: Tool.Result) {
    let text = result.text + result.errors
    for scalar in text.unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(
        ![.control, .format, .lineSeparator, .paragraphSeparator].contains(category), "\(text)")
    }
  }

  @Test("flatten writes escapes, which unflatten reads")
  func flatten() throws {
    let document = "{\"a\(Self.obeyed)\":{\"b\":\"x\(Self.obeyed)y\"},\"é👩‍💻\":\"‌\"}\n"
    let flat = try Tool.run("flatten", input: document)
    #expect(
      flat.text == """
        ["a\(Self.escaped)"].b = "x\(Self.escaped)y"
        é👩‍💻 = "‌"

        """)
    #expect(try Tool.run("unflatten", input: flat.text).text == document)
  }

  @Test("a large document is flattened the same way")
  func largeDocument() throws {
    let padding = String(repeating: "x", count: 1 << 20)
    let document = "{\"\(Self.obeyed)\":\"\(Self.obeyed)\",\"b\":\"\(padding)\"}\n"
    let flat = try Tool.run("flatten", input: document)
    #expect(flat.text.hasPrefix("[\"\(Self.escaped)\"] = \"\(Self.escaped)\"\n"))
    #expect(try Tool.run("unflatten", input: flat.text).text == document)
  }

  @Test("convert and get write documents as they are")
  func documents() throws {
    let document = "{\"\(Self.obeyed)\":\"\(Self.obeyed)\"}\n"
    #expect(try Tool.run("convert", "--to", "json", input: document).text == document)
  }

  @Test("merge --explain writes escapes, for names of variables as well")
  func explain() throws {
    let result = try Tool.run(
      ["merge", "-", "--explain", "--env", "APP_"], input: Data("{\"a\u{9B}\":\"\u{202E}\"}".utf8),
      environment: ["APP_B\u{202E}": "\u{85}"])
    #expect(
      result.text == #"""
        ["a\u009b"] = "\u202e"  (<stdin>:1:7)
        ["b\u202e"] = "\u0085"  (environment variable APP_B\u202e)

        """#)
  }

  @Test("inspect and stats write escapes")
  func binary() throws {
    let document = "{\"a\(Self.obeyed)\":\"x\(Self.obeyed)\"}"
    let binary = try Tool.run("convert", "--to", "binary", input: document)
    let inspected = try Tool.run(["inspect"], input: binary.data)
    #expect(inspected.status == 0 && inspected.text.contains(#""x\u{7F}"#))
    expectVisible(inspected)
    expectVisible(try Tool.run("stats", input: document))
  }

  @Test("errors show invisible characters, and the caret stays below its column")
  func errors() throws {
    let result = try Tool.run("validate", input: "{\"a\u{202E}\u{9B}\": [\u{2066}1]}")
    #expect(
      result.errors == #"""
        ferry: <stdin>:1:10: unexpected character: found `\u2066`, at ["a\u202e\u009b"][0]
        {"a��": [�1]}
                 ^

        """#)
    expectVisible(result)
    let path = try Tool.run("get", "a\u{202E}[x", input: "{}")
    #expect(
      path.errors == #"""
        ferry: invalid path 'a\u202e[x', column 4: expected an index, '*' or a key in quotes
        a�[x
           ^

        """#)
    let line = try Tool.run("unflatten", input: "a = 1\n\u{9B}b\n")
    #expect(
      line.errors == """
        ferry: <stdin>:2:1: expected 'path = value'
        �b
        ^

        """)
    for arguments in [
      ["convert", "--to", "x\u{202E}"], ["get", "a", "/no/such\u{9B}/file"], ["\u{202E}"],
      ["merge", "-", "--set", "a.\u{202E}[9]=1"], ["validate", "--\u{9B}"],
    ] {
      let result = try Tool.run(arguments, input: Data("{}".utf8))
      #expect(result.status != 0 && !result.errors.isEmpty)
      expectVisible(result)
    }
  }
}
