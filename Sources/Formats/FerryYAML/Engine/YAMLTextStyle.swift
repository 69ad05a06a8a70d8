internal import FerryBase

/// The five ways to write a scalar (YAML 1.2, chapters 7 and 8).
enum YAMLScalarStyle {
  case plain, singleQuoted, doubleQuoted, literal, folded
}

/// The choice of a style for text, so that no reader gives the text another meaning.
///
/// This type only handles the words and numbers that have a meaning in YAML 1.1 or 1.2. For text
/// that cannot be plain because of its characters (`a: b`, `- x`, `#`), libyaml adds the quotes
/// itself.
enum YAMLTextStyle {
  /// Returns the style for a value.
  @inline(__always)
  static func of(_ text: ByteView) -> YAMLScalarStyle {
    switch lines(text) {
    case .one: isAmbiguous(text) ? .singleQuoted : .plain
    case .many: .literal
    case .unusual: .doubleQuoted
    }
  }

  /// Returns `style`, or the style that keeps the text if `style` cannot.
  static func of(_ text: ByteView, preferring style: YAMLScalarStyle) -> YAMLScalarStyle {
    switch (style, lines(text)) {
    case (_, .unusual): .doubleQuoted
    // libyaml folds the lines of quoted text, which readers then unfold.
    default: style
    }
  }

  /// Returns the style for a key, which stays on one line.
  @inline(__always)
  static func ofKey(_ text: ByteView) -> YAMLScalarStyle {
    switch lines(text) {
    case .one: isAmbiguous(text) ? .singleQuoted : .plain
    case .many, .unusual: .doubleQuoted
    }
  }

  // MARK: Lines

  private enum Lines { case one, many, unusual }

  /// Returns whether text has line feeds, or line breaks that not all readers keep: CR, NEL,
  /// U+2028, U+2029.
  @inline(__always)
  private static func lines(_ text: ByteView) -> Lines {
    var index = 0
    while index + 8 <= text.count {
      let word = text.load(UInt64.self, at: index)
      // Control characters and bytes beyond ASCII, both rare.
      let controls = (word &- 0x2020_2020_2020_2020) & ~word
      if (controls | word) & 0x8080_8080_8080_8080 != 0 {
        return carefulLines(text, from: index)
      }
      index += 8
    }
    while index < text.count {
      if text[index] < 0x20 || text[index] >= 0x80 {
        return carefulLines(text, from: index)
      }
      index += 1
    }
    return .one
  }

  @inline(never)
  private static func carefulLines(
    _ text: ByteView, from start: Int
  ) -> Lines {
    var lines = Lines.one
    for index in start..<text.count {
      switch text[index] {
      case 0x0A: lines = .many
      case 0x0D: return .unusual
      case 0xC2 where index + 1 < text.count && text[index + 1] == 0x85: return .unusual
      case 0xE2 where index + 2 < text.count && text[index + 1] == 0x80:
        if text[index + 2] & 0xFE == 0xA8 { return .unusual }
      default: break
      }
    }
    return lines
  }

  // MARK: Meaning

  /// Returns whether some reader takes the plain text for null, a boolean, a number, a date or a
  /// merge key.
  @inline(__always)
  static func isAmbiguous(_ text: ByteView) -> Bool {
    guard let first = text.first else { return true }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      return AmbiguousNumber.matches(text)
    case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "y"), UInt8(ascii: "Y"),
      UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"),
      UInt8(ascii: "o"), UInt8(ascii: "O"), UInt8(ascii: "~"), UInt8(ascii: "="),
      UInt8(ascii: "<"):
      return text.count <= 5 && isWord(text)
    default:
      return false
    }
  }

  /// Returns whether text is a word of YAML 1.1's `bool`, `null`, `value` or `merge`: in lower
  /// case, in upper case or with an initial capital. These include the words of 1.2.
  private static func isWord(_ text: ByteView) -> Bool {
    var letters: UInt64 = 0
    for position in text.indices {
      let byte = text[position]
      letters = letters << 8 | UInt64(byte)
    }
    switch letters {
    case 0x7E, 0x3D, 0x3C3C: return true  // ~ = <<
    default: break
    }
    // The bit that distinguishes lower case from upper case, for all letters and for the first
    // letter.
    let bits = UInt64(0x20_2020_2020) & (1 << UInt64(8 * text.count) - 1)
    let initial = UInt64(0x20) << UInt64(8 * text.count - 8)
    switch letters | bits {
    case 0x79, 0x6E: break  // y n
    case 0x6F6E, 0x6E6F: break  // on no
    case 0x6F_6666, 0x79_6573: break  // off yes
    case 0x6E75_6C6C, 0x7472_7565: break  // null true
    case 0x66_616C_7365: break  // false
    default: return false
    }
    let small = letters & bits
    return small == bits || small == 0 || small == bits & ~initial
  }
}

/// A detector of text that YAML 1.1 or 1.2, or a reader between the two, takes for a number or a
/// date.
enum AmbiguousNumber {
  /// Returns whether `text`, which starts with a digit, a sign or a full stop, is a number or a
  /// date.
  static func matches(_ text: ByteView) -> Bool {
    var index = 0
    if text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-") { index = 1 }
    guard index < text.count else { return false }
    if text[index] == UInt8(ascii: ".") {
      // ruamel.yaml fails on `._`.
      return isNotFinite(text, from: index) || isDecimal(text, from: index)
        || index + 1 < text.count && text[index + 1] == UInt8(ascii: "_")
    }
    guard isDigit(text[index]) else { return false }
    if text[index] == UInt8(ascii: "0"), index + 1 < text.count,
      isRadix(text, from: index + 1)
    {
      return true
    }
    return isDecimal(text, from: index) || isSexagesimal(text, from: index)
      || index == 0 && isDate(text)
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Returns whether text is `.inf` or `.nan` in any spelling.
  private static func isNotFinite(_ text: ByteView, from start: Int) -> Bool {
    guard text.count == start + 4 else { return false }
    switch (text[start + 1] | 0x20, text[start + 2] | 0x20, text[start + 3] | 0x20) {
    case (0x69, 0x6E, 0x66), (0x6E, 0x61, 0x6E): return true
    default: return false
    }
  }

  /// Returns whether text is `0x1F`, `0o17` or `0b1`, each with optional `_`. `start` is after the
  /// zero.
  private static func isRadix(_ text: ByteView, from start: Int) -> Bool {
    let letter = text[start] | 0x20
    switch letter {
    case UInt8(ascii: "x"), UInt8(ascii: "o"), UInt8(ascii: "b"): break
    default: return false
    }
    guard start + 1 < text.count else { return false }
    return text[(start + 1)...].allSatisfy { byte in
      isDigit(byte) || byte == UInt8(ascii: "_")
        || letter == UInt8(ascii: "x") && (byte | 0x20) &- 0x61 < 6
    }
  }

  /// Returns whether text is digits, `_` and any number of full stops (as in the float of YAML
  /// 1.1), followed by an optional exponent.
  private static func isDecimal(_ text: ByteView, from start: Int) -> Bool {
    var index = start
    var hasDigit = false
    while index < text.count {
      let byte = text[index]
      if isDigit(byte) {
        hasDigit = true
      } else if byte != UInt8(ascii: "_"), byte != UInt8(ascii: ".") {
        break
      }
      index += 1
    }
    guard hasDigit, index < text.count else { return hasDigit }
    guard text[index] | 0x20 == UInt8(ascii: "e") else { return false }
    index += 1
    if index < text.count,
      text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-")
    {
      index += 1
    }
    return index < text.count
      && text[index...].allSatisfy { isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  /// Returns whether text is a number to the base 60: `22:22`, `1:30:00.5`.
  private static func isSexagesimal(_ text: ByteView, from start: Int) -> Bool {
    var hasColon = false
    for position in start..<text.count {
      let byte = text[position]
      if byte == UInt8(ascii: ":") {
        hasColon = true
      } else if !isDigit(byte), byte != UInt8(ascii: "_"), byte != UInt8(ascii: ".") {
        return false
      }
    }
    return hasColon
  }

  /// Returns whether text is `2001-12-14`, alone or followed by `T`, `t` or white space.
  private static func isDate(_ text: ByteView) -> Bool {
    var index = 0
    func digits(_ count: ClosedRange<Int>) -> Bool {
      let start = index
      while index < text.count, isDigit(text[index]) { index += 1 }
      return count.contains(index - start)
    }
    func dash() -> Bool {
      guard index < text.count, text[index] == UInt8(ascii: "-") else { return false }
      index += 1
      return true
    }
    guard digits(4...4), dash(), digits(1...2), dash(), digits(1...2) else { return false }
    if index == text.count { return true }
    switch text[index] {
    case UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " "), UInt8(ascii: "\t"): return true
    default: return false
    }
  }
}
