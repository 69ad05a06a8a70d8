import Foundation
import Testing

/// PyYAML and ruamel.yaml, through a script.
package enum OtherYAMLReaders {
  /// Text that some reader could take for something else.
  package static let words =
    [
      "", " ", "~", "null", "Null", "NULL", "true", "True", "TRUE", "false", "yes", "Yes", "no",
      "NO", "on", "On", "off", "OFF", "y", "Y", "n", "N", "=", "<<", "<", "!", "!x", "&a", "*a",
      "?", "? a", "-", "- a", "--", "---", "...", ":", ": a", "a: b", "a:", ":a", "#", "# a",
      "a #b",
      "a# b", "@a", "`a", "%a", "|", ">", "[", "]", "{", "}", "[a]", "{a: b}", "a, b", ",", "'",
      "\"", "it's", "\"a\"", "0", "-0", "+0", "1", "-1", "+1", "01", "007", "08", "0o17", "0x1F",
      "-0x1F", "0b101", "1_000", "1e3", "1e+3", "1E3", "1.5", ".5", "-.5", "1.", "1.5e3", "1.5e+3",
      ".", "..", "._", "1__0", "_1", "1:30", "22:22:22", "1:30.5", "190:20:30.15", ".inf", "-.inf",
      ".Inf", ".nan", ".NaN", "inf", "nan", "2001-12-14", "2001-12-14T21:59:43Z",
      "2001-1-1 1:1:1", "0.1.2", "1,000", "0x", "0b", "1e", "e1", "+", "+.inf", " lead", "trail ",
      "\ttab", "tab\t", "a\tb", "line\n", "two\nlines", "two\n\nlines\n\n", "\nlead", "\n", "\n\n",
      "  lead\nthen", "then\n  more\n", "trail \nx", "\r", "a\rb", "\r\n", "a\u{85}b", "a\u{2028}b",
      "\u{FEFF}", "\u{FEFF}a", "a\u{FEFF}", "\0", "a\0b", "\u{1}", "\u{7F}", "\u{80}", "\u{9F}",
      "\u{A0}", "é", "日本", "😀", "\u{FFFD}", "\u{FFFE}", "\\", "\\n", "a\\", "key: 'x'", "- - -",
      "? : ", "a\n- b", "a\n# b\n", "# a\nb", "--- a", "... a", "a\n---\nb", "a\n...\nb",
    ] + (1...3).map { String(repeating: "long text ", count: 40 * $0) }

  /// Reads lines of `[YAML text, JSON text]` with PyYAML and ruamel.yaml, and records an issue for
  /// each YAML text that they read as another value than the JSON text.
  package static func check(_ input: String) throws {
    let script = "Tests/Support/read-yaml.py"
    guard FileManager.default.fileExists(atPath: script) else {
      print("OtherReaders: skipped, \(script) is not here")
      return
    }
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("ferry-readers-\(UInt32.random(in: 0 ... .max)).txt")
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script]
    process.standardInput = try FileHandle(forReadingFrom: file)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    switch process.terminationStatus {
    case 0: break
    case 77, 127: print("OtherReaders: skipped, \(output)")
    default: Issue.record("\(output.prefix(4000))")
    }
  }
}
