import FerryBytes

/// How a column of numbers is packed: the smallest of the blocks that hold it exactly
/// (Format.md, "Packed lists").
struct NumberBlock {
  /// First byte of the block.
  var kind: UInt8
  var count: Int
  /// For blocks of integers and decimals: the least number (the first one where deltas follow),
  /// and bytes per distance from it (from the one before).
  var least: Int64 = 0
  var width = 0
  /// The least distance of a number from the one before, if the block is made of those.
  var leastDelta: Int64?
  /// For decimals: the exponent e of `m / 10^e`.
  var places = 0
  /// Among doubles: whether a bitmap behind the block says which of them are integers.
  var hasWholes = false
  /// For decimals: whether a correction follows for each.
  var isCorrected = false
  /// Bytes of the whole block.
  var size: Int
  /// Bytes that the numbers take one by one, with their tags.
  var plainSize: Int

  /// Every `stride`th of `numbers` from `offset` on; at least one.
  static func integers(
    _ numbers: [Int64], from offset: Int, by stride: Int, packing: BinaryPacking
  ) -> NumberBlock {
    var least = Int64.max
    var greatest = Int64.min
    var plainSize = 0
    var index = offset
    while index < numbers.count {
      let value = numbers[index]
      least = min(least, value)
      greatest = max(greatest, value)
      plainSize &+= NumberSize.integer(value)
      index &+= stride
    }
    let count = (numbers.count - offset + stride - 1) / stride
    let block = integers(count, least, greatest, plainSize: plainSize)
    guard packing == .smallest, count > 2 else { return block }
    let deltas = deltas(numbers, from: offset, by: stride, plainSize: plainSize)
    return deltas.size < block.size ? deltas : block
  }

  /// The block of distances between neighbours, modulo 2^64.
  private static func deltas(
    _ numbers: [Int64], from offset: Int, by stride: Int, plainSize: Int
  ) -> NumberBlock {
    var least = Int64.max
    var greatest = Int64.min
    for index in Swift.stride(from: offset + stride, to: numbers.count, by: stride) {
      let delta = numbers[index] &- numbers[index - stride]
      least = min(least, delta)
      greatest = max(greatest, delta)
    }
    let count = (numbers.count - offset + stride - 1) / stride
    let width = NumberSize.magnitude(UInt64(bitPattern: greatest &- least))
    let head =
      1 + VarInt.width(UInt64(count)) + VarInt.width(VarInt.zigzag(numbers[offset]))
      + VarInt.width(VarInt.zigzag(least))
    return NumberBlock(
      kind: PackedBlock.deltas &+ UInt8(truncatingIfNeeded: width), count: count,
      least: numbers[offset], width: width, leastDelta: least, size: head + (count - 1) * width,
      plainSize: plainSize)
  }

  private static func integers(
    _ count: Int, _ least: Int64, _ greatest: Int64, plainSize: Int
  ) -> NumberBlock {
    let width = NumberSize.magnitude(UInt64(bitPattern: greatest &- least))
    let head =
      1 + VarInt.width(UInt64(count)) + VarInt.width(VarInt.zigzag(least))
    return NumberBlock(
      kind: PackedBlock.integers &+ UInt8(truncatingIfNeeded: width), count: count, least: least,
      width: width, size: head + count * width, plainSize: plainSize)
  }

  /// Every `stride`th of `numbers` from `offset` on; at least one. `wholes` says which of them are
  /// integers, or is empty.
  static func doubles(
    _ numbers: [Double], wholes: [Bool], from offset: Int, by stride: Int, packing: BinaryPacking
  ) -> NumberBlock {
    var plainSize = 0
    var isDecimal = true
    var isSingle = true
    var places = 0
    var wholeCount = 0
    var (least, greatest) = (Int64.max, Int64.min)
    var index = offset
    while index < numbers.count {
      let value = numbers[index]
      if !wholes.isEmpty, wholes[index] {
        let whole = Int64(value)
        wholeCount &+= 1
        least = min(least, whole)
        greatest = max(greatest, whole)
        plainSize &+= NumberSize.integer(whole)
        if value.magnitude >= Double(ShortDecimal.limit) { isDecimal = false }
      } else if let decimal = ShortDecimal.exact(value) {
        places = max(places, decimal.places)
        plainSize &+= NumberSize.decimal(decimal.significand, decimal.places)
      } else {
        isDecimal = false
        plainSize &+= NumberSize.double(value)
      }
      if Double(Float(value)) != value, !value.isNaN { isSingle = false }
      index &+= stride
    }
    let count = (numbers.count - offset + stride - 1) / stride
    if wholeCount == count { return integers(count, least, greatest, plainSize: plainSize) }
    var block = NumberBlock(
      kind: isSingle ? PackedBlock.singles : PackedBlock.doubles, count: count,
      size: 1 + VarInt.width(UInt64(count)) + (isSingle ? 4 : 8) * count, plainSize: plainSize)
    if isDecimal {
      let decimals = Self.decimals(numbers, from: offset, by: stride, places: places)
      if decimals.size < block.size { block = decimals }
    }
    if packing == .smallest,
      let smaller = Self.smallest(numbers, from: offset, by: stride, below: block.size)
    {
      block = smaller
    }
    block.plainSize = plainSize
    if wholeCount > 0 {
      block.hasWholes = true
      block.kind |= PackedBlock.wholesFlag
      block.size += (count + 7) / 8
    }
    return block
  }

  private static func decimals(
    _ numbers: [Double], from offset: Int, by stride: Int, places: Int
  ) -> NumberBlock {
    var least = Int64.max
    var greatest = Int64.min
    var index = offset
    while index < numbers.count {
      let significand = ShortDecimal.significand(numbers[index], places)
      least = min(least, significand)
      greatest = max(greatest, significand)
      index &+= stride
    }
    let count = (numbers.count - offset + stride - 1) / stride
    var block = integers(count, least, greatest, plainSize: 0)
    block.kind = PackedBlock.decimals &+ UInt8(truncatingIfNeeded: places)
    block.places = places
    block.size += 1
    return block
  }
}

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
