import FerryTape
import Testing

@Suite struct PlainScalarTests {
  static let meanings: [(String, PlainScalar)] = [
    ("", .null), ("~", .null), ("null", .null), ("Null", .null), ("NULL", .null),
    ("nUll", .text), ("nil", .text), ("nulls", .text),
    ("true", .bool(true)), ("True", .bool(true)), ("TRUE", .bool(true)), ("tRUE", .text),
    ("false", .bool(false)), ("False", .bool(false)), ("FALSE", .bool(false)), ("falsE", .text),
    ("yes", .text), ("no", .text), ("on", .text), ("off", .text), ("y", .text), ("n", .text),
    ("0", .jsonNumber), ("-0", .jsonNumber), ("12", .jsonNumber), ("-12", .jsonNumber),
    ("1.5", .jsonNumber), ("1e3", .jsonNumber), ("1E+3", .jsonNumber), ("-0.5e-3", .jsonNumber),
    ("18446744073709551616", .jsonNumber), ("1e999999999", .jsonNumber),
    ("+12", .int64(12)), ("017", .int64(17)), ("08", .int64(8)), ("-017", .int64(-17)),
    ("00", .int64(0)), ("+0", .int64(0)),
    ("0o17", .int64(15)), ("0x1F", .int64(31)), ("0xdeadBEEF", .int64(0xDEAD_BEEF)),
    ("0x", .text), ("0o", .text), ("0o8", .text), ("0xG", .text), ("-0x1F", .text), ("0X1F", .text),
    ("0b101", .text), ("1_000", .text), ("1:30", .text), ("2001-12-14", .text),
    ("0x7FFFFFFFFFFFFFFF", .int64(.max)), ("0x8000000000000000", .uint64(1 << 63)),
    ("0xFFFFFFFFFFFFFFFF", .uint64(.max)), ("0x10000000000000000", .integerTooLarge),
    ("0o1777777777777777777777", .uint64(.max)), ("0o2000000000000000000000", .integerTooLarge),
    ("0x10000000000000000G", .text),
    ("+9223372036854775808", .uint64(1 << 63)), ("-09223372036854775808", .int64(.min)),
    ("-09223372036854775809", .integerTooLarge), ("+18446744073709551616", .integerTooLarge),
    (".5", .double(0.5)), ("-.5", .double(-0.5)), ("+.5", .double(0.5)), ("1.", .double(1)),
    ("+1.5", .double(1.5)), ("01.5", .double(1.5)), ("00.50", .double(0.5)),
    ("1.e3", .double(1000)),
    (".5e1", .double(5)), ("01e2", .double(100)), ("+1e2", .double(100)), ("-1.", .double(-1)),
    (".inf", .double(.infinity)), (".Inf", .double(.infinity)), (".INF", .double(.infinity)),
    ("-.inf", .double(-.infinity)), ("+.inf", .double(.infinity)), (".iNF", .text), ("inf", .text),
    ("-.nan", .text), ("NaN", .text), (".nanx", .text),
    (".", .text), ("-", .text), ("+", .text), ("..", .text), ("e3", .text), (".e3", .text),
    ("1e", .text), ("1e+", .text), ("1.2.3", .text), ("1 2", .text), ("--1", .text), ("+-1", .text),
    ("hello", .text), ("Nothing", .text), ("tomorrow", .text), ("é", .text),
  ]

  @Test("each spelling has the meaning of the core schema", arguments: meanings)
  func meaning(_ text: String, _ expected: PlainScalar) {
    #expect(Self.resolve(text) == expected)
  }

  @Test("not-a-numbers are recognised", arguments: [".nan", ".NaN", ".NAN"])
  func notANumber(_ text: String) {
    guard case .double(let value) = Self.resolve(text) else {
      Issue.record("\(text) is no number")
      return
    }
    #expect(value.isNaN)
  }

  @Test("a long spelling keeps its precision")
  func longSpelling() {
    let zeros = String(repeating: "0", count: 2000)
    #expect(Self.resolve(zeros + "1." + zeros) == .double(1))
    #expect(Self.resolve(zeros + "12") == .int64(12))
  }

  static func resolve(_ text: String) -> PlainScalar {
    Array(text.utf8).withUnsafeBufferPointer { PlainScalar.resolve($0) }
  }
}
