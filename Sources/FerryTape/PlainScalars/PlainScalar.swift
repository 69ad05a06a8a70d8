/// What a plain YAML scalar means under the core schema of YAML 1.2 (section 10.3.2), applied on
/// demand so that decoders and writers of other formats need no knowledge of YAML.
@frozen @usableFromInline
package enum PlainScalar: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The text is a number in JSON's grammar, whole or not: parse or copy it as it stands.
  case jsonNumber
  /// A number in a spelling that JSON does not have, whole by its notation (`0x1F`, `0o17`, `+12`,
  /// `017`) or not (`.5`, `1.`, `+1.5`): ``jsonNumber(of:_:)`` spells it as JSON does.
  case number(isWhole: Bool)
  /// `.inf`, `.nan`.
  case notFinite(Double)
  case text

  /// The meaning of `text`, an unquoted scalar as ``NodeKind/plainText`` nodes hold it.
  @inlinable
  package static func resolve(_ text: UnsafeBufferPointer<UInt8>) -> PlainScalar {
    guard let first = unsafe text.first else { return .null }
    // Nearly all scalars are words, which their first byte gives away.
    switch first {
    case 0x30...0x39: return unsafe number(text)
    case 0x2B, 0x2D, 0x2E: return unsafe number(text)
    case 0x46, 0x4E, 0x54, 0x66, 0x6E, 0x74, 0x7E: return unsafe word(text)
    default: return .text
    }
  }

  @usableFromInline
  static func word(_ text: UnsafeBufferPointer<UInt8>) -> PlainScalar {
    // Compared as one word of memory each: four letters, and "false" as "alse" behind its "f".
    guard text.count <= 5 else { return .text }
    var letters: UInt64 = 0
    for position in text.indices {
      let byte = unsafe text[position]
      letters = letters << 8 | UInt64(byte)
    }
    switch letters {
    case 0x7E: return .null  // ~
    case 0x6E75_6C6C, 0x4E75_6C6C, 0x4E55_4C4C: return .null  // null Null NULL
    case 0x7472_7565, 0x5472_7565, 0x5452_5545: return .bool(true)  // true True TRUE
    case 0x66_616C_7365, 0x46_616C_7365, 0x46_414C_5345: return .bool(false)  // false False FALSE
    default: return .text
    }
  }
}
