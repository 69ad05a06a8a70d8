import FerryBytes
public import FerryTape

extension BinaryWireReader {
  /// Reads null if it comes next. A null inside optionals that are there is left to the tape.
  @inlinable @inline(__always)
  public mutating func readNull() throws(Failure) -> Bool {
    guard place < end, unsafe base[place] == 0xE0 else { return false }
    place &+= 1
    return true
  }

  /// Reads true or false.
  @inline(never)
  public mutating func readBool() throws(Failure) -> Bool {
    let tag = try tag()
    guard tag & 0xFE == 0xE2 else { throw refusal(of: Bool.self, at: place) }
    place &+= 1
    return tag == 0xE3
  }

  /// Reads a whole number that fits.
  @inlinable
  public mutating func readInteger<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(Failure) -> T {
    let start = place
    if let value = usualInteger(), let result = T(exactly: value) { return result }
    place = start
    return try readUnusualInteger(T.self)
  }

  /// The integer at the cursor if 64 bits with a sign and the bytes ahead are enough for it. Nil
  /// may leave the cursor anywhere.
  @usableFromInline @inline(never)
  mutating func usualInteger() -> Int64? {
    guard place < end else { return nil }
    let tag = unsafe base[place]
    place &+= 1
    if tag < 0x50 { return tag < 0x40 ? Int64(tag) : 0x3F &- Int64(tag) }
    let width = Int(tag & 7) &+ 1
    guard tag & 0xF0 == 0xD0, width <= end &- place, place &+ 8 <= count else { return nil }
    let magnitude = Int64(bitPattern: wholeMagnitude(width))
    guard magnitude >= 0 else { return nil }
    return tag < 0xD8 ? magnitude : ~magnitude
  }

  @usableFromInline @inline(never)
  mutating func readUnusualInteger<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(Failure) -> T {
    let start = place
    let tag = try tag()
    if tag & 0xF0 == 0xD0 {
      let magnitude = try magnitude(tag)
      if tag < 0xD8 {
        if let value = T(exactly: magnitude) { return value }
      } else if let value = Int64(exactly: magnitude).flatMap({ T(exactly: ~$0) }) {
        return value
      }
    } else if let value = T(exactly: try rareInteger(for: T.self)) {
      return value
    }
    throw mismatch(T.self, at: start)
  }

  /// Reads the 1...8 bytes of an integer.
  @inlinable @inline(__always)
  mutating func magnitude(_ tag: UInt8) throws(Failure) -> UInt64 {
    let width = Int(tag & 7) &+ 1
    place &+= 1
    guard width <= end &- place else { throw unusual() }
    return place &+ 8 <= count ? wholeMagnitude(width) : lastMagnitude(width)
  }

  /// The same where eight bytes are there; those that do not belong to the number are shifted out.
  @inlinable @inline(__always)
  mutating func wholeMagnitude(_ width: Int) -> UInt64 {
    let word = unsafe UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self).littleEndian
    let excess = UInt64(truncatingIfNeeded: 64 &- 8 &* width)
    place &+= width
    return (word &<< excess) &>> excess
  }

  @usableFromInline @inline(never)
  mutating func lastMagnitude(_ width: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<width { unsafe value |= UInt64(base[place + index]) << UInt64(8 * index) }
    place += width
    return value
  }

  /// An entry of the value table, or a double that is whole.
  @usableFromInline @inline(never)
  mutating func rareInteger<T>(for type: T.Type) throws(Failure) -> Int64 {
    let start = place
    switch try tag() {
    case BinaryTag.shortReference..<BinaryTag.positive, BinaryTag.longReference:
      let entry = try reference()
      if let value = tables.integer(entry) { return value }
      throw tables.string(entry) == nil ? unusual() : mismatch(type, at: start)
    case BinaryTag.half..<BinaryTag.longText:
      let value = try readDouble()
      // The tape knows what a larger one may stand for.
      guard value.magnitude <= 0x1p53 else { throw unusual() }
      if let integer = Int64(exactly: value) { return integer }
      throw mismatch(type, at: start)
    default: throw refusal(of: type, at: start)
    }
  }

  /// Reads the number of an entry of the value table.
  @inline(__always)
  mutating func reference() throws(Failure) -> UInt64 {
    let tag = try tag()
    place += 1
    return tag == BinaryTag.longReference ? try number() : UInt64(tag - BinaryTag.shortReference)
  }

  /// Reads a number as a double.
  @inline(never)
  public mutating func readDouble() throws(Failure) -> Double {
    let tag = try tag()
    guard tag >= 0xE4, tag < 0xEE else { return try wholeDouble() }
    place &+= 1
    if tag >= 0xE7 {
      let significand = VarInt.unzigzag(try number())
      guard significand.magnitude < 1 << 53 else { throw unusual() }
      return Double(significand) / ShortDecimal.power(Int(tag &- 0xE7))
    }
    if tag == 0xE6, end &- place >= 8 {
      let bits = unsafe UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self).littleEndian
      place &+= 8
      let value = Double(bitPattern: bits)
      return value.isNaN ? .nan : value
    }
    return try narrowDouble(tag)
  }

  @usableFromInline @inline(never)
  mutating func narrowDouble(_ tag: UInt8) throws(Failure) -> Double {
    let width = tag == BinaryTag.half ? 2 : 4
    guard tag != BinaryTag.double, width <= end - place else { throw unusual() }
    let bits = lastMagnitude(width)
    let value =
      width == 2
      ? HalfFloat.value(UInt16(truncatingIfNeeded: bits))
      : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    return HalfFloat.usual(value)
  }

  @usableFromInline @inline(never)
  mutating func wholeDouble() throws(Failure) -> Double {
    let tag = try tag()
    if tag < BinaryTag.shortText || tag & 0xF0 == BinaryTag.positive {
      if tag & 0xF8 == BinaryTag.positive { return Double(try readInteger(UInt64.self)) }
      return Double(try readInteger(Int64.self))
    }
    return Double(try rareInteger(for: Double.self))
  }

  /// Reads a number as a float. What is no float exactly is left to the tape, which rounds once.
  public mutating func readFloat() throws(Failure) -> Float {
    let value = try readDouble()
    guard value.isNaN || Double(Float(value)) == value else { throw unusual() }
    return Float(value)
  }

  /// Reads a number as its text.
  public mutating func readNumber() throws(Failure) -> AnyValue.Number {
    let tag = try tag()
    if tag < BinaryTag.shortText || tag & 0xF0 == BinaryTag.positive {
      if tag & 0xF8 == BinaryTag.positive { return AnyValue.Number(try readInteger(UInt64.self)) }
      return AnyValue.Number(try readInteger(Int64.self))
    }
    switch tag {
    case BinaryTag.shortReference..<BinaryTag.positive, BinaryTag.longReference:
      return AnyValue.Number(try rareInteger(for: AnyValue.Number.self))
    default: return AnyValue.Number(try readDouble())
    }
  }

  /// Reads text.
  @inline(never)
  public mutating func readString() throws(Failure) -> String {
    // Most text is ASCII, and so short that it fits into the string itself.
    if place < end, count &- place > ShortString.capacity &+ 1 {
      let length = unsafe Int(base[place]) &- Int(BinaryTag.shortText)
      if length >= 0, length <= ShortString.capacity, length < end &- place {
        let short = unsafe ShortString(ahead: base + place + 1, count: length)
        if short.isASCII, let text = short.text {
          place &+= length &+ 1
          return text
        }
      }
    }
    switch try tag() {
    case BinaryTag.shortReference..<BinaryTag.positive, BinaryTag.longReference:
      let start = place
      let entry = try reference()
      if let text = tables.string(entry) { return text }
      throw tables.integer(entry) == nil ? unusual() : mismatch(String.self, at: start)
    default: return unsafe TapeView.string(validated: try text())
    }
  }

  /// Reads text where it lies.
  @inlinable @inline(__always)
  mutating func text() throws(Failure) -> UnsafeBufferPointer<UInt8> {
    let tag = try tag()
    guard tag >= 0x50, tag < 0x80 else { return try unsafe rareText() }
    let length = Int(tag &- 0x50)
    place &+= 1
    guard length <= end &- place else { throw unusual() }
    let text = unsafe UnsafeBufferPointer(start: base + place, count: length)
    try unsafe check(text)
    place &+= length
    return unsafe text
  }

  @usableFromInline @inline(never)
  mutating func rareText() throws(Failure) -> UnsafeBufferPointer<UInt8> {
    switch try tag() {
    case BinaryTag.longText:
      place += 1
      let length = try length()
      let text = unsafe UnsafeBufferPointer(start: base + place, count: length)
      try unsafe check(text)
      place += length
      return unsafe text
    case BinaryTag.shortReference..<BinaryTag.positive, BinaryTag.longReference:
      let start = place
      let entry = try reference()
      if let text = unsafe tables.text(entry) { return unsafe text }
      throw tables.integer(entry) == nil ? unusual() : mismatch(String.self, at: start)
    default: throw refusal(of: String.self, at: place)
    }
  }

  /// Makes sure that text is well-formed UTF-8.
  @inlinable @inline(__always)
  mutating func check(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) {
    // Most text is short and ASCII: whole words, the last one cut to what belongs to the text.
    guard text.count <= 48, place &+ text.count &+ 8 <= count else {
      return try unsafe checkAny(text)
    }
    let raw = unsafe UnsafeRawPointer(base + place)
    var index = 0
    var found: UInt64 = 0
    // Eight bytes behind the text are still inside the input.
    while index &+ 8 <= text.count {
      unsafe found |= raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      index &+= 8
    }
    let last = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
    found |= last & ~(~0 &<< UInt64(truncatingIfNeeded: 8 &* (text.count &- index)))
    if found & 0x8080_8080_8080_8080 != 0 { try unsafe checkAny(text) }
  }

  @usableFromInline @inline(never)
  mutating func checkAny(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) {
    if unsafe UTF8Validation.firstIllFormedOffset(in: UnsafeRawBufferPointer(text)) != nil {
      throw unusual()
    }
  }

  /// Reads raw bytes if they come next.
  public mutating func readRawBytes() throws(Failure) -> [UInt8]? {
    guard try tag() == BinaryTag.bytes else { return nil }
    place += 1
    let length = try length()
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: base + place, count: length))
    place += length
    return bytes
  }

  /// Reads the bytes of a UUID if they come next.
  public mutating func readUUID() throws(Failure) -> [UInt8]? {
    guard try tag() == BinaryTag.uuid, end - place > 16 else { return nil }
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: base + place + 1, count: 16))
    place += 17
    return bytes
  }

  /// Reads a date if one comes next.
  public mutating func readDate() throws(Failure) -> Double? {
    guard try tag() == BinaryTag.date else { return nil }
    place += 1
    let seconds = try readDouble()
    guard seconds.isFinite else { throw unusual() }
    return seconds
  }

  /// Reads a value that is not coded directly: left to the tape.
  public mutating func read<Way: IndirectReading>(by way: Way) throws(Failure) -> Way.Value {
    throw unusual()
  }
}
