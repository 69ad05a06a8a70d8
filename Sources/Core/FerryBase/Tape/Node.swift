/// The storage form of a value on a ``Tape``, independent of the format of the document.
///
/// The order of the cases is part of the layout: kinds before ``int64`` take one word, kinds before
/// ``list`` take two, and ``list`` and ``map`` are followed by their contents.
@frozen @usableFromInline
package enum NodeKind: UInt8, Sendable {
  // One word. Payload: the byte offset in the input, if the source has one. The length of a null is
  // the number of non-nil optionals around it: the `.some(nil)` of an `Int??` has length 1.
  case null, `false`, `true`
  /// A signed value of at most 59 bits, inline.
  case integer
  /// A `Float`, inline.
  case float
  /// The text of a number without fraction and exponent: a range of the input.
  case integerText
  /// The text of a number with fraction or exponent: a range of the input.
  case decimalText
  /// The text of a number of any length: a range of the arena.
  case numberText
  /// A plain YAML scalar: a range of the arena. The schema is applied when the value is read.
  case plainText
  /// UTF-8 text: a range of the input.
  case text
  /// UTF-8 text: a range of the arena.
  case arenaText
  /// Raw bytes: a range of the input.
  case bytes
  /// Raw bytes: a range of the arena.
  case arenaBytes
  /// A UUID: 16 bytes in the arena.
  case uuid
  /// A value of an application-defined type of the binary format: a range of the input, whose first
  /// byte is the type.
  case `extension`
  /// The same as ``extension``, but a range of the arena.
  case arenaExtension
  /// The bytes of a value in the format that an encoder writes: a range of the arena.
  case source
  /// A reference to the value at another index. Payload: that index.
  case alias
  /// A placeholder for a value that an encoder writes later, see ``continuation``. On the tape of a
  /// decoder, it is an unreadable value, whose length is the failure of a decoder that reads it.
  case placeholder

  // Two words.
  /// A length other than 0 is ``Node/exact`` or ``Node/single``.
  case int64, uint64, double
  /// The text of a number with fraction or exponent: a range of the input. The second word is the
  /// nearest double, which may be infinite.
  case decimal
  /// A date as a double: seconds since 2001-01-01T00:00:00Z. A length other than 0 names another
  /// form, see ``Node/epochDate``, ``Node/epochTime`` and ``Node/epochDays``.
  case date
  /// An array of scalars of one type in the arena, see ``PackedElement``.
  case packed

  // Followed by contents.
  case list, map
  /// More contents of the container, or the value of the ``placeholder``, whose index is in the
  /// word after the header. Occurs only while a model is being encoded. On the tape of a decoder, it
  /// is an object with an invalid key, which is unreadable.
  case continuation
  /// A value with a tag of YAML that is not one of its schemas' tags, or with a tag of CBOR. The
  /// contents are the tag as text and the value.
  case tagged
}

extension NodeKind {
  /// Whether the contents of a node of this kind follow it, up to the index in its payload.
  @inlinable package var hasContents: Bool { rawValue >= NodeKind.list.rawValue }

  /// Whether a node of this kind refers to another value or wraps one, see ``TapeView/resolved(_:)``.
  @inlinable package var isIndirect: Bool { self == .alias || self == .tagged }

  /// Whether a node of this kind has text. Every key has.
  @inlinable package var isText: Bool {
    switch self {
    case .text, .arenaText, .plainText: true
    default: false
    }
  }

  /// Whether a node of this kind has the text of a number.
  @inlinable package var isDigits: Bool {
    switch self {
    case .integerText, .decimalText, .numberText, .decimal: true
    default: false
    }
  }
}

/// The element type of a ``NodeKind/packed`` node. Elements are 8 bytes in native byte order.
@frozen @usableFromInline
package enum PackedElement: UInt8, Sendable {
  case int64, double
}

/// One 64-bit word of a tape.
///
/// ```
///  63            32 31            5 4    0
/// +----------------+---------------+------+
/// | payload        | length        | kind |
/// +----------------+---------------+------+
///
/// text, number   payload = byte offset, length = byte count
/// integer        bits 5...63 are the value, sign-extended
/// list, map      payload = index after the last word of the contents,
///                length = number of elements or members
/// tagged         payload = index after the value, followed by the tag and the value
/// packed         payload = arena offset; the second word is count << 8 | element type
/// int64 ...      the second word is the value's bit pattern
/// ```
@frozen @usableFromInline
package struct Node: Equatable, Sendable {
  @usableFromInline package var word: UInt64

  @inlinable package init(word: UInt64) { self.word = word }

  @inlinable package init(_ kind: NodeKind, length: Int = 0, payload: Int = 0) {
    word =
      UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: length) << 5
      | UInt64(truncatingIfNeeded: payload) << 32
  }

  /// The maximum byte count or element count in `length`.
  @inlinable package static var maximumLength: Int { (1 << 27) - 1 }
  /// The maximum offset or index in `payload`.
  @inlinable package static var maximumPayload: Int { Int(clamping: UInt32.max) }

  // The initialisers above and below make every word, so the five bits are a valid case. By the type
  // layout of Swift's ABI, an enum without payloads is the number of its case.
  @inlinable package var kind: NodeKind {
    unsafe unsafeBitCast(UInt8(truncatingIfNeeded: word & 31), to: NodeKind.self)
  }
  @inlinable package var length: Int { Int(truncatingIfNeeded: word >> 5 & 0x7FF_FFFF) }
  @inlinable package var payload: Int { Int(truncatingIfNeeded: word >> 32) }

  /// The value of a node of kind ``NodeKind/integer``.
  @inlinable package var integer: Int64 { Int64(bitPattern: word) >> 5 }

  /// Creates a node with `value` inline, or returns `nil` if the value needs more than 59 bits.
  @inlinable package init?(integer value: Int64) {
    guard (value << 5) >> 5 == value else { return nil }
    self.init(smallInteger: value)
  }

  /// Creates a node with `value` inline. The value needs at most 59 bits.
  @inlinable package init(smallInteger value: Int64) {
    word = UInt64(bitPattern: value << 5) | UInt64(NodeKind.integer.rawValue)
  }

  /// Creates a node for a value that no decoder can read, because of a failure of this kind.
  package init(unreadable kind: FailureKind) { self.init(.placeholder, length: Int(kind.rawValue)) }

  /// The failure of a decoder that reads the value; `nil` for a readable value.
  package var unreadable: FailureKind? {
    switch kind {
    case .placeholder: FailureKind(rawValue: UInt8(truncatingIfNeeded: length))
    case .continuation: .invalidValue
    default: nil
    }
  }

  /// The length of an integer in two words that is a float only if it is one exactly.
  package static var exact: Int { 1 }
  /// The length of a double that had four bytes in its document.
  package static var single: Int { 1 }
  /// The length of a date whose second word is a double of seconds since 1970.
  package static var epochDate: Int { 1 }
  /// The length of a date whose second word is an integer of seconds since 1970. The payload is a
  /// number of nanoseconds.
  package static var epochTime: Int { 2 }
  /// The length of a date as with ``epochTime`` that its document counts in days.
  package static var epochDays: Int { 3 }
  /// The number of seconds from 1970-01-01 to 2001-01-01.
  package static var epochDistance: Double { 978_307_200 }

  /// The value of a node of kind ``NodeKind/float``.
  @inlinable package var float: Float { Float(bitPattern: UInt32(truncatingIfNeeded: word >> 32)) }

  @inlinable package init(float value: Float) {
    word = UInt64(value.bitPattern) << 32 | UInt64(NodeKind.float.rawValue)
  }
}
