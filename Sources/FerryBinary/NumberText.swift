/// Numbers as text: the grammar of RFC 8259, section 6, and what of it is a short decimal.
enum NumberText {
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
