import FerryBase

/// Doubles that are short decimal fractions: `m / 10^e` with an integer m and e = 0...6 (Format.md,
/// "Numbers").
@usableFromInline
package enum ShortDecimal {
  static let maximumPlaces = 6
  /// The limit of significands. Larger ones take as many bytes as the double.
  static let limit: Int64 = 1 << 27

  /// Returns ten to the power of `places`, at most 7.
  @inlinable @inline(__always)
  static func power(_ places: Int) -> Double {
    switch places {
    case 0: 1
    case 1: 1e1
    case 2: 1e2
    case 3: 1e3
    case 4: 1e4
    case 5: 1e5
    case 6: 1e6
    default: 1e7
    }
  }

  /// Returns the decimal with the fewest places whose nearest double is `value`, if its significand
  /// is below ``limit``.
  ///
  /// At six places, the significand is below 2^27 * 10^6 < 2^53, so it and the power of ten are
  /// exact. The quotient is therefore the double nearest to the decimal, whichever zeros are
  /// stripped later.
  @inline(__always)
  static func exact(_ value: Double) -> (significand: Int64, places: Int)? {
    // This is false for NaN too.
    guard value.magnitude < Double(limit) else { return nil }
    let significand = significand(value, maximumPlaces)
    guard Double(significand) / 1e6 == value else { return nil }
    if significand == 0 { return value.sign == .plus ? (0, 0) : nil }
    let (stripped, places) = strip(significand, maximumPlaces)
    return stripped.magnitude < UInt64(limit) ? (stripped, places) : nil
  }

  /// Returns the significand of a short decimal at `places`, which must not be fewer than its own.
  ///
  /// Below 2^27 * 10^6, the product is less than one half away from the integer.
  @inline(__always)
  static func significand(_ value: Double, _ places: Int) -> Int64 {
    let scaled = value * power(places)
    return Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
  }

  /// Strips trailing zeros of a decimal's significand.
  @inline(__always)
  static func strip(_ significand: Int64, _ places: Int) -> (Int64, Int) {
    var significand = significand
    var places = places
    if places >= 4, significand % 10_000 == 0 {
      significand /= 10_000
      places &-= 4
    }
    if places >= 2, significand % 100 == 0 {
      significand /= 100
      places &-= 2
    }
    while places > 0, significand % 10 == 0 {
      significand /= 10
      places &-= 1
    }
    return (significand, places)
  }
}

/// The number of bytes of numbers with their tags (Format.md, "Numbers").
enum NumberSize {
  /// Returns the number of bytes of `magnitude` alone, at least 1.
  @inline(__always)
  static func magnitude(_ magnitude: UInt64) -> Int {
    (71 &- (magnitude | 1).leadingZeroBitCount) &>> 3
  }

  @inline(__always)
  static func integer(_ value: Int64) -> Int {
    let magnitude = UInt64(bitPattern: value >= 0 ? value : ~value)
    return magnitude < (value >= 0 ? 64 : 16) ? 1 : 1 &+ self.magnitude(magnitude)
  }

  @inline(__always)
  static func decimal(_ significand: Int64, _ places: Int) -> Int {
    let folded = VarInt.zigzag(significand)
    if folded < 1 << 14 { return folded < 1 << 7 ? 2 : 3 }
    let value = Double(significand) / ShortDecimal.power(places)
    return HalfFloat.exactBits(value) != nil ? 3 : 1 &+ VarInt.width(folded)
  }

  /// Returns the number of bytes of a double that is not a short decimal.
  static func double(_ value: Double) -> Int {
    if value.isNaN || HalfFloat.exactBits(value) != nil { return 3 }
    return Double(Float(value)) == value ? 5 : 9
  }
}

/// Numbers as text: the grammar of RFC 8259, section 6, and its short decimals.
enum NumberText {
  /// Returns the decimal of a number with a fraction, if it is a short decimal.
  @inline(__always)
  static func shortDecimal(
    _ text: ByteView
  ) -> (significand: Int64, places: Int)? {
    // Up to 16 characters cannot overflow, and a longer number is rarely a short decimal.
    guard text.count <= 16 else { return nil }
    var significand: Int64 = 0
    var point = text.count &- 1
    var index = text.count > 0 && text[0] == UInt8(ascii: "-") ? 1 : 0
    let isNegative = index == 1
    while index < text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit < 10 {
        significand = significand &* 10 &+ Int64(digit)
      } else if text[index] == UInt8(ascii: ".") {
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

  /// Returns whether a number has neither a fraction nor an exponent.
  static func isInteger(_ text: ByteView) -> Bool {
    text.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }
  }

  /// Returns whether `text` is a number: an optional `-`, digits without leading zeros, an optional
  /// fraction and exponent.
  static func isWellFormed(_ text: ByteView) -> Bool {
    var index = 0
    func peek() -> UInt8 { index < text.count ? text[index] : 0 }
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
