import FerryBytes
import FerryTape

/// Blocks of numbers and truth values (Format.md, "Packed blocks").
extension BodyWriter {
  /// Writes a block over every `stride`th number from `offset` on.
  mutating func append(_ block: NumberBlock, from offset: Int, by stride: Int) {
    body.append(block.kind)
    if block.width == 0 {
      body.appendLength(block.count)
      let isSingle = block.kind & ~PackedBlock.wholesFlag == PackedBlock.singles
      appendPlainNumbers(from: offset, by: stride, isSingle: isSingle)
    } else {
      appendDistances(block, from: offset, by: stride)
    }
    if block.hasWholes { appendBitmap(from: offset, by: stride) }
  }

  /// The number of a block of integers or decimals at `index`.
  @inline(__always)
  private func integer(_ index: Int, of block: NumberBlock) -> Int64 {
    if block.kind & ~PackedBlock.wholesFlag < PackedBlock.decimals {
      // A column of integers may stand among columns of doubles.
      return doubles.isEmpty ? integers[index] : Int64(doubles[index])
    }
    if options.packing == .smallest {
      return NumberBlock.corrected(doubles[index], block.places)?.significand ?? 0
    }
    return ShortDecimal.significand(doubles[index], block.places)
  }

  private mutating func appendDistances(
    _ block: NumberBlock, from offset: Int, by stride: Int
  ) {
    if block.kind & ~PackedBlock.wholesFlag >= PackedBlock.decimals {
      let kind = block.leastDelta == nil ? PackedBlock.integers : PackedBlock.deltas
      body.append(kind &+ UInt8(truncatingIfNeeded: block.width))
    }
    body.appendLength(block.count)
    unsafe body.append(upTo: VarInt.maximumWidth) {
      unsafe VarInt.write(VarInt.zigzag(block.least), to: $0)
    }
    var index = offset
    var count = block.count
    var base = block.least
    if let leastDelta = block.leastDelta {
      unsafe body.append(upTo: VarInt.maximumWidth) {
        unsafe VarInt.write(VarInt.zigzag(leastDelta), to: $0)
      }
      index += stride
      count -= 1
      base = block.least &+ leastDelta
    }
    // Every distance is stored as 8 bytes, of which the next one overwrites what is not its own.
    body.reserve(count * block.width + 8)
    for _ in 0..<count {
      let value = integer(index, of: block)
      let distance = UInt64(bitPattern: value &- base)
      if let leastDelta = block.leastDelta { base = value &+ leastDelta }
      unsafe body.append(upTo: 8) { place in
        unsafe UnsafeMutableRawPointer(place).storeBytes(of: distance.littleEndian, as: UInt64.self)
        return block.width
      }
      index &+= stride
    }
    if block.isCorrected { appendCorrections(block, from: offset, by: stride) }
  }

  /// Writes how many doubles each number is away from its decimal.
  private mutating func appendCorrections(
    _ block: NumberBlock, from offset: Int, by stride: Int
  ) {
    for index in Swift.stride(from: offset, to: doubles.count, by: stride) {
      let correction = NumberBlock.corrected(doubles[index], block.places)?.correction ?? 0
      body.append(UInt8(bitPattern: correction))
    }
  }

  /// Writes which of the numbers are integers: one bit each, the lowest first.
  private mutating func appendBitmap(from offset: Int, by stride: Int) {
    var byte: UInt8 = 0
    var bit: UInt8 = 1
    var index = offset
    while index < wholes.count {
      if wholes[index] { byte |= bit }
      bit = bit &<< 1
      if bit == 0 {
        body.append(byte)
        (byte, bit) = (0, 1)
      }
      index &+= stride
    }
    if bit != 1 { body.append(byte) }
  }

  private mutating func appendPlainNumbers(from offset: Int, by stride: Int, isSingle: Bool) {
    var index = offset
    while index < doubles.count {
      // One NaN.
      let value = doubles[index].isNaN ? .nan : doubles[index]
      if isSingle {
        body.append(littleEndian: Float(value).bitPattern)
      } else {
        body.append(littleEndian: value.bitPattern)
      }
      index &+= stride
    }
  }

  // MARK: Truth values

  /// The truth value that a node is.
  static func truth(_ node: Node) -> Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// Bytes of a block of `count` truth values.
  static func bitsSize(_ count: Int) -> Int {
    1 + VarInt.width(UInt64(count)) + (count + 7) / 8
  }

  /// Writes a block of truth values.
  mutating func appendBits(_ truths: [Bool]) {
    body.append(PackedBlock.bits)
    body.appendLength(truths.count)
    appendBitmap(truths)
  }

  /// Writes a bit for each, the lowest first.
  mutating func appendBitmap(_ truths: [Bool]) {
    for start in stride(from: 0, to: truths.count, by: 8) {
      var byte: UInt8 = 0
      for (bit, truth) in truths[start..<min(start + 8, truths.count)].enumerated() where truth {
        byte |= 1 << UInt8(bit)
      }
      body.append(byte)
    }
  }
}
