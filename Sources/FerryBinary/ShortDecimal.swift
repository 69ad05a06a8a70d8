/// Doubles that are a short decimal fraction: `m / 10^e` with whole m and e = 0...6
/// (Format.md, "Numbers").
@usableFromInline
package enum ShortDecimal {
  static let maximumPlaces = 6
  /// Significands from here on take as many bytes as the double itself.
  static let limit: Int64 = 1 << 27

  /// Ten to the power of `places`, at most 7.
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

  /// The decimal that `value` is exactly the nearest double of, with the fewest places, if its
  /// significand is below ``limit``.
  ///
  /// At six places the significand is below 2^27 * 10^6 < 2^53: it and the power of ten are exact,
  /// so the quotient is the double nearest to the decimal, whatever zeros are stripped later.
  @inline(__always)
  static func exact(_ value: Double) -> (significand: Int64, places: Int)? {
    // False for NaN too.
    guard value.magnitude < Double(limit) else { return nil }
    let significand = significand(value, maximumPlaces)
    guard Double(significand) / 1e6 == value else { return nil }
    if significand == 0 { return value.sign == .plus ? (0, 0) : nil }
    let (stripped, places) = strip(significand, maximumPlaces)
    return stripped.magnitude < UInt64(limit) ? (stripped, places) : nil
  }

  /// The significand of a short decimal at `places`, which are at least its own.
  ///
  /// Below 2^27 * 10^6, the product is less than half away from the whole number.
  @inline(__always)
  static func significand(_ value: Double, _ places: Int) -> Int64 {
    let scaled = value * power(places)
    return Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
  }

  /// Strips zeros at the end of a decimal's significand.
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
