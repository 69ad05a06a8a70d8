/// What of number text a double holds.
extension DecimalParsing {
  /// Significant digits that a double keeps.
  private static let maximumDigits = 17

  /// The double for a number with fraction or exponent, if it has at most 17 significant digits
  /// and is in range.
  @inline(never)
  package static func shortDouble(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    // Sign and point are no digits.
    let sign = unsafe text.first == UInt8(ascii: "-") ? 1 : 0
    if text.count > maximumDigits + 1 + sign, unsafe significantDigits(text) > maximumDigits {
      return nil
    }
    let value = unsafe double(text)
    if value.isInfinite { return nil }
    return unsafe value == 0 && hasNonZeroDigit(text) ? nil : value
  }

  /// The double for a number with fraction or exponent whose shortest text is the same number.
  package static func exactDouble(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let value = unsafe shortDouble(text) else { return nil }
    let digits = unsafe significand(text)
    // Every decimal of 15 digits is found again in its double, if that is a normal one.
    if digits < 1_000_000_000_000_000, value == 0 || value.isNormal { return value }
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: FloatPrinting.room) {
      room in
      guard let base = room.baseAddress else { return nil }
      let shortest = unsafe UnsafeBufferPointer(
        start: base, count: FloatPrinting.write(value, to: base))
      // The shortest digits are the nearest: as many digits that are others would be too far away.
      return unsafe significand(shortest) == digits ? value : nil
    }
  }

  /// The significant digits of a number that has at most ``maximumDigits``, as an integer.
  private static func significand(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var significand: UInt64 = 0
    var zeros = 0
    for position in text.indices {
      let digit = unsafe text[position] &- UInt8(ascii: "0")
      guard digit < 10 else {
        if unsafe text[position] | 0x20 == UInt8(ascii: "e") { break }
        continue
      }
      // Zeros count once a digit follows.
      if digit == 0 {
        zeros += 1
      } else {
        if significand > 0 { for _ in 0..<zeros { significand *= 10 } }
        significand = significand * 10 + UInt64(digit)
        zeros = 0
      }
    }
    return significand
  }

  /// Digits from the first to the last that is not zero, exponent aside.
  private static func significantDigits(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    var zeros = 0
    for position in text.indices {
      let byte = unsafe text[position]
      if byte | 0x20 == UInt8(ascii: "e") { break }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { continue }
      if byte == UInt8(ascii: "0") {
        zeros += 1
      } else {
        count += count == 0 ? 1 : zeros + 1
        zeros = 0
      }
    }
    return count
  }
}
