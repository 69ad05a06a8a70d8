public import FerryBytes
internal import FerryTape

// The heads and scalars of items, for both writers.
extension ByteWriter {
  /// Appends a head of CBOR: the kind in the highest three bits, and a number in the fewest bytes.
  @inlinable @inline(__always)
  mutating func appendHead(_ major: UInt8, _ number: UInt64) {
    if number < 24 { return append(major | UInt8(truncatingIfNeeded: number)) }
    if number < 256 { return append(major | 24, bigEndian: number, width: 1) }
    appendLongHead(major, number)
  }

  @usableFromInline @inline(never)
  mutating func appendLongHead(_ major: UInt8, _ number: UInt64) {
    switch number {
    case ...0xFFFF: append(major | 25, bigEndian: number, width: 2)
    case ...0xFFFF_FFFF: append(major | 26, bigEndian: number, width: 4)
    default: append(major | 27, bigEndian: number, width: 8)
    }
  }

  /// Appends an integer in the fewest bytes.
  @inlinable @inline(__always)
  mutating func appendInteger(_ value: Int64, _ format: ItemFormat) {
    if format == .cbor {
      if value >= 0 {
        appendHead(0x00, UInt64(truncatingIfNeeded: value))
      } else {
        appendHead(0x20, UInt64(truncatingIfNeeded: ~value))
      }
    } else if value >= -32, value < 128 {
      append(UInt8(truncatingIfNeeded: value))
    } else {
      appendLongInteger(value)
    }
  }

  /// Appends an integer in the fewest bytes.
  @inlinable
  mutating func appendInteger(_ value: UInt64, _ format: ItemFormat) {
    if let signed = Int64(exactly: value) { return appendInteger(signed, format) }
    append(format == .cbor ? 0x1B : 0xCF, bigEndian: value, width: 8)
  }

  @usableFromInline @inline(never)
  mutating func appendLongInteger(_ value: Int64) {
    let bits = UInt64(bitPattern: value)
    switch value {
    case 0...0xFF: append(0xCC, bigEndian: bits, width: 1)
    case 0...0xFFFF: append(0xCD, bigEndian: bits, width: 2)
    case 0...0xFFFF_FFFF: append(0xCE, bigEndian: bits, width: 4)
    case 0...: append(0xCF, bigEndian: bits, width: 8)
    case (-0x80)...: append(0xD0, bigEndian: bits & 0xFF, width: 1)
    case (-0x8000)...: append(0xD1, bigEndian: bits & 0xFFFF, width: 2)
    case (-0x8000_0000)...: append(0xD2, bigEndian: bits & 0xFFFF_FFFF, width: 4)
    default: append(0xD3, bigEndian: bits, width: 8)
    }
  }

  /// Appends a text.
  @inlinable @inline(__always)
  mutating func appendText(_ text: ByteView, _ format: ItemFormat) {
    let count = text.count
    let isCBOR = format == .cbor
    guard count < 256 else { return appendLongText(text, format) }
    reserve(count &+ 2)
    if count >= (isCBOR ? 24 : 32) {
      appendUnchecked(isCBOR ? 0x78 : 0xD9)
      appendUnchecked(UInt8(truncatingIfNeeded: count))
    } else {
      appendUnchecked((isCBOR ? 0x60 : 0xA0) | UInt8(truncatingIfNeeded: count))
    }
    appendUnchecked(text)
  }

  @usableFromInline @inline(never)
  mutating func appendLongText(_ text: ByteView, _ format: ItemFormat) {
    if format == .cbor {
      appendHead(0x60, UInt64(text.count))
    } else {
      appendLength(text.count, nil, 0xDA)
    }
    append(text)
  }

  /// Appends the head of a key of 24 to 255 bytes to reserved memory.
  @inlinable @inline(__always)
  mutating func appendLongKeyHead(_ count: UInt8, _ format: ItemFormat) {
    if format == .messagePack, count < 32 { return appendUnchecked(0xA0 | count) }
    appendUnchecked(format == .cbor ? 0x78 : 0xD9)
    appendUnchecked(count)
  }

  /// Appends raw bytes.
  mutating func appendBytes(_ bytes: ByteView, _ format: ItemFormat) {
    if format == .cbor {
      appendHead(0x40, UInt64(bytes.count))
    } else {
      appendLength(bytes.count, 0xC4, 0xC5)
    }
    append(bytes)
  }

  /// Appends the head of an array, or of an object if `isMap` is true.
  @inlinable @inline(__always)
  mutating func appendHead(isMap: Bool, _ count: Int, _ format: ItemFormat) {
    if format == .cbor {
      appendHead(isMap ? 0xA0 : 0x80, UInt64(truncatingIfNeeded: count))
    } else if count < 16 {
      append((isMap ? 0x80 : 0x90) | UInt8(truncatingIfNeeded: count))
    } else {
      appendLength(count, nil, isMap ? 0xDE : 0xDC)
    }
  }

  /// Appends a length of MessagePack behind the first byte for its width: `short` for one byte,
  /// `long` for two, and the byte after it for four.
  @usableFromInline @inline(never)
  mutating func appendLength(_ count: Int, _ short: UInt8?, _ long: UInt8) {
    // The tape and the writer's callers hold no longer values.
    precondition(count <= UInt32.max, "a value of MessagePack has at most 4 GiB")
    if let short, count <= 0xFF {
      append(short, bigEndian: UInt64(count), width: 1)
    } else if count <= 0xFFFF {
      append(long, bigEndian: UInt64(count), width: 2)
    } else {
      append(long + 1, bigEndian: UInt64(count), width: 4)
    }
  }

  /// Appends a double: in CBOR in the fewest bytes that hold it, in MessagePack in 8 bytes.
  @usableFromInline
  mutating func appendDouble(_ value: Double, _ format: ItemFormat) {
    guard format == .cbor else { return append(0xCB, bigEndian: value.bitPattern, width: 8) }
    if value.isNaN { return append(0xF9, bigEndian: UInt64(HalfFloat.nan), width: 2) }
    let float = Float(value)
    guard Double(float) == value else { return append(0xFB, bigEndian: value.bitPattern, width: 8) }
    if let half = HalfFloat.exactBits(value) {
      return append(0xF9, bigEndian: UInt64(half), width: 2)
    }
    append(0xFA, bigEndian: UInt64(float.bitPattern), width: 4)
  }

  /// Appends a float: in CBOR in the fewest bytes that hold it, in MessagePack in 4 bytes.
  @usableFromInline
  mutating func appendFloat(_ value: Float, _ format: ItemFormat) {
    if format == .cbor { return appendDouble(Double(value), format) }
    append(0xCA, bigEndian: UInt64(value.bitPattern), width: 4)
  }

  /// Appends null.
  @inlinable @inline(__always)
  mutating func appendNull(_ format: ItemFormat) { append(format == .cbor ? 0xF6 : 0xC0) }

  /// Appends a truth value.
  @inlinable @inline(__always)
  mutating func appendBool(_ value: Bool, _ format: ItemFormat) {
    let first: UInt8 = format == .cbor ? 0xF4 : 0xC2
    append(value ? first &+ 1 : first)
  }

  /// Appends a UUID: in CBOR its bytes with their tag, in MessagePack text.
  mutating func appendUUID(_ bytes: ByteView, _ format: ItemFormat) {
    if format == .cbor {
      appendHead(0xC0, CBORTag.uuid)
      appendBytes(bytes, format)
    } else {
      var text = UUIDText.string(bytes)
      text.withByteView { appendText($0, format) }
    }
  }

  /// Appends a key. If `asInteger` is true, a key that is a decimal integer becomes one.
  @usableFromInline
  mutating func appendKey(_ key: ByteView, asInteger: Bool, _ format: ItemFormat) {
    guard asInteger, let integer = IntegerKey(key, format) else { return appendText(key, format) }
    if let value = Int64(exactly: integer.value) {
      appendInteger(value, format)
    } else if integer.value > 0 {
      appendInteger(UInt64(integer.value), format)
    } else {
      appendHead(0x20, UInt64(-1 - integer.value))
    }
  }
}

/// A key that is an integer.
struct IntegerKey {
  let value: Int128

  /// Reads the shortest decimal digits of an integer of `format`; `nil` for any other text.
  init?(_ text: ByteView, _ format: ItemFormat) {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    guard let first = digits.first, digits.count <= 20,
      digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
      first != UInt8(ascii: "0") || text.count == 1
    else { return nil }
    let magnitude = digits.reduce(0 as Int128) { $0 * 10 + Int128($1 - UInt8(ascii: "0")) }
    value = digits.count < text.count ? -magnitude : magnitude
    guard value <= UInt64.max, value >= (format == .cbor ? -1 << 64 : Int128(Int64.min)) else {
      return nil
    }
  }
}
