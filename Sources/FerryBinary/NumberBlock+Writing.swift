import FerryBytes

extension NumberBlock {
  /// Appends the block to `output`.
  func append(to output: inout ByteWriter) {
    output.append(kind)
    if width > 0 {
      appendDistances(to: &output)
    } else {
      let isSingle = kind & ~PackedBlock.wholesFlag == PackedBlock.singles
      output.appendLength(count)
      for double in doubles {
        let value = HalfFloat.usual(double)
        if isSingle {
          output.append(littleEndian: Float(value).bitPattern)
        } else {
          output.append(littleEndian: value.bitPattern)
        }
      }
    }
    if !wholes.isEmpty { output.appendBitmap(wholes) }
  }

  private func appendDistances(to output: inout ByteWriter) {
    if kind & ~PackedBlock.wholesFlag >= PackedBlock.decimals {
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
    for correction in corrections { output.append(UInt8(bitPattern: correction)) }
  }
}

extension ByteWriter {
  /// Appends the low `width` bytes of a number.
  @inlinable @inline(__always)
  mutating func appendDistance(_ distance: UInt64, width: Int) {
    unsafe append(upTo: 8) { place in
      // The next number overwrites the bytes beyond this one.
      unsafe UnsafeMutableRawPointer(place).storeBytes(of: distance.littleEndian, as: UInt64.self)
      return width
    }
  }

  /// Appends a bit for each truth value, the lowest first.
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
