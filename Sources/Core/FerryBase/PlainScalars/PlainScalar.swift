/// The meaning of a plain YAML scalar under the core schema of YAML 1.2 (section 10.3.2). It is
/// determined when the value is read, so decoders and writers of other formats do not depend on
/// YAML.
@frozen @usableFromInline
package enum PlainScalar: Equatable, Sendable {
  case null
  case bool(Bool)
  /// A number in JSON's grammar, integer or decimal. Parse or copy its text without changes.
  case jsonNumber
  /// A number that is not in JSON's grammar: an integer by its notation (`0x1F`, `0o17`, `+12`,
  /// `017`) or a decimal (`.5`, `1.`, `+1.5`). ``jsonNumber(of:_:)`` converts it to JSON's grammar.
  case number(isWhole: Bool)
  /// `.inf` or `.nan`.
  case notFinite(Double)
  case text

  /// Returns the meaning of `text`, an unquoted scalar in the form of ``NodeKind/plainText`` nodes.
  @inlinable
  package static func resolve(_ text: ByteView) -> PlainScalar {
    guard let first = text.first else { return .null }
    // The first byte identifies nearly all scalars as words.
    switch first {
    case 0x30...0x39: return number(text)
    case 0x2B, 0x2D, 0x2E: return number(text)
    case 0x46, 0x4E, 0x54, 0x66, 0x6E, 0x74, 0x7E: return word(text)
    default: return .text
    }
  }

  @usableFromInline
  static func word(_ text: ByteView) -> PlainScalar {
    // Up to five letters are compared as one integer.
    guard text.count <= 5 else { return .text }
    var letters: UInt64 = 0
    for position in text.indices {
      let byte = text[position]
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

extension PlainScalar {
  package var isBool: Bool { if case .bool = self { true } else { false } }

  package var isNumber: Bool {
    switch self {
    case .jsonNumber, .number, .notFinite: true
    case .null, .bool, .text: false
    }
  }

  /// Returns whether the meaning of `text` is an integer by its notation: not `1.0` and `1e2`.
  package func isInteger(_ text: ByteView) -> Bool {
    switch self {
    case .jsonNumber: text.allSatisfy { $0 <= 0x39 && $0 != UInt8(ascii: ".") }
    case .number(let isWhole): isWhole
    case .null, .bool, .notFinite, .text: false
    }
  }
}

extension PlainScalar {
  /// Returns the meaning of a scalar that starts with a digit, a sign or a full stop.
  @usableFromInline
  static func number(_ text: ByteView) -> PlainScalar {
    let isSigned = text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-")
    if !isSigned, text[0] == UInt8(ascii: "0"), text.count > 2 {
      if text[1] == UInt8(ascii: "x") { return radix(text, bitsPerDigit: 4) }
      if text[1] == UInt8(ascii: "o") { return radix(text, bitsPerDigit: 3) }
    }
    let start = isSigned ? 1 : 0
    if start < text.count, text[start] == UInt8(ascii: "."),
      let special = notFinite(text, from: start)
    {
      return special
    }
    return decimal(text, from: start)
  }

  /// Matches `[0-9]+ (\. [0-9]*)? | \. [0-9]+`, then `([eE] [-+]? [0-9]+)?`, from `start` to the
  /// end.
  private static func decimal(
    _ text: ByteView, from start: Int
  ) -> PlainScalar {
    var index = start
    let wholeDigits = skipDigits(text, &index)
    var fractionDigits = 0
    var hasPoint = false
    if index < text.count, text[index] == UInt8(ascii: ".") {
      hasPoint = true
      index += 1
      fractionDigits = skipDigits(text, &index)
    }
    guard wholeDigits + fractionDigits > 0 else { return .text }
    var hasExponent = false
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      hasExponent = true
      index += 1
      if index < text.count,
        text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      guard skipDigits(text, &index) > 0 else { return .text }
    }
    guard index == text.count else { return .text }

    let hasLeadingZero = wholeDigits > 1 && text[start] == UInt8(ascii: "0")
    let isJSON =
      text[0] != UInt8(ascii: "+") && wholeDigits > 0 && !hasLeadingZero
      && (!hasPoint || fractionDigits > 0)
    return isJSON ? .jsonNumber : .number(isWhole: !hasPoint && !hasExponent)
  }

  /// Moves `index` after the digits and returns their number.
  private static func skipDigits(_ text: ByteView, _ index: inout Int) -> Int {
    let start = index
    while index < text.count, text[index] &- 0x30 < 10 { index += 1 }
    return index - start
  }

  /// Returns the meaning of the digits after `0x` or `0o`. More than 1024 digits are text.
  private static func radix(
    _ text: ByteView, bitsPerDigit: UInt8
  ) -> PlainScalar {
    guard text.count - 2 <= LongInteger.maximumDigits else { return .text }
    for position in 2..<text.count {
      let byte = text[position]
      guard let digit = Hexadecimal.value(of: byte), digit < 1 << bitsPerDigit else { return .text }
    }
    return .number(isWhole: true)
  }

  /// Matches `.inf` and `.nan`, each in the three spellings of the schema.
  private static func notFinite(
    _ text: ByteView, from start: Int
  ) -> PlainScalar? {
    guard text.count == start + 4 else { return nil }
    let isNegative = text[0] == UInt8(ascii: "-")
    switch (text[start + 1], text[start + 2], text[start + 3]) {
    case (0x69, 0x6E, 0x66), (0x49, 0x6E, 0x66), (0x49, 0x4E, 0x46):
      return .notFinite(isNegative ? -.infinity : .infinity)
    case (0x6E, 0x61, 0x6E), (0x4E, 0x61, 0x4E), (0x4E, 0x41, 0x4E):
      // The schema has no sign for NaN.
      return start == 0 ? .notFinite(.nan) : nil
    default:
      return nil
    }
  }

  // MARK: Spelling

  /// Returns the number in `text` in JSON's grammar, with all its digits. Only for text with the
  /// meaning ``number(isWhole:)``.
  package static func jsonNumber(
    of text: ByteView, _ schema: PlainSchema
  ) -> [UInt8] {
    if schema.contains(.yaml11), let number = LegacyScalar.number(text) { return number }
    if text.count > 2, text[0] == UInt8(ascii: "0"),
      text[1] | 0x20 > UInt8(ascii: "e")
    {
      var value = LongInteger()
      let radix: UInt64 = text[1] == UInt8(ascii: "x") ? 16 : 8
      for position in 2..<text.count {
        let byte = text[position]
        value.append(UInt64(Hexadecimal.value(of: byte) ?? 0), radix: radix)
      }
      return value.text()
    }
    return jsonDecimal(of: text)
  }

  /// Returns a decimal without plus sign and leading zeros, and with digits on both sides of the
  /// point.
  static func jsonDecimal(of text: some Collection<UInt8>) -> [UInt8] {
    let isNegative = text.first == UInt8(ascii: "-")
    let isSigned = isNegative || text.first == UInt8(ascii: "+")
    var number = text.dropFirst(isSigned ? 1 : 0).drop { $0 == UInt8(ascii: "0") }
    var spelled: [UInt8] = []
    if let first = number.first, first &- 0x30 < 10 {
      let end = number.firstIndex { $0 &- 0x30 >= 10 } ?? number.endIndex
      spelled += number[..<end]
      number = number[end...]
    } else {
      spelled.append(UInt8(ascii: "0"))
    }
    // The integer -0 does not exist.
    if isNegative, !number.isEmpty || spelled != [UInt8(ascii: "0")] {
      spelled.insert(UInt8(ascii: "-"), at: 0)
    }
    if number.first == UInt8(ascii: ".") {
      number = number.dropFirst()
      if let digit = number.first, digit &- 0x30 < 10 { spelled.append(UInt8(ascii: ".")) }
    }
    return spelled + number
  }
}
