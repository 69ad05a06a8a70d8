internal import FerryBase

/// The formats whose documents are items: a first byte with a kind and a length, big-endian
/// numbers, and contents without separators.
@frozen @usableFromInline
package enum ItemFormat: UInt8, Sendable {
  /// CBOR (RFC 8949).
  case cbor
  /// MessagePack (github.com/msgpack/msgpack/blob/master/spec.md).
  case messagePack

  /// The name in error texts.
  package var name: String { self == .cbor ? "CBOR" : "MessagePack" }

  /// The format of values that are copied.
  var source: _SourceFormat { self == .cbor ? .cbor : .messagePack }
}

/// The kinds of items in both formats.
@usableFromInline
package enum ItemKind {
  /// A non-negative integer.
  @inlinable package static var unsigned: UInt8 { 0 }
  /// The integer -1-n (CBOR).
  @inlinable package static var negative: UInt8 { 1 }
  /// An integer in two's complement (MessagePack).
  @inlinable package static var signed: UInt8 { 2 }
  /// UTF-8 text of n bytes.
  @inlinable package static var text: UInt8 { 3 }
  /// n bytes.
  @inlinable package static var bytes: UInt8 { 4 }
  /// An array of n elements.
  @inlinable package static var list: UInt8 { 5 }
  /// An object of n members.
  @inlinable package static var map: UInt8 { 6 }
  /// Null, and undefined of CBOR.
  @inlinable package static var null: UInt8 { 7 }
  @inlinable package static var `false`: UInt8 { 8 }
  @inlinable package static var `true`: UInt8 { 9 }
  /// IEEE 754 numbers of 2, 4 and 8 bytes.
  @inlinable package static var half: UInt8 { 10 }
  @inlinable package static var single: UInt8 { 11 }
  @inlinable package static var double: UInt8 { 12 }
  /// The number n of a tag, which an item follows (CBOR).
  @inlinable package static var tag: UInt8 { 13 }
  /// A value of type and n bytes. The type follows the length (MessagePack).
  @inlinable package static var `extension`: UInt8 { 14 }
  /// A simple value without a meaning (CBOR).
  @inlinable package static var simple: UInt8 { 15 }
  /// The end of an item of indefinite length (CBOR).
  @inlinable package static var stop: UInt8 { 16 }
  /// A first byte that the format does not use.
  @inlinable package static var reserved: UInt8 { 17 }
}

/// The meaning of every first byte in one format: the only description of a format that readers
/// use.
@frozen @usableFromInline
@safe
package struct ItemGrammar: @unchecked Sendable {
  // Sendable: the table is written once and never freed.

  /// For each byte: the kind, the number of bytes of the number behind it, and a number in the byte
  /// itself, in 8 bits each from the lowest.
  @usableFromInline let heads: UnsafePointer<UInt32>
  @usableFromInline package let format: ItemFormat
  /// The first byte of an empty text. A short text adds its length.
  @usableFromInline let textBase: UInt8
  /// The largest length in the first byte of a text.
  @usableFromInline let longestShortText: Int
  /// The first byte of a text whose length is in the next byte.
  @usableFromInline let longTextByte: UInt8
  /// The first byte of a double.
  @usableFromInline let doubleByte: UInt8

  /// The number of bytes behind the first byte of an item of indefinite length. No number has so
  /// many.
  @inlinable static var indefinite: UInt8 { 15 }

  private init(
    _ format: ItemFormat, textBase: UInt8, longestShortText: Int,
    _ head: (UInt8) -> (kind: UInt8, width: UInt8, value: UInt8)
  ) {
    let heads = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
    for byte in 0...UInt8.max {
      let (kind, width, value) = head(byte)
      unsafe (heads + Int(byte)).initialize(
        to: UInt32(kind) | UInt32(width) << 8 | UInt32(value) << 16)
    }
    unsafe self.heads = UnsafePointer(heads)
    self.format = format
    self.textBase = textBase
    self.longestShortText = longestShortText
    longTextByte = format == .cbor ? 0x78 : 0xD9
    doubleByte = format == .cbor ? 0xFB : 0xCB
  }

  /// Returns the grammar of `format`.
  package static func of(_ format: ItemFormat) -> ItemGrammar {
    format == .cbor ? cbor : messagePack
  }

  /// RFC 8949, section 3 and appendix B.
  private static let cbor = ItemGrammar(.cbor, textBase: 0x60, longestShortText: 23) { byte in
    let info = byte & 31
    if byte >> 5 == 7 { return simple(info) }
    let kinds = [
      ItemKind.unsigned, ItemKind.negative, ItemKind.bytes, ItemKind.text, ItemKind.list,
      ItemKind.map, ItemKind.tag,
    ]
    let kind = kinds[Int(byte >> 5)]
    switch info {
    case 0..<24: return (kind, 0, info)
    case 24...27: return (kind, 1 << (info - 24), 0)
    case 31 where kind >= ItemKind.text && kind <= ItemKind.map: return (kind, indefinite, 0)
    default: return (ItemKind.reserved, 0, 0)
    }
  }

  private static func simple(_ info: UInt8) -> (UInt8, UInt8, UInt8) {
    switch info {
    case 20: (ItemKind.false, 0, 0)
    case 21: (ItemKind.true, 0, 0)
    case 22, 23: (ItemKind.null, 0, 0)
    case 24: (ItemKind.simple, 1, 0)
    case 25: (ItemKind.half, 2, 0)
    case 26: (ItemKind.single, 4, 0)
    case 27: (ItemKind.double, 8, 0)
    case 28...30: (ItemKind.reserved, 0, 0)
    case 31: (ItemKind.stop, 0, 0)
    default: (ItemKind.simple, 0, info)
    }
  }

  private static let messagePack = ItemGrammar(
    .messagePack, textBase: 0xA0, longestShortText: 31
  ) { byte in
    switch byte {
    case 0x00...0x7F: return (ItemKind.unsigned, 0, byte)
    case 0x80...0x8F: return (ItemKind.map, 0, byte & 15)
    case 0x90...0x9F: return (ItemKind.list, 0, byte & 15)
    case 0xA0...0xBF: return (ItemKind.text, 0, byte & 31)
    case 0xC0: return (ItemKind.null, 0, 0)
    case 0xC1: return (ItemKind.reserved, 0, 0)
    case 0xC2: return (ItemKind.false, 0, 0)
    case 0xC3: return (ItemKind.true, 0, 0)
    case 0xC4...0xC6: return (ItemKind.bytes, 1 << (byte - 0xC4), 0)
    case 0xC7...0xC9: return (ItemKind.extension, 1 << (byte - 0xC7), 0)
    case 0xCA: return (ItemKind.single, 4, 0)
    case 0xCB: return (ItemKind.double, 8, 0)
    case 0xCC...0xCF: return (ItemKind.unsigned, 1 << (byte - 0xCC), 0)
    case 0xD0...0xD3: return (ItemKind.signed, 1 << (byte - 0xD0), 0)
    case 0xD4...0xD8: return (ItemKind.extension, 0, 1 << (byte - 0xD4))
    case 0xD9...0xDB: return (ItemKind.text, 1 << (byte - 0xD9), 0)
    case 0xDC, 0xDD: return (ItemKind.list, 2 << (byte - 0xDC), 0)
    case 0xDE, 0xDF: return (ItemKind.map, 2 << (byte - 0xDE), 0)
    default: return (ItemKind.signed, 0, byte)
    }
  }
}

/// The numbers of tags that a reader interprets (RFC 8949, section 3.4; iana.org, "CBOR Tags").
enum CBORTag {
  /// A date as text (RFC 3339).
  static let dateText: UInt64 = 0
  /// A date as a number of seconds since 1970.
  static let epochDate: UInt64 = 1
  /// Bytes that are the number n.
  static let bignum: UInt64 = 2
  /// Bytes that are the number -1-n.
  static let negativeBignum: UInt64 = 3
  /// An exponent of ten and a significand.
  static let decimal: UInt64 = 4
  /// An exponent of two and a significand.
  static let bigFloat: UInt64 = 5
  /// A reference to an earlier text.
  static let textReference: UInt64 = 25
  /// A reference to an earlier value.
  static let valueReference: UInt64 = 29
  /// A UUID of 16 bytes (RFC 9562).
  static let uuid: UInt64 = 37
  /// A date as a number of days since 1970 (RFC 8943).
  static let epochDays: UInt64 = 100
  /// A date without a time as text (RFC 8943).
  static let fullDate: UInt64 = 1004

  /// Whether a reader needs the tag to read its item.
  static func isInterpreted(_ tag: UInt64) -> Bool {
    switch tag {
    case dateText...bigFloat, textReference, valueReference, uuid, epochDays, fullDate: true
    default: false
    }
  }

  /// Whether a value keeps its meaning without the tag. These are the tags of dates as text, hints
  /// for a conversion to JSON, bytes that are CBOR, URIs, base64 and other kinds of text, sets, and
  /// CBOR itself.
  static func isHint(_ tag: UInt64) -> Bool {
    switch tag {
    case dateText, 21...24, 32...36, 258, fullDate, 55_799: true
    default: false
    }
  }

  /// Returns the number of a tag on a tape: `!` and decimal digits, as a tag of YAML.
  /// - Returns: `nil` for another text, and for a tag that belongs to a kind of node.
  static func number(ofTag text: String) -> UInt64? {
    guard let number = UInt64(text.dropFirst()), text == "!\(number)",
      number == dateText || number == fullDate || !isInterpreted(number)
    else { return nil }
    return number
  }
}
