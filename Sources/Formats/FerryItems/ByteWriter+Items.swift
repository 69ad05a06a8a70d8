public import FerryBase

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
    append(stepping: major | 24, number, number)
  }

  /// Appends `bits` in the fewest bytes (1, 2, 4 or 8) that hold `number`. The first byte is `base`
  /// for one byte, and the next ones for more. `least` is 1 if the format has no form of one byte.
  private mutating func append(
    stepping base: UInt8, _ number: UInt64, _ bits: UInt64, least: UInt8 = 0
  ) {
    let step = max(least, HeadWidth.step(of: number))
    append(base + step, bigEndian: bits, width: 1 << Int(step))
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
    // A negative integer needs one bit for its sign.
    append(stepping: value < 0 ? 0xD0 : 0xCC, value < 0 ? ~bits << 1 : bits, bits)
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
      appendLength(text.count, 0xD9, least: 1)
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
      appendLength(bytes.count, 0xC4)
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
      appendLength(count, isMap ? 0xDD : 0xDB, least: 1)
    }
  }

  /// Appends a length of MessagePack. The parameters are those of ``append(stepping:_:_:least:)``.
  @usableFromInline @inline(never)
  mutating func appendLength(_ count: Int, _ base: UInt8, least: UInt8 = 0) {
    // The tape and the writer's callers hold no longer values.
    precondition(count <= UInt32.max, "a value of MessagePack has at most 4 GiB")
    append(stepping: base, UInt64(count), UInt64(count), least: least)
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

  /// Appends a simple value of CBOR without a meaning.
  /// - Returns: `false` for a number with a meaning (RFC 8949, section 3.3).
  mutating func appendSimpleValue(_ number: UInt8) -> Bool {
    guard number < 20 || number > 31 else { return false }
    appendHead(0xE0, UInt64(number))
    return true
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
    guard text.count <= 21, let text = String(validating: text, as: UTF8.self),
      let value = Int128(text), "\(value)" == text, value <= UInt64.max,
      value >= (format == .cbor ? -1 << 64 : Int128(Int64.min))
    else { return nil }
    self.value = value
  }
}

/// The widths of the numbers behind first bytes.
enum HeadWidth {
  /// Returns the logarithm of the smallest of the widths 1, 2, 4 and 8 that holds `number`.
  static func step(of number: UInt64) -> UInt8 {
    number <= 0xFFFF ? (number <= 0xFF ? 0 : 1) : number <= 0xFFFF_FFFF ? 2 : 3
  }
}
