/// Exact conversions between number text, doubles and integers.
extension DecimalParsing {
  /// The maximum number of significant digits that a double preserves.
  private static let maximumDigits = 17

  /// Returns the double for a number with a fraction or an exponent. Returns `nil` if the number
  /// has more than 17 significant digits or is out of range. Also returns `nil` if the double is an
  /// integer and the number is a different value.
  @inline(never)
  package static func shortDouble(_ text: ByteView) -> Double? {
    // The sign and the point are not digits.
    let sign = text.first == UInt8(ascii: "-") ? 1 : 0
    if text.count > maximumDigits + 1 + sign, significand(text).count > maximumDigits {
      return nil
    }
    let value = double(text)
    // Some formats read an integer from the digits, others from the double. Both must agree.
    if value == value.rounded(.towardZero), !isSameInteger(text, value) { return nil }
    return value
  }

  /// Returns whether `value` equals the number in `text` and its shortest text equals the number
  /// too. `value` must be an integer and the double nearest to the number.
  @inline(never)
  private static func isSameInteger(
    _ text: ByteView, _ value: Double
  ) -> Bool {
    if value.isInfinite { return false }
    // An integer beyond 128 bits is read only from its text.
    if value.magnitude < 0x1p128 {
      guard wholeMagnitude(text, isPlain: false) == UInt128(value.magnitude) else {
        return false
      }
      if value.magnitude <= 0x1p53 { return true }
    }
    return isShortest(text, value)
  }

  /// Returns the double for a number with a fraction or an exponent, if the shortest text of the
  /// double is the same number.
  package static func exactDouble(_ text: ByteView) -> Double? {
    guard let value = shortDouble(text) else { return nil }
    let digits = significand(text).value
    // Every decimal of 15 digits can be recovered from its double, if the double is normal.
    if digits < 1_000_000_000_000_000, value == 0 || value.isNormal { return value }
    return isShortest(text, value) ? value : nil
  }

  /// Returns the double nearest to a number, if the shortest text of the double is the same number.
  /// Unlike in ``exactDouble(_:)``, the double may be an integer whose digits differ.
  package static func shortestDouble(_ text: ByteView) -> Double? {
    let value = double(text)
    guard value.isFinite, significand(text).count <= maximumDigits, isShortest(text, value) else {
      return nil
    }
    return value
  }

  /// Returns whether the shortest text of `value` is the number in `text`. `value` must be the
  /// double nearest to the number.
  private static func isShortest(_ text: ByteView, _ value: Double) -> Bool {
    let digits = significand(text).value
    return MutableByteView.withScratch(FloatPrinting.capacity) { scratch in
      let shortest = scratch.prefix(FloatPrinting.write(value, to: scratch))
      // It is enough to compare digits. Other digits of the same length would be further from the
      // double.
      return significand(shortest).value == digits
    }
  }

  /// Converts a double to an integer, if its shortest text is the same integer. Beyond 2^53, a
  /// double may represent a different number.
  @inlinable
  package static func wholeNumber<T: FixedWidthInteger>(of value: Double, as type: T.Type) -> T? {
    guard let whole = T(exactly: value) else { return nil }
    return value.magnitude <= 0x1p53 || isShortestWhole(value) ? whole : nil
  }

  @usableFromInline @inline(never)
  static func isShortestWhole(_ value: Double) -> Bool {
    MutableByteView.withScratch(FloatPrinting.capacity) { scratch in
      let shortest = scratch.prefix(FloatPrinting.write(value.magnitude, to: scratch))
      return wholeNumber(shortest, as: UInt128.self) == UInt128(exactly: value.magnitude)
    }
  }

  /// Returns the significant digits of a number, from the first to the last that is not zero,
  /// without the exponent. The digits form an integer, which wraps around beyond 19 digits. `count`
  /// is their number.
  private static func significand(
    _ text: ByteView
  ) -> (value: UInt64, count: Int) {
    var (value, count): (UInt64, Int) = (0, 0)
    var zeros = 0
    for position in text.indices {
      let digit = text[position] &- UInt8(ascii: "0")
      guard digit < 10 else {
        if text[position] | 0x20 == UInt8(ascii: "e") { break }
        continue
      }
      // Zeros are significant only before a later digit that is not zero.
      guard digit > 0 else {
        if count > 0 { zeros += 1 }
        continue
      }
      for _ in 0..<zeros { value = value &* 10 }
      value = value &* 10 &+ UInt64(digit)
      count += zeros + 1
      zeros = 0
    }
    return (value, count)
  }
}

/// Conversion of numbers with a fraction or an exponent to integers, as in Foundation's
/// `JSONDecoder`.
extension DecimalParsing {
  /// Returns whether Foundation refuses a number whose nearest double is 0.
  ///
  /// A digit of the significand other than 0 is an underflow. Foundation looks for it in groups of
  /// four bytes. It reads the last bytes, up to three, from the end, so a digit of the exponent
  /// counts there: `0e1` is an error, and `0e10` and `0.0e1` are 0.
  package static func foundationRefusesZero(_ text: ByteView) -> Bool {
    if hasNonZeroDigit(text) { return true }
    let rest = text[(text.count / 4 * 4)...]
    guard let mark = rest.firstIndex(where: { $0 | 0x20 == 0x65 }) else { return false }
    return rest[mark...].contains { $0 &- 0x31 < 9 }
  }

  /// Returns Foundation's integer for a number with a fraction or an exponent.
  ///
  /// Below 2^53 in magnitude, it is the nearest double, if that is an integer:
  /// `1.00000000000000001` is 1. From 2^53 on, the number becomes a `Decimal`. Its digits must fit
  /// 64 bits, and its fraction is cut off: `9007199254740992.5` is 9007199254740992. The double
  /// must still fit the type, so `9223372036854775807.0` does not fit `Int64`.
  @inline(never)
  package static func foundationInteger<T: FixedWidthInteger>(
    _ text: ByteView, as type: T.Type
  ) -> T? {
    let nearest = double(text)
    guard let value = T(exactly: nearest) else { return nil }
    if nearest.magnitude < 0x1p53 { return value }
    guard let magnitude = decimalMagnitude(text) else { return nil }
    // The sign is applied last, so the magnitude of the smallest integer does not fit.
    guard let value = T(exactly: magnitude) else { return nil }
    return nearest < 0 ? 0 - value : value
  }

  /// Returns the magnitude of a `Decimal` without its fraction, if the digits and the magnitude fit
  /// 64 bits.
  private static func decimalMagnitude(_ text: ByteView) -> UInt64? {
    guard var (digits, exponent) = decimalParts(text) else { return nil }
    while digits != 0, digits % 10 == 0, exponent < Int(Int8.max) {
      digits /= 10
      exponent += 1
    }
    guard var magnitude = UInt64(exactly: digits) else { return nil }
    // More than 20 steps end in zero or exceed 64 bits.
    for _ in 0..<min(exponent.magnitude, 20) {
      if exponent < 0 {
        magnitude /= 10
      } else {
        let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
        if overflow { return nil }
        magnitude = product
      }
    }
    return magnitude
  }

  /// Returns the digits and the exponent that a `Decimal` takes from a number: as many digits as
  /// fit 128 bits, and an exponent of one signed byte.
  private static func decimalParts(
    _ text: ByteView
  ) -> (digits: UInt128, exponent: Int)? {
    var digits: UInt128 = 0
    var exponent = 0
    var isFraction = false
    var isFull = false
    for position in text.indices {
      let byte = text[position]
      switch byte {
      case 0x30...0x39:
        let (tenfold, overflow) = digits.multipliedReportingOverflow(by: 10)
        let (sum, carry) = tenfold.addingReportingOverflow(UInt128(byte - 0x30))
        if isFull || overflow || carry {
          isFull = true
          if !isFraction { exponent += 1 }
        } else {
          digits = sum
          if isFraction { exponent -= 1 }
        }
        guard exponent <= Int(Int8.max), exponent >= Int(Int8.min) else { return nil }
      case 0x2E: isFraction = true
      case 0x45, 0x65:
        guard let power = decimalPower(text[(position + 1)...]) else { return nil }
        exponent += power
        guard exponent <= Int(Int8.max), exponent >= Int(Int8.min) else { return nil }
        return (digits, exponent)
      default: break
      }
    }
    return (digits, exponent)
  }

  private static func decimalPower(_ text: Slice<ByteView>) -> Int? {
    var power = 0
    for position in text.indices {
      let byte = text[position]
      guard byte &- 0x30 < 10 else { continue }
      power = 10 * power + Int(byte &- 0x30)
      if power > 2 * Int(Int8.max) { return nil }
    }
    return text.first == 0x2D ? -power : power
  }
}
