/// Number text to integers and floating-point values.
///
/// Every text must match the number grammar of RFC 8259, section 6; what another text yields is
/// unspecified, but nothing outside of it is ever read.
@usableFromInline package enum DecimalParsing {
  /// The nearest double: infinity on overflow, 0 on underflow, -0.0 for "-0".
  @inlinable package static func double(_ text: ByteView) -> Double {
    let parts = DecimalParts(text)
    guard parts.digitCount <= 19 else { return longDouble(text) }
    let value = EiselLemire.double(significand: parts.significand, exponent: parts.exponent)
    // Signs come mixed, so this is no branch.
    return Double(bitPattern: value.bitPattern | (parts.isNegative ? 1 << 63 : 0))
  }

  /// The nearest float, rounded once: a double in between would round some numbers twice.
  @usableFromInline package static func float(_ text: ByteView) -> Float {
    let parts = DecimalParts(text)
    guard parts.digitCount <= 19 else { return longFloat(text) }
    let value = EiselLemire.float(significand: parts.significand, exponent: parts.exponent)
    return Float(bitPattern: value.bitPattern | (parts.isNegative ? 1 << 31 : 0))
  }

  /// Whether a digit of the significand is not 0, so that a result of 0 is an underflow.
  @usableFromInline package static func hasNonZeroDigit(_ text: ByteView) -> Bool {
    for position in text.indices {
      let byte = text[position]
      if byte | 0x20 == 0x65 { return false }
      if byte &- 0x31 < 9 { return true }
    }
    return false
  }

  /// A plain integer, which is an optional minus sign and digits; `nil` for other text, and when
  /// the value does not fit `T`.
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
    // Every number of 19 digits fits into 64 bits.
    guard count <= 19 else { return signed(text, wholeMagnitude(text, isPlain: true)) }
    guard let magnitude = unsafe DigitScan.number(digits, count: count) else { return nil }
    guard isNegative else { return T(exactly: magnitude) }
    guard magnitude <= 1 << 63 else { return signed(text, UInt128(magnitude)) }
    return T(exactly: Int64(truncatingIfNeeded: 0 &- magnitude))
  }

  /// The value of any number text if it is whole, as "1.0", "1e2" and "100e-1" are.
  ///
  /// The answer is exact, however long the text and large the exponent are, and `nil` when the
  /// value is not whole or does not fit `T`. `T` may have up to 128 bits; "-0.0" is 0.
  @inlinable package static func wholeNumber<T: FixedWidthInteger>(
    _ text: ByteView, as type: T.Type
  ) -> T? {
    signed(text, wholeMagnitude(text, isPlain: false))
  }

  /// `magnitude` with the sign that `text` has; `nil` when that does not fit `T`.
  @inlinable static func signed<T: FixedWidthInteger>(
    _ text: ByteView, _ magnitude: UInt128?
  ) -> T? {
    guard let magnitude else { return nil }
    guard magnitude != 0, text[0] == 0x2D else { return T(exactly: magnitude) }
    guard magnitude <= 1 << 127 else { return nil }
    return T(exactly: Int128(truncatingIfNeeded: 0 &- magnitude))
  }

  /// The magnitude of a whole number; `nil` when it is not whole or needs more than 128 bits, and
  /// with `isPlain` also when the text holds anything but a sign and digits.
  @usableFromInline @inline(never) static func wholeMagnitude(
    _ text: ByteView, isPlain: Bool
  ) -> UInt128? {
    let base = unsafe text.start
    let end = unsafe base + text.count
    // Digits are numbered from the left, the point not counted.
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
    // 2^128 has 39 digits, so what is left takes 39 steps at most.
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

  /// Appends a decimal digit to `value`; false when that needs more than 128 bits.
  private static func append(_ digit: UInt8, to value: inout UInt128) -> Bool {
    let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
    let (sum, carry) = tenfold.addingReportingOverflow(UInt128(digit))
    value = sum
    return !overflow && !carry
  }
}

/// A number text as sign, significand and decimal exponent, good for up to 19 digits.
@frozen @usableFromInline struct DecimalParts {
  /// Whether the text begins with a minus sign.
  @usableFromInline var isNegative: Bool
  /// All digits before the exponent as one integer; meaningless for more than 19 digits.
  @usableFromInline var significand: UInt64
  /// The power of ten that the significand is to be multiplied with.
  @usableFromInline var exponent: Int
  /// The digits before the exponent, all zeros but a single leading one included.
  @usableFromInline var digitCount: Int

  /// Takes `text` apart.
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
      // Spares what follows the wait for the result of a search.
      significand = unsafe UInt64(p[0] & 0x0F)
      unsafe p += 1
    } else {
      unsafe DigitScan.accumulate(&significand, &p, end)
    }
    // The zero of "0.123" is no significant digit.
    digitCount = unsafe p - integer
    if digitCount == 1, significand == 0 { digitCount = 0 }
    guard unsafe p < end else { return }
    if unsafe p[0] == 0x2E {
      unsafe p += 1
      let count = unsafe end - p
      // Most fractions reach to the end of the text, and a known length takes no search.
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
