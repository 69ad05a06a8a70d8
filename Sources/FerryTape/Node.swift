/// How one value is stored on a ``Tape``. It says nothing of the format that the value came from.
///
/// The order is part of the layout: kinds before ``int64`` take one word, kinds before ``list``
/// take two, and ``list`` and ``map`` are followed by their contents.
@frozen @usableFromInline
package enum NodeKind: UInt8, Sendable {
  // One word. Payload: byte offset in the input, where the source has one. The length of a null is
  // the number of optionals that are there around it: 1 is what an `Int??` of `.some(nil)` is.
  case null, `false`, `true`
  /// A signed value of at most 59 bits, inline.
  case integer
  /// A `Float`, inline.
  case float
  /// A number as written, without fraction and exponent: a range of the input.
  case integerText
  /// A number as written, with fraction or exponent: a range of the input.
  case decimalText
  /// A number as text of any length: a range of the arena.
  case numberText
  /// An unresolved plain YAML scalar: a range of the arena. Its schema is applied on demand.
  case plainText
  /// UTF-8 text: a range of the input.
  case text
  /// UTF-8 text that still holds JSON escapes, all checked: a range of the input.
  case escapedText
  /// UTF-8 text: a range of the arena.
  case arenaText
  /// Raw bytes: a range of the input.
  case bytes
  /// Raw bytes: a range of the arena.
  case arenaBytes
  /// A UUID: 16 bytes of the arena.
  case uuid
  /// A value of a type that the binary format leaves to applications: a range of the input, whose
  /// first byte is the type.
  case `extension`
  /// The same as a range of the arena.
  case arenaExtension
  /// The value at another index. Payload: that index.
  case alias
  /// A value that an encoder will write later, see ``continuation``.
  case placeholder

  // Two words.
  case int64, uint64, double
  /// A number as written, with fraction or exponent: a range of the input. The second word is the
  /// nearest double, finite or not.
  case decimal
  /// Seconds since 2001-01-01T00:00:00Z, a double.
  case date
  /// A list of equal scalars in the arena, see ``PackedElement``.
  case packed

  // Followed by contents.
  case list, map
  /// More contents for the container, or the value for the ``placeholder``, whose index is in the
  /// word behind the header. Only while a model is being encoded.
  case continuation
}

extension NodeKind {
  /// Whether a node of this kind has text, as every key has.
  @inlinable package var isText: Bool {
    switch self {
    case .text, .escapedText, .arenaText, .plainText: true
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
/// list, map      payload = index behind the last word of the contents,
///                length = number of elements, or of key-value pairs
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

  /// The largest byte count or element count that `length` holds.
  @inlinable package static var maximumLength: Int { (1 << 27) - 1 }
  /// The largest offset or index that `payload` holds.
  @inlinable package static var maximumPayload: Int { Int(clamping: UInt32.max) }

  // Every word is made by the initialisers above and below, so the five bits are a valid case.
  @inlinable package var kind: NodeKind { NodeKind(bits: UInt8(truncatingIfNeeded: word & 31)) }
  @inlinable package var length: Int { Int(truncatingIfNeeded: word >> 5 & 0x7FF_FFFF) }
  @inlinable package var payload: Int { Int(truncatingIfNeeded: word >> 32) }

  /// The value of an ``NodeKind/integer`` node.
  @inlinable package var integer: Int64 { Int64(bitPattern: word) >> 5 }

  /// A node that holds `value` inline, or `nil` if it needs more than 59 bits.
  @inlinable package init?(integer value: Int64) {
    guard (value << 5) >> 5 == value else { return nil }
    self.init(smallInteger: value)
  }

  /// A node that holds `value`, which needs at most 59 bits.
  @inlinable package init(smallInteger value: Int64) {
    word = UInt64(bitPattern: value << 5) | UInt64(NodeKind.integer.rawValue)
  }

  /// The value of a ``NodeKind/float`` node.
  @inlinable package var float: Float { Float(bitPattern: UInt32(truncatingIfNeeded: word >> 32)) }

  @inlinable package init(float value: Float) {
    word = UInt64(value.bitPattern) << 32 | UInt64(NodeKind.float.rawValue)
  }
}
