#if FERRY_YAML
import FerrySQLite
import FerryBase
import FerryTestSupport
import Foundation
import Testing

@Suite("Exact integers of the command")
struct ConvertedIntegersTests {
  private static let lines = WholeText.jsonTexts.enumerated().map { number, text in
    "{\"n\":\(number),\"v\":\(text)}\n"
  }.joined()

  /// The texts of `v` in lines of JSON.
  private static func texts(_ lines: String) -> [String] {
    lines.split(separator: "\n").map { line in
      String(line.components(separatedBy: "\"v\":").last?.dropLast() ?? "")
    }
  }

  @Test("every spelling is the same integer in every format, there and back")
  func convert() throws {
    let expected = WholeText.jsonTexts.map { WholeText.digits(of: $0) }
    for (first, second) in [
      ("binary", "yaml"), ("yaml", "binary"), ("seq", "binary"), ("binary", "seq"),
    ] {
      var data = Data(Self.lines.utf8)
      var format = "ndjson"
      for next in [first, second, "ndjson"] {
        let result = try Tool.run(["convert", "--from", format, "--to", next], input: data)
        #expect(result.status == 0, "\(result.errors)")
        data = result.data
        format = next
      }
      let found = Self.texts(String(decoding: data, as: UTF8.self)).map { WholeText.digits(of: $0) }
      #expect(found.count == expected.count)
      for (index, digits) in found.enumerated() where digits != expected[index] {
        Issue.record("\(WholeText.jsonTexts[index]), \(first), \(second): \(digits as Any)")
      }
    }
  }

  private func importedRows(_ arguments: [String], _ input: Data) throws -> [[AnyValue]] {
    try Tool.withFolder { folder in
      let database = folder.appendingPathComponent("numbers.db").path
      _ = try Tool.run(
        ["import", "--into", database, "--table", "numbers"] + arguments, input: input)
      return try SQLiteStore(path: database, table: "numbers").rows(
        "SELECT n, v FROM numbers ORDER BY n")
    }
  }

  @Test("the same data is imported as the same integers from every format")
  func importing() throws {
    for map in [
      ["--map", "n:integer", "--map", "v:integer"], ["--map", "n:integer", "--map", "v"],
    ] {
      let text = try importedRows(["--from", "ndjson"] + map, Data(Self.lines.utf8))
      #expect(!text.isEmpty)
      for row in text where map.last == "v:integer" {
        let spelled = WholeText.jsonTexts[row[0].int ?? 0]
        #expect(row[1].number?.text == WholeText.digits(of: spelled), "\(spelled)")
      }
      for format in ["binary", "yaml"] {
        let records = try Tool.run(
          ["convert", "--from", "ndjson", "--to", format], input: Data(Self.lines.utf8))
        let other = try importedRows(["--from", format] + map, records.data)
        #expect(other.count == text.count)
        for (first, second) in zip(text, other) {
          // A number that is its own text may be spelled in another way.
          let isSame =
            first == second
            || WholeText.digits(of: first[1].string ?? "x")
              == WholeText.digits(of: second[1].string ?? "y")
          #expect(isSame, "\(WholeText.jsonTexts[first[0].int ?? 0]), \(format)")
        }
      }
    }
  }

  /// Item 13: an address is a number of 160 bits to all verbs.
  @Test("long hexadecimal numbers have one verdict in every verb")
  func hexadecimal() throws {
    let yaml = "a: 0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe\nb: [0o17, +12, .5]\n"
    let number = "1267644860328534549494026905118833873210535672750"
    #expect(try Tool.run("validate", "--from", "yaml", input: yaml).status == 0)
    #expect(
      try Tool.run("convert", "--from", "yaml", "--to", "json", input: yaml).text
        == "{\"a\":\(number),\"b\":[15,12,0.5]}\n")
    #expect(try Tool.run("get", "--from", "yaml", "a", input: yaml).text == number + "\n")
    #expect(
      try Tool.run("flatten", "--from", "yaml", input: yaml).text
        == "a = \(number)\nb[0] = 15\nb[1] = 12\nb[2] = 0.5\n")
    let records = try Tool.run(
      ["convert", "--from", "yaml", "--to", "binary"], input: Data(yaml.utf8))
    #expect(
      try Tool.run(["get", "--from", "binary", "a"], input: records.data).text == number + "\n")
  }
}
#endif
