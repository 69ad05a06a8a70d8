/// Readers of numbers of JSON (RFC 8259, section 6). They read a number in place, without first
/// finding its end.
///
/// Unusual numbers (many digits, exponents) and invalid text are left to readers of the whole text.
/// No bytes after the first 48 are read.
@usableFromInline
package enum NumberScan {
  /// Reads an integer of up to 15 digits at `p`, for loops that have the code in them. Returns the value
  /// and the number of bytes; 0 bytes for any other text. Reads at most 18 bytes.
  @inlinable @inline(__always)
  package static func plainInteger(_ p: UnsafePointer<UInt8>) -> (value: Int64, length: Int) {
    let isNegative = unsafe p[0] == 0x2D
    let digits = unsafe isNegative ? p + 1 : p
    let word = unsafe DigitScan.word(digits)
    var count = ByteScan.nonDigits(word).trailingZeroBitCount &>> 3
    var magnitude: UInt64
    if count < 8 {
      magnitude = value(word, count)
    } else {
      let rest = unsafe DigitScan.word(digits + 8)
      let more = ByteScan.nonDigits(rest).trailingZeroBitCount &>> 3
      if more == 8 { return (0, 0) }
      magnitude =
        DigitScan.number(word ^ DigitScan.zeros) &* DigitScan.powerOfTen(more) &+ value(rest, more)
      count = 8 &+ more
    }
    let next = unsafe digits[count]
    // Other readers handle leading zeros and numbers with a fraction or an exponent.
    if unsafe count == 0 || next == 0x2E || next | 0x20 == 0x65 || (digits[0] == 0x30 && count != 1)
    {
      return (0, 0)
    }
    let result = Int64(truncatingIfNeeded: magnitude)
    return (isNegative ? 0 &- result : result, isNegative ? count &+ 1 : count)
  }

  /// Reads an integer of up to 15 digits at `p`. Returns the value and the number of bytes; 0 bytes
  /// for any other text.
  @inlinable @inline(__always)
  package static func integer(_ p: UnsafePointer<UInt8>) -> (value: Int64, length: Int) {
    let isNegative = unsafe p[0] == 0x2D
    let digits = unsafe isNegative ? p + 1 : p
    let word = unsafe DigitScan.word(digits)
    let stops = ByteScan.nonDigits(word)
    guard stops != 0 else { return unsafe longInteger(p) }
    let count = stops.trailingZeroBitCount &>> 3
    let next = unsafe digits[count]
    // Other readers handle leading zeros and numbers with a fraction or an exponent.
    if unsafe count == 0 || next == 0x2E || next | 0x20 == 0x65 || (digits[0] == 0x30 && count != 1)
    {
      return (0, 0)
    }
    let magnitude = Int64(truncatingIfNeeded: value(word, count))
    return (
      isNegative ? 0 &- magnitude : magnitude, isNegative ? count &+ 1 : count
    )
  }

  /// Reads an integer of 8 to 18 digits at `p`.
  @inlinable @inline(__always)
  static func longInteger(_ p: UnsafePointer<UInt8>) -> (value: Int64, length: Int) {
    let isNegative = unsafe p[0] == 0x2D
    let digits = unsafe isNegative ? p + 1 : p
    var value = unsafe DigitScan.number(DigitScan.word(digits) ^ DigitScan.zeros)
    var count = 8
    while true {
      let word = unsafe DigitScan.word(digits + count)
      let stops = ByteScan.nonDigits(word)
      if stops == 0 {
        if count == 16 { return (0, 0) }
        value = value &* 100_000_000 &+ DigitScan.number(word ^ DigitScan.zeros)
        count &+= 8
        continue
      }
      let more = stops.trailingZeroBitCount &>> 3
      value = value &* DigitScan.powerOfTen(more) &+ Self.value(word, more)
      count &+= more
      break
    }
    let next = unsafe digits[count]
    if unsafe count > 18 || digits[0] == 0x30 || next == 0x2E || next | 0x20 == 0x65 {
      return (0, 0)
    }
    let magnitude = Int64(truncatingIfNeeded: value)
    return (isNegative ? 0 &- magnitude : magnitude, isNegative ? count &+ 1 : count)
  }

  /// Reads the number at `p`. Returns the value and the number of bytes; 0 bytes if the number has
  /// an exponent or more than 19 digits, or is invalid.
  @usableFromInline @inline(never)
  package static func double(_ p: UnsafePointer<UInt8>) -> (value: Double, length: Int) {
    let isNegative = unsafe p[0] == 0x2D
    let digits = unsafe isNegative ? p + 1 : p
    var q = unsafe digits
    let whole = unsafe DigitScan.word(q)
    var stops = ByteScan.nonDigits(whole)
    guard stops != 0 else { return (0, 0) }
    var count = stops.trailingZeroBitCount &>> 3
    if unsafe count == 0 || (digits[0] == 0x30 && count != 1) { return (0, 0) }
    var significand = value(whole, count)
    unsafe q += count
    var exponent = 0
    if unsafe q[0] == 0x2E {
      unsafe q += 1
      let fraction = unsafe q
      while true {
        let word = unsafe DigitScan.word(q)
        stops = ByteScan.nonDigits(word)
        if stops == 0 {
          significand = significand &* 100_000_000 &+ DigitScan.number(word ^ DigitScan.zeros)
          unsafe q += 8
          // The integer part and 16 more digits are up to 23 digits, of which 19 fit.
          if unsafe q - fraction > 16 { return (0, 0) }
          continue
        }
        let more = stops.trailingZeroBitCount &>> 3
        significand = significand &* DigitScan.powerOfTen(more) &+ value(word, more)
        unsafe q += more
        break
      }
      exponent = unsafe fraction - q
      count &-= exponent
      if exponent == 0 || count > 19 { return (0, 0) }
    }
    if unsafe q[0] | 0x20 == 0x65 { return (0, 0) }
    let magnitude = EiselLemire.inlinedDouble(significand, exponent)
    // Signs are unpredictable, so the code has no branch for them.
    return unsafe (Double(bitPattern: magnitude.bitPattern | (isNegative ? 1 << 63 : 0)), q - p)
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
