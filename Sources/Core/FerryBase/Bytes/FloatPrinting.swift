/// Conversion of finite floating-point values to their shortest decimal digits.
///
/// The result is the shortest decimal that reads back as the value. Among several of them, it is
/// the one nearest to the value. Source: Giulietti, "The Schubfach way to render doubles" (2020).
@usableFromInline package enum FloatPrinting {
  /// The number of bytes that each writing function needs.
  @inlinable package static var capacity: Int { 32 }

  /// Returns the shortest digits of a positive double, possibly with trailing zeros.
  @inline(__always) static func shortest(
    _ magnitude: Double
  ) -> (significand: UInt64, exponent: Int) {
    let fraction = magnitude.significandBitPattern
    let stored = Int(truncatingIfNeeded: magnitude.exponentBitPattern)
    return shortest(
      stored == 0 ? fraction : fraction | 1 << 52, max(stored, 1) &- 1075,
      isLowerGapHalved: fraction == 0 && stored > 1)
  }

  /// Returns the shortest digits of a positive float, possibly with trailing zeros.
  @inline(__always) static func shortest(
    _ magnitude: Float
  ) -> (significand: UInt64, exponent: Int) {
    let fraction = UInt64(magnitude.significandBitPattern)
    let stored = Int(truncatingIfNeeded: magnitude.exponentBitPattern)
    return shortest(
      stored == 0 ? fraction : fraction | 1 << 23, max(stored, 1) &- 150,
      isLowerGapHalved: fraction == 0 && stored > 1)
  }

  /// Returns the shortest digits of `significand` x 2^`exponent`. Its neighbours differ by 1 in the
  /// significand. At a power of two, the lower neighbour is half as far away.
  ///
  /// One product is nearly always enough. Let v be the value in units of 10^k, with k such that
  /// neighbours are 1 to 10 units apart. The result is one of four numbers. If one of the two
  /// multiples of ten around v rounds to the value, it is that multiple. Otherwise it is the
  /// nearest integer, which always rounds to the value. If the product is too near to a bound, the
  /// three products of Schubfach decide.
  @inline(__always) private static func shortest(
    _ significand: UInt64, _ exponent: Int, isLowerGapHalved: Bool
  ) -> (significand: UInt64, exponent: Int) {
    if isLowerGapHalved { return exactShortest(significand, exponent, isLowerGapHalved: true) }
    // floor(log10(2^exponent)) and, for the shift, floor(log2(10^-k)) + 1.
    let k = (exponent &* 1_262_611) &>> 22
    let shift = UInt64(truncatingIfNeeded: exponent &+ (k &* -1_741_647) &>> 19 &+ 1)
    let power = ceiling(-k)
    let (whole, fraction) = scaled(significand &<< shift, power)

    // Fixed point with 4 bits before and 60 bits after the point. All errors are less than 4 units.
    let digit = whole % 10
    let lowest = digit &<< 60 | fraction &>> 4
    let halfGap = power.high &>> (5 &- shift)
    let ten: UInt64 = 10 << 60
    let slack: UInt64 = 4
    let toLower = lowest &- halfGap
    let toUpper = lowest &+ halfGap &- ten
    let toHalf = fraction &- 1 << 63
    if toLower &+ slack <= 2 * slack || toUpper &+ slack <= 2 * slack
      || toHalf &+ slack <= 2 * slack
    {
      return exactShortest(significand, exponent, isLowerGapHalved: false)
    }
    // The conditions are unpredictable, so the code uses arithmetic instead of branches.
    let isLowerNear: UInt64 = lowest < halfGap ? 1 : 0
    let isUpperNear: UInt64 = lowest &+ halfGap > ten ? 1 : 0
    let step = isUpperNear &* 10 &- digit
    let isTens = 0 &- (isLowerNear | isUpperNear)
    return (whole &+ (step & isTens | fraction &>> 63 & ~isTens), k)
  }

  /// Computes the shortest digits by the algorithm of the paper, with its rules for ties and for
  /// exact bounds.
  @inline(never) private static func exactShortest(
    _ significand: UInt64, _ exponent: Int, isLowerGapHalved: Bool
  ) -> (significand: UInt64, exponent: Int) {
    let k = (exponent &* 1_262_611 &- (isLowerGapHalved ? 524_031 : 0)) &>> 22
    let shift = UInt64(truncatingIfNeeded: exponent &+ (k &* -1_741_647) &>> 19 &+ 1)
    let power = ceiling(-k)
    let quadruple = 4 &* significand
    let lowerBound = quadruple &- (isLowerGapHalved ? 1 : 2)
    // The bounds belong to the interval if the significand is even, because they then round to it.
    let odd = significand & 1
    let lower = roundedToOdd(lowerBound &<< shift, power) &+ odd
    let middle = roundedToOdd(quadruple &<< shift, power)
    let upper = roundedToOdd((quadruple &+ 2) &<< shift, power) &- odd

    let whole = middle / 4
    if whole >= 10 {
      let tens = whole / 10 &* 10
      let isLowerInside = lower <= 4 &* tens
      let isUpperInside = 4 &* tens &+ 40 <= upper
      if isLowerInside != isUpperInside { return (isUpperInside ? tens &+ 10 : tens, k) }
    }
    let isLowerInside = lower <= 4 &* whole
    let isUpperInside = 4 &* whole &+ 4 <= upper
    if isLowerInside != isUpperInside { return (isUpperInside ? whole &+ 1 : whole, k) }
    let half = 4 &* whole &+ 2
    let isUp = middle > half || middle == half && whole & 1 == 1
    return (isUp ? whole &+ 1 : whole, k)
  }

  /// Returns the normalized 10^`exponent`, rounded up.
  @inline(__always) private static func ceiling(_ exponent: Int) -> (high: UInt64, low: UInt64) {
    let power = PowersOfTen.significand(exponent)
    let (low, carry) = power.low.addingReportingOverflow(exponent > 55 ? 1 : 0)
    return (power.high &+ (carry ? 1 : 0), low)
  }

  /// Returns `factor` x `power` / 2^128 and the upper 64 bits of its fraction.
  @inline(__always) private static func scaled(
    _ factor: UInt64, _ power: (high: UInt64, low: UInt64)
  ) -> (whole: UInt64, fraction: UInt64) {
    let (whole, upper) = factor.multipliedFullWidth(by: power.high)
    let (fraction, carry) = upper.addingReportingOverflow(
      factor.multipliedFullWidth(by: power.low).high)
    return (whole &+ (carry ? 1 : 0), fraction)
  }

  /// Returns `factor` x `power` / 2^128, with the last bit set if the product is not an integer.
  @inline(__always) private static func roundedToOdd(
    _ factor: UInt64, _ power: (high: UInt64, low: UInt64)
  ) -> UInt64 {
    let (whole, fraction) = scaled(factor, power)
    return whole | (fraction > 1 ? 1 : 0)
  }
}
