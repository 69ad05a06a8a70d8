internal import FerryBase

/// The escapes that libyaml leaves out. A tag with a handle must not contain `,`, `[` and `]` (YAML
/// 1.2, rule 40). libyaml writes them as they are, and then fails to read them.
///
/// libyaml escapes every character beyond ASCII. Each of the three therefore goes to the emitter as
/// a character of private use, whose escape is replaced after the document is written:
///
/// ```
/// !x,y  ->  !x<U+10FFFD>y  ->  !x%F4%8F%BF%BDy  ->  !x%2Cy
/// ```
struct TagEscapes {
  /// The number of characters in the document that stand for others.
  private(set) var count = 0

  private static let escapes: [(character: UnicodeScalar, standIn: UnicodeScalar, end: UInt8)] = [
    (",", "\u{10FFFD}", UInt8(ascii: "D")), ("[", "\u{10FFFC}", UInt8(ascii: "C")),
    ("]", "\u{10FFFB}", UInt8(ascii: "B")),
  ]
  /// The escapes of the characters that stand for others, without the last digit.
  private static let written = Array("%F4%8F%BF%B".utf8)

  /// Returns the tag for the emitter; `nil` if it has a character that stands for another one.
  mutating func escaped(_ tag: String) -> String? {
    let isUnusual = tag.utf8.contains { $0 == 0xF4 || Self.needsEscape(UnicodeScalar($0)) }
    guard isUnusual else { return tag }
    if Self.escapes.contains(where: { tag.unicodeScalars.contains($0.standIn) }) { return nil }
    // The emitter writes any other tag as `!<…>`, where these characters are allowed.
    guard let handle = ["!", "tag:yaml.org,2002:"].first(where: tag.hasPrefix) else { return tag }
    var result = String.UnicodeScalarView(handle.unicodeScalars)
    for scalar in tag.unicodeScalars.dropFirst(result.count) {
      let escape = Self.escapes.first { $0.character == scalar }
      result.append(escape?.standIn ?? scalar)
      if escape != nil { count += 1 }
    }
    return String(result)
  }

  private static func needsEscape(_ scalar: UnicodeScalar) -> Bool {
    escapes.contains { $0.character == scalar }
  }

  /// Replaces the escapes in the document that `output` has from `start` on.
  /// - Throws: `notRepresentable` if a text of the document has such an escape as well.
  mutating func restore(in output: inout ByteWriter, from start: Int) throws(WireFailure) {
    let text = Array(output.bytes[start...])
    output.truncate(to: start)
    var index = 0
    while index < text.count {
      let end = index + Self.written.count
      if text[index] == Self.written[0], end < text.count, text[index..<end] == Self.written[...],
        let escape = Self.escapes.first(where: { $0.end == text[end] })
      {
        output.append(text: "%" + String(escape.character.value, radix: 16, uppercase: true))
        count -= 1
        index = end + 1
      } else {
        output.append(text[index])
        index += 1
      }
    }
    guard count == 0 else { throw WireFailure(.notRepresentable, offset: -1) }
  }
}
