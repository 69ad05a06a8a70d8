import FerryBytes
import FerryTape

/// Markup of a stream that the values of its documents do not have, as far as the stream is valid.
package struct YAMLMarkup {
  /// The offset of the first comment; `nil` without one.
  ///
  /// A `#` starts a comment at the start of a line or behind a blank, unless it stands in a scalar.
  /// What lies between two scalars is markup; so are the properties in front of one, and the header
  /// of a block scalar.
  package private(set) var firstComment: Int?
  /// Offset of the first value with a tag of its own (`!Ref`), or nil if there is none. The tags of
  /// YAML's schemas are not among them.
  package private(set) var firstOwnTag: Int?

  /// Finds the markup of `bytes`.
  package init(of bytes: ByteView) {
    let input = YAMLInput(bytes)
    var events = YAMLEvents(input)
    var known = TextCursor(input)
    while firstComment == nil || firstOwnTag == nil, let kind = events.next() {
      let characters = events.characters
      if firstOwnTag == nil, [.scalar, .list, .map].contains(kind), let tag = events.tag,
        tag != "!", !tag.hasPrefix("tag:yaml.org,2002:")
      {
        firstOwnTag = input.offset(ofCharacter: characters.lowerBound, from: known)
      }
      if kind == .streamEnd {
        let rest = known.offset..<bytes.count
        firstComment = firstComment ?? Self.comment(in: rest, of: input)
        return
      }
      guard kind == .scalar, firstComment == nil else { continue }
      let from = known.offset
      let start = known.move(to: characters.lowerBound, in: input)
      let end = known.move(to: characters.upperBound, in: input)
      let text = input.text(of: start..<end, events.style)
      firstComment = Self.comment(in: from..<text, of: input)
    }
  }

  private static func comment(in markup: Range<Int>, of input: YAMLInput) -> Int? {
    let bytes = input.bytes
    return markup.first { index in
      guard bytes[index] == UInt8(ascii: "#") else { return false }
      return index == input.start || bytes[index - 1] <= 0x20
    }
  }
}

/// Finds comments that libyaml accepts although nothing separates them from what they follow
/// (YAML 1.2, section 6.6): `"x"#no`, `[a]#no`, `[a,#no`, `|#no`.
///
/// A `#` in such a place is rare. Where there is one, it is nearly always inside of a scalar, which
/// only the events can tell:
///
/// ```
/// key: "a,#b"  # c   ["d"]#no        between the events of two scalars lies markup
///      ^^^^^^         ^^^  !         in which a # starts a comment, to the end of its line
/// ```
struct GluedComments {
  static let words = "did not find white space before a comment"

  private let input: YAMLInput
  /// A place before all events that are still to come.
  private var known: TextCursor
  /// The character behind the last scalar.
  private var lastEnd = 0
  /// The first `#` behind `known` that would be glued outside of a scalar, as a character.
  private var candidate = 0

  /// - Returns: nil for a stream that has no such `#`.
  init?(_ input: YAMLInput) {
    guard input.hasGluedHash else { return nil }
    self.input = input
    known = TextCursor(input)
    findCandidate()
  }

  /// Whether the `#` at `index` follows a character that may end a token other than plain text.
  static func isCandidate(_ bytes: ByteView, _ index: Int) -> Bool {
    guard index > 0 else { return false }
    switch bytes[index - 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: "|"),
      UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      return true
    default:
      return false
    }
  }

  // MARK: Events

  /// Passes the next scalar, given by the characters of its event.
  /// - Throws: `yamlSyntax` at a comment before it, or in its header, that is glued.
  @inline(__always)
  mutating func pass(_ characters: Range<Int>, style: YAMLScalarStyle) throws(WireFailure) {
    if characters.upperBound > candidate { try check(characters, style: style) }
    lastEnd = characters.upperBound
  }

  /// Passes the start or end of a document.
  /// - Throws: `yamlSyntax` at a comment before it that is glued.
  mutating func passMark(_ characters: Range<Int>) throws(WireFailure) {
    if characters.lowerBound > candidate {
      try check(characters.lowerBound..<characters.lowerBound, style: .plain)
    }
    lastEnd = max(lastEnd, characters.lowerBound)
  }

  /// Passes everything up to the end of an event, unseen.
  mutating func skip(_ characters: Range<Int>) {
    known.move(to: characters.upperBound, in: input)
    lastEnd = characters.upperBound
    findCandidate()
  }

  // MARK: Looking

  /// Checks the markup between the last scalar and the next, then looks for the next `#`.
  @inline(never)
  private mutating func check(_ characters: Range<Int>, style: YAMLScalarStyle) throws(WireFailure)
  {
    let from = known.move(to: lastEnd, in: input)
    let start = known.move(to: characters.lowerBound, in: input)
    let end = known.move(to: characters.upperBound, in: input)
    // Properties are markup, and so is the header of a block scalar.
    try checkMarkup(from..<input.text(of: start..<end, style))
    findCandidate()
  }

  private func checkMarkup(_ range: Range<Int>) throws(WireFailure) {
    let bytes = input.bytes
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "#") {
        if Self.isCandidate(bytes, index) { throw WireFailure(.yamlSyntax, offset: index) }
        index = input.endOfLine(index, before: range.upperBound)
      } else {
        index += 1
      }
    }
  }

  private mutating func findCandidate() {
    var start = known.offset
    while let hash = input.bytes.firstIndex(of: UInt8(ascii: "#"), from: start) {
      if Self.isCandidate(input.bytes, hash) {
        let distance = CharacterScan.characters(input.bytes, known.offset..<hash)
        candidate = known.character + distance
        return
      }
      start = hash + 1
    }
    candidate = .max
  }
}
