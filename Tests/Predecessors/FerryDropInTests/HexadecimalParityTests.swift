import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Hexadecimal integers of JSON5")
struct HexadecimalParityTests {
  private static let integers = [
    "0x0", "0x10", "+0x10", "-0x10", "0xFFFFFF", "0x1000001", "-0x1000001", "0x20000000000000",
    "0x20000000000001", "-0x20000000000001", "0x7FFFFFFFFFFFFFFF", "0x8000000000000000",
    "-0x8000000000000000", "0xFFFFFFFFFFFFFFFF", "0xFFFFFFFFFFFFF800", "0x10000000000000000",
    "-0x10000000000000000", "0x000000000000000001", "0x123456789ABCDEF0123",
  ]

  private func compare<T: Codable & Equatable>(_ type: T.Type, _ text: String) {
    let foundation = JSONDecoder()
    var ferry = JSON.Decoder(preset: .foundation)
    (foundation.allowsJSON5, ferry.allowsJSON5) = (true, true)
    let theirs = try? foundation.decode([T].self, from: Data("[\(text)]".utf8))
    let ours = try? ferry.decode([T].self, from: "[\(text)]")
    #expect(theirs == ours, "\(text) as \(type)")
  }

  @Test("a hexadecimal integer has Foundation's value in the preset", arguments: integers)
  func asFoundation(text: String) {
    compare(Double.self, text)
    compare(Float.self, text)
    compare(Int64.self, text)
    // Foundation's decoder traps on a negative hexadecimal integer for a type without a sign.
    if !text.hasPrefix("-") { compare(UInt64.self, text) }
  }

  @Test(
    "a hexadecimal integer of any length is the nearest double in Ferry's own decoder",
    arguments: [
      ("0xFFFFFFFFFFFFFFFF", 0x1p64), ("0x10000000000000000", 0x1p64),
      ("0x100000000000007FF", 0x1p64), ("0x10000000000000801", 0x1.0000000000001p64),
      ("-0x20000000000001", -0x1p53), ("0x20000000000003", 0x1.0000000000002p53),
      ("0x123456789ABCDEF0123", 0x1.23456789ABCDFp72),
      ("0x1" + String(repeating: "0", count: 255), 0x1p1020),
    ])
  func nearestDouble(text: String, value: Double) throws {
    var decoder = JSON.Decoder()
    decoder.allowsJSON5 = true
    #expect(try decoder.decode(Double.self, from: text) == value)
    #expect(try decoder.decode([Double].self, from: "[\(text)]") == [value])
  }
}
