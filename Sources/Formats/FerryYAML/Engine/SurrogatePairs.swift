internal import FerryBase

/// JSON's notation for characters beyond U+FFFF in double quotes, `"\ud83d\ude00"`. libyaml rejects
/// it although JSON is YAML.
///
/// A stream with such pairs is read from a copy with escapes that libyaml accepts:
///
/// ```
/// "\ud83d\ude00"      the input
/// "\uFFFE\uFFFF"      the copy: of the same length, so offsets stay
/// ```
///
/// Outside of double quotes the same letters are plain text, so each scalar is compared with the
/// input afterwards. In YAML, U+FFFE can only be an escape. Each U+FFFE in the value of a scalar
/// therefore comes from an escape in its source, in the same order.
@safe
struct SurrogatePairs: ~Copyable {
  private let input: YAMLInput
  private let copy: UnsafeMutableBufferPointer<UInt8>
  /// A position before all scalars that are still to come.
  private var known: TextCursor

  /// Creates the copy, or returns nil if the input has no surrogate pairs.
  init?(_ input: YAMLInput) {
    let bytes = input.bytes
    guard input.encoding == .utf8, input.failure == nil,
      var pair = SurrogateEscape.firstPair(in: bytes, from: input.start)
    else { return nil }
    self.input = input
    known = TextCursor(input)
    unsafe copy = .allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(from: bytes)
    while true {
      for (position, byte) in Self.marker.enumerated() { unsafe copy[pair + position] = byte }
      guard let next = SurrogateEscape.firstPair(in: bytes, from: pair + 12) else { break }
      pair = next
    }
  }

  deinit {
    unsafe copy.deallocate()
  }

  /// The text to read instead of the input.
  var bytes: ByteView { unsafe ByteView(UnsafeBufferPointer(copy)) }

  private static let marker = Array(#"\uFFFE\uFFFF"#.utf8)

  /// Returns the failure for the escape that libyaml rejected.
  static func failure(_ input: ByteView, digitsAt offset: Int) -> WireFailure {
    let digits = Hexadecimal.value(input, at: offset, count: 4)
    let isSurrogate = digits.map { $0 & 0xF800 == 0xD800 } ?? false
    return WireFailure(isSurrogate ? .loneSurrogate : .invalidEscape, offset: max(0, offset - 2))
  }

  // MARK: Restoring

  /// Returns the value in the input of a scalar whose value in the copy is `text`; nil if both are
  /// the same.
  mutating func restored(
    _ text: ByteView, style: YAMLScalarStyle, characters: Range<Int>
  ) -> [UInt8]? {
    let start = known.move(to: characters.lowerBound, in: input)
    let end = input.offset(ofCharacter: characters.upperBound, from: known)
    let source = input.text(of: start..<end, style)..<end
    var isChanged = false
    for index in source where unsafe copy[index] != input.bytes[index] {
      isChanged = true
      break
    }
    guard isChanged else { return nil }
    return style == .doubleQuoted ? unescaped(text, source) : original(text, source)
  }

  /// Returns the value of a double-quoted scalar, with the pairs in place of the markers.
  private func unescaped(
    _ text: ByteView, _ source: Range<Int>
  ) -> [UInt8] {
    var result: [UInt8] = []
    var position = source.lowerBound
    var index = 0
    while index < text.count {
      let isNoncharacter =
        index + 3 <= text.count && text[index] == 0xEF && text[index + 1] == 0xBF
        && text[index + 2] == 0xBE
      if !isNoncharacter {
        result.append(text[index])
        index += 1
      } else if let scalar = nextPair(&position, in: source) {
        result.append(contentsOf: String(scalar).utf8)
        index += 6
      } else {
        result.append(contentsOf: text[index..<index + 3])
        index += 3
      }
    }
    return result
  }

  /// Moves `position` after the next escape that is U+FFFE in the copy. Returns its pair; nil if
  /// the input has U+FFFE there as well.
  private func nextPair(_ position: inout Int, in source: Range<Int>) -> Unicode.Scalar? {
    let bytes = input.bytes
    while position + 1 < source.upperBound {
      guard bytes[position] == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      if let pair = SurrogateEscape.pair(bytes, at: position) {
        position += 12
        return pair
      }
      let escape = bytes[position + 1]
      let digits = escape == UInt8(ascii: "u") ? 4 : escape == UInt8(ascii: "U") ? 8 : 0
      let start = position + 2
      position = start + digits
      if digits > 0, Hexadecimal.value(bytes, at: start, count: digits) == 0xFFFE { return nil }
    }
    return nil
  }

  /// Returns the value of any other scalar, with the text of the input in place of the markers.
  private func original(
    _ text: ByteView, _ source: Range<Int>
  ) -> [UInt8] {
    var result = Array(text)
    var position = source.lowerBound
    var index = 0
    while index + 12 <= result.count {
      guard result[index..<index + 12].elementsEqual(Self.marker) else {
        index += 1
        continue
      }
      // Folding changes only white space, so the markers are in the same order.
      while position + 12 <= source.upperBound,
        unsafe !copy[position..<position + 12].elementsEqual(Self.marker)
      {
        position += 1
      }
      guard position + 12 <= source.upperBound else { break }
      result.replaceSubrange(index..<index + 12, with: input.bytes[position..<position + 12])
      index += 12
      position += 12
    }
    return result
  }
}

/// The twelve letters `\ud83d\ude00`.
enum SurrogateEscape {
  /// Returns the offset of the next pair whose backslash is not escaped.
  static func firstPair(in bytes: ByteView, from start: Int) -> Int? {
    var index = start
    while index + 12 <= bytes.count {
      if bytes[index] != UInt8(ascii: "\\") {
        index += 1
      } else if pair(bytes, at: index) != nil {
        return index
      } else {
        index += 2
      }
    }
    return nil
  }

  /// Returns the character that the twelve bytes at `index` represent.
  static func pair(_ bytes: ByteView, at index: Int) -> Unicode.Scalar? {
    guard index + 12 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u"), bytes[index + 6] == UInt8(ascii: "\\"),
      bytes[index + 7] == UInt8(ascii: "u"),
      let high = Hexadecimal.value(bytes, at: index + 2, count: 4), high & 0xFC00 == 0xD800,
      let low = Hexadecimal.value(bytes, at: index + 8, count: 4), low & 0xFC00 == 0xDC00
    else { return nil }
    return Unicode.Scalar(0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF))
  }
}
