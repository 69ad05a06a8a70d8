import FerryBase
import Foundation
import Testing

@Suite("Decimal parsing")
struct DecimalParsingTests {
  private func double(_ text: String) -> Double { Guarded.read(text) { DecimalParsing.double($0) } }
  private func float(_ text: String) -> Float { Guarded.read(text) { DecimalParsing.float($0) } }
  private func whole<T: FixedWidthInteger>(_ text: String, _ type: T.Type = T.self) -> T? {
    Guarded.read(text) { DecimalParsing.wholeNumber($0, as: type) }
  }

  /// Both parsers against the standard library, which is known to round correctly.
  private func check(_ text: String) {
    #expect(double(text).bitPattern == Double(text)?.bitPattern, "\(text.prefix(80))")
    #expect(float(text).bitPattern == Float(text)?.bitPattern, "\(text.prefix(80))")
  }

  @Test("short numbers, signed zeros and the ends of the range are read to the last bit")
  func table() {
    let texts = """
      0 -0 1 -1 0.0 -0.0 0e0 -0e5 0e-400 0e400 0E+0 1.5 -2.25 10 100 0.1 0.2 0.3 123456.789 1e1 1E1
      1e+1 1e-1 1.0e22 1e23 1e-22 1e-23 9007199254740991 9007199254740992 9007199254740993
      9007199254740993.0 9007199254740992.99999999999 9007199254740993.00000000000000000001
      4.9406564584124654e-324 5e-324 2.4703282292062327e-324 2.4703282292062328e-324 2e-324 1e-400
      2.2250738585072011e-308 2.2250738585072014e-308 2.2250738585072012e-308
      1.7976931348623157e308 1.7976931348623158e308 1.7976931348623159e308 1e308 1e309 1e310 -1e400
      3.4028234663852886e38 3.4028235677973366e38 3.4028235677973362e38 3.4028236e38 3.5e38
      1.401298464324817e-45 7.006492321624085e-46 7.006492321624086e-46 1e-46
      0.5000000298023224 1.00000005960464477539 1.000000059604644775390625 16777217 16777219
      1.00000017881393432617187499 1.00000017881393432617187500 1.00000017881393432617187501
      18446744073709551615 18446744073709551616 99999999999999999999 0.000001234567890123456789
      1e999999999 -1e999999999 1e-999999999 1e99999999999999999999 1e-99999999999999999999
      0e99999999999999999999 1234567 12345678 123456789 1.234567 12.34567 1.2345678
      -1.234567
      """
    for text in texts.split(whereSeparator: \.isWhitespace) {
      check(String(text))
    }
  }

  @Test("a number between two neighbours of 19 digits is rounded by all of its digits")
  func halfways() {
    // 2^53 + 1 lies halfway between two doubles; 2^24 + 1 does between two floats.
    for (half, down, up) in [
      ("9007199254740993", 0x1p53, 0x1p53 + 2), ("16777217", 0x1p24, 0x1p24 + 2),
    ] {
      for zeros in [0, 1, 5, 20, 100, 760, 800, 2000] {
        let text = half + "." + String(repeating: "0", count: zeros)
        let isDouble = half.count > 10
        for (tail, expected) in [("0", down), ("1", up)] {
          #expect(
            isDouble ? double(text + tail) == expected : Double(float(text + tail)) == expected)
        }
      }
    }
  }

  @Test("a float is rounded once, not by way of a double")
  func floatRoundsOnce() {
    // The nearest double lies halfway between two floats, the number a bit above it.
    let text = "1.00000005960464477539062500000000001"
    #expect(float(text) == 1 + .ulpOfOne)
    #expect(Float(double(text)) == 1)
    check(text)
  }

  @Test("long digit strings and large exponents cancel out")
  func longTexts() {
    let zeros = String(repeating: "0", count: 20000)
    for text in [
      "1\(zeros)e-20000", "0.\(zeros)1e20001", "-0.\(zeros)25e20001", "1\(zeros)", "0.\(zeros)1",
      "123456789012345678901234567890\(zeros)e-20010", "0.\(zeros)e99999999999999999999",
      "0.\(zeros)12345678901234567890123456789e20000",
      // 10^64 and more leave nothing in 64 bits.
      "1\(zeros.prefix(64))", "1\(zeros.prefix(64)).5e-40", "18446744073709551616",
      "36893488147419103232.0",
    ] {
      check(text)
    }
  }

  @Test("texts of every length are read without touching a byte around them")
  func lengths() {
    for count in 1...60 {
      let digits = String(
        "1234567890123456789012345678901234567890123456789012345678901".prefix(count))
      check(digits)
      check("-" + digits)
      check("0." + digits)
      check(digits + "e-5")
      for point in 1..<max(count, 2) where count > 1 {
        check(digits.prefix(point) + "." + digits.dropFirst(point))
      }
    }
  }

  @Test(
    "the corpora are read to the last bit",
    arguments: [
      "exhaustive-float16.sample12k", "freetype-2-7", "lemire-fast-float", "more-test-cases",
    ])
  func corpora(_ name: String) throws {
    for fields in try Corpora.fields("numbers/\(name).txt") where isGrammatical(fields[3]) {
      let (f32, f64) = (UInt32(fields[1], radix: 16), UInt64(fields[2], radix: 16))
      #expect(double(fields[3]).bitPattern == f64, "\(fields[3].prefix(80))")
      #expect(float(fields[3]).bitPattern == f32, "\(fields[3].prefix(80))")
    }
  }

  @Test("the generated corpus is read to the last bit")
  func generatedCorpus() throws {
    for fields in try Corpora.fields("numbers/generated-cpython-10k.txt")
    where isGrammatical(fields[1]) {
      #expect(
        double(fields[1]).bitPattern == UInt64(fields[0], radix: 16), "\(fields[1].prefix(80))")
    }
  }

  @Test("random numbers of 1 to 40 digits are read as the standard library reads them")
  func randomNumbers() {
    var random = SplitMix()
    for _ in 0..<(isDebugBuild ? 20_000 : 1_000_000) {
      let count = Int.random(in: 1...(Bool.random(using: &random) ? 20 : 40), using: &random)
      var bytes = (0..<count).map { _ in UInt8.random(in: 0x30...0x39, using: &random) }
      if count > 1, bytes[0] == 0x30 { bytes[0] = 0x31 }
      if count > 1, Bool.random(using: &random) {
        bytes.insert(0x2E, at: Int.random(in: 1..<count, using: &random))
      }
      let range = Bool.random(using: &random) ? -400...360 : -70...50
      let text =
        String(decoding: bytes, as: UTF8.self) + "e\(Int.random(in: range, using: &random) - count)"
      let (f64, f32) = Array(text.utf8).withByteView {
        (DecimalParsing.double($0), DecimalParsing.float($0))
      }
      if f64.bitPattern != Double(text)?.bitPattern || f32.bitPattern != Float(text)?.bitPattern {
        check(text)
        #expect(Bool(false), "\(text)")
      }
    }
  }

  @Test("a fraction or an exponent is fine in an integer as long as the value is whole")
  func wholeNumbers() {
    let zeros = String(repeating: "0", count: 5000)
    let table: [(String, Int64?)] = [
      ("1.0", 1), ("1e2", 100), ("100e-1", 10), ("-1.50e1", -15),
      ("9007199254740993.0", 9007199254740993),
      ("0.0", 0), ("-0.0", 0), ("0e999999999999", 0), ("0.000e-5", 0),
      ("1e18", 1_000_000_000_000_000_000),
      ("1e19", nil), ("1.5", nil), ("1e-1", nil), ("15e-1", nil), ("0.1e1", 1),
      ("1e999999999", nil),
      ("1e-999999999", nil), ("1e99999999999999999999999", nil), ("1\(zeros)e-5000", 1),
      ("0.\(zeros)7e5001", 7), ("0.\(zeros)7e5000", nil), ("1\(zeros)1e-5000", nil),
      ("5.\(zeros)", 5),
      ("5.\(zeros)1", nil), ("9223372036854775807.0", .max), ("9223372036854775808.0", nil),
      ("-9223372036854775808.0", .min), ("-9223372036854775809.0", nil), ("0.1", nil),
      ("123456789012345678901234567890123456789e-30", nil), ("922337203685477580.7e1", .max),
    ]
    for (text, expected) in table {
      #expect(whole(text, Int64.self) == expected, "\(text.prefix(60))")
    }
    #expect(whole("-1.0", UInt64.self) == nil)
    #expect(whole("-0.0", UInt64.self) == 0)
    #expect(whole("18446744073709551615e0", UInt64.self) == .max)
    #expect(whole("18446744073709551616.0", Int128.self) == 18_446_744_073_709_551_616)
    #expect(whole("1e38", UInt128.self) == UInt128("1" + String(repeating: "0", count: 38)))
    #expect(whole("4e38", UInt128.self) == nil)
    #expect(whole("1e39", UInt128.self) == nil)
  }

  @Test("the digits before the exponent distinguish zero from an underflow")
  func nonZeroDigits() {
    for (text, expected) in [
      ("0", false), ("-0.000", false), ("0e5", false), ("0E9", false), ("1e-999", true),
      ("0.001", true),
      ("-0.0000000000009e-400", true), ("10", true),
    ] {
      #expect(Guarded.read(text) { DecimalParsing.hasNonZeroDigit($0) } == expected, "\(text)")
    }
  }

  @Test("the time for a text of twice the length is about twice as long")
  func linearTime() {
    func time(_ text: String) -> Double {
      let bytes = Array(text.utf8)
      return (0..<5).map { _ in
        let start = clock()
        bytes.withByteView {
          _ = DecimalParsing.double($0)
          _ = DecimalParsing.wholeNumber($0, as: Int.self)
        }
        return Double(clock() - start)
      }.min() ?? 0
    }
    for shape in [
      { String(repeating: "7", count: $0) }, { "0.1" + String(repeating: "0", count: $0) + "1" },
    ] {
      let count = isDebugBuild ? 40_000 : 400_000
      let (single, double) = (time(shape(count)), time(shape(2 * count)))
      // A quadratic algorithm would take hours; the bound allows for a busy machine.
      #expect(double < single * 8 + 1_000_000)
    }
  }

  /// Whether `text` is a number of RFC 8259; the corpora also hold forms like ".5" and "+1".
  private func isGrammatical(_ text: String) -> Bool {
    text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
  }
}
