import FerryBytes
import FerryTape

// What RFC 8259 does not know. The strict paths come here only when they meet a byte that they
// would refuse; with JSON5 off, refusing it is all that happens.
extension JSONReader {
  /// A value that starts with a byte no JSON value starts with.
  @inline(never)
  mutating func readUnusualValue(into tape: inout Tape) throws(Failure) {
    guard options.json5 else { throw failure(.unexpectedCharacter) }
    switch bytes.byte {
    case ASCII.apostrophe:
      unsafe bytes.cursor += 1
      try readJSON5String(closedBy: ASCII.apostrophe, into: &tape)
    case ASCII.plus, ASCII.point, UInt8(ascii: "I"), UInt8(ascii: "N"):
      try readUnusualNumber(from: bytes.offset, into: &tape)
    default: throw failure(.unexpectedCharacter)
    }
  }

  /// Something other than a comma or the closing bracket behind a value.
  @inline(never)
  mutating func skipUnusual(before open: OpenContainer) throws(Failure) {
    if options.json5 {
      try skipJSON5Blanks()
      let byte = bytes.byte
      if byte == ASCII.comma || byte == (open.isMap ? ASCII.closeBrace : ASCII.closeBracket) {
        return
      }
    }
    let isBracket = bytes.byte == ASCII.closeBrace || bytes.byte == ASCII.closeBracket
    throw failure(isBracket ? .mismatchedBracket : .missingComma)
  }

  /// A key that does not start with a double quote.
  @inline(never)
  mutating func readUnusualKey(into tape: inout Tape) throws(Failure) {
    guard options.json5 else { throw failure(.missingKey) }
    if bytes.byte == ASCII.apostrophe {
      unsafe bytes.cursor += 1
      return try readJSON5String(closedBy: ASCII.apostrophe, into: &tape)
    }
    var text: [UInt8] = []
    while let part = try identifierPart(isFirst: text.isEmpty) {
      text += part
      if bytes.needsTail { bytes.enterTail() }
    }
    guard !text.isEmpty else { throw failure(.missingKey) }
    try tape.append(.arenaText, copying: text)
  }

  /// A number that is not RFC 8259's: the cursor may be anywhere in it, it began at `start`.
  @inline(never)
  mutating func readUnusualNumber(from start: Int, into tape: inout Tape) throws(Failure) {
    guard options.json5 else {
      // Leading zeros are wrong from the start; else a digit is missing where the cursor is.
      let hasDigits = unsafe bytes.offset > start && ASCII.isDigit(input[bytes.offset - 1])
      throw hasDigits ? Failure(.invalidNumber, offset: start) : failure(.invalidNumber)
    }
    bytes.rewind(to: start)
    let isNegative = bytes.byte == ASCII.minus
    if isNegative || bytes.byte == ASCII.plus { unsafe bytes.cursor += 1 }
    if skip("Infinity") {
      return try tape.append(isNegative ? -Double.infinity : Double.infinity)
    }
    if skip("NaN") { return try tape.append(Double.nan) }
    if bytes.byte == ASCII.zero, unsafe bytes.cursor[1] | 0x20 == UInt8(ascii: "x") {
      unsafe bytes.cursor += 2
      return try readHexadecimal(isNegative: isNegative, into: &tape)
    }
    try readRelaxedDecimal(isNegative: isNegative, into: &tape)
  }

  private mutating func readHexadecimal(
    isNegative: Bool, into tape: inout Tape
  ) throws(Failure) {
    var value = LongInteger()
    var digits = 0
    while let digit = ASCII.hexadecimalDigit(bytes.byte) {
      guard digits < LongInteger.maximumDigits else { throw failure(.numberDoesNotFit) }
      value.append(UInt64(digit), radix: 16)
      digits += 1
      unsafe bytes.cursor += 1
      if bytes.needsTail { bytes.enterTail() }
    }
    guard digits > 0 else { throw failure(.invalidNumber) }
    try tape.append(.numberText, copying: value.text(isNegative: isNegative))
  }

  /// `.5`, `5.` and `+5` become the text that RFC 8259 has for them.
  private mutating func readRelaxedDecimal(
    isNegative: Bool, into tape: inout Tape
  ) throws(Failure) {
    var text: [UInt8] = isNegative ? [ASCII.minus] : []
    let whole = digits()
    if whole.count > 1, whole[0] == ASCII.zero { throw failure(.invalidNumber) }
    text += whole.isEmpty ? [ASCII.zero] : whole
    var fraction: [UInt8] = []
    if bytes.byte == ASCII.point {
      unsafe bytes.cursor += 1
      fraction = digits()
      if !fraction.isEmpty { text += [ASCII.point] + fraction }
    }
    guard !whole.isEmpty || !fraction.isEmpty else { throw failure(.invalidNumber) }
    if bytes.byte | 0x20 == UInt8(ascii: "e") {
      unsafe bytes.cursor += 1
      text.append(UInt8(ascii: "e"))
      if bytes.byte == ASCII.minus { text.append(ASCII.minus) }
      if bytes.byte == ASCII.minus || bytes.byte == ASCII.plus { unsafe bytes.cursor += 1 }
      let exponent = digits()
      if exponent.isEmpty { throw failure(.invalidNumber) }
      text += exponent
    }
    try tape.append(.numberText, copying: text)
  }

  private mutating func digits() -> [UInt8] {
    let start = bytes.offset
    var cursor = unsafe bytes.cursor
    var value: UInt64 = 0
    _ = unsafe readDigits(&cursor, into: &value)
    unsafe bytes.cursor = cursor
    return unsafe Array(input[start..<bytes.offset])
  }

  /// Reads text up to `quote` (JSON5, section 5), the cursor being behind the opening one.
  mutating func readJSON5String(
    closedBy quote: UInt8, into tape: inout Tape
  ) throws(Failure) {
    var text: [UInt8] = []
    while bytes.byte != quote {
      if bytes.needsTail { bytes.enterTail() }
      if bytes.isAtEnd { throw Failure(.unterminatedString, offset: tokenStart) }
      if bytes.byte == ASCII.backslash {
        text += try json5Escape()
      } else if bytes.byte == ASCII.newline || bytes.byte == 0x0D {
        throw failure(.controlCharacter)
      } else {
        text.append(bytes.byte)
        unsafe bytes.cursor += 1
      }
    }
    unsafe bytes.cursor += 1
    try tape.append(.arenaText, copying: text)
  }

  /// The UTF-8 text of the escape at the cursor, which moves behind it.
  private mutating func json5Escape() throws(Failure) -> [UInt8] {
    let escape = unsafe bytes.cursor[1]
    switch escape {
    case UInt8(ascii: "u"):
      guard var scalar = bytes.hexadecimalUnit(at: 2) else { throw failure(.invalidEscape) }
      var length = 6
      if (0xD800..<0xDC00).contains(scalar), unsafe bytes.cursor[6] == ASCII.backslash,
        unsafe bytes.cursor[7] == escape, let low = bytes.hexadecimalUnit(at: 8),
        (0xDC00..<0xE000).contains(low)
      {
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
        length = 12
      }
      return try encoded(scalar, consuming: length)
    case UInt8(ascii: "x"):
      guard let high = unsafe ASCII.hexadecimalDigit(bytes.cursor[2]),
        let low = unsafe ASCII.hexadecimalDigit(bytes.cursor[3])
      else { throw failure(.invalidEscape) }
      return try encoded(high << 4 | low, consuming: 4)
    case ASCII.newline: return try encoded(nil, consuming: 2)
    case 0x0D: return try unsafe encoded(nil, consuming: bytes.cursor[2] == ASCII.newline ? 3 : 2)
    case UInt8(ascii: "v"): return try encoded(0x0B, consuming: 2)
    case ASCII.zero where unsafe !ASCII.isDigit(bytes.cursor[2]):
      return try encoded(0, consuming: 2)
    case ASCII.zero...ASCII.nine: throw failure(.invalidEscape)
    case 0xE2 where unsafe bytes.cursor[2] == 0x80 && bytes.cursor[3] & 0xFE == 0xA8:
      return try encoded(nil, consuming: 4)
    default:
      // Any other character stands for itself; the rest of a longer one follows as plain text.
      if bytes.offset + 1 >= bytes.count { throw failure(.invalidEscape) }
      unsafe bytes.cursor += 2
      return [EscapedText.resolved(escape)]
    }
  }

  private mutating func encoded(_ scalar: UInt32?, consuming length: Int) throws(Failure) -> [UInt8]
  {
    defer { unsafe bytes.cursor += length }
    guard let scalar else { return [] }
    if scalar == 0, !options.allowsEscapedNull { throw failure(.invalidEscape) }
    guard let scalar = Unicode.Scalar(scalar) else { throw failure(.loneSurrogate) }
    return Array(String(Character(scalar)).utf8)
  }

  /// The next part of an unquoted key, an ECMAScript 5.1 identifier name.
  private mutating func identifierPart(isFirst: Bool) throws(Failure) -> [UInt8]? {
    let byte = bytes.byte
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"):
      break
    case ASCII.zero...ASCII.nine where !isFirst: break
    case ASCII.backslash:
      guard unsafe bytes.cursor[1] == UInt8(ascii: "u") else { throw failure(.invalidEscape) }
      return try json5Escape()
    case 0x80...:
      // Letters beyond ASCII: the text is well-formed UTF-8, blanks end the key.
      guard blankLength() == 0 else { return nil }
    default: return nil
    }
    unsafe bytes.cursor += 1
    return [byte]
  }

  /// Skips JSON5's comments and its wider set of white space.
  @inline(never)
  mutating func skipJSON5Blanks() throws(Failure) {
    while true {
      if bytes.needsTail { bytes.enterTail() }
      if bytes.byte == ASCII.slash {
        try skipComment()
      } else {
        let length = blankLength()
        if length == 0 { return }
        unsafe bytes.cursor += length
      }
    }
  }

  /// Bytes of the white space at the cursor (JSON5, section 8), 0 if there is none.
  private func blankLength() -> Int {
    switch unsafe (bytes.byte, bytes.cursor[1], bytes.cursor[2]) {
    case (0x09...0x0D, _, _), (ASCII.space, _, _): 1
    case (0xC2, 0xA0, _): 2
    case (0xEF, 0xBB, 0xBF), (0xE1, 0x9A, 0x80), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80): 3
    case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF): 3
    default: 0
    }
  }

  private mutating func skipComment() throws(Failure) {
    let start = bytes.offset
    switch unsafe bytes.cursor[1] {
    case ASCII.slash:
      while !bytes.isAtEnd, bytes.byte != ASCII.newline, bytes.byte != 0x0D {
        unsafe bytes.cursor += 1
        if bytes.needsTail { bytes.enterTail() }
      }
    case UInt8(ascii: "*"):
      unsafe bytes.cursor += 2
      while unsafe !(bytes.byte == UInt8(ascii: "*") && bytes.cursor[1] == ASCII.slash) {
        if bytes.isAtEnd { throw Failure(.unterminatedComment, offset: start) }
        unsafe bytes.cursor += 1
        if bytes.needsTail { bytes.enterTail() }
      }
      unsafe bytes.cursor += 2
    default: throw failure(.unexpectedCharacter)
    }
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
