import FerryBase
import FerryTestSupport
import Testing

@Suite("Direct coding of numbers")
struct DirectNumbersTests {
  private func double(_ text: String) -> UInt64? {
    try? DirectText.read(Double.self, text).get().bitPattern
  }

  private func float(_ text: String) -> UInt32? {
    try? DirectText.read(Float.self, text).get().bitPattern
  }

  @Test("floats are rounded once, also beside the middle of two floats")
  func floats() throws {
    var random = SeededGenerator(for: "DirectNumbersTests.floats")
    for _ in 0..<20_000 {
      // The nearest double of each of these is the middle, which is rounded to even.
      let whole = random.int(8_388_608..<16_777_216)
      var texts = ["\(whole).5", "-\(whole).50000000001", "\(whole).49999999999"]
      texts.append("\(Float(bitPattern: UInt32.random(in: 0..<0x7F80_0000, using: &random)))")
      texts.append("0.\(random.int(1..<1_000_000_000_000_000_000))")
      for text in texts { #expect(float(text) == Float(text)?.bitPattern, "\(text)") }
    }
    for text in ["1.000000059604644775", "1.000000059604644776", "0.0", "-0.0", "0.00000000001"] {
      #expect(float(text) == Float(text)?.bitPattern, "\(text)")
    }
  }

  @Test("doubles and floats of the corpora are bit exact")
  func corpora() throws {
    for name in ["more-test-cases", "lemire-fast-float", "freetype-2-7"] {
      for line in try Corpora.lines("conformance/numbers/\(name).txt") {
        let fields = line.split(separator: " ")
        guard let text = fields.last.map(String.init), fields.count == 4,
          let expected = UInt64(fields[2], radix: 16),
          DirectText.isRead(DirectText.read(Skipped.self, text)),
          Double(bitPattern: expected).isFinite
        else { continue }
        #expect(double(text) == expected, "\(text)")
        #expect(double(" \(text) ") == expected, "\(text)")
        if let single = UInt32(fields[1], radix: 16), Float(bitPattern: single).isFinite {
          #expect(float(text) == single, "\(text)")
        }
      }
    }
  }

  @Test("random doubles equal the results of the parser of whole texts")
  func random() throws {
    var random = SeededGenerator(for: "DirectNumbersTests.random")
    for _ in 0..<20_000 {
      var text = random.oneIn(2) ? "-" : ""
      text += random.oneIn(4) ? "0" : "\(random.int(1..<10))"
      if text.last != "0" {
        for _ in 0..<random.int(0..<20) { text += "\(random.int(0..<10))" }
      }
      if random.oneIn(2) {
        text += "."
        for _ in 0...random.int(0..<24) { text += "\(random.int(0..<10))" }
      }
      if random.oneIn(6) { text += "e\(random.int(-30..<30))" }
      let bytes = Array(text.utf8)
      let expected = bytes.withByteView { DecimalParsing.double($0).bitPattern }
      #expect(double(text) == expected, "\(text)")
      #expect(try DirectText.read([Double].self, "[\(text),1]").get().first?.bitPattern == expected)
    }
  }

  @Test(
    "whole numbers fit or are an error",
    arguments: [
      "0", "-0", "7", "-7", "127", "128", "-128", "-129", "255", "256", "65535", "9999999",
      "10000000", "12345678901234567", "123456789012345678", "1234567890123456789",
      "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
      "18446744073709551615", "18446744073709551616", "1.0", "1.5", "1e2", "100e-1", "1e40",
      "01", "-", "1.", "+1", "00000000", "0000000000000000",
    ])
  func integers(text: String) {
    func check<T: FixedWidthInteger & DirectDecodable>(_ type: T.Type) {
      let bytes = Array(text.utf8)
      let isNumber = DirectText.isRead(TapeJSON.read(bytes))
      let expected = bytes.withByteView { text in
        isNumber
          ? DecimalParsing.integer(text, as: T.self) ?? DecimalParsing.wholeNumber(text, as: T.self)
          : nil
      }
      #expect((try? DirectText.read(T.self, bytes).get()) == expected, "\(text) as \(T.self)")
    }
    check(Int8.self)
    check(UInt8.self)
    check(Int16.self)
    check(Int32.self)
    check(Int.self)
    check(UInt.self)
    check(Int128.self)
  }
}
