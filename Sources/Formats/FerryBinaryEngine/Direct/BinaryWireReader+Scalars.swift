public import FerryBase

extension BinaryWireReader {
  /// Reads a null if it is the next value.
  @inlinable @inline(__always)
  public mutating func readNull() throws(WireFailure) -> Bool {
    guard place < end else { return false }
    let tag = input[place]
    guard tag == 0xE0 else { return tag == 0xFD ? try readNestedNull() : false }
    place &+= 1
    return true
  }

  /// Reads a truth value.
  @inline(never)
  public mutating func readBool() throws(WireFailure) -> Bool {
    let tag = try tag()
    guard tag & 0xFE == 0xE2 else { throw mismatch(Bool.self, at: place) }
    place &+= 1
    return tag == 0xE3
  }

  /// Reads an integer that fits `type`.
  @inlinable
  public mutating func readInteger<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> T {
    let start = place
    if let value = usualInteger(), let result = T(exactly: value) { return result }
    place = start
    return try readUnusualInteger(T.self)
  }

  /// Reads an integer. Many take one byte.
  @inlinable @inline(__always)
  public mutating func readInt() throws(WireFailure) -> Int {
    let start = place
    if start < end {
      let tag = input[start]
      if tag < 0x50 {
        place = start &+ 1
        return tag < 0x40 ? Int(tag) : 0x3F &- Int(tag)
      }
    }
    if let value = usualInteger(), let result = Int(exactly: value) { return result }
    place = start
    return try readUnusualInteger(Int.self)
  }

  /// Reads the integer at the cursor, if it fits a signed 64-bit integer. If the result is `nil`,
  /// the cursor is undefined.
  @usableFromInline @inline(never)
  mutating func usualInteger() -> Int64? {
    guard place < end else { return nil }
    let tag = input[place]
    place &+= 1
    if tag < 0x50 { return tag < 0x40 ? Int64(tag) : 0x3F &- Int64(tag) }
    let width = Int(tag & 7) &+ 1
    guard tag & 0xF0 == 0xD0, width <= end &- place else { return nil }
    let magnitude = Int64(bitPattern: lexer.integer(at: place, width: width))
    place &+= width
    guard magnitude >= 0 else { return nil }
    return tag < 0xD8 ? magnitude : ~magnitude
  }

  @usableFromInline @inline(never)
  mutating func readUnusualInteger<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> T {
    let start = place
    let tag = try tag()
    let width = Int(tag & 7) + 1
    if tag & 0xF8 == BinaryTag.positive, width < end - place,
      let value = T(exactly: lexer.integer(at: place + 1, width: width))
    {
      place += 1 + width
      return value
    }
    if let value = try onTape({ $0.integer(at: 0, as: T.self) }) { return value }
    throw mismatch(T.self, at: start)
  }

  /// Reads the number of an entry of the value table, if the next value is a reference.
  @inline(__always)
  mutating func reference() throws(WireFailure) -> Int? {
    let tag = try tag()
    if tag >= BinaryTag.shortReference, tag < BinaryTag.positive {
      place += 1
      return Int(tag - BinaryTag.shortReference)
    }
    guard tag == BinaryTag.longReference else { return nil }
    place += 1
    return try number()
  }

  /// Reads a number as a double.
  @inline(never)
  public mutating func readDouble() throws(WireFailure) -> Double {
    let tag = try tag()
    guard tag >= BinaryTag.half, tag < BinaryTag.longText else { return try wholeDouble() }
    place &+= 1
    do throws(WireFailure) {
      return try lexer.double(tag, at: &place, end: end)
    } catch {
      throw damage(error)
    }
  }

  @inline(never)
  private mutating func wholeDouble() throws(WireFailure) -> Double {
    let start = place
    if let value = usualInteger() { return Double(value) }
    place = start
    // A finite number whose double is infinite does not fit.
    if let value = try onTape({ $0.double(at: 0) }), value.isFinite { return value }
    throw mismatch(Double.self, at: place)
  }

  /// Reads a number as a float, with a single rounding.
  public mutating func readFloat() throws(WireFailure) -> Float {
    let start = place
    let isDouble = try (BinaryTag.half..<BinaryTag.longText).contains(tag())
    let value = try readDouble()
    if value.isNaN || Double(Float(value)) == value { return Float(value) }
    place = start
    guard let float = try onTape({ $0.float(at: 0) }),
      float.isFinite || !isDouble && !value.isFinite
    else { throw mismatch(Float.self, at: start) }
    return float
  }

  /// Reads a number as its text.
  public mutating func readNumber() throws(WireFailure) -> AnyValue.Number {
    let start = place
    if let value = usualInteger() { return AnyValue.Number(value) }
    place = start
    if try (BinaryTag.half..<BinaryTag.longText).contains(tag()) {
      return AnyValue.Number(float: try readDouble())
    }
    if let number = try onTape({ (try? AnyValue($0, at: 0))?.number }) { return number }
    throw mismatch(Double.self, at: place)
  }

  /// Reads text.
  @inline(never)
  public mutating func readString() throws(WireFailure) -> String {
    // Most text is ASCII and fits into the string value without an allocation.
    if place < end, input.count &- place > ShortString.capacity &+ 1 {
      let length = Int(input[place]) &- Int(BinaryTag.shortText)
      if length >= 0, length <= ShortString.capacity, length < end &- place {
        let short = unsafe ShortString(ahead: input.start + place + 1, count: length)
        if short.isASCII, let text = short.text {
          place &+= length &+ 1
          return text
        }
      }
    }
    if let text = try literalText() { return TapeView.string(validated: text) }
    let start = place
    if let entry = try reference() {
      if let text = tables.string(entry) { return text }
      throw damage(WireFailure(.invalidReference, offset: start))
    }
    if input[start] == BinaryTag.uuid, let text = try onTape({ $0.text(at: 0) }) {
      return text
    }
    throw mismatch(String.self, at: start)
  }

  /// Reads text as a view of its bytes.
  mutating func text() throws(WireFailure) -> ByteView {
    if let text = try literalText() { return text }
    let start = place
    guard let entry = try reference() else { throw mismatch(String.self, at: start) }
    if let text = tables.text(entry) { return text }
    throw damage(WireFailure(.invalidReference, offset: start))
  }

  /// Reads text that is written in place, if it is the next value.
  @inline(__always)
  private mutating func literalText() throws(WireFailure) -> ByteView? {
    let tag = try tag()
    guard tag == BinaryTag.longText || tag >= BinaryTag.shortText && tag < BinaryTag.shortKeyList
    else { return nil }
    let start = place
    place &+= 1
    let length = try tag == BinaryTag.longText ? length() : Int(tag &- BinaryTag.shortText)
    do throws(WireFailure) {
      guard length <= end &- place else { throw lexer.lengthFailure(at: start, end: end) }
      try lexer.checkText(at: place, length)
    } catch {
      throw damage(error)
    }
    defer { place &+= length }
    return lexer.bytes(at: place, count: length)
  }

  /// Reads raw bytes if they are the next value.
  public mutating func readRawBytes() throws(WireFailure) -> [UInt8]? {
    guard try tag() == BinaryTag.bytes else { return nil }
    place += 1
    let length = try length()
    let bytes = [UInt8](lexer.bytes(at: place, count: length))
    place += length
    return bytes
  }

  /// Reads the bytes of a UUID if it is the next value.
  public mutating func readUUID() throws(WireFailure) -> [UInt8]? {
    guard try tag() == BinaryTag.uuid, end - place > 16 else { return nil }
    let bytes = [UInt8](lexer.bytes(at: place + 1, count: 16))
    place += 17
    return bytes
  }

  /// Reads a date if it is the next value.
  public mutating func readDate() throws(WireFailure) -> Double? {
    let tag = try tag()
    guard tag == BinaryTag.date || tag == BinaryTag.extension else { return nil }
    return try onTape { $0[0].kind == .date ? $0.secondsSince2001(ofDate: 0) : nil }
  }
}
