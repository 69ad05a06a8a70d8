public import FerryBase

extension BinaryWireWriter {
  /// Writes null.
  @inlinable
  public mutating func writeNull() throws(WireFailure) { output.append(0xE0) }

  /// The number of bytes so far.
  @inlinable @inline(__always)
  public var written: Int { output.count }

  /// Adds one optional level to a null, if the value since `start` is one.
  @inlinable @inline(__always)
  public mutating func wrapNull(since start: Int) {
    guard start < output.count else { return }
    let tag = output[start]
    if tag == 0xE0 || tag == 0xFD { wrap(null: tag, at: start) }
  }

  @usableFromInline @inline(never)
  mutating func wrap(null tag: UInt8, at start: Int) {
    if tag == BinaryTag.null {
      output[start] = BinaryTag.nestedNull
      output.append(1)
    } else {
      if output[start + 1] < .max { output[start + 1] += 1 }
    }
  }

  /// Writes a truth value.
  @inlinable
  public mutating func writeBool(_ value: Bool) throws(WireFailure) {
    output.append(value ? 0xE3 : 0xE2)
  }

  /// Writes an integer in the fewest bytes. Throws for one beyond 64 bits, which needs the tape.
  @inlinable
  public mutating func writeInteger<T: FixedWidthInteger & Sendable>(_ value: T) throws(WireFailure)
  {
    if value >= 0 {
      guard let magnitude = UInt64(exactly: value) else {
        throw WireFailure(.sizeLimit, offset: -1)
      }
      if magnitude < 64 { return output.append(UInt8(truncatingIfNeeded: magnitude)) }
      output.appendInteger(0xD0, magnitude)
    } else {
      guard let value = Int64(exactly: value) else { throw WireFailure(.sizeLimit, offset: -1) }
      if value >= -16 { return output.append(0x40 &+ UInt8(truncatingIfNeeded: ~value)) }
      output.appendInteger(0xD8, UInt64(truncatingIfNeeded: ~value))
    }
  }

  /// Writes a double in the shortest form that is exact, or in 8 bytes if the array is likely to
  /// become a matrix.
  @inlinable
  public mutating func writeDouble(_ value: Double) throws(WireFailure) {
    // The format has only one NaN, so its bits are not copied.
    if depth == plainDepth, !value.isNaN {
      output.appendPlain(value)
    } else {
      output.appendDouble(value)
    }
  }

  /// Writes a float in the shortest form that is exact.
  @inlinable
  public mutating func writeFloat(_ value: Float) throws(WireFailure) {
    output.appendDouble(Double(value))
  }

  /// Writes text.
  @inlinable
  public mutating func writeString(_ value: String) throws(WireFailure) {
    // `withContiguousBytes` keeps the type of an error, which costs 6 % of encoding here.
    let isContiguous: Void? = unsafe value.utf8.withContiguousStorageIfAvailable {
      unsafe writeText(ByteView($0))
    }
    if isContiguous == nil { writeCopy(of: value) }
  }

  @usableFromInline @inline(never)
  mutating func writeCopy(of text: String) {
    Array(text.utf8).withByteView { writeText($0) }
  }

  @inlinable @inline(__always)
  mutating func writeText(_ text: ByteView) {
    if interning {
      writeInterned(text)
    } else {
      output.appendText(text)
    }
  }

  /// Writes text, or its number in the value table.
  @usableFromInline @inline(never)
  mutating func writeInterned(_ text: ByteView) {
    if text.count >= 2, text.count <= EntryTable.maximumLength {
      let number = unsafe keyLists.texts.pointee.number(of: text)
      if number >= 0 { return output.appendReference(number) }
    }
    output.appendText(text)
  }

  /// Writes raw bytes.
  public mutating func writeRawBytes(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure) {
    unsafe output.append(BinaryTag.bytes, ByteView(bytes))
  }

  /// Writes the UUID of 16 bytes.
  public mutating func writeUUID(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure) {
    output.append(BinaryTag.uuid)
    unsafe output.append(ByteView(bytes))
  }

  /// Writes a date: a number of seconds since 2001.
  public mutating func writeDate(_ seconds: Double) throws(WireFailure) {
    output.append(date: seconds)
  }

  /// Writes a number that is exact in 64 bits or as a double. Throws for any other number, which
  /// needs the tape.
  public mutating func writeNumber(_ value: AnyValue.Number) throws(WireFailure) {
    if value.form == nil, let integer = value.integer(as: Int64.self),
      value.text == "\(integer)"
    {
      try writeInteger(integer)
    } else {
      guard value.form == nil, let double = value.exactDouble,
        AnyValue.Number(float: double).text == value.text
      else {
        throw WireFailure(.notRepresentable, offset: -1)
      }
      output.appendDouble(double)
    }
  }

  /// Throws: types without direct coding need the tape.
  public mutating func write<Way: _IndirectWriting>(by way: Way) throws(WireFailure) {
    throw WireFailure(.notRepresentable, offset: -1)
  }

  /// Writes an array of doubles as a packed array.
  public mutating func writeDoubles(_ values: [Double]) throws(WireFailure) {
    guard values.count >= 2, depth < depthLimit else { return try writeEach(values) }
    output.append(BinaryTag.packed)
    let start = reserveLength(1)
    output.append(PackedBlock.doubles)
    output.appendLength(values.count)
    unsafe values.span.bytes.withByteView { output.append($0) }
    _ = writeLength(at: start, width: 1)
  }

  private mutating func writeEach(_ values: [Double]) throws(WireFailure) {
    var list = try beginList(count: values.count)
    for value in values { try writeDouble(value) }
    try endList(&list)
  }

  /// Writes an array of integers. It is packed if it has at least four elements and all of them fit
  /// `Int64`.
  @inlinable
  public mutating func writeIntegers<T: FixedWidthInteger & Sendable>(
    _ values: [T]
  ) throws(WireFailure) {
    if values.count >= 4, depth < depthLimit,
      let least = values.min().flatMap({ Int64(exactly: $0) }),
      let greatest = values.max().flatMap({ Int64(exactly: $0) })
    {
      let range = UInt64(bitPattern: greatest &- least)
      let width = beginBlock(count: values.count, least: least, range: range)
      for value in values {
        let distance = UInt64(bitPattern: Int64(truncatingIfNeeded: value) &- least)
        output.appendDistance(distance, width: width.bytes)
      }
      _ = writeLength(at: width.start, width: 1)
      return
    }
    var list = try beginList(count: values.count)
    for value in values { try writeInteger(value) }
    try endList(&list)
  }

  /// Begins a packed array of integers.
  /// - Returns: The offset of its length, and the bytes per number.
  @usableFromInline
  mutating func beginBlock(
    count: Int, least: Int64, range: UInt64
  ) -> (start: Int, bytes: Int) {
    let bytes = (71 - (range | 1).leadingZeroBitCount) >> 3
    output.append(BinaryTag.packed)
    let start = reserveLength(1)
    output.append(UInt8(bytes))
    output.appendLength(count)
    output.appendFolded(least)
    return (start, bytes)
  }
}
