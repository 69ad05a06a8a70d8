/// Integers as Foundation's `JSONDecoder` takes them from numbers with fraction or exponent.
extension DecimalParsing {
  /// The integer that Foundation makes of a number with fraction or exponent.
  ///
  /// Below 2^53 in magnitude, that is the nearest double, if it is whole: `1.00000000000000001` is 1.
  /// From there on the number is a `Decimal` whose digits have to fit 64 bits and whose fraction is
  /// cut off: `9007199254740992.5` is 9007199254740992. The double has to fit the type all the same,
  /// so `9223372036854775807.0` does not fit `Int64`.
  @inline(never)
  package static func foundationInteger<T: FixedWidthInteger>(
    _ text: UnsafeBufferPointer<UInt8>, as type: T.Type
  ) -> T? {
    let nearest = unsafe double(text)
    guard let value = T(exactly: nearest) else { return nil }
    if nearest.magnitude < 0x1p53 { return value }
    guard let magnitude = unsafe decimalMagnitude(text) else { return nil }
    // The sign comes last, so the magnitude of the least integer does not fit.
    guard let value = T(exactly: magnitude) else { return nil }
    return nearest < 0 ? 0 - value : value
  }

  /// The magnitude of a `Decimal` without its fraction, if its digits and it fit 64 bits.
  private static func decimalMagnitude(_ text: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard var (digits, exponent) = unsafe decimalParts(text) else { return nil }
    while digits != 0, digits % 10 == 0, exponent < Int(Int8.max) {
      digits /= 10
      exponent += 1
    }
    guard var magnitude = UInt64(exactly: digits) else { return nil }
    // More than 20 steps end in zero or beyond 64 bits.
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

  /// The digits and the exponent that a `Decimal` takes from a number: as many digits as fit 128 bits,
  /// and exponents of one signed byte.
  private static func decimalParts(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> (digits: UInt128, exponent: Int)? {
    var digits: UInt128 = 0
    var exponent = 0
    var isFraction = false
    var isFull = false
    for position in text.indices {
      let byte = unsafe text[position]
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
        guard let power = unsafe decimalPower(text[(position + 1)...]) else { return nil }
        exponent += power
        guard exponent <= Int(Int8.max), exponent >= Int(Int8.min) else { return nil }
        return (digits, exponent)
      default: break
      }
    }
    return (digits, exponent)
  }

  private static func decimalPower(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var power = 0
    for position in unsafe text.indices {
      let byte = unsafe text[position]
      guard byte &- 0x30 < 10 else { continue }
      power = 10 * power + Int(byte &- 0x30)
      if power > 2 * Int(Int8.max) { return nil }
    }
    return unsafe text.first == 0x2D ? -power : power
  }
}
