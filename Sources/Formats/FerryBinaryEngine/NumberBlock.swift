import FerryBase

/// The numbers of an array, or one of each row, in packed form: the smallest block that stores them exactly
/// (Format.md, "Packed blocks").
struct NumberBlock {
  /// First byte of the block.
  var kind: UInt8
  var count: Int
  /// Integers, or the significands of decimals.
  var integers: [Int64] = []
  /// Doubles without a decimal form.
  var doubles: [Double] = []
  /// Marks the doubles that are integers; empty if all are doubles. The block ends with it as a
  /// bitmap.
  var wholes: [Bool] = []
  /// The corrections of decimals, one for each number, or empty if all are zero.
  var corrections: [Int8] = []
  /// The smallest integer, or the first one in a block of deltas. ``width`` is the number of bytes
  /// per distance from it, or per delta.
  var least: Int64 = 0
  var width = 0
  /// The smallest difference between a number and the previous one, in a block of deltas.
  var leastDelta: Int64?
  /// The bytes of the whole block.
  var size: Int
  /// The bytes of all numbers with their tags, without a block.
  var plainSize: Int

  /// Returns the smallest block of integers. There must be at least one.
  static func integers(_ numbers: [Int64], isSmallest: Bool) -> NumberBlock {
    let block = distances(
      numbers, plainSize: numbers.reduce(0) { $0 &+ NumberSize.integer($1) })
    guard isSmallest, numbers.count > 2 else { return block }
    // Differences between neighbours, modulo 2^64.
    let deltas = distances(zip(numbers.dropFirst(), numbers).map { $0 &- $1 }, plainSize: 0)
    let head =
      1 + VarInt.width(UInt64(numbers.count)) + VarInt.width(VarInt.zigzag(numbers[0]))
      + VarInt.width(VarInt.zigzag(deltas.least))
    let size = head + deltas.count * deltas.width
    guard size < block.size else { return block }
    return NumberBlock(
      kind: PackedBlock.deltas &+ UInt8(truncatingIfNeeded: deltas.width), count: numbers.count,
      integers: numbers, least: numbers[0], width: deltas.width, leastDelta: deltas.least,
      size: size, plainSize: block.plainSize)
  }

  /// Returns the block of distances from the smallest number.
  private static func distances(_ numbers: [Int64], plainSize: Int) -> NumberBlock {
    var least = Int64.max
    var greatest = Int64.min
    for number in numbers {
      least = min(least, number)
      greatest = max(greatest, number)
    }
    let width = NumberSize.magnitude(UInt64(bitPattern: greatest &- least))
    let head = 1 + VarInt.width(UInt64(numbers.count)) + VarInt.width(VarInt.zigzag(least))
    return NumberBlock(
      kind: PackedBlock.integers &+ UInt8(truncatingIfNeeded: width), count: numbers.count,
      integers: numbers, least: least, width: width, size: head + numbers.count * width,
      plainSize: plainSize)
  }

  /// Returns the smallest block of doubles. There must be at least one. `wholes` marks those that
  /// are integers, or is empty.
  static func doubles(
    _ numbers: [Double], wholes: [Bool], isSmallest: Bool
  ) -> NumberBlock {
    if !isSmallest, wholes.isEmpty, let block = copied(numbers) { return block }
    var plainSize = 0
    var isDecimal = true
    var isSingle = true
    var places = 0
    var wholeCount = 0
    for (index, value) in numbers.enumerated() {
      if !wholes.isEmpty, wholes[index] {
        wholeCount &+= 1
        plainSize &+= NumberSize.integer(Int64(value))
        if value.magnitude >= Double(ShortDecimal.limit) { isDecimal = false }
      } else if let decimal = ShortDecimal.exact(value) {
        places = max(places, decimal.places)
        plainSize &+= NumberSize.decimal(decimal.significand, decimal.places)
      } else {
        isDecimal = false
        plainSize &+= NumberSize.double(value)
      }
      if Double(Float(value)) != value, !value.isNaN { isSingle = false }
    }
    let count = numbers.count
    var block = NumberBlock(
      kind: isSingle ? PackedBlock.singles : PackedBlock.doubles, count: count, doubles: numbers,
      size: 1 + VarInt.width(UInt64(count)) + (isSingle ? 4 : 8) * count, plainSize: plainSize)
    if isDecimal {
      let significands = numbers.map { ShortDecimal.significand($0, places) }
      let decimals = distances(significands, plainSize: 0).decimals(places)
      if decimals.size < block.size { block = decimals }
    }
    if isSmallest, let smaller = smallest(numbers), smaller.size < block.size {
      block = smaller
    }
    block.plainSize = plainSize
    if wholeCount > 0 {
      block.wholes = wholes
      block.kind |= PackedBlock.wholesFlag
      block.size += (count + 7) / 8
    }
    return block
  }

  /// Returns the block of doubles of 8 bytes if a sample promises that no other form is shorter.
  /// The size without a block is then an estimate.
  private static func copied(_ numbers: [Double]) -> NumberBlock? {
    let count = numbers.count
    let sampleCount = 32
    guard count >= 2 * sampleCount else { return nil }
    var sampleSize = 0
    var isDecimal = true
    var isSingle = true
    for number in 0..<sampleCount {
      let value = numbers[number * count / sampleCount]
      if let decimal = ShortDecimal.exact(value) {
        sampleSize += NumberSize.decimal(decimal.significand, decimal.places)
      } else {
        isDecimal = false
        sampleSize += NumberSize.double(value)
      }
      if Double(Float(value)) != value, !value.isNaN { isSingle = false }
    }
    let plainSize = sampleSize * count / sampleCount
    let size = 1 + VarInt.width(UInt64(count)) + 8 * count
    guard !isDecimal, !isSingle, size < plainSize else { return nil }
    return NumberBlock(
      kind: PackedBlock.doubles, count: count, doubles: numbers, size: size, plainSize: plainSize)
  }

  /// Returns the block of decimals whose significands are the integers of this block.
  private func decimals(_ places: Int) -> NumberBlock {
    var block = self
    block.kind = PackedBlock.decimals &+ UInt8(truncatingIfNeeded: places)
    // The kind of the integers, and the number of bytes of a correction.
    block.size += 2
    return block
  }

  /// Returns the smallest block of decimals, with or without corrections.
  ///
  /// Measured values are often the result of a calculation with decimals: a double that is a few
  /// steps away from the double nearest to a short decimal.
  private static func smallest(_ numbers: [Double]) -> NumberBlock? {
    for places in 0...7 {
      var significands: [Int64] = []
      var corrections: [Int8] = []
      for number in numbers {
        guard let (significand, correction) = corrected(number, places) else { break }
        significands.append(significand)
        corrections.append(correction)
      }
      let isExact = corrections.allSatisfy { $0 == 0 }
      guard significands.count == numbers.count,
        isExact ? places <= ShortDecimal.maximumPlaces : places > 1
      else { continue }
      // More places make the significands longer but the corrections no shorter.
      var block = integers(significands, isSmallest: true).decimals(places)
      if !isExact {
        block.corrections = corrections
        block.size += corrections.count
      }
      return block
    }
    return nil
  }

  /// Returns the significand of the decimal with `places` that is nearest to `value`, and the
  /// distance between them in doubles. Returns `nil` if the distance does not fit a byte.
  private static func corrected(
    _ value: Double, _ places: Int
  ) -> (significand: Int64, correction: Int8)? {
    let power = ShortDecimal.power(places)
    let scaled = (value * power).rounded(.toNearestOrEven)
    guard scaled.magnitude < 0x1p53 else { return nil }
    let distance = Int64(bitPattern: value.bitPattern &- (Double(Int64(scaled)) / power).bitPattern)
    return Int8(exactly: distance).map { (Int64(scaled), $0) }
  }
}

extension NumberBlock {
  /// Appends the block to `output`.
  func append(to output: inout ByteWriter) {
    output.append(kind)
    if width > 0 {
      appendDistances(to: &output)
    } else {
      let isSingle = kind & ~PackedBlock.wholesFlag == PackedBlock.singles
      output.appendLength(count)
      output.append(upTo: 8 * count) { place in
        for index in 0..<count {
          let value = HalfFloat.usual(doubles[index])
          if isSingle {
            place.store(Float(value).bitPattern.littleEndian, at: 4 &* index)
          } else {
            place.store(value.bitPattern.littleEndian, at: 8 &* index)
          }
        }
        return (isSingle ? 4 : 8) * count
      }
    }
    if !wholes.isEmpty { output.appendBitmap(wholes) }
  }

  private func appendDistances(to output: inout ByteWriter) {
    let isDecimal = kind & ~PackedBlock.wholesFlag >= PackedBlock.decimals
    if isDecimal {
      let kind = leastDelta == nil ? PackedBlock.integers : PackedBlock.deltas
      output.append(kind &+ UInt8(truncatingIfNeeded: width))
    }
    output.appendLength(count)
    output.appendFolded(least)
    var base = least
    if let leastDelta {
      output.appendFolded(leastDelta)
      base = least &+ leastDelta
    }
    output.reserve(count * width + 8)
    for value in leastDelta == nil ? integers[...] : integers.dropFirst() {
      output.appendDistance(UInt64(bitPattern: value &- base), width: width)
      if let leastDelta { base = value &+ leastDelta }
    }
    if isDecimal { output.append(corrections.isEmpty ? 0 : 1) }
    for correction in corrections { output.append(UInt8(bitPattern: correction)) }
  }
}

extension ByteWriter {
  /// Appends the low `width` bytes of a number.
  @inlinable @inline(__always)
  mutating func appendDistance(_ distance: UInt64, width: Int) {
    append(upTo: 8) { place in
      // The next number overwrites the excess bytes.
      place.store(distance.littleEndian, at: 0)
      return width
    }
  }

  /// Appends one bit for each truth value, the lowest bit first.
  mutating func appendBitmap(_ truths: [Bool]) {
    for start in stride(from: 0, to: truths.count, by: 8) {
      var byte: UInt8 = 0
      for (bit, truth) in truths[start..<min(start + 8, truths.count)].enumerated() where truth {
        byte |= 1 << UInt8(bit)
      }
      append(byte)
    }
  }

  /// Appends a block of truth values.
  mutating func appendBits(_ truths: [Bool]) {
    append(PackedBlock.bits)
    appendLength(truths.count)
    appendBitmap(truths)
  }
}
