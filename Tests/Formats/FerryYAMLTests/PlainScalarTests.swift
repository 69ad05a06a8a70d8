import FerryBase
import Testing

@Suite struct PlainScalarTests {
  static let meanings: [(text: String, meaning: Meaning)] = [
    ("", .null), ("~", .null), ("null", .null), ("Null", .null), ("NULL", .null),
    ("nUll", .text), ("nil", .text), ("nulls", .text),
    ("true", .bool(true)), ("True", .bool(true)), ("TRUE", .bool(true)), ("tRUE", .text),
    ("false", .bool(false)), ("False", .bool(false)), ("FALSE", .bool(false)), ("falsE", .text),
    ("yes", .text), ("no", .text), ("on", .text), ("off", .text), ("y", .text), ("n", .text),
    ("0", .jsonNumber), ("-0", .jsonNumber), ("12", .jsonNumber), ("-12", .jsonNumber),
    ("1.5", .jsonNumber), ("1e3", .jsonNumber), ("1E+3", .jsonNumber), ("-0.5e-3", .jsonNumber),
    ("18446744073709551616", .jsonNumber), ("1e999999999", .jsonNumber),
    ("+12", .whole("12")), ("017", .whole("17")), ("08", .whole("8")), ("-017", .whole("-17")),
    ("00", .whole("0")), ("+0", .whole("0")),
    ("0o17", .whole("15")), ("0x1F", .whole("31")), ("0xdeadBEEF", .whole("3735928559")),
    ("0x", .text), ("0o", .text), ("0o8", .text), ("0xG", .text), ("-0x1F", .text), ("0X1F", .text),
    ("0b101", .text), ("1_000", .text), ("1:30", .text), ("2001-12-14", .text),
    ("0x7FFFFFFFFFFFFFFF", .whole("9223372036854775807")),
    ("0x8000000000000000", .whole("9223372036854775808")),
    ("0xFFFFFFFFFFFFFFFF", .whole("18446744073709551615")),
    ("0x10000000000000000", .whole("18446744073709551616")),
    ("0o1777777777777777777777", .whole("18446744073709551615")),
    ("0o2000000000000000000000", .whole("18446744073709551616")),
    ("0x10000000000000000G", .text),
    ("+9223372036854775808", .whole("9223372036854775808")),
    ("-09223372036854775808", .whole("-9223372036854775808")),
    ("-09223372036854775809", .whole("-9223372036854775809")),
    ("+18446744073709551616", .whole("18446744073709551616")),
    (".5", .decimal("0.5")), ("-.5", .decimal("-0.5")), ("+.5", .decimal("0.5")),
    ("1.", .decimal("1")),
    ("+1.5", .decimal("1.5")), ("01.5", .decimal("1.5")), ("00.50", .decimal("0.50")),
    ("1.e3", .decimal("1e3")), ("-00", .whole("0")), ("-00.0", .decimal("-0.0")),
    (".5e1", .decimal("0.5e1")), ("01e2", .decimal("1e2")), ("+1e2", .decimal("1e2")),
    ("-1.", .decimal("-1")),
    (".inf", .notFinite(.infinity)), (".Inf", .notFinite(.infinity)),
    (".INF", .notFinite(.infinity)),
    ("-.inf", .notFinite(-.infinity)), ("+.inf", .notFinite(.infinity)), (".iNF", .text),
    ("inf", .text),
    ("-.nan", .text), ("NaN", .text), (".nanx", .text),
    (".", .text), ("-", .text), ("+", .text), ("..", .text), ("e3", .text), (".e3", .text),
    ("1e", .text), ("1e+", .text), ("1.2.3", .text), ("1 2", .text), ("--1", .text), ("+-1", .text),
    ("hello", .text), ("Nothing", .text), ("tomorrow", .text), ("é", .text),
  ]

  /// A meaning, and the number in JSON's grammar.
  enum Meaning: Equatable {
    case null
    case bool(Bool)
    case jsonNumber
    case whole(String)
    case decimal(String)
    case notFinite(Double)
    case text
  }

  // One test for all: each case of its own would be a line of the log.
  @Test("each spelling has the meaning of the core schema")
  func meaning() {
    for (text, meaning) in Self.meanings {
      #expect(Self.resolve(text) == meaning, "\(text)")
    }
  }

  @Test("not-a-numbers are recognised", arguments: [".nan", ".NaN", ".NAN"])
  func notANumber(_ text: String) {
    guard case .notFinite(let value) = Self.resolve(text) else {
      Issue.record("\(text) is no number")
      return
    }
    #expect(value.isNaN)
  }

  @Test("a long spelling keeps its digits")
  func longSpelling() {
    let zeros = String(repeating: "0", count: 2000)
    #expect(Self.resolve(zeros + "1." + zeros) == .decimal("1." + zeros))
    #expect(Self.resolve(zeros + "12") == .whole("12"))
  }

  @Test("more than 1024 hexadecimal or octal digits are text")
  func longRadix() {
    let digits = String(repeating: "0", count: 1022)
    #expect(Self.resolve("0x" + digits + "1F") == .whole("31"))
    #expect(Self.resolve("0x" + digits + "01F") == .text)
    #expect(Self.resolve("0o" + digits + "17") == .whole("15"))
    #expect(Self.resolve("0o" + digits + "017") == .text)
  }

  @Test(
    "YAML 1.1 reads numbers of YAML 1.2 as text if its own types have other forms",
    arguments: [
      // The values of PyYAML.
      ("0o17", .text), ("-0o17", .text), ("1e5", .text), ("1e+5", .text), ("1.5e3", .text),
      ("08", .text), ("1.5e+3", .jsonNumber), ("0x1e5", .whole("485")), ("017", .whole("15")),
      (".5_0", .decimal("0.50")), ("._5", .text), ("1_000", .whole("1000")),
      ("685.230_15e+03", .decimal("685.23015e+03")), ("190:20:30", .whole("685230")),
      ("12e03", .text), ("1_0e5", .text), ("09.5", .decimal("9.5")), ("0b11", .whole("3")),
    ] as [(String, Meaning)])
  func legacy(_ text: String, _ meaning: Meaning) {
    #expect(Self.resolve(text, .yaml11) == meaning)
  }

  static func resolve(_ text: String, _ schema: PlainSchema = []) -> Meaning {
    Array(text.utf8).withByteView { bytes in
      switch PlainScalar.resolve(bytes, schema) {
      case .null: return .null
      case .bool(let value): return .bool(value)
      case .jsonNumber: return .jsonNumber
      case .number(let isWhole):
        let number = String(decoding: PlainScalar.jsonNumber(of: bytes, schema), as: UTF8.self)
        return isWhole ? .whole(number) : .decimal(number)
      case .notFinite(let value): return .notFinite(value)
      case .text: return .text
      }
    }
  }
}
