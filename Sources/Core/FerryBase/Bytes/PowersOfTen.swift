internal import CFerryScan

/// Normalised 128-bit significands of the powers of ten, for text to binary and back.
///
/// The entry for q is 10^q times the power of two that brings it into 2^127 ..< 2^128, rounded down
/// for q >= 0 and up for q < 0. That is exact for q in 0...55. `Scripts/generate-powers-of-ten.py`
/// writes the table and proves these claims:
///
/// - Eisel-Lemire (Lemire, "Number Parsing at a Gigabyte per Second", 2021) may use either
///   rounding: no product of an entry and 64 bits comes near enough to a rounding boundary to
///   cross it.
/// - Schubfach (Giulietti, "The Schubfach way to render doubles", 2020) needs the ceiling, which is
///   the entry itself up to q = 55 and the entry plus 1 above.
enum PowersOfTen {
  /// The smallest exponent of the table.
  static var minimumExponent: Int { -342 }

  /// The largest exponent of the table.
  static var maximumExponent: Int { 324 }

  /// Returns the high and the low half of the entry for 10^`exponent`, which must be in the table.
  @inline(__always) static func significand(_ exponent: Int) -> (high: UInt64, low: UInt64) {
    assert(exponent >= minimumExponent && exponent <= maximumExponent)
    let entry = unsafe ferry_power_of_ten(Int32(truncatingIfNeeded: exponent))
    return unsafe (entry[0], entry[1])
  }
}
