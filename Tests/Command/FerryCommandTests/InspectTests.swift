import Foundation
import Testing

@Suite struct InspectTests {
  private func binary(_ json: String, _ options: String...) throws -> Data {
    try Tool.run(["convert", "--from", "json", "--to", "binary"] + options, input: Data(json.utf8))
      .data
  }

  @Test("inspect explains every byte")
  func everyByteHasALine() throws {
    let bytes = try binary(#"{"name": "Ada", "scores": [1.5, 2], "ok": true}"#)
    let result = try Tool.run(["inspect"], input: bytes)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    let lines = result.text.split(separator: "\n")
    #expect(lines.first?.hasPrefix("0000  b5 ") == true)
    #expect(lines.contains { $0.contains("53 41 64 61") && $0.hasSuffix(#""name": "Ada""#) })
    #expect(lines.contains { $0.hasSuffix(#""ok": true"#) })
  }

  @Test("inspect reports damage with its offset")
  func whatIsWrongIsSaid() throws {
    let bytes = try binary("[1, 2, 3]")
    for cut in [bytes.dropLast(), Data("{}".utf8), Data()] {
      let result = try Tool.run(["inspect"], input: Data(cut))
      #expect(result.status == 1)
      #expect(result.errors.contains("byte"))
    }
    #expect(try Tool.run(["stats"], input: bytes.dropLast()).status == 1)
  }

  @Test("stats of a binary file prints its size and the saved bytes")
  func statsAddUp() throws {
    let row = #"{"a_long_key": "some text", "b": 1}"#
    let bytes = try binary("[" + [String](repeating: row, count: 50).joined(separator: ",") + "]")
    let text = try Tool.run(["stats"], input: bytes).text
    #expect(text.contains("\(bytes.count) bytes"))
    #expect(text.contains("50 objects"))
    #expect(text.contains("saved by"))
  }
}
