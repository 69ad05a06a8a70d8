/// Digits of base 16.
@usableFromInline
package enum Hexadecimal {
  /// Returns the value of an upper-case or lower-case digit, or `nil`.
  @inlinable
  package static func value(of digit: UInt8) -> UInt8? {
    let decimal = digit &- UInt8(ascii: "0")
    if decimal < 10 { return decimal }
    let letter = (digit | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }

  /// Returns the value of `count` digits, which is 2, 4 or 8; `nil` if a byte is not a digit. All of
  /// them must be readable.
  @inlinable @inline(__always)
  package static func value(_ digits: UnsafePointer<UInt8>, count: Int) -> UInt32? {
    let bytes = unsafe UnsafeRawPointer(digits)
    switch count {
    case 2:
      let word = unsafe UInt16(littleEndian: bytes.loadUnaligned(as: UInt16.self))
      return value(of: 0x3030 | UInt32(word) &<< 16)
    case 4:
      return value(of: unsafe UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
    default:
      assert(count == 8)
      guard let high = unsafe value(digits, count: 4),
        let low = unsafe value(digits + 4, count: 4)
      else { return nil }
      return high &<< 16 | low
    }
  }

  /// Returns the value of the four digits in `word`, the first one lowest; `nil` if a byte is not a
  /// digit.
  @inlinable @inline(__always)
  static func value(of word: UInt32) -> UInt32? {
    // The sums set the high bit of each byte outside of a range, and no byte carries over.
    let decimal = word ^ 0x3030_3030
    let noDecimal = (decimal & 0x7F7F_7F7F) &+ 0x7676_7676
    let letter = (word & 0x5F5F_5F5F) ^ 0x4040_4040
    let noLetter = (letter &+ 0x7979_7979) | ~(letter &+ 0x7F7F_7F7F)
    if (noDecimal & noLetter | word) & 0x8080_8080 != 0 { return nil }
    // Letters have bit 6, and their lowest bits count from 1.
    let values = (word & 0x0F0F_0F0F) &+ (word &>> 6 & 0x0101_0101) &* 9
    let pairs = values &<< 4 | values &>> 8
    return (pairs & 0xFF) &<< 8 | pairs &>> 16 & 0xFF
  }

  /// Returns the value of `count` digits from `index` on; `nil` if a digit is missing.
  package static func value(
    _ text: ByteView, at index: Int, count: Int
  ) -> UInt32? {
    guard index >= 0, index + count <= text.count else { return nil }
    return unsafe value(text.start + index, count: count)
  }
}
