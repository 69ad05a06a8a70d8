import FerryBase
import FerryTestSupport
import Testing

@Suite("Positions that end or interrupt a JSON string")
struct StringStopsTests {
  @Test("masks have a bit for each quote, backslash and control character")
  func masks() {
    var random = SeededGenerator(for: "StringStopsTests.masks")
    for _ in 0..<2_000 {
      // Bytes near the characters in question are as frequent as all others.
      let bytes = (0..<32).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random)
          : [0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0xA2, 0xDC].randomElement(
            using: &random)!
      }
      let expected = bytes.enumerated().reduce(UInt32(0)) { mask, item in
        let isStop = item.element < 0x20 || item.element == 0x22 || item.element == 0x5C
        return mask | (isStop ? 1 << UInt32(item.offset) : 0)
      }
      bytes.withByteView { bytes in
        #expect(ByteScan.stringStops(at: bytes.start) == expected)
        for part in 0..<2 {
          let block = bytes.load(UInt128.self, at: 16 * part).littleEndian
          let own = expected >> UInt32(16 * part) & 0xFFFF
          #expect(ByteScan.stringStops(block, or: 0x22) == own)
          #expect(ByteScan.portableStringStops(block, or: 0x22) == own)
        }
        let first = min(16, expected.trailingZeroBitCount)
        #expect(ByteScan.firstStringStop(at: bytes.start) == first)
      }
    }
  }

  @Test("a backslash and a letter represent the characters of RFC 8259, and no other byte does")
  func escapes() {
    let table: [UInt8: UInt8] = [
      0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D,
      0x74: 0x09,
    ]
    for byte in UInt8.min...UInt8.max {
      #expect(ByteScan.character(escapedAs: byte) == table[byte] ?? 0)
    }
  }

  @Test("four hexadecimal digits have their value, and other characters have none")
  func hexadecimalDigits() {
    for value in 0...0xFFFF {
      let digits = String(value, radix: 16)
      let text = String(repeating: "0", count: 4 - digits.count) + digits
      let spelling = value.isMultiple(of: 2) ? text : text.uppercased()
      let read = Array(spelling.utf8).withByteView { Hexadecimal.value($0, at: 0, count: 4) }
      if read != UInt32(value) { #expect(read == UInt32(value)) }
    }
    for byte in UInt8.min...UInt8.max where !Character(Unicode.Scalar(byte)).isHexDigit {
      for place in 0..<4 {
        var digits = Array("00aF".utf8)
        digits[place] = byte
        #expect(digits.withByteView { Hexadecimal.value($0, at: 0, count: 4) } == nil)
      }
    }
  }
}
