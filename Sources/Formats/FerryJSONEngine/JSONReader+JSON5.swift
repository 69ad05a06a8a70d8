internal import FerryBase

/// A JSON5 value that the tape cannot store as a range of the input.
enum JSON5Value {
  case text([UInt8])
  /// A number in the grammar of RFC 8259.
  case number([UInt8])
  case double(Double)
  /// A string or number that is invalid in this way, if the decoder reads it.
  case unreadable(FailureKind)
  /// An integer that is a float only if it is one exactly: the kind of node, and the bits.
  case exactInteger(NodeKind, UInt64)
}

// The additions of JSON5 to RFC 8259. The strict loop calls these functions only at a byte that RFC
// 8259 does not allow. With JSON5 off, they throw.
extension JSONReader {
  /// Reads a value whose first byte cannot start a value of RFC 8259.
  @inline(never)
  mutating func json5Value() throws(WireFailure) -> JSON5Value {
    if options.readsFaultMarks, let kind = UnreadFaults.kind(ofMark: bytes.byte) {
      unsafe bytes.cursor += 1
      return .unreadable(kind)
    }
    switch bytes.byte {
    case ASCII.apostrophe where options.allows(.singleQuotes):
      unsafe bytes.cursor += 1
      return try json5String(closedBy: ASCII.apostrophe)
    case ASCII.plus where options.allows(.numberForms),
      ASCII.point where options.allows(.numberForms),
      UInt8(ascii: "I") where options.allows(.nonFiniteNumbers),
      UInt8(ascii: "N") where options.allows(.nonFiniteNumbers):
      return try json5Number(from: bytes.offset)
    default: throw bytes.syntaxFailure(.unexpectedCharacter)
    }
  }

  /// Skips the characters before a comma or the closing bracket of a container.
  @inline(never)
  mutating func skipUnusual(
    before closing: UInt8
  ) throws(WireFailure) {
    if options.isLenient {
      try skipJSON5Blanks()
      if bytes.byte == ASCII.comma || bytes.byte == closing { return }
    }
    let isBracket = bytes.byte == ASCII.closeBrace || bytes.byte == ASCII.closeBracket
    throw bytes.syntaxFailure(isBracket ? .mismatchedBracket : .missingComma)
  }

  /// Reads a key that does not start with a double quote.
  @inline(never)
  mutating func json5Key() throws(WireFailure) -> JSON5Value {
    if bytes.byte == ASCII.apostrophe, options.allows(.singleQuotes) {
      unsafe bytes.cursor += 1
      return try json5String(closedBy: ASCII.apostrophe)
    }
    guard options.allows(.bareKeys) else { throw bytes.syntaxFailure(.missingKey) }
    var text: [UInt8] = []
    while let part = try identifierPart(isFirst: text.isEmpty) {
      text += part
      if bytes.needsTail { bytes.enterTail() }
    }
    guard !text.isEmpty else { throw bytes.syntaxFailure(.missingKey) }
    return .text(text)
  }

  /// Reads a number that is invalid in RFC 8259. The number starts at `start`; the cursor may be
  /// anywhere in it.
  @inline(never)
  mutating func json5Number(from start: Int) throws(WireFailure) -> JSON5Value {
    let reached = bytes.offset
    bytes.rewind(to: start)
    let isNegative = bytes.byte == ASCII.minus
    if isNegative || bytes.byte == ASCII.plus { unsafe bytes.cursor += 1 }
    if options.allows(.nonFiniteNumbers) {
      if skip("Infinity") { return .double(isNegative ? -.infinity : .infinity) }
      if skip("NaN") { return .double(.nan) }
    }
    guard options.allows(.numberForms) else {
      bytes.move(to: reached)
      throw bytes.numberFailure(from: start)
    }
    if bytes.byte == ASCII.zero, unsafe bytes.cursor[1] | 0x20 == UInt8(ascii: "x") {
      unsafe bytes.cursor += 2
      return try json5Hexadecimal(isNegative: isNegative)
    }
    return try json5Decimal(isNegative: isNegative)
  }

  private mutating func json5Hexadecimal(isNegative: Bool) throws(WireFailure) -> JSON5Value {
    var value = LongInteger()
    var count = 0
    while let digit = Hexadecimal.value(of: bytes.byte) {
      guard count < LongInteger.maximumDigits else { throw bytes.syntaxFailure(.numberDoesNotFit) }
      value.append(UInt64(digit), radix: 16)
      count += 1
      unsafe bytes.cursor += 1
      if bytes.needsTail { bytes.enterTail() }
    }
    guard count > 0 else { throw bytes.syntaxFailure(.invalidNumber) }
    let text = value.text(isNegative: isNegative)
    return options.followsFoundation ? foundationInteger(text) : .number(text)
  }

  /// Returns a hexadecimal integer as Foundation reads it: it must fit 64 bits, and a float must hold
  /// it exactly.
  private func foundationInteger(_ text: [UInt8]) -> JSON5Value {
    text.withByteView { text in
      if let value = DecimalParsing.integer(text, as: Int64.self) {
        return .exactInteger(.int64, UInt64(bitPattern: value))
      }
      let value = DecimalParsing.integer(text, as: UInt64.self)
      return value.map { .exactInteger(.uint64, $0) } ?? .unreadable(.numberDoesNotFit)
    }
  }

  /// Converts `.5`, `5.` and `+5` to the grammar of RFC 8259.
  private mutating func json5Decimal(isNegative: Bool) throws(WireFailure) -> JSON5Value {
    var text: [UInt8] = isNegative ? [ASCII.minus] : []
    let whole = digits()
    if whole.count > 1, whole[0] == ASCII.zero { throw bytes.syntaxFailure(.invalidNumber) }
    text += whole.isEmpty ? [ASCII.zero] : whole
    var fraction: [UInt8] = []
    if bytes.byte == ASCII.point {
      unsafe bytes.cursor += 1
      fraction = digits()
      if !fraction.isEmpty { text += [ASCII.point] + fraction }
    }
    guard !whole.isEmpty || !fraction.isEmpty else { throw bytes.syntaxFailure(.invalidNumber) }
    if bytes.byte | 0x20 == UInt8(ascii: "e") {
      unsafe bytes.cursor += 1
      text.append(UInt8(ascii: "e"))
      if bytes.byte == ASCII.minus { text.append(ASCII.minus) }
      if bytes.byte == ASCII.minus || bytes.byte == ASCII.plus { unsafe bytes.cursor += 1 }
      let exponent = digits()
      if exponent.isEmpty { throw bytes.syntaxFailure(.invalidNumber) }
      text += exponent
    }
    return .number(text)
  }

  private mutating func digits() -> [UInt8] {
    var digits: [UInt8] = []
    while ASCII.isDigit(bytes.byte) {
      digits.append(bytes.byte)
      unsafe bytes.cursor += 1
      if bytes.needsTail { bytes.enterTail() }
    }
    return digits
  }

  /// Reads text up to `quote` (JSON5, section 5). The cursor is after the opening quote.
  mutating func json5String(
    closedBy quote: UInt8
  ) throws(WireFailure) -> JSON5Value {
    let start = bytes.offset
    var text: [UInt8] = []
    while bytes.byte != quote {
      if bytes.needsTail { bytes.enterTail() }
      if bytes.isAtEnd { throw WireFailure(.unterminatedString, offset: start - 1) }
      if bytes.byte == ASCII.backslash {
        do throws(WireFailure) {
          text += try json5Escape(before: quote)
        } catch {
          throw error.ofEscape(inTextAt: start)
        }
      } else if bytes.byte == ASCII.newline || bytes.byte == 0x0D
        || bytes.byte < ASCII.space && !options.allows(.textForms)
      {
        throw bytes.syntaxFailure(.controlCharacter)
      } else {
        text.append(bytes.byte)
        unsafe bytes.cursor += 1
      }
    }
    unsafe bytes.cursor += 1
    return .text(text)
  }

  /// Returns the UTF-8 text of the escape at the cursor and moves after the escape.
  private mutating func json5Escape(
    before quote: UInt8? = nil
  ) throws(WireFailure) -> [UInt8] {
    let escape = unsafe bytes.cursor[1]
    if quote != nil, !options.allows(.textForms), escape != UInt8(ascii: "u"), escape != quote,
      ByteScan.character(escapedAs: escape) == 0
    {
      throw bytes.syntaxFailure(.invalidEscape)
    }
    var character: UInt32?
    var length = 2
    switch escape {
    case UInt8(ascii: "u"):
      let escape = try unsafe JSONEscape(bytes.cursor, at: bytes.offset, before: bytes.count)
      (character, length) = (escape.character, escape.length)
    case UInt8(ascii: "x"):
      character = unsafe Hexadecimal.value(bytes.cursor + 2, count: 2)
      if character == nil {
        throw unsafe JSONEscape.failure(
          bytes.cursor, digits: 2, at: bytes.offset, before: bytes.count)
      }
      length = 4
    case ASCII.newline: break
    case 0x0D: if unsafe bytes.cursor[2] == ASCII.newline { length = 3 }
    case UInt8(ascii: "v"): character = 0x0B
    case ASCII.zero where unsafe !ASCII.isDigit(bytes.cursor[2]): character = 0
    case ASCII.zero...ASCII.nine: throw bytes.syntaxFailure(.invalidEscape)
    case 0xE2 where unsafe bytes.cursor[2] == 0x80 && bytes.cursor[3] & 0xFE == 0xA8: length = 4
    default:
      // Any other character means itself. The remaining bytes of a longer character follow as plain
      // text.
      if bytes.offset + 1 >= bytes.count { throw WireFailure(.unexpectedEnd, offset: bytes.count) }
      unsafe bytes.cursor += 2
      let simple = ByteScan.character(escapedAs: escape)
      return [simple == 0 ? escape : simple]
    }
    if character == 0, options.followsFoundation { throw bytes.syntaxFailure(.invalidEscape) }
    unsafe bytes.cursor += length
    return character.flatMap(Unicode.Scalar.init).map { Array($0.utf8) } ?? []
  }

  /// Returns whether an ASCII character may stand in an unquoted key, or begin it.
  private static func isNamePart(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    case ASCII.zero...ASCII.nine: !isFirst
    default: false
    }
  }

  /// Returns the next part of an unquoted key, which is an ECMAScript 5.1 identifier name.
  private mutating func identifierPart(
    isFirst: Bool
  ) throws(WireFailure) -> [UInt8]? {
    let byte = bytes.byte
    switch byte {
    case _ where Self.isNamePart(byte, isFirst: isFirst): break
    case ASCII.backslash:
      guard unsafe bytes.cursor[1] == UInt8(ascii: "u") else {
        throw bytes.syntaxFailure(.invalidEscape)
      }
      let start = bytes.offset
      let part = try json5Escape()
      // An escape stands only for a character that may stand there itself (ECMAScript 5.1, 7.6).
      if let byte = part.first, byte < 0x80, !Self.isNamePart(byte, isFirst: isFirst) {
        throw WireFailure(.invalidEscape, offset: start)
      }
      return part
    case 0x80...:
      // All letters beyond ASCII are accepted: the text is well-formed UTF-8, and white space ends
      // the key.
      guard blankLength() == 0 else { return nil }
    default: return nil
    }
    unsafe bytes.cursor += 1
    return [byte]
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount
    where unsafe bytes.cursor[index] != word.utf8Start[index] {
      return false
    }
    unsafe bytes.cursor += word.utf8CodeUnitCount
    return true
  }
}
