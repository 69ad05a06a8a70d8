/// Digits of base 16.
@usableFromInline
package enum Hexadecimal {
  /// The value of a digit of either case, or `nil`.
  @inlinable
  package static func value(of digit: UInt8) -> UInt8? {
    let decimal = digit &- UInt8(ascii: "0")
    if decimal < 10 { return decimal }
    let letter = (digit | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }

  /// The value of `count` digits, at most 8; `nil` if a byte is not a digit. All of them must be readable.
  @inlinable
  package static func value(_ digits: UnsafePointer<UInt8>, count: Int) -> UInt32? {
    var value: UInt32 = 0
    for index in 0..<count {
      guard let digit = unsafe self.value(of: digits[index]) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// The value of `count` digits from `index` on; `nil` if they are not all there.
  package static func value(
    _ text: UnsafeBufferPointer<UInt8>, at index: Int, count: Int
  ) -> UInt32? {
    guard index >= 0, index + count <= text.count, let base = text.baseAddress else { return nil }
    return unsafe value(base + index, count: count)
  }
}
