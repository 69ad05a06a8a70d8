#if arch(x86_64)
internal import CFerryScan
#endif

extension FloatPrinting {
  /// Writes a finite double to memory of at least ``capacity`` bytes.
  @inlinable package static func write(_ value: Double, to memory: MutableByteView) -> Int {
    assert(memory.count >= capacity, "the text may be longer than the memory")
    return unsafe write(value, to: memory.start)
  }

  /// Writes a finite float to memory of at least ``capacity`` bytes.
  @inlinable package static func write(_ value: Float, to memory: MutableByteView) -> Int {
    assert(memory.count >= capacity, "the text may be longer than the memory")
    return unsafe write(value, to: memory.start)
  }

  /// Writes a finite double in ECMAScript's notation to memory of at least ``capacity`` bytes.
  @inlinable package static func writeECMAScript(
    _ value: Double, to memory: MutableByteView
  ) -> Int {
    assert(memory.count >= capacity, "the text may be longer than the memory")
    return unsafe writeECMAScript(value, to: memory.start)
  }

  /// Writes a finite double as Swift's `description` does, but without a trailing ".0".
  ///
  /// Returns the number of bytes. The function may overwrite the bytes after them, up to
  /// ``capacity``. Magnitudes above 2^53 and below 10^-4 have an exponent of two digits or more:
  /// `1e+16`, `1.5e-07`, `5e-324`.
  @usableFromInline package static func write(_ value: Double, to p: UnsafeMutablePointer<UInt8>)
    -> Int
  {
    let magnitude = value.magnitude
    unsafe p[0] = 0x2D
    let start = value.sign == .minus ? 1 : 0
    if magnitude <= 0x1p53, case let whole = Int64(magnitude), Double(whole) == magnitude {
      return unsafe start &+ IntegerPrinting.write(UInt64(bitPattern: whole), to: p + start)
    }
    let digits = Digits(double: shortest(magnitude))
    if digits.point < -3 || magnitude > 0x1p53 {
      return unsafe start &+ digits.writeScientific(to: p + start, minimumExponentDigits: 2)
    }
    return unsafe start &+ digits.writePositional(to: p + start)
  }

  /// Writes a finite float as Swift's `description` does, but without a trailing ".0".
  ///
  /// Returns the number of bytes. The function may overwrite the bytes after them, up to
  /// ``capacity``. Magnitudes above 2^24 and below 10^-4 have an exponent.
  @usableFromInline package static func write(_ value: Float, to p: UnsafeMutablePointer<UInt8>)
    -> Int
  {
    let magnitude = value.magnitude
    unsafe p[0] = 0x2D
    let start = value.sign == .minus ? 1 : 0
    if magnitude <= 0x1p24, case let whole = Int64(magnitude), Float(whole) == magnitude {
      return unsafe start &+ IntegerPrinting.write(UInt64(bitPattern: whole), to: p + start)
    }
    let digits = Digits(float: shortest(magnitude))
    if digits.point < -3 || magnitude > 0x1p24 {
      return unsafe start &+ digits.writeScientific(to: p + start, minimumExponentDigits: 2)
    }
    return unsafe start &+ digits.writePositional(to: p + start)
  }

  /// Writes a finite double as `Number::toString` does (ECMA-262, section 6.1.6.1.20): `0` for both
  /// zeros, `1e+21`, `1e-7`. RFC 8785, section 3.2.2.3 requires this notation.
  ///
  /// Returns the number of bytes. The function may overwrite the bytes after them, up to
  /// ``capacity``.
  @usableFromInline package static func writeECMAScript(
    _ value: Double, to p: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let magnitude = value.magnitude
    unsafe p[0] = 0x2D
    let start = value < 0 ? 1 : 0
    if magnitude <= 0x1p53, case let whole = Int64(magnitude), Double(whole) == magnitude {
      return unsafe start &+ IntegerPrinting.write(UInt64(bitPattern: whole), to: p + start)
    }
    let digits = Digits(double: shortest(magnitude))
    if digits.point < -5 || digits.point > 21 {
      return unsafe start &+ digits.writeScientific(to: p + start, minimumExponentDigits: 1)
    }
    if digits.count <= digits.point { return unsafe start &+ digits.writeWhole(to: p + start) }
    return unsafe start &+ digits.writePositional(to: p + start)
  }

  /// Up to 17 significant digits in registers, ready to be stored as text.
  private struct Digits {
    /// The text of the first digit.
    let first: UInt8
    /// The text of digits 2 to 9, the second one in the lowest byte.
    let middle: UInt64
    /// The text of digits 10 to 17.
    let last: UInt64
    /// The number of digits without trailing zeros; at least 1.
    let count: Int
    /// The number of digits before the decimal point; 0 or less if the first digit is in the
    /// fraction.
    let point: Int

    /// Splits the shortest digits of a double.
    @inline(__always) init(double decimal: (significand: UInt64, exponent: Int)) {
      var (significand, exponent) = decimal
      // Normal doubles have 16 or 17 digits, and subnormals have fewer.
      while significand < 1_000_000_000_000_000 {
        significand &*= 10
        exponent &-= 1
      }
      // The number is unpredictable, so this step has no branch, not even one that the compiler
      // makes of a comparison: the difference is negative for 16 digits.
      let isShort = (significand &- 10_000_000_000_000_000) &>> 63
      significand &*= 1 &+ 9 &* isShort
      exponent &-= Int(truncatingIfNeeded: isShort)
      let upper = significand / 100_000_000
      self.init(upper: upper, lower: significand &- upper &* 100_000_000, point: exponent &+ 17)
    }

    /// Splits the shortest digits of a float: 8 or 9 for a normal one.
    @inline(__always) init(float decimal: (significand: UInt64, exponent: Int)) {
      var (significand, exponent) = decimal
      let isShort = significand < 100_000_000
      significand &*= isShort ? 10 : 1
      exponent &-= isShort ? 1 : 0
      while significand < 100_000_000 {
        significand &*= 10
        exponent &-= 1
      }
      self.init(upper: significand, lower: 0, point: exponent &+ 9)
    }

    /// Splits 17 digits: nine in `upper` and eight in `lower`.
    @inline(__always) private init(upper: UInt64, lower: UInt64, point: Int) {
      let (top, rest) = upper.quotientAndRemainder(dividingBy: 100_000_000)
      let (middleDigits, lastDigits) = Self.digits(rest, lower)
      first = 0x30 | UInt8(truncatingIfNeeded: top)
      middle = middleDigits | DigitScan.zeros
      last = lastDigits | DigitScan.zeros
      count =
        lower != 0
        ? 17 &- lastDigits.leadingZeroBitCount &>> 3 : 9 &- middleDigits.leadingZeroBitCount &>> 3
      self.point = point
    }

    /// Returns the digits of two numbers below 10^8, the first digit of each in the lowest byte.
    @inline(__always) private static func digits(
      _ first: UInt64, _ second: UInt64
    ) -> (UInt64, UInt64) {
      #if arch(x86_64)
      let digits = ferry_digits_of(first, second)
      return (digits.first, digits.second)
      #else
      return (IntegerPrinting.digits(first), IntegerPrinting.digits(second))
      #endif
    }

    /// Stores digits 2 to 17 at `p`.
    @inline(__always) private func storeRest(to p: UnsafeMutablePointer<UInt8>) {
      let raw = UnsafeMutableRawPointer(p)
      unsafe raw.storeBytes(of: middle.littleEndian, as: UInt64.self)
      unsafe (raw + 8).storeBytes(of: last.littleEndian, as: UInt64.self)
    }

    /// Stores `digits` at `p` with a point before digit `index` (0...7). The last digit is dropped.
    @inline(__always) private func store(
      _ digits: UInt64, pointAt index: Int, to p: UnsafeMutablePointer<UInt8>
    ) {
      let bits = UInt64(truncatingIfNeeded: 8 &* index)
      let after = (digits &>> bits) &<< bits
      let word = digits ^ after | 0x2E &<< bits | after &<< 8
      unsafe UnsafeMutableRawPointer(p).storeBytes(of: word.littleEndian, as: UInt64.self)
    }

    /// Writes digits with a decimal point: `12.5`, `0.00125`. The point must be in -5...16, and
    /// digits must follow it.
    @inline(__always) func writePositional(to p: UnsafeMutablePointer<UInt8>) -> Int {
      if point <= 0 {
        let start = 2 &- point
        unsafe UnsafeMutableRawPointer(p).storeBytes(
          of: (0x3030_3030_3030_2E30 as UInt64).littleEndian, as: UInt64.self)
        unsafe p[start] = first
        unsafe storeRest(to: p + start + 1)
        return start &+ count
      }
      // All digits but the first are stored one byte too far right. Then the word with the point
      // overwrites those before the point. A move in memory would load bytes that are still being
      // stored.
      unsafe p[0] = first
      unsafe storeRest(to: p + 2)
      if point <= 8 {
        unsafe store(middle, pointAt: point &- 1, to: p + 1)
      } else {
        unsafe UnsafeMutableRawPointer(p + 1).storeBytes(of: middle.littleEndian, as: UInt64.self)
        unsafe store(last, pointAt: point &- 9, to: p + 9)
      }
      return count &+ 1
    }

    /// Writes digits and zeros up to the decimal point, which must be in 1...21.
    func writeWhole(to p: UnsafeMutablePointer<UInt8>) -> Int {
      unsafe p[0] = first
      unsafe storeRest(to: p + 1)
      // The zeros after the 17 digits.
      unsafe UnsafeMutableRawPointer(p + 17).storeBytes(of: 0x3030_3030, as: UInt32.self)
      return point
    }

    /// Writes one digit before the decimal point and an exponent with its sign: `1.5e-07`.
    @inline(__always) func writeScientific(
      to p: UnsafeMutablePointer<UInt8>, minimumExponentDigits: Int
    ) -> Int {
      unsafe p[0] = first
      unsafe p[1] = 0x2E
      unsafe storeRest(to: p + 2)
      var end = unsafe p + (count == 1 ? 1 : count &+ 1)
      let exponent = point &- 1
      unsafe end[0] = 0x65
      unsafe end[1] = exponent < 0 ? 0x2D : 0x2B
      unsafe end += 2
      let magnitude = exponent.magnitude
      if magnitude < 10, minimumExponentDigits > 1 {
        unsafe end[0] = 0x30
        unsafe end += 1
      }
      return unsafe end - p + IntegerPrinting.write(UInt64(magnitude), to: end)
    }
  }
}
