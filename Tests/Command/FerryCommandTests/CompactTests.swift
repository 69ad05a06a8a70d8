import Foundation
import Testing

/// Records that are compact already are copied; nobody must be able to tell.
@Suite struct CompactTests {
  static let records = [
    "{}", "[]", "null", "true", "false", "0", "-7", "1.50", "1e1000", "144126219108390099", "\"\"",
    "\"x\"", "{\"a\":[1,-22,333,{\"b\":null}],\"é\":\"😀\",\"\":[[],{}]}", "[1,2]",
    "{\"a\":1,\"a\":2}", "-0", "12345678", "-12345678901", "[true,false]",
  ]

  @Test("compact records are copied unchanged")
  func compactRecordsStay() throws {
    let lines = Self.records.joined(separator: "\n") + "\n"
    #expect(try Tool.run("stream", "--from", "ndjson", input: lines).text == lines)
    let crlf = lines.replacing("\n", with: "\r\n")
    #expect(try Tool.run("stream", "--from", "ndjson", input: crlf).text == lines)
    let array = try Tool.run("convert", "--from", "ndjson", "--to", "json", input: lines)
    #expect(array.text == "[" + Self.records.joined(separator: ",") + "]\n")
    let seq = try Tool.run("convert", "--from", "ndjson", "--to", "seq", input: lines)
    #expect(seq.text == Self.records.map { "\u{1E}\($0)\n" }.joined())
  }

  /// White space and escapes that cancel out in length must not fool anybody.
  @Test(
    "records with white space or escapes are written compactly",
    arguments: [
      (" {\"a\" : 1} ", "{\"a\":1}"), ("[1 ,2]", "[1,2]"), ("\"\\u0041\"", "\"A\""),
      ("[\"\\/\", 1]", "[\"/\",1]"), ("{\"\\u0061\":1}", "{\"a\":1}"), ("[\t]", "[]"),
    ])
  func othersAreWritten(_ record: String, _ expected: String) throws {
    let result = try Tool.run("stream", "--from", "ndjson", input: record + "\n1\n")
    #expect(result.text == expected + "\n1\n")
    let sorted = try Tool.run("stream", "-S", "--from", "ndjson", input: "{\"b\":1,\"a\":2}\n")
    #expect(sorted.text == "{\"a\":2,\"b\":1}\n")
    let raw = try Tool.run("stream", "-r", "--from", "ndjson", input: "\"a\"\n")
    #expect(raw.text == "a\n")
  }
}
