import FerryBytes

/// Numbers as text: the grammar of RFC 8259, section 6, and what of it a double can hold.
enum NumberText {
  /// Significant digits that a double keeps.
  static let maximumDigits = 17

  /// The decimal that a number with fraction stands for, if it is short enough to be written so.
  @inline(__always)
  static func shortDecimal(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> (significand: Int64, places: Int)? {
    // Up to 16 characters cannot overflow, and a longer number is hardly a short decimal.
    guard text.count <= 16, let base = text.baseAddress else { return nil }
    var significand: Int64 = 0
    var point = text.count &- 1
    var index = unsafe text.count > 0 && base[0] == UInt8(ascii: "-") ? 1 : 0
    let isNegative = index == 1
    while index < text.count {
      let digit = unsafe base[index] &- UInt8(ascii: "0")
      if digit < 10 {
        significand = significand &* 10 &+ Int64(digit)
      } else if unsafe base[index] == UInt8(ascii: ".") {
        point = index
      } else {
        return nil
      }
      index &+= 1
    }
    var places = text.count &- 1 &- point
    while places > 0, significand % 10 == 0 {
      significand /= 10
      places &-= 1
    }
    guard places <= ShortDecimal.maximumPlaces, significand < ShortDecimal.limit,
      significand != 0 || !isNegative
    else { return nil }
    return (isNegative ? 0 &- significand : significand, places)
  }

  /// The double for a number with fraction or exponent, if it has at most 17 significant digits
  /// and is in range.
  @inline(never)
  static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    // Sign and point are no digits.
    let sign = unsafe text.first == UInt8(ascii: "-") ? 1 : 0
    if text.count > maximumDigits + 1 + sign, unsafe significantDigits(text) > maximumDigits {
      return nil
    }
    let value = unsafe DecimalParsing.double(text)
    if value.isInfinite { return nil }
    return unsafe value == 0 && DecimalParsing.hasNonZeroDigit(text) ? nil : value
  }

  /// The double for a number with fraction or exponent whose shortest text is the same number.
  static func exactDouble(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let value = unsafe double(text) else { return nil }
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

  /// Whether a number has neither fraction nor exponent.
  static func isInteger(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe text.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }
  }

  /// Whether `text` is a number: `-`, digits without leading zeros, fraction, exponent.
  static func isWellFormed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    func peek() -> UInt8 { unsafe index < text.count ? text[index] : 0 }
    func skipDigits() -> Int {
      let start = index
      while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(peek()) { index += 1 }
      return index - start
    }
    if peek() == UInt8(ascii: "-") { index += 1 }
    let startsWithZero = peek() == UInt8(ascii: "0")
    let whole = skipDigits()
    if whole == 0 || startsWithZero && whole > 1 { return false }
    if peek() == UInt8(ascii: ".") {
      index += 1
      if skipDigits() == 0 { return false }
    }
    if peek() | 0x20 == UInt8(ascii: "e") {
      index += 1
      if peek() == UInt8(ascii: "-") || peek() == UInt8(ascii: "+") { index += 1 }
      if skipDigits() == 0 { return false }
    }
    return index == text.count
  }
}
