import FerryBase
import Foundation
import Testing

@Suite("Float printing")
struct FloatPrintingTests {
  private func print(_ value: Double) -> String {
    Printed.text(capacity: FloatPrinting.capacity) { FloatPrinting.write(value, to: $0) }
  }

  private func print(_ value: Float) -> String {
    Printed.text(capacity: FloatPrinting.capacity) { FloatPrinting.write(value, to: $0) }
  }

  private func printECMAScript(_ value: Double) -> String {
    Printed.text(capacity: FloatPrinting.capacity) { FloatPrinting.writeECMAScript(value, to: $0) }
  }

  /// `description` without the ".0" of whole numbers.
  private func expected(_ value: some CustomStringConvertible) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// All that is known to hold for one double.
  private func check(_ value: Double) {
    let text = print(value)
    if text != expected(value) { #expect(text == expected(value), "\(value.bitPattern)") }
    let script = printECMAScript(value)
    if script != ecmaScript(value) { #expect(script == ecmaScript(value), "\(value.bitPattern)") }
    let read = Array(text.utf8).withByteView { DecimalParsing.double($0) }
    if read.bitPattern != value.bitPattern {
      #expect(read.bitPattern == value.bitPattern, "\(text)")
    }
  }

  private func check(_ value: Float) {
    let text = print(value)
    if text != expected(value) { #expect(text == expected(value), "\(value.bitPattern)") }
    let read = Array(text.utf8).withByteView { DecimalParsing.float($0) }
    if read.bitPattern != value.bitPattern {
      #expect(read.bitPattern == value.bitPattern, "\(text)")
    }
  }

  @Test("the forms are those of the table")
  func forms() {
    let table: [(Double, String)] = [
      (0, "0"), (-0.0, "-0"), (1, "1"), (-1, "-1"), (0.1, "0.1"), (-1.5, "-1.5"), (100, "100"),
      (123456.789, "123456.789"), (0.0001, "0.0001"), (0.00012, "0.00012"), (0.00001, "1e-05"),
      (1.5e-7, "1.5e-07"), (1e-10, "1e-10"), (.leastNonzeroMagnitude, "5e-324"),
      (0x1p53, "9007199254740992"),
      (0x1p53 - 1, "9007199254740991"), (0x1p53 + 2, "9.007199254740994e+15"),
      (1e15, "1000000000000000"),
      (1e16, "1e+16"), (1e21, "1e+21"), (-1.7976931348623157e308, "-1.7976931348623157e+308"),
      (2.2250738585072014e-308, "2.2250738585072014e-308"),
      (2251799813685249.5, "2251799813685249.5"),
      (0.3, "0.3"), (0.1 + 0.2, "0.30000000000000004"), (12345678.5, "12345678.5"),
    ]
    for (value, text) in table {
      #expect(print(value) == text)
      check(value)
    }
    let floats: [(Float, String)] = [
      (0, "0"), (-0.0, "-0"), (0.1, "0.1"), (16_777_216, "16777216"), (16_777_218, "1.6777218e+07"),
      (.leastNonzeroMagnitude, "1e-45"), (3.4028235e38, "3.4028235e+38"), (1e10, "1e+10"),
      (0.0001, "0.0001"),
      (9e-5, "9e-05"),
    ]
    for (value, text) in floats { #expect(print(value) == text) }
  }

  @Test("the ECMAScript forms are those of RFC 8785, appendix B")
  func canonicalForms() {
    let table: [(UInt64, String)] = [
      (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"),
      (0x0000_0000_0000_0001, "5e-324"), (0x8000_0000_0000_0001, "-5e-324"),
      (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
      (0xFFEF_FFFF_FFFF_FFFF, "-1.7976931348623157e+308"),
      (0x4340_0000_0000_0000, "9007199254740992"), (0xC340_0000_0000_0000, "-9007199254740992"),
      (0x4430_0000_0000_0000, "295147905179352830000"),
      (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"),
      (0x44B5_2D02_C7E1_4AF6, "1e+23"), (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"),
      (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"),
      (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"),
      (0x444B_1AE4_D6E2_EF50, "1e+21"), (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"),
      (0x3EB0_C6F7_A0B5_ED8D, "0.000001"), (0x41B3_DE43_5555_5553, "333333333.3333332"),
      (0x41B3_DE43_5555_5554, "333333333.33333325"), (0x41B3_DE43_5555_5555, "333333333.3333333"),
      (0x41B3_DE43_5555_5556, "333333333.3333334"), (0x41B3_DE43_5555_5557, "333333333.33333343"),
      (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
      (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
    ]
    for (bits, text) in table { #expect(printECMAScript(Double(bitPattern: bits)) == text) }
  }

  @Test("powers of two and their neighbours, where gaps change, are printed like `description`")
  func powersOfTwo() {
    for exponent in -1074...1023 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      for value in [power, power.nextUp, power.nextDown, -power, power * 3, power * 5]
      where value.isFinite { check(value) }
    }
    for exponent in -149...127 {
      let power = Float(sign: .plus, exponent: exponent, significand: 1)
      for value in [power, power.nextUp, power.nextDown, -power, power * 3] where value.isFinite {
        check(value)
      }
    }
  }

  @Test("powers of ten and short decimals are printed like `description`")
  func shortDecimals() {
    for exponent in -324...308 {
      for digits in [1, 2, 3, 5, 9, 12, 25, 99, 125, 123_456_789_012] {
        guard let value = Double("\(digits)e\(exponent)"), value.isFinite else { continue }
        check(value)
        check(value.nextUp)
        check(Float(value).isFinite ? Float(value) : 1)
      }
    }
    for hundredths in 0..<(isDebugBuild ? 3000 : 200_000) {
      check(Double(hundredths) / 100)
      check(Double(hundredths) / 1024)
      check(Float(hundredths) / 100)
      check(Float(hundredths) / 1024)
    }
  }

  @Test("the smallest subnormals are printed like `description`")
  func subnormals() {
    for bits in 0..<(isDebugBuild ? 1000 : 20_000) as Range<UInt64> {
      check(Double(bitPattern: bits))
      check(Float(bitPattern: UInt32(bits)))
    }
  }

  @Test("whole numbers and halves around 2^53 and 2^24 are printed like `description`")
  func integers() {
    var random = SplitMix()
    for offset in -300...300 {
      check(0x1p53 + Double(offset))
      check(0x1p52 + Double(offset) / 2)
      check(0x1p54 + Double(offset) * 4)
      check(0x1p24 + Float(offset))
      check(0x1p23 + Float(offset) / 2)
    }
    for _ in 0..<(isDebugBuild ? 2000 : 200_000) {
      let shift = UInt64.random(in: 0...60, using: &random)
      check(Double(UInt64.random(in: .min ... .max, using: &random) >> shift))
    }
  }

  @Test("random bit patterns are printed like `description` and read back")
  func randomPatterns() {
    var random = SplitMix()
    for _ in 0..<(isDebugBuild ? 10_000 : 1_000_000) {
      let value = Double(bitPattern: .random(in: .min ... .max, using: &random))
      if value.isFinite { check(value) }
      let float = Float(bitPattern: .random(in: .min ... .max, using: &random))
      if float.isFinite { check(float) }
      check(Double.random(in: -1000...1000, using: &random))
    }
  }

  @Test("all doubles of the corpora are printed like `description` and read back")
  func corpora() throws {
    for fields in try Corpora.fields("numbers/generated-cpython-10k.txt") {
      guard let bits = UInt64(fields[0], radix: 16) else { continue }
      if Double(bitPattern: bits).isFinite { check(Double(bitPattern: bits)) }
    }
    for fields in try Corpora.fields("numbers/exhaustive-float16.sample12k.txt") {
      guard let f32 = UInt32(fields[1], radix: 16), let f64 = UInt64(fields[2], radix: 16) else {
        continue
      }
      if Double(bitPattern: f64).isFinite { check(Double(bitPattern: f64)) }
      if Float(bitPattern: f32).isFinite { check(Float(bitPattern: f32)) }
    }
  }

  /// `Number::toString` (ECMA-262, section 6.1.6.1.20) step by step, from the digits of
  /// `description`.
  private func ecmaScript(_ value: Double) -> String {
    if value == 0 { return "0" }
    let parts = value.magnitude.description.split(separator: "e")
    let halves = parts[0].split(separator: ".")
    let fraction = halves.count > 1 ? halves[1] : ""
    var digits = (halves[0] + fraction).drop { $0 == "0" }
    let leading = halves[0].count + fraction.count - digits.count
    let point = halves[0].count - leading + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    while digits.last == "0" { digits.removeLast() }
    let sign = value < 0 ? "-" : ""
    let (k, n) = (digits.count, point)
    if k <= n && n <= 21 { return sign + digits + String(repeating: "0", count: n - k) }
    if 0 < n && n <= 21 { return sign + digits.prefix(n) + "." + digits.dropFirst(n) }
    if -6 < n && n <= 0 { return sign + "0." + String(repeating: "0", count: -n) + digits }
    let mantissa = digits.prefix(1) + (k > 1 ? "." : "") + digits.dropFirst()
    return "\(sign)\(mantissa)e\(n > 0 ? "+" : "-")\((n - 1).magnitude)"
  }
}

/// The shared corpora, which are found through `FERRY_CORPORA` only.
enum Corpora {
  /// The lines of a file below `conformance/`, split at spaces; none when there are no corpora.
  static func fields(_ path: String) throws -> [[String]] {
    guard let root = ProcessInfo.processInfo.environment["FERRY_CORPORA"] else {
      print("skipped: \(path), for FERRY_CORPORA is not set")
      return []
    }
    let text = try String(contentsOfFile: "\(root)/conformance/\(path)", encoding: .utf8)
    return text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }
}
