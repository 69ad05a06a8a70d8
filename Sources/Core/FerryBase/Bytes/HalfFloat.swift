/// IEEE 754 binary16, implemented on bits: some platforms lack `Float16`.
@usableFromInline
package enum HalfFloat {
  /// The bits of NaN. Ferry writes only this one.
  @inlinable package static var nan: UInt16 { 0x7E00 }

  /// Returns the bits of `value`, if it is exact in 2 bytes. `value` must not be NaN.
  @inlinable
  package static func exactBits(_ value: Double) -> UInt16? {
    let bits = value.bitPattern
    let sign = UInt16(truncatingIfNeeded: bits >> 48) & 0x8000
    let exponent = Int(truncatingIfNeeded: bits >> 52 & 0x7FF) - 1023
    let fraction = bits & 0xF_FFFF_FFFF_FFFF
    switch exponent {
    case -14...15:
      guard fraction & 0x3FF_FFFF_FFFF == 0 else { return nil }
      return sign | UInt16(exponent + 15) << 10 | UInt16(truncatingIfNeeded: fraction >> 42)
    case -24 ... -15:
      // The number is subnormal: an integer multiple of 2^-24.
      let significand = fraction | 1 << 52
      let shift = UInt64(28 - exponent)
      guard significand & (1 << shift - 1) == 0 else { return nil }
      return sign | UInt16(truncatingIfNeeded: significand >> shift)
    case -1023:
      return fraction == 0 ? sign : nil
    case 1024:
      return fraction == 0 ? sign | 0x7C00 : nil
    default:
      return nil
    }
  }

  /// Replaces every NaN with one NaN. Its bits carry no information.
  @inlinable
  package static func usual(_ value: Double) -> Double { value.isNaN ? .nan : value }

  /// Returns the number for `bits`, with one value for every NaN.
  @inlinable
  package static func value(_ bits: UInt16) -> Double {
    let sign: Double = bits & 0x8000 == 0 ? 1 : -1
    let exponent = Int(bits >> 10 & 0x1F)
    let fraction = Double(bits & 0x3FF)
    switch exponent {
    case 0: return sign * fraction * 0x1p-24
    case 31: return fraction == 0 ? sign * .infinity : .nan
    default:
      let power = Double(bitPattern: UInt64(exponent - 15 + 1023) << 52)
      return sign * (1 + fraction * 0x1p-10) * power
    }
  }
}
