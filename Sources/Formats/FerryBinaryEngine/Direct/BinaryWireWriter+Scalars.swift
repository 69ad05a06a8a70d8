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

  /// Writes a double in the shortest form that is exact, or in 8 bytes if its array of rows is
  /// likely to be packed.
  @inlinable
  public mutating func writeDouble(_ value: Double) throws(WireFailure) { appendNumber(value) }

  @inlinable @inline(__always)
  mutating func appendNumber(_ value: Double) {
    // The format has only one NaN, so its bits are not copied.
    if depth == plainDepth, !value.isNaN {
      output.appendPlain(value)
    } else {
      output.appendDouble(value)
    }
  }

  /// Writes a float like a double of the same value.
  @inlinable
  public mutating func writeFloat(_ value: Float) throws(WireFailure) {
    appendNumber(Double(value))
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
    if TextTable.lengths.contains(text.count) {
      let number = unsafe tables.texts.pointee.number(of: text)
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
      appendNumber(double)
    }
  }

  /// Throws: types without direct coding need the tape.
  public mutating func write<Way: _IndirectWriting>(by way: Way) throws(WireFailure) {
    throw WireFailure(.notRepresentable, offset: -1)
  }
}
