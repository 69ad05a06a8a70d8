#if FERRY_YAML
import Ferry
import Foundation
import Testing

@Suite("YAML's plain scalars")
struct ScalarTableTests {
  /// A scalar as an `AnyValue` (in JSON), and as a value of a type; nil for an error.
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let any: String?
    var string: String?
    var int: Int?
    var double: Double?
    var bool: Bool?
    var testDescription: String { text }

    init(
      _ text: String, _ any: String?, string: String? = nil, int: Int? = nil,
      double: Double? = nil, bool: Bool? = nil
    ) {
      self.text = text
      self.any = any
      self.string = string
      self.int = int
      self.double = double ?? int.map(Double.init)
      self.bool = bool
    }

    /// Text to everyone.
    static func text(_ text: String) -> Row { Row(text, "\"\(text)\"", string: text) }
  }

  private func check(_ row: Row, _ decoder: YAML.Decoder) {
    #expect(
      (try? JSON.string(decoder.decode([AnyValue].self, from: "- \(row.text)")))
        == row.any.map { "[\($0)]" })
    #expect((try? decoder.decode([String].self, from: "- \(row.text)"))?.first == row.string)
    #expect((try? decoder.decode([Int].self, from: "- \(row.text)"))?.first == row.int)
    let double = (try? decoder.decode([Double].self, from: "- \(row.text)"))?.first
    #expect(double == row.double || double?.isNaN == true && row.double?.isNaN == true)
    #expect((try? decoder.decode([Bool].self, from: "- \(row.text)"))?.first == row.bool)
  }

  @Test(
    "a plain scalar has the meaning of YAML 1.2",
    arguments: [
      Row("~", "null"), Row("null", "null"), Row("Null", "null"), Row("NULL", "null"),
      Row("", "null"), .text("nULL"), .text("none"),
      Row("true", "true", string: "true", bool: true),
      Row("True", "true", string: "True", bool: true),
      Row("TRUE", "true", string: "TRUE", bool: true),
      Row("false", "false", string: "false", bool: false),
      Row("False", "false", string: "False", bool: false),
      Row("FALSE", "false", string: "FALSE", bool: false),
      .text("tRUE"), .text("yes"), .text("no"), .text("on"), .text("off"), .text("y"), .text("n"),
      .text("Yes"), .text("OFF"),
      Row("0o17", "15", string: "0o17", int: 15), Row("0x1F", "31", string: "0x1F", int: 31),
      Row("017", "17", string: "017", int: 17), Row("08", "8", string: "08", int: 8),
      Row("+12", "12", string: "+12", int: 12), Row("-12", "-12", string: "-12", int: -12),
      .text("0b101"), .text("1_000"), .text("-0x1F"), .text("1:30"), .text("22:22"),
      .text("0o18"), .text("0xG"), .text("1e"), .text("--1"), .text("1.2.3"),
      Row("1e3", "1e3", string: "1e3", int: 1000), Row("-.5", "-0.5", string: "-.5", double: -0.5),
      Row("1.", "1", string: "1.", int: 1), Row("1.10", "1.10", string: "1.10", double: 1.1),
      Row(".inf", nil, string: ".inf", double: .infinity),
      Row("-.INF", nil, string: "-.INF", double: -.infinity),
      Row(".nan", nil, string: ".nan", double: .nan), .text("inf"), .text("NaN"), .text("-.nan"),
      Row("9223372036854775807", "9223372036854775807", string: "9223372036854775807", int: .max),
      Row(
        "9223372036854775808", "9223372036854775808", string: "9223372036854775808",
        double: 0x1p63),
      Row(
        "18446744073709551616", "18446744073709551616", string: "18446744073709551616",
        double: 0x1p64),
      Row(
        "0x1FFFFFFFFFFFFFFFF", "36893488147419103231", string: "0x1FFFFFFFFFFFFFFFF",
        double: 0x1p65),
      .text("2001-12-14"), Row("0123", "123", string: "0123", int: 123),
      Row("'8080'", "\"8080\"", string: "8080"), Row("\"true\"", "\"true\"", string: "true"),
      Row("'null'", "\"null\"", string: "null"), Row("\"\"", "\"\"", string: ""),
      Row("!!int \"12\"", "12", string: "12", int: 12),
      Row("!!float '1.5'", "1.5", string: "1.5", double: 1.5),
      Row("!!bool 'true'", "true", string: "true", bool: true), Row("!!null ''", "null"),
      Row("!!str 12", "\"12\"", string: "12"), Row("! 12", "\"12\"", string: "12"),
    ])
  func core(_ row: Row) {
    check(row, YAML.Decoder())
  }

  @Test(
    "a plain scalar has the meaning of YAML 1.1 if the option is set",
    arguments: [
      Row("yes", "true", string: "yes", bool: true), Row("No", "false", string: "No", bool: false),
      Row("on", "true", string: "on", bool: true), Row("OFF", "false", string: "OFF", bool: false),
      Row("y", "true", string: "y", bool: true), Row("N", "false", string: "N", bool: false),
      Row("0b101", "5", string: "0b101", int: 5), Row("1_000", "1000", string: "1_000", int: 1000),
      Row("-0x1F", "-31", string: "-0x1F", int: -31), Row("017", "15", string: "017", int: 15),
      .text("08"), Row("1:30", "90", string: "1:30", int: 90),
      .text("08:30"), .text("07:30"), .text("0:0"), .text("00:15"), .text("-01:30"), .text("0:0:1"),
      Row("08:30.5", "510.5", string: "08:30.5", double: 510.5),
      Row("12:30", "750", string: "12:30", int: 750),
      Row("22:22", "1342", string: "22:22", int: 1342),
      Row("1:30.5", "90.5", string: "1:30.5", double: 90.5),
      Row("1_000.5", "1000.5", string: "1_000.5", double: 1000.5),
      .text("1:60"), .text("yEs"), .text("01:2x"), .text("0b102"), .text("_1"),
      Row("true", "true", string: "true", bool: true), Row("~", "null"),
      Row(
        "0b1111111111111111111111111111111111111111111111111111111111111111",
        "18446744073709551615",
        string: "0b1111111111111111111111111111111111111111111111111111111111111111", double: 0x1p64
      ),
      .text("0o17"), .text("1e5"), .text("1e+5"), .text("1.5e3"),
      Row("1.5e+3", "1.5e+3", string: "1.5e+3", int: 1500),
      Row(".5_0", "0.50", string: ".5_0", double: 0.5), .text("._5"),
      Row("685.230_15e+03", "685.23015e+03", string: "685.230_15e+03", double: 685230.15),
      Row("'yes'", "\"yes\"", string: "yes"),
      Row("!!bool yes", "true", string: "yes", bool: true),
      Row("!!int 1_000", "1000", string: "1_000", int: 1000),
    ])
  func legacy(_ row: Row) {
    check(row, YAML.Decoder(preset: .yaml11))
  }

  @Test(
    "the strict preset reads ambiguous scalars as text",
    arguments: [
      Row("017", "\"017\"", string: "017"), Row("-08", "\"-08\"", string: "-08"),
      Row("0", "0", int: 0), Row("10", "10", int: 10), Row("true", "true", bool: true),
      Row("1.10", "1.10", double: 1.1), .text("yes"), .text("2001-12-14"), Row("~", "null"),
      Row("0x1F", "31", int: 31), Row("'10'", "\"10\"", string: "10"),
    ])
  func strict(_ row: Row) {
    check(row, YAML.Decoder(preset: .strict))
  }

  @Test("integers are exact or an error")
  func wide() throws {
    #expect(
      try YAML.decode([UInt64].self, from: "[9223372036854775808, 0xFFFFFFFFFFFFFFFF]") == [
        1 << 63, .max,
      ])
    #expect(throws: DecodingError.self) {
      try YAML.decode([UInt64].self, from: "[18446744073709551616]")
    }
    #expect(throws: DecodingError.self) { try YAML.decode([Int].self, from: "[1e999999999]") }
    #expect(throws: DecodingError.self) { try YAML.decode([Double].self, from: "[1e999999999]") }
  }

  @Test("null may be read as empty text")
  func emptyText() throws {
    var decoder = YAML.Decoder()
    decoder.decodesNullAsEmptyString = true
    #expect(try decoder.decode([String].self, from: "[~, '', null, x]") == ["", "", "", "x"])
    #expect(try decoder.decode([String?].self, from: "[~, x]") == [nil, "x"])
  }

  @Test("dates and data follow the strategies")
  func strategies() throws {
    var decoder = YAML.Decoder()
    decoder.dateDecodingStrategy = .iso8601
    let date = try decoder.decode([Date].self, from: "- 2001-12-14T21:59:43Z")
    #expect(date.first?.timeIntervalSince1970 == 1_008_367_183)
    #expect(
      try YAML.decode([Data].self, from: "- !!binary aGk=\n- aGk=") == [
        Data("hi".utf8), Data("hi".utf8),
      ])
  }
}
#endif
