import FerryBytes

/// Bytes that numbers take with their tags (Format.md, "Numbers").
enum NumberSize {
  /// Bytes of `magnitude` alone, at least 1.
  @inline(__always)
  static func magnitude(_ magnitude: UInt64) -> Int {
    (71 &- (magnitude | 1).leadingZeroBitCount) &>> 3
  }

  @inline(__always)
  static func integer(_ value: Int64) -> Int {
    let magnitude = UInt64(bitPattern: value >= 0 ? value : ~value)
    return magnitude < (value >= 0 ? 64 : 16) ? 1 : 1 &+ self.magnitude(magnitude)
  }

  @inline(__always)
  static func decimal(_ significand: Int64, _ places: Int) -> Int {
    let folded = VarInt.zigzag(significand)
    if folded < 1 << 14 { return folded < 1 << 7 ? 2 : 3 }
    let value = Double(significand) / ShortDecimal.power(places)
    return HalfFloat.exactBits(value) != nil ? 3 : 1 &+ VarInt.width(folded)
  }

  /// Bytes of a double that is no short decimal.
  static func double(_ value: Double) -> Int {
    if value.isNaN || HalfFloat.exactBits(value) != nil { return 3 }
    return Double(Float(value)) == value ? 5 : 9
  }
}
