#if FERRY_YAML
import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Other readers of YAML")
struct OtherReadersTests {
  /// Text that some reader could take for something else.
  static let words =
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

  /// The YAML text of `value` beside its JSON text, as the script expects them.
  private func line(_ value: AnyValue, _ encoder: YAML.Encoder) throws -> String {
    try JSON.string([encoder.string(value), JSON.string(value)]) + "\n"
  }

  @Test("PyYAML and ruamel.yaml read the same values, in every layout")
  func otherReaders() throws {
    var values = Self.words.map { AnyValue.string($0) }
    values += Self.words.map { .array([.string($0)]) }
    values += Self.words.map { word in
      var object = AnyValue.Object()
      object[word] = .string(word)
      return .object(object)
    }
    for number in ["0", "-1", "9223372036854775807", "18446744073709551615", "1.5", "123.125"] {
      values.append(try JSON.decode(AnyValue.self, from: number))
    }
    values += try [
      "[]", "{}", "[[], {}, [[]], {\"a\": {}}]",
      "{\"a\": [1, {\"b\": null, \"c\": [true, false]}]}",
      "[[1, [2, [3]]], {\"a\": [{\"b\": 1}, {\"c\": [{}]}]}]",
    ].map { try JSON.decode(AnyValue.self, from: $0) }
    var random = SeededGenerator(for: "OtherReaders")
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        Self.words.randomElement(using: &random) ?? ""
      }.joined(separator: Bool.random(using: &random) ? " " : "")
      values.append(.string(text))
    }
    var input = ""
    for (number, value) in values.enumerated() {
      let encoder = YAML.Encoder()
      encoder.usesFlowStyle = number % 3 == 1
      encoder.lineWidth = number % 5 == 0 ? 40 : nil
      encoder.indent = 2 + number % 3
      #expect(try YAML.decode(AnyValue.self, from: encoder.encode(value)) == value)
      input += try line(value, encoder)
    }
    // An `AnyValue` keeps the text of its numbers, which is YAML 1.2; a `Double` has none to keep.
    let doubles = [0.1, -0.0, 1e300, 5e-300, .greatestFiniteMagnitude, 1e16, 123_456_789.125, 1e-7]
    input += try JSON.string([YAML.string(doubles), JSON.string(doubles)]) + "\n"
    let floats: [Float] = [0.1, 1e10, 3.4e38]
    input += try JSON.string([YAML.string(floats), JSON.string(floats)]) + "\n"
    try run(input)
  }

  @Test("PyYAML and ruamel.yaml read dates as the same instants, with every layout")
  func dates() throws {
    var random = SeededGenerator(for: "OtherReaders.dates")
    var input = ""
    for number in 0..<200 {
      let counts = (0..<3).map { _ in
        1000 * random.int(-62_135_596_800..<253_402_300_000)
          + (number % 2 == 0 ? 0 : random.int(0..<1000))
      }
      let dates = counts.map { Date(timeIntervalSince1970: Double($0) / 1000) }
      let encoder = YAML.Encoder()
      encoder.usesFlowStyle = number % 3 == 1
      encoder.indent = 2 + number % 3
      let since2001 = counts.map { 1000 * $0 - 978_307_200_000_000 }
      input += try JSON.string([encoder.string(dates), JSON.string(since2001)]) + "\n"
      let named = try encoder.string(["a": dates[0]])
      input += try JSON.string([named, JSON.string(["a": since2001[0]])]) + "\n"
    }
    try run(input)
  }

  private func run(_ input: String) throws {
    let script = "Tests/Scripts/read-yaml.py"
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
#endif
