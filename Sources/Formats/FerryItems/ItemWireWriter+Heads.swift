public import FerryBase

// Heads, and the lengths and integers in them.
extension ItemWireWriter {
  /// Appends a head of CBOR: the kind in the highest three bits, and a number in the fewest bytes.
  @inlinable @inline(__always)
  mutating func appendHead(_ major: UInt8, _ number: UInt64) {
    if number < 24 { return output.append(major | UInt8(truncatingIfNeeded: number)) }
    if number < 256 { return output.append(major | 24, bigEndian: number, width: 1) }
    append(stepping: major | 24, number, number)
  }

  /// Appends `bits` in the fewest bytes (1, 2, 4 or 8) that hold `number`. The first byte is `base`
  /// for one byte, and the next ones for more. `least` is 1 if the format has no form of one byte.
  @usableFromInline @inline(never)
  mutating func append(stepping base: UInt8, _ number: UInt64, _ bits: UInt64, least: UInt8 = 0) {
    let step = max(least, HeadWidth.step(of: number))
    output.append(base + step, bigEndian: bits, width: 1 << Int(step))
  }

  /// Appends the head of an array, or of an object if `isMap` is true.
  @inlinable @inline(__always)
  mutating func appendHead(isMap: Bool, _ count: Int) {
    if format == .cbor {
      appendHead(isMap ? 0xA0 : 0x80, UInt64(truncatingIfNeeded: count))
    } else if count < 16 {
      output.append((isMap ? 0x80 : 0x90) | UInt8(truncatingIfNeeded: count))
    } else {
      appendLength(count, isMap ? 0xDD : 0xDB, least: 1)
    }
  }

  /// Appends a length of MessagePack. The parameters are those of ``append(stepping:_:_:least:)``.
  @usableFromInline @inline(never)
  mutating func appendLength(_ count: Int, _ base: UInt8, least: UInt8 = 0) {
    // The tape and the callers hold no longer values.
    precondition(count <= UInt32.max, "a value of MessagePack has at most 4 GiB")
    append(stepping: base, UInt64(count), UInt64(count), least: least)
  }

  /// Writes an integer in the fewest bytes.
  // Out of line, because generated code has many calls.
  @usableFromInline @inline(never)
  mutating func write(_ value: Int64) {
    let bits = UInt64(bitPattern: value)
    if format == .cbor {
      appendHead(value >= 0 ? 0x00 : 0x20, value >= 0 ? bits : ~bits)
    } else if value >= -32, value < 128 {
      output.append(UInt8(truncatingIfNeeded: value))
    } else {
      // A negative integer needs one bit for its sign.
      append(stepping: value < 0 ? 0xD0 : 0xCC, value < 0 ? ~bits << 1 : bits, bits)
    }
  }

  /// Writes an integer in the fewest bytes.
  @usableFromInline
  mutating func write(_ value: UInt64) {
    if let signed = Int64(exactly: value) { return write(signed) }
    output.append(format == .cbor ? 0x1B : 0xCF, bigEndian: value, width: 8)
  }

  /// Writes a text that the format can hold.
  @inline(__always)
  mutating func write(_ text: ByteView) {
    let count = text.count
    let isCBOR = format == .cbor
    guard count < 256 else { return writeLong(text) }
    output.reserve(count &+ 2)
    if count < (isCBOR ? 24 : 32) {
      output.appendUnchecked(textBase | UInt8(truncatingIfNeeded: count))
    } else if options.usesRawText {
      return writeLong(text)
    } else {
      output.appendUnchecked(isCBOR ? 0x78 : 0xD9)
      output.appendUnchecked(UInt8(truncatingIfNeeded: count))
    }
    output.appendUnchecked(text)
  }

  @inline(never)
  private mutating func writeLong(_ text: ByteView) {
    if format == .cbor {
      appendHead(0x60, UInt64(text.count))
    } else {
      appendLength(text.count, 0xD9, least: options.usesRawText ? 1 : 0)
    }
    output.append(text)
  }

  /// Writes a key. If `asInteger` is true, a key that is a decimal integer becomes one.
  mutating func writeKey(_ key: ByteView, asInteger: Bool) {
    guard asInteger, let integer = IntegerKey(key, format) else { return write(key) }
    if let value = Int64(exactly: integer.value) {
      write(value)
    } else if integer.value > 0 {
      write(UInt64(integer.value))
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
