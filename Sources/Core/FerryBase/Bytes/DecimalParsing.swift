/// Conversion of number text to integers and floating-point values.
///
/// Every text must match the number grammar of RFC 8259, section 6. The result for other text is
/// unspecified, but no bytes outside of the text are read.
@usableFromInline package enum DecimalParsing {
  /// Returns the nearest double: infinity on overflow, 0 on underflow, -0.0 for "-0".
  @inlinable package static func double(_ text: ByteView) -> Double {
    let parts = DecimalParts(text)
    guard parts.digitCount <= 19 else { return longDouble(text) }
    let value = EiselLemire.double(significand: parts.significand, exponent: parts.exponent)
    // Signs are unpredictable, so the code has no branch for them.
    return Double(bitPattern: value.bitPattern | (parts.isNegative ? 1 << 63 : 0))
  }

  /// Returns the nearest float, rounded once. Via a double, some numbers would be rounded twice.
  @usableFromInline package static func float(_ text: ByteView) -> Float {
    let parts = DecimalParts(text)
    guard parts.digitCount <= 19 else { return longFloat(text) }
    let value = EiselLemire.float(significand: parts.significand, exponent: parts.exponent)
    return Float(bitPattern: value.bitPattern | (parts.isNegative ? 1 << 31 : 0))
  }

  /// Returns whether a digit of the significand is not 0, so that a result of 0 is an underflow.
  @usableFromInline package static func hasNonZeroDigit(_ text: ByteView) -> Bool {
    for position in text.indices {
      let byte = text[position]
      if byte | 0x20 == 0x65 { return false }
      if byte &- 0x31 < 9 { return true }
    }
    return false
  }

  /// Returns the integer for an optional minus sign and digits. Returns `nil` for other text, and
  /// if the value does not fit `T`.
  ///
  /// `T` may have up to 128 bits.
  @inlinable package static func integer<T: FixedWidthInteger>(
    _ text: ByteView, as type: T.Type
  ) -> T? {
    guard !text.isEmpty else { return nil }
    let base = unsafe text.start
    let isNegative = unsafe base[0] == 0x2D
    let digits = unsafe isNegative ? base + 1 : base
    let count = isNegative ? text.count &- 1 : text.count
    // Every number of 19 digits fits 64 bits.
    guard count <= 19 else { return signed(text, wholeMagnitude(text, isPlain: true)) }
    guard let magnitude = unsafe DigitScan.number(digits, count: count) else { return nil }
    guard isNegative else { return T(exactly: magnitude) }
    guard magnitude <= 1 << 63 else { return signed(text, UInt128(magnitude)) }
    return T(exactly: Int64(truncatingIfNeeded: 0 &- magnitude))
  }

  /// Returns the value of any number text if it is an integer, such as "1.0", "1e2" and "100e-1".
  ///
  /// The result is exact for every length of the text and every exponent. It is `nil` if the value
  /// is not an integer or does not fit `T`. `T` may have up to 128 bits; "-0.0" is 0.
  @inlinable package static func wholeNumber<T: FixedWidthInteger>(
    _ text: ByteView, as type: T.Type
  ) -> T? {
    signed(text, wholeMagnitude(text, isPlain: false))
  }

  /// Returns `magnitude` with the sign of `text`; `nil` if the value does not fit `T`.
  @inlinable static func signed<T: FixedWidthInteger>(
    _ text: ByteView, _ magnitude: UInt128?
  ) -> T? {
    guard let magnitude else { return nil }
    guard magnitude != 0, text[0] == 0x2D else { return T(exactly: magnitude) }
    guard magnitude <= 1 << 127 else { return nil }
    return T(exactly: Int128(truncatingIfNeeded: 0 &- magnitude))
  }

  /// Returns the magnitude of an integer; `nil` if the number is not an integer or needs more than
  /// 128 bits. With `isPlain`, also returns `nil` if the text contains anything but a sign and
  /// digits.
  @usableFromInline @inline(never) static func wholeMagnitude(
    _ text: ByteView, isPlain: Bool
  ) -> UInt128? {
    let base = unsafe text.start
    let end = unsafe base + text.count
    // Digits are numbered from the left, without the point.
    var count = 0
    var nonZero: ClosedRange<Int>?
    var point: Int?
    var exponent = 0
    for offset in text.indices {
      let byte = text[offset]
      if byte &- 0x30 < 10 {
        if byte != 0x30 { nonZero = (nonZero?.lowerBound ?? count)...count }
        count += 1
      } else if isPlain, offset > 0 || byte != 0x2D {
        return nil
      } else if byte == 0x2E {
        point = count
      } else if byte | 0x20 == 0x65 {
        exponent = unsafe DigitScan.exponent(base + offset + 1, end)
        break
      }
    }
    guard count > 0 else { return nil }
    guard let nonZero else { return 0 }
    // The powers of ten of the first and of the last digit that is not 0.
    let unit = (point ?? count) - 1 + exponent
    let zeros = unit - nonZero.upperBound
    // 2^128 has 39 digits, so the loops take at most 39 steps.
    guard zeros >= 0, unit - nonZero.lowerBound < 39 else { return nil }
    var value: UInt128 = 0
    var index = 0
    for position in text.indices {
      let byte = text[position]
      guard byte &- 0x30 < 10 else { continue }
      if index >= nonZero.lowerBound {
        guard append(byte &- 0x30, to: &value) else { return nil }
      }
      if index == nonZero.upperBound { break }
      index += 1
    }
    for _ in 0..<zeros {
      guard append(0, to: &value) else { return nil }
    }
    return value
  }

  /// Appends a decimal digit to `value`. Returns false if the result needs more than 128 bits.
  private static func append(_ digit: UInt8, to value: inout UInt128) -> Bool {
    let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
    let (sum, carry) = tenfold.addingReportingOverflow(UInt128(digit))
    value = sum
    return !overflow && !carry
  }
}

/// A number text as sign, significand and decimal exponent. It is exact for up to 19 digits.
@frozen @usableFromInline struct DecimalParts {
  /// Whether the text begins with a minus sign.
  @usableFromInline var isNegative: Bool
  /// All digits before the exponent as one integer; undefined for more than 19 digits.
  @usableFromInline var significand: UInt64
  /// The power of ten by which the significand is multiplied.
  @usableFromInline var exponent: Int
  /// The number of digits before the exponent, without a single leading zero.
  @usableFromInline var digitCount: Int

  /// Splits `text` into its parts.
  @inlinable @inline(__always) init(_ text: ByteView) {
    isNegative = false
    significand = 0
    exponent = 0
    digitCount = 0
    guard !text.isEmpty else { return }
    let base = unsafe text.start
    let end = unsafe base + text.count
    isNegative = unsafe base[0] == 0x2D
    var p = unsafe isNegative ? base + 1 : base
    let integer = unsafe p
    if unsafe end - p > 2, unsafe p[1] == 0x2E {
      // With a single digit, the code need not wait for a search for the point.
      significand = unsafe UInt64(p[0] & 0x0F)
      unsafe p += 1
    } else {
      unsafe DigitScan.accumulate(&significand, &p, end)
    }
    // The zero of "0.123" is not a significant digit.
    digitCount = unsafe p - integer
    if digitCount == 1, significand == 0 { digitCount = 0 }
    guard unsafe p < end else { return }
    if unsafe p[0] == 0x2E {
      unsafe p += 1
      let count = unsafe end - p
      // Most fractions extend to the end of the text, so their length is known without a search.
      if count <= 19, let digits = unsafe DigitScan.number(p, count: count) {
        significand = significand &* DigitScan.powerOfTen(count) &+ digits
        exponent = 0 &- count
        digitCount &+= count
        return
      }
      let fraction = unsafe p
      unsafe DigitScan.accumulate(&significand, &p, end)
      unsafe digitCount &+= p - fraction
      exponent = unsafe fraction - p
    }
    if unsafe p < end { unsafe exponent &+= DigitScan.exponent(p + 1, end) }
  }
}
