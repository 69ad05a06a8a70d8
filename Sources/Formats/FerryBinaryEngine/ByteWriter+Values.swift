public import FerryBase

/// Values of the binary format, for both writers (Format.md, "Tags").
extension ByteWriter {
  // MARK: Lengths

  /// Appends `value` as a prefix varint.
  @inlinable @inline(__always)
  mutating func appendLength(_ value: Int) {
    append(upTo: VarInt.maximumWidth) {
      VarInt.write(UInt64(truncatingIfNeeded: value), to: $0)
    }
  }

  /// Appends `value` as a zigzag-folded prefix varint.
  mutating func appendFolded(_ value: Int64) {
    append(upTo: VarInt.maximumWidth) { VarInt.write(VarInt.zigzag(value), to: $0) }
  }

  /// Writes at `start` the length of the contents at the end. `reserved` bytes precede the contents
  /// for it. The contents move if the length needs more or fewer bytes.
  /// - Returns: The number of bytes of the length.
  @usableFromInline @inline(never)
  mutating func endLength(at start: Int, reserved: Int) -> Int {
    let length = count - start - reserved
    let width = VarInt.width(UInt64(length))
    if width > reserved {
      insertGap(at: start, length: width - reserved)
    } else if width < reserved {
      moveEnd(from: start + reserved, to: start + width)
    }
    // The varint may write up to nine bytes, and contents follow. So it is written to scratch
    // memory first.
    MutableByteView.withScratch(VarInt.maximumWidth) { scratch in
      replace(at: start, with: scratch.prefix(VarInt.write(UInt64(length), to: scratch)))
    }
    return width
  }

  // MARK: Texts and bytes

  /// Appends a reference to entry `number` of the value table.
  @inline(__always)
  mutating func appendReference(_ number: Int) {
    if number < 32 {
      append(BinaryTag.shortReference &+ UInt8(truncatingIfNeeded: number))
    } else {
      append(BinaryTag.longReference)
      appendLength(number)
    }
  }

  /// Appends text.
  @inlinable @inline(__always)
  mutating func appendText(_ text: ByteView) {
    if text.count < 48 {
      append(upTo: text.count &+ 1) { place in
        place[0] = 0x50 &+ UInt8(truncatingIfNeeded: text.count)
        place.copy(text, at: 1)
        return text.count &+ 1
      }
    } else {
      append(0xEE, text)
    }
  }

  /// Appends a tag, the length of `bytes`, and `bytes`.
  @usableFromInline @inline(never)
  mutating func append(_ tag: UInt8, _ bytes: ByteView) {
    append(tag)
    appendLength(bytes.count)
    append(bytes)
  }

  // MARK: Numbers

  /// Appends an integer tag and 1...8 bytes of `magnitude`.
  @inlinable @inline(__always)
  mutating func appendInteger(_ tag: UInt8, _ magnitude: UInt64) {
    let width = (71 &- (magnitude | 1).leadingZeroBitCount) &>> 3
    append(upTo: 9) { place in
      place[0] = tag &+ UInt8(truncatingIfNeeded: width &- 1)
      // The store writes eight bytes. Later writes replace the bytes after the width.
      place.store(magnitude.littleEndian, at: 1)
      return 1 &+ width
    }
  }

  /// Appends an integer in the fewest bytes.
  @inline(__always)
  mutating func appendInteger(_ value: Int64) {
    if value >= 0 {
      if value < 64 { return append(UInt8(truncatingIfNeeded: value)) }
      appendInteger(BinaryTag.positive, UInt64(value))
    } else {
      let magnitude = UInt64(bitPattern: ~value)
      if magnitude < 16 { return append(BinaryTag.smallNegative + UInt8(magnitude)) }
      appendInteger(BinaryTag.negative, magnitude)
    }
  }

  /// Appends an integer in the fewest bytes.
  mutating func appendInteger(_ value: UInt64) {
    if let signed = Int64(exactly: value) { return appendInteger(signed) }
    appendInteger(BinaryTag.positive, value)
  }

  /// Appends a double in the shortest form that is exact.
  @usableFromInline @inline(never)
  mutating func appendDouble(_ value: Double) {
    if let (significand, places) = ShortDecimal.exact(value) {
      appendDecimal(significand, places)
    } else if value.isNaN {
      appendHalf(HalfFloat.nan)
    } else if let half = HalfFloat.exactBits(value) {
      appendHalf(half)
    } else if Double(Float(value)) == value {
      append(BinaryTag.single)
      append(littleEndian: Float(value).bitPattern)
    } else {
      appendPlain(value)
    }
  }

  /// Appends a double in 8 bytes.
  @inlinable @inline(__always)
  mutating func appendPlain(_ value: Double) {
    append(upTo: 9) { place in
      place[0] = 0xE6
      place.store(value.bitPattern.littleEndian, at: 1)
      return 9
    }
  }

  /// Appends `significand / 10^places`. The significand is below 2^27 and has no trailing zeros.
  @inline(__always)
  mutating func appendDecimal(_ significand: Int64, _ places: Int) {
    let folded = VarInt.zigzag(significand)
    if folded >= 1 << 14,
      let half = HalfFloat.exactBits(Double(significand) / ShortDecimal.power(places))
    {
      // A half takes three bytes here, a decimal four or five.
      return appendHalf(half)
    }
    append(upTo: 10) { place in
      place[0] = BinaryTag.decimal &+ UInt8(truncatingIfNeeded: places)
      return 1 &+ VarInt.write(folded, to: place.suffix(from: 1))
    }
  }

  private mutating func appendHalf(_ bits: UInt16) {
    append(BinaryTag.half)
    append(littleEndian: bits)
  }

  /// Appends a date: as an integer if the number of seconds is an integer, otherwise as a double.
  mutating func append(date seconds: Double) {
    append(BinaryTag.date)
    if let whole = Int64(exactly: seconds), whole.magnitude < 1 << 53,
      whole != 0 || seconds.sign == .plus
    {
      appendInteger(whole)
    } else {
      appendDouble(seconds)
    }
  }
}
