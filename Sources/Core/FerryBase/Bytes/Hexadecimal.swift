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

  /// Returns the value of `count` digits, at most 8; `nil` if a byte is not a digit. All of them
  /// must be readable.
  @inlinable @inline(__always)
  package static func value(_ digits: UnsafePointer<UInt8>, count: Int) -> UInt32? {
    var value: UInt32 = 0
    var areDigits = true
    for index in 0..<count {
      // Decimal digits and letters alternate without order, so the code has no branch for them.
      let byte = unsafe UInt32(digits[index])
      let decimal = byte &- 0x30
      let letter = (byte | 0x20) &- 0x61
      areDigits = areDigits && decimal < 10 || areDigits && letter < 6
      value = value &<< 4 | (decimal < 10 ? decimal : letter &+ 10)
    }
    return areDigits ? value : nil
  }

  /// Returns the value of `count` digits from `index` on; `nil` if a digit is missing.
  package static func value(
    _ text: ByteView, at index: Int, count: Int
  ) -> UInt32? {
    guard index >= 0, index + count <= text.count else { return nil }
    return unsafe value(text.start + index, count: count)
  }
}
