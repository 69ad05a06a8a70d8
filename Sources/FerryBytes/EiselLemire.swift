/// Decimal significand and exponent to the nearest binary floating-point value.
///
/// Source: Lemire, "Number Parsing at a Gigabyte per Second" (2021), and Mushtak and Lemire, "Fast
/// Number Parsing Without Fallback" (2023): with a 128-bit table the answer is never in doubt, as
/// `Scripts/generate-powers-of-ten.py` proves for ours.
@usableFromInline package enum EiselLemire {
  /// `significand` x 10^`exponent`, correctly rounded: infinity on overflow, 0 on underflow.
  @usableFromInline @inline(never) package static func double(
    significand: UInt64, exponent: Int
  ) -> Double {
    // With both operands exact the rounding of the operation is the right one (Clinger). That would
    // hold up to 2^53; the bound is lower because numbers of 16 and 17 digits come mixed, and going
    // this way with one and the other way with the next costs more than it saves.
    if significand < 1 << 44, exponent >= -22, exponent <= 22 {
      let value = Double(significand)
      return exponent < 0
        ? value / exactPowerOfTen(-exponent) : value * exactPowerOfTen(exponent)
    }
    return Double(bitPattern: bits(significand, exponent, .double))
  }

  /// `significand` x 10^`exponent`, rounded once and straight to a float.
  @usableFromInline @inline(never) package static func float(
    significand: UInt64, exponent: Int
  ) -> Float {
    if significand < 1 << 24, exponent >= -10, exponent <= 10 {
      let value = Float(significand)
      return exponent < 0
        ? value / Float(exactPowerOfTen(-exponent)) : value * Float(exactPowerOfTen(exponent))
    }
    return Float(bitPattern: UInt32(truncatingIfNeeded: bits(significand, exponent, .float)))
  }

  /// What the algorithm needs to know of a binary format.
  struct Format {
    /// Stored bits of the significand, which come without the leading one.
    let significandBits: Int
    /// The distance from a binary exponent to the stored one.
    let exponentBias: Int
    /// The stored exponent of infinity.
    let infinityExponent: Int
    /// Powers of ten outside of this range underflow or overflow for every significand.
    let exponents: ClosedRange<Int>
    /// Powers of ten for which a product can lie exactly halfway between two values.
    let tieExponents: ClosedRange<Int>

    /// IEEE 754 binary64.
    static var double: Format {
      Format(
        significandBits: 52, exponentBias: 1023, infinityExponent: 0x7FF,
        exponents: -342...308, tieExponents: -4...23)
    }

    /// IEEE 754 binary32.
    static var float: Format {
      Format(
        significandBits: 23, exponentBias: 127, infinityExponent: 0xFF,
        exponents: -64...38, tieExponents: -17...10)
    }
  }

  /// The bit pattern of the value of `format` that is nearest to `significand` x 10^`exponent`.
  @inline(__always) static func bits(
    _ significand: UInt64, _ exponent: Int, _ format: Format
  ) -> UInt64 {
    let infinity = UInt64(format.infinityExponent) << UInt64(format.significandBits)
    guard significand != 0, exponent >= format.exponents.lowerBound else { return 0 }
    guard exponent <= format.exponents.upperBound else { return infinity }

    let zeros = significand.leadingZeroBitCount
    let normalised = significand &<< UInt64(zeros)
    let power = PowersOfTen.significand(exponent)
    // The low half of the power can change no more than the lowest bits of the high word, so it
    // matters only when those are all ones and a carry would run through to the bits that count.
    var (high, low) = normalised.multipliedFullWidth(by: power.high)
    let spareBits = UInt64.max &>> UInt64(format.significandBits + 3)
    if high & spareBits == spareBits {
      let (sum, carry) = low.addingReportingOverflow(
        normalised.multipliedFullWidth(by: power.low).high)
      low = sum
      if carry { high &+= 1 }
    }

    let topBit = Int(truncatingIfNeeded: high &>> 63)
    let shift = UInt64(truncatingIfNeeded: topBit &+ 61 &- format.significandBits)
    // One bit more than the format holds: the last one decides which way to round.
    var result = high &>> shift
    // The multiplication is floor(log2(10^exponent)), exact over the whole range.
    var stored = (exponent &* 217706) &>> 16 &+ 63 &+ topBit &- zeros &+ format.exponentBias
    if stored <= 0 {
      // A subnormal value, or the smallest normal one when rounding carries into its bit.
      guard stored > -64 else { return 0 }
      result >>= UInt64(1 &- stored)
      return (result &+ (result & 1)) &>> 1
    }
    // Exactly halfway above an even value: clearing the last bit rounds to even.
    if low == 0, result & 3 == 1, format.tieExponents.contains(exponent), result << shift == high {
      result &-= 1
    }
    result = (result &+ (result & 1)) &>> 1
    if result >= 2 << UInt64(format.significandBits) {
      result &>>= 1
      stored &+= 1
    }
    guard stored < format.infinityExponent else { return infinity }
    let mask = UInt64(1) << UInt64(format.significandBits) &- 1
    return result & mask | UInt64(truncatingIfNeeded: stored) &<< UInt64(format.significandBits)
  }

  /// 10^`exponent` for 0...22, which are the powers that a double holds exactly.
  @inline(__always) static func exactPowerOfTen(_ exponent: Int) -> Double {
    // The optimiser turns the switch into a constant table; an array would be a heap object.
    switch exponent {
    case 0: 1e0
    case 1: 1e1
    case 2: 1e2
    case 3: 1e3
    case 4: 1e4
    case 5: 1e5
    case 6: 1e6
    case 7: 1e7
    case 8: 1e8
    case 9: 1e9
    case 10: 1e10
    case 11: 1e11
    case 12: 1e12
    case 13: 1e13
    case 14: 1e14
    case 15: 1e15
    case 16: 1e16
    case 17: 1e17
    case 18: 1e18
    case 19: 1e19
    case 20: 1e20
    case 21: 1e21
    default: 1e22
    }
  }
}

extension DecimalParsing {
  /// ``double(_:)`` for texts of more than 19 digits.
  @usableFromInline @inline(never) static func longDouble(
    _ text: ByteView
  ) -> Double {
    let long = LongDecimal(text)
    let exponent = long.exponent
    var value = EiselLemire.double(significand: long.significand, exponent: exponent)
    // The number lies between two neighbours of 19 digits; often both round to the same value.
    if long.isTruncated,
      value != EiselLemire.double(significand: long.significand &+ 1, exponent: exponent)
    {
      value = Double(long.shortened(text)) ?? .nan
    }
    return long.isNegative ? -value : value
  }

  /// ``float(_:)`` for texts of more than 19 digits.
  @inline(never) static func longFloat(_ text: ByteView) -> Float {
    let long = LongDecimal(text)
    let exponent = long.exponent
    var value = EiselLemire.float(significand: long.significand, exponent: exponent)
    if long.isTruncated,
      value != EiselLemire.float(significand: long.significand &+ 1, exponent: exponent)
    {
      value = Float(long.shortened(text)) ?? .nan
    }
    return long.isNegative ? -value : value
  }
}

/// A number text of any length: its first 19 significant digits and what is needed of the others.
struct LongDecimal {
  /// The first 19 digits, leading zeros not counted.
  private(set) var significand: UInt64 = 0
  /// The power of ten that the significand is to be multiplied with.
  private(set) var exponent = 0
  /// Whether the text begins with a minus sign.
  let isNegative: Bool
  /// Whether a digit past the first 19 is not 0.
  private(set) var isTruncated = false

  /// Reads `text` in one pass.
  init(_ text: ByteView) {
    isNegative = text.first == 0x2D
    var kept = 0
    exponent = Self.walk(text) { digit in
      if kept < 19 {
        if digit != 0 || kept > 0 {
          significand = significand * 10 + UInt64(digit)
          kept += 1
        }
        return true
      }
      if digit != 0 { isTruncated = true }
      return false
    }
  }

  /// The same magnitude, or one that rounds alike, in no more than 850 bytes.
  ///
  /// Halfway between two doubles lies a number of up to 767 digits, so of all digits after that
  /// many it only matters whether one is not 0. This keeps the library's conversion linear.
  func shortened(_ text: ByteView) -> String {
    var digits: [UInt8] = []
    var isSticky = false
    var exponent = Self.walk(text) { digit in
      if digits.count < 800 {
        if digit != 0 || !digits.isEmpty { digits.append(0x30 | digit) }
        return true
      }
      if digit != 0 { isSticky = true }
      return false
    }
    if isSticky {
      digits.append(0x31)
      exponent -= 1
    }
    return String(decoding: digits, as: UTF8.self) + "e\(exponent)"
  }

  /// Calls `keep` with the digits from left to right and returns the exponent for the kept ones.
  ///
  /// A leading zero counts as kept; all digits after the first one not kept must not be kept
  /// either.
  private static func walk(
    _ text: ByteView, _ keep: (UInt8) -> Bool
  ) -> Int {
    let base = unsafe text.start
    var exponent = 0
    var isFraction = false
    for offset in text.indices {
      let byte = text[offset]
      if byte &- 0x30 < 10 {
        if !keep(byte &- 0x30) { exponent += 1 }
        if isFraction { exponent -= 1 }
      } else if byte == 0x2E {
        isFraction = true
      } else if byte | 0x20 == 0x65 {
        return unsafe exponent + DigitScan.exponent(base + offset + 1, base + text.count)
      }
    }
    return exponent
  }
}
