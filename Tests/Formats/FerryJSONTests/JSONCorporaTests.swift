import FerryBase
import FerryJSONEngine
import FerryTestSupport
import Foundation
import Testing

@Suite("JSON corpora")
struct JSONCorporaTests {
  /// `bytes` without white space outside of strings: nothing else is touched.
  private func minified(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        result.append(byte)
      } else if byte > 0x20 {
        isInString = byte == UInt8(ascii: "\"")
        result.append(byte)
      }
    }
    return result
  }

  @Test(
    "files come back byte for byte but for white space",
    arguments: ["canada", "citm_catalog", "numbers", "twitter"])
  func identity(name: String) throws {
    guard let bytes = try Corpora.bytes("json/\(name).json") else { return }
    let text = try TapeJSON.rewritten(bytes)
    let isSame = text == minified(bytes)
    #expect(isSame)
    let again = try TapeJSON.rewritten(text) == text
    #expect(again)
  }

  @Test("pretty printing and sorting keep all values", arguments: ["twitter", "twitterescaped"])
  func layouts(name: String) throws {
    guard let bytes = try Corpora.bytes("json/\(name).json") else { return }
    let compact = try TapeJSON.rewritten(bytes)
    var pretty = JSONWritingOptions()
    pretty.indentation = .spaces(4)
    pretty.followsFoundation = true
    pretty.escapesSlashes = true
    let isSame = try TapeJSON.rewritten(TapeJSON.rewritten(bytes, writing: pretty)) == compact
    #expect(isSame)
    var sorted = JSONWritingOptions()
    sorted.sortedKeys = true
    let first = try TapeJSON.rewritten(bytes, writing: sorted)
    let isStable = try TapeJSON.rewritten(first, writing: sorted) == first
    #expect(isStable)
    #expect(first.count == compact.count)
  }

  @Test("every line of an NDJSON file is a value, the same as on its own")
  func lines() throws {
    guard let bytes = try Corpora.bytes("json/amazon_cellphones.ndjson") else { return }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    try bytes.withByteView { input in
      var reader = JSONReader(input)
      var count = 0
      while true {
        var tape = Tape()
        guard try reader.readNext(into: &tape) else { break }
        let text = try TapeJSON.written(TapeView(tape, input: input))
        let single = try TapeJSON.rewritten(Array(lines[count]))
        if text != single { #expect(text == single) }
        count += 1
      }
      #expect(count == lines.count)
    }
  }

  @Test("the naughty strings are kept")
  func naughtyStrings() throws {
    guard let bytes = try Corpora.bytes("conformance/blns/blns.json") else { return }
    let expected = try JSONDecoder().decode([String].self, from: Data(bytes))
    let value = try TapeJSON.read(bytes).get()
    #expect(value.array?.compactMap(\.string) == expected)
    #expect(TapeJSON.read(try TapeJSON.text(value)) == .success(value))
  }

  @Test("yyjson's cases have the verdicts in their names")
  func yyjson() throws {
    for file in try Corpora.files(in: "conformance/yyjson-json", isDeep: true) {
      let name = file.name.split(separator: "/").last ?? ""
      // The excluded files are valid today: text at the top, and 20 levels.
      guard name.hasSuffix(".json"), !name.contains("EXCLUDE"), !file.name.contains("encoding")
      else { continue }
      let failure = TapeJSON.failure(file.bytes)
      if name.hasPrefix("pass") { #expect(failure == nil, "\(file.name)") }
      if name.hasPrefix("fail") { #expect(failure != nil, "\(file.name)") }
    }
  }

  @Test(
    "time is linear in the length of strings, escapes, digits, blanks and members",
    arguments: [
      ("\"", "a", "\""), ("\"", #"\n"#, "\""), ("\"", #"\u00e9"#, "\""), ("", "7", ""),
      ("0.", "0", "1"), ("", " ", "1"), ("[", "[],", "1]"), ("{", #""a":1,"#, #""b":2}"#),
      ("{\"", #"\u0061"#, "\":1}"),
    ])
  func linearTime(start: String, middle: String, end: String) throws {
    func time(_ count: Int) throws -> Double {
      let text = Array((start + String(repeating: middle, count: count) + end).utf8)
      return try (0..<3).map { _ in
        let start = clock()
        _ = try TapeJSON.rewritten(text)
        return Double(clock() - start)
      }.min() ?? 0
    }
    let (short, long) = (try time(2000), try time(32_000))
    // Sixteen times the length: 16 if linear, 256 if quadratic.
    #expect(long < 80 * short + 2000)
  }
}
