import FerryBytes

/// Blocks that are read from the front (Format.md, "Packed blocks").
extension NumberBlock {
  /// The smallest block of decimals, with corrections or without, if it has fewer bytes than
  /// `limit`.
  ///
  /// Measured values often are decimals that took part in a calculation: a double a few steps away
  /// from the nearest one to a short decimal.
  static func smallest(
    _ numbers: [Double], from offset: Int, by stride: Int, below limit: Int
  ) -> NumberBlock? {
    var best: NumberBlock?
    for places in 0...7 {
      guard let (significands, isExact) = significands(numbers, from: offset, by: stride, places),
        isExact || places > 1
      else { continue }
      if isExact, places > ShortDecimal.maximumPlaces { continue }
      var block = integers(significands, from: 0, by: 1, packing: .smallest)
      block.kind = isExact ? PackedBlock.decimals : PackedBlock.corrected
      block.kind &+= UInt8(truncatingIfNeeded: places)
      block.places = places
      block.isCorrected = !isExact
      block.size += isExact ? 1 : 1 + block.count
      if block.size < best?.size ?? limit { best = block }
      // More places make the significands longer and the corrections no shorter.
      break
    }
    return best
  }

  /// The significands of decimals so near to the numbers that a byte corrects each.
  private static func significands(
    _ numbers: [Double], from offset: Int, by stride: Int, _ places: Int
  ) -> (significands: [Int64], isExact: Bool)? {
    var significands: [Int64] = []
    var isExact = true
    for index in Swift.stride(from: offset, to: numbers.count, by: stride) {
      guard let (significand, correction) = corrected(numbers[index], places) else { return nil }
      significands.append(significand)
      if correction != 0 { isExact = false }
    }
    return (significands, isExact)
  }

  /// The decimal of so many places that is nearest to `value`, and how many doubles lie between
  /// them, if a byte holds that.
  static func corrected(_ value: Double, _ places: Int) -> (significand: Int64, correction: Int8)? {
    let power = ShortDecimal.power(places)
    let scaled = (value * power).rounded()
    guard scaled.magnitude < 0x1p53 else { return nil }
    let distance = Int64(bitPattern: value.bitPattern &- (Double(Int64(scaled)) / power).bitPattern)
    return Int8(exactly: distance).map { (Int64(scaled), $0) }
  }
}
