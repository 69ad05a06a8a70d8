internal import FerryBase

/// The text of a stream: its encoding, and the checks that libyaml would otherwise make for each
/// character.
///
/// ```
/// | BOM |############## main, read in place ##############|--- tail, copied ---|
///       start                                             tailStart            count
/// ```
@safe
struct YAMLInput {
  enum Encoding { case utf8, utf16LittleEndian, utf16BigEndian }

  let bytes: ByteView
  let encoding: Encoding
  /// The length of the byte order mark.
  let start: Int
  /// The offset of the last bytes, which libyaml reads from a copy with zeros after it. It is at
  /// the start of a character.
  let tailStart: Int
  /// The number of characters between `start` and `tailStart`.
  let characters: Int
  /// The failure of text that cannot be YAML.
  let failure: WireFailure?
  /// Whether comments need a check; see ``GluedComments``.
  let hasGluedHash: Bool

  init(_ bytes: ByteView) {
    self.bytes = bytes
    encoding = Self.encoding(of: bytes)
    guard encoding == .utf8 else {
      start = 2
      tailStart = 2
      characters = 0
      failure = nil
      hasGluedHash = false
      return
    }
    let hasMark =
      bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    start = hasMark ? 3 : 0
    var split = max(start, bytes.count - Self.tailLength)
    if let offset = UTF8Validation.firstIllFormedOffset(in: bytes) {
      failure = WireFailure(.invalidUTF8, offset: offset)
      tailStart = split
      characters = 0
      hasGluedHash = false
      return
    }
    while split > start, split < bytes.count, bytes[split] & 0xC0 == 0x80 { split -= 1 }
    tailStart = split
    let main = CharacterScan(bytes, start..<split)
    let tail = CharacterScan(bytes, split..<bytes.count)
    characters = main.characters
    hasGluedHash = main.hasGluedHash || tail.hasGluedHash
    failure = (main.forbidden ?? tail.forbidden).map { WireFailure(.controlCharacter, offset: $0) }
  }

  private static var tailLength: Int { 64 }

  private static func encoding(of bytes: ByteView) -> Encoding {
    guard bytes.count >= 2 else { return .utf8 }
    if bytes[0] == 0xFF, bytes[1] == 0xFE { return .utf16LittleEndian }
    if bytes[0] == 0xFE, bytes[1] == 0xFF { return .utf16BigEndian }
    return .utf8
  }

  /// Returns the byte offset of the character at `index`. libyaml counts characters from the end of
  /// the byte order mark.
  func offset(ofCharacter index: Int) -> Int {
    offset(ofCharacter: index, from: TextCursor(self))
  }

  /// Returns the same offset, counted from an earlier known position.
  func offset(ofCharacter index: Int, from known: TextCursor) -> Int {
    var offset = known.offset
    var character = known.character
    if encoding == .utf8 {
      while character + 64 <= index, offset + 64 <= bytes.count {
        character += 64 - CharacterScan.continuations(bytes, in64At: offset)
        offset += 64
      }
      while character + 8 <= index, offset + 8 <= bytes.count {
        let word = bytes.load(UInt64.self, at: offset)
        character += 8 - CharacterScan.continuations(word)
        offset += 8
      }
      // The eight bytes may end inside a character, which was counted at its start.
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    while character < index, offset < bytes.count {
      offset += width(at: offset)
      character += 1
    }
    return min(offset, bytes.count)
  }

  private func width(at offset: Int) -> Int {
    switch encoding {
    case .utf8:
      let lead = bytes[offset]
      return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    case .utf16LittleEndian, .utf16BigEndian:
      let high = offset + (encoding == .utf16LittleEndian ? 1 : 0)
      return high < bytes.count && bytes[high] & 0xFC == 0xD8 ? 4 : 2
    }
  }

  // MARK: Markup

  /// Returns whether a line between the last `...` before `offset` and `offset` is a directive.
  func hasDirective(before offset: Int) -> Bool {
    var end = offset
    while end > start {
      let line = (bytes[start..<(end - 1)].lastIndex { $0 == 0x0A || $0 == 0x0D } ?? start - 1) + 1
      switch bytes[line] {
      case UInt8(ascii: "%"): return true
      case UInt8(ascii: "."): return false
      default: end = line
      }
    }
    return false
  }

  /// Returns the part of a scalar's `range` after its properties and their comments.
  func content(_ range: Range<Int>) -> Range<Int> {
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "#"): index = endOfLine(index, before: range.upperBound)
      case UInt8(ascii: "&"), UInt8(ascii: "!"):
        while index < range.upperBound, bytes[index] > 0x20 { index += 1 }
      case ...0x20: index += 1
      default: return index..<range.upperBound
      }
    }
    return range.upperBound..<range.upperBound
  }

  /// Returns the start of the text of a scalar at `range`: after its properties and the header of a
  /// block scalar.
  func text(of range: Range<Int>, _ style: YAMLScalarStyle) -> Int {
    let start = content(range).lowerBound
    // The header may contain a comment, which is not part of the text.
    return style == .literal || style == .folded
      ? endOfLine(start, before: range.upperBound) : start
  }

  /// Returns the end of the line that contains `offset`, or `end` if that comes first.
  func endOfLine(_ offset: Int, before end: Int) -> Int {
    var index = offset
    while index < end, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    return index
  }
}

/// A position in a text that only moves forward. Each move continues from the previous position.
struct TextCursor {
  private(set) var character = 0
  private(set) var offset: Int

  init(_ input: YAMLInput) { offset = input.start }

  /// Moves to the character at `index`.
  /// - Returns: its byte offset.
  @discardableResult
  mutating func move(to index: Int, in input: YAMLInput) -> Int {
    offset = input.offset(ofCharacter: index, from: self)
    character = index
    return offset
  }
}
