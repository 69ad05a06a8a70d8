/// Conversion of a decimal significand and exponent to the nearest binary floating-point value.
///
/// Sources: Lemire, "Number Parsing at a Gigabyte per Second" (2021), and Mushtak and Lemire, "Fast
/// Number Parsing Without Fallback" (2023). With a 128-bit table, the result is always certain.
/// `Scripts/generate-powers-of-ten.py` proves this for the table here.
@usableFromInline package enum EiselLemire {
  /// Returns `significand` x 10^`exponent`, correctly rounded: infinity on overflow, 0 on
  /// underflow.
  @usableFromInline @inline(never) package static func double(
    significand: UInt64, exponent: Int
  ) -> Double {
    inlinedDouble(significand, exponent)
  }

  @inline(__always) static func inlinedDouble(_ significand: UInt64, _ exponent: Int) -> Double {
    // If both operands are exact, the operation rounds correctly (Clinger). This is true up to
    // 2^53. The bound is lower because inputs mix numbers of 16 and 17 digits, and an unpredictable
    // branch between them costs more than it saves.
    if significand < 1 << 44, exponent >= -22, exponent <= 22 {
      let value = Double(significand)
      return exponent < 0
        ? value / exactPowerOfTen(-exponent) : value * exactPowerOfTen(exponent)
    }
    return Double(bitPattern: bits(significand, exponent, .double))
  }

  /// Returns `significand` x 10^`exponent`, rounded once, directly to a float.
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

  /// The parameters of a binary format for the algorithm.
  struct Format {
    /// The number of stored bits of the significand, without the leading one.
    let significandBits: Int
    /// The difference between the stored exponent and the binary exponent.
    let exponentBias: Int
    /// The stored exponent of infinity.
    let infinityExponent: Int
    /// The range of powers of ten. Outside of it, every significand underflows or overflows.
    let exponents: ClosedRange<Int>
    /// The powers of ten for which a product can be exactly halfway between two values.
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

  /// Returns the bit pattern of the value of `format` that is nearest to `significand` x
  /// 10^`exponent`.
  @inline(__always) static func bits(
    _ significand: UInt64, _ exponent: Int, _ format: Format
  ) -> UInt64 {
    let infinity = UInt64(format.infinityExponent) << UInt64(format.significandBits)
    guard significand != 0, exponent >= format.exponents.lowerBound else { return 0 }
    guard exponent <= format.exponents.upperBound else { return infinity }

    let zeros = significand.leadingZeroBitCount
    let normalised = significand &<< UInt64(zeros)
    let power = PowersOfTen.significand(exponent)
    // The low half of the power changes at most the lowest bits of the high word. It matters only
    // if those bits are all ones, because a carry then reaches the significant bits.
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
    // The result has one bit more than the format. The last bit determines the rounding.
    var result = high &>> shift
    // The multiplication computes floor(log2(10^exponent)), exactly over the whole range.
    let stored = (exponent &* 217706) &>> 16 &+ 63 &+ topBit &- zeros &+ format.exponentBias
    if stored <= 0 {
      // A subnormal value, or the smallest normal one if rounding carries into its bit.
      guard stored > -64 else { return 0 }
      result >>= UInt64(1 &- stored)
      return (result &+ (result & 1)) &>> 1
    }
    // The value is exactly halfway above an even value. Clearing the last bit rounds to even.
    if _slowPath(low == 0), result & 3 == 1, format.tieExponents.contains(exponent),
      result << shift == high
    {
      result &-= 1
    }
    result = (result &+ (result & 1)) &>> 1
    // The leading one adds 1 to the stored exponent, and a carry of the rounding adds 1 more.
    let bits =
      result &+ UInt64(truncatingIfNeeded: stored &- 1) &<< UInt64(format.significandBits)
    return min(bits, infinity)
  }

  /// Returns 10^`exponent` for 0...22, the powers that a double represents exactly.
  @inline(__always) static func exactPowerOfTen(_ exponent: Int) -> Double {
    // The optimizer turns the switch into a constant table; an array would be a heap object.
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
