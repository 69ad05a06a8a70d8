/// Readers of numbers of JSON (RFC 8259, section 6). They read a number in place, without first
/// finding its end.
///
/// Unusual numbers (many digits, exponents) and invalid text are left to readers of the whole text.
/// No bytes after the first 48 are read.
@usableFromInline
package enum NumberScan {
  /// Reads an integer of up to 15 bytes at `p`. Returns the value and the number of bytes; 0 bytes for
  /// any other text.
  @inlinable @inline(__always)
  package static func integer(_ p: UnsafePointer<UInt8>) -> (value: Int64, length: Int) {
    let sign = unsafe p[0] == 0x2D ? 1 : 0
    let word = unsafe DigitScan.word(p)
    let stops = ByteScan.nonDigits(word) & ~(UInt64(truncatingIfNeeded: sign) &<< 7)
    var end = stops.trailingZeroBitCount &>> 3
    let magnitude: UInt64
    if end < 8 {
      magnitude = value(word &>> UInt64(truncatingIfNeeded: 8 &* sign), end &- sign)
    } else {
      let rest = unsafe DigitScan.word(p + 8)
      let more = ByteScan.nonDigits(rest).trailingZeroBitCount &>> 3
      if more == 8 { return (0, 0) }
      // The sign becomes a zero.
      let head = word ^ UInt64(truncatingIfNeeded: sign &* (0x2D ^ 0x30)) ^ DigitScan.zeros
      magnitude = DigitScan.number(head) &* DigitScan.powerOfTen(more) &+ value(rest, more)
      end = 8 &+ more
    }
    if unsafe !isInteger(p, sign, end) { return (0, 0) }
    let result = Int64(truncatingIfNeeded: magnitude)
    return (sign == 1 ? 0 &- result : result, end)
  }

  /// Returns whether the number whose digits are from `sign` to `end` is an integer. Other readers
  /// handle leading zeros, fractions and exponents.
  @inlinable @inline(__always)
  static func isInteger(_ p: UnsafePointer<UInt8>, _ sign: Int, _ end: Int) -> Bool {
    unsafe end != sign && p[end] != 0x2E && p[end] | 0x20 != 0x65
      && (p[sign] != 0x30 || end == sign &+ 1)
  }

  /// Reads an integer of 9 to 18 digits at `p`. Returns the value and the number of bytes; 0 bytes for
  /// any other text.
  @usableFromInline @inline(never)
  package static func longInteger(_ p: UnsafePointer<UInt8>) -> (value: Int64, length: Int) {
    let sign = unsafe p[0] == 0x2D ? 1 : 0
    let stops = unsafe ByteScan.nonDigits(at: p) & ~UInt32(truncatingIfNeeded: sign)
    let end = stops.trailingZeroBitCount
    let count = end &- sign
    if unsafe count < 9 || count > 18 || !isInteger(p, sign, end) { return (0, 0) }
    let digits = unsafe p + sign
    let magnitude = unsafe number(DigitScan.word(digits), then: digits + 8, count)
    let result = Int64(truncatingIfNeeded: magnitude)
    return (sign == 1 ? 0 &- result : result, end)
  }

  /// Reads the number at `p`. Returns the value and the number of bytes; 0 bytes if the number has
  /// an exponent, more than 19 digits or more than 7 before a point, or is invalid.
  ///
  /// ```
  /// text      - 1 2 . 3 4 5 ,
  /// stops     . . . 1 . . . 1       without the sign
  /// head      1 2 3 4 5 , _ _       without the point
  /// ```
  ///
  /// The end comes from one mask, so the next number need not wait for the sign and the digits of
  /// this one.
  @usableFromInline @inline(never)
  package static func double(_ p: UnsafePointer<UInt8>) -> (value: Double, length: Int) {
    let sign = unsafe p[0] == 0x2D ? 1 : 0
    var stops = unsafe ByteScan.nonDigits(at: p) & ~UInt32(truncatingIfNeeded: sign)
    var end = stops.trailingZeroBitCount
    let whole = end &- sign
    // A zero before the point is not significant.
    let zero = unsafe p[sign] == 0x30 ? 1 : 0
    if whole == 0 || (zero == 1 && whole != 1) { return (0, 0) }
    let first = unsafe p + sign + zero
    var count = whole &- zero
    var exponent = 0
    let significand: UInt64
    if unsafe p[end] == 0x2E {
      let point = end
      stops &= stops &- 1
      end = stops.trailingZeroBitCount
      exponent = point &+ 1 &- end
      let after = ~0 &<< UInt64(truncatingIfNeeded: 8 &* count)
      let head = unsafe DigitScan.word(first) & ~after | DigitScan.word(first + 1) & after
      if exponent == 0 || count > 7 || count &- exponent > 19 { return (0, 0) }
      count &-= exponent
      significand = unsafe number(head, then: first + 9, count)
    } else {
      if count > 19 { return (0, 0) }
      significand = unsafe number(DigitScan.word(first), then: first + 8, count)
    }
    if unsafe p[end] | 0x20 == 0x65 { return (0, 0) }
    let magnitude = EiselLemire.inlinedDouble(significand, exponent)
    // Signs are unpredictable, so the code has no branch for them.
    let bits = magnitude.bitPattern | UInt64(truncatingIfNeeded: sign) &<< 63
    return (Double(bitPattern: bits), end)
  }

  /// Returns the number of `count` digits, 0 to 19: those in `head` and those at `rest`.
  @inline(__always)
  private static func number(
    _ head: UInt64, then rest: UnsafePointer<UInt8>, _ count: Int
  ) -> UInt64 {
    if count <= 8 { return count == 0 ? 0 : DigitScan.number(head, count: count) }
    let high = DigitScan.number(head ^ DigitScan.zeros)
    let middle = unsafe DigitScan.word(rest)
    if count < 16 {
      return high &* DigitScan.powerOfTen(count &- 8) &+ DigitScan.number(middle, count: count &- 8)
    }
    // Doubles have 15 to 17 digits, so the code has no branch between 16 and more.
    let low = unsafe value(DigitScan.word(rest + 8), count &- 16)
    return (high &* 100_000_000 &+ DigitScan.number(middle ^ DigitScan.zeros))
      &* DigitScan.powerOfTen(count &- 16) &+ low
  }

  /// Reads the number at `p` as the nearest float. Returns the value and the number of bytes; 0
  /// bytes also if the nearest double does not tell which float is nearest.
  ///
  /// Rounding twice is rounding once, unless the double is halfway between two floats. The halves
  /// of subnormal floats have other bits, so these are left to readers of the whole text.
  @usableFromInline @inline(never)
  package static func float(_ p: UnsafePointer<UInt8>) -> (value: Float, length: Int) {
    let (double, length) = unsafe double(p)
    let isHalfway = double.bitPattern & 0x1FFF_FFFF == 0x1000_0000
    let value = Float(double)
    if isHalfway || !(value.isNormal || double == 0) { return (0, 0) }
    return (value, length)
  }

  /// Returns the number in the first `count` bytes of `word`, which must be 0 to 7 digits.
  @inlinable @inline(__always)
  static func value(_ word: UInt64, _ count: Int) -> UInt64 {
    // The shift has two steps, because a shift by 64 would be a shift by 0.
    let shift = UInt64(truncatingIfNeeded: 56 &- 8 &* count)
    return DigitScan.number(((word ^ DigitScan.zeros) &<< 8) &<< shift)
  }
}
