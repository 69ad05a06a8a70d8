import FerryBytes
import FerryTape

extension JSONReader {
  /// Reads the string at the cursor, which is at its opening quote.
  ///
  /// Keys are compared byte by byte, so one with escapes is copied to the arena.
  @inline(__always)
  mutating func readString(
    _ cursor: inout UnsafePointer<UInt8>, isKey: Bool = false, into tape: inout Tape
  ) throws(Failure) {
    cursor += 1
    let start = bytes.offset(of: cursor)
    skipPlainText(&cursor)
    if cursor.pointee == ASCII.quote {
      try tape.append(.text, offset: start, length: bytes.offset(of: cursor) &- start)
      cursor += 1
    } else {
      bytes.cursor = cursor
      if isKey {
        try readEscapedKey(from: start, into: &tape)
      } else {
        try readEscapedString(from: start, into: &tape)
      }
      cursor = bytes.cursor
    }
  }

  @inline(never)
  private mutating func readEscapedString(
    from start: Int, into tape: inout Tape
  ) throws(Failure) {
    if options.json5 {
      bytes.rewind(to: start)
      return try readJSON5String(closedBy: ASCII.quote, into: &tape)
    }
    try skipEscapedText()
    try tape.append(.escapedText, offset: start, length: bytes.offset &- start)
    bytes.cursor += 1
  }

  @inline(never)
  private mutating func readEscapedKey(from start: Int, into tape: inout Tape) throws(Failure) {
    if options.json5 {
      bytes.rewind(to: start)
      return try readJSON5String(closedBy: ASCII.quote, into: &tape)
    }
    try skipEscapedText()
    let source = UnsafeBufferPointer(rebasing: input[start..<bytes.offset])
    let range = try tape.store(upTo: source.count) { room in
      EscapedText.decode(source, to: room)
    }
    try tape.append(.arenaText, offset: range.lowerBound, length: range.count)
    bytes.cursor += 1
  }

  /// Moves to the next quote, backslash or control character.
  @inline(__always)
  private mutating func skipPlainText(_ cursor: inout UnsafePointer<UInt8>) {
    // Most strings end within sixteen bytes.
    let text = UnsafeRawPointer(cursor)
    let first = ByteScan.stringStops(text.loadUnaligned(as: UInt64.self).littleEndian)
    if first != 0 {
      cursor += first.trailingZeroBitCount >> 3
      return
    }
    let second = ByteScan.stringStops(
      text.loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian)
    if second != 0 {
      cursor += 8 &+ second.trailingZeroBitCount >> 3
      return
    }
    cursor = endOfLongText(cursor + 16)
  }

  @inline(never)
  private mutating func endOfLongText(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var cursor = start
    while true {
      if cursor >= bytes.limit { enterTail(&cursor) }
      let distance = ByteScan.firstStringStop(
        UnsafeRawPointer(cursor).loadUnaligned(as: SIMD16<UInt8>.self))
      cursor += distance
      if distance < 16 { return cursor }
    }
  }

  /// Moves to the closing quote, checking every escape on the way.
  private mutating func skipEscapedText() throws(Failure) {
    while true {
      switch bytes.byte {
      case ASCII.quote: return
      case ASCII.backslash: try skipEscape()
      default:
        if bytes.isAtEnd { throw Failure(.unterminatedString, offset: tokenStart) }
        throw failure(.controlCharacter)
      }
      var cursor = bytes.cursor
      if cursor >= bytes.limit { enterTail(&cursor) }
      skipPlainText(&cursor)
      bytes.cursor = cursor
    }
  }

  /// Checks the escape at the cursor (RFC 8259, section 7) and moves behind it.
  private mutating func skipEscape() throws(Failure) {
    switch bytes.cursor[1] {
    case ASCII.quote, ASCII.backslash, ASCII.slash, UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      bytes.cursor += 2
    case UInt8(ascii: "u"):
      guard let unit = hexadecimalUnit(at: 2) else { throw failure(.invalidEscape) }
      switch unit {
      case 0xD800..<0xDC00:
        guard bytes.cursor[6] == ASCII.backslash, bytes.cursor[7] == UInt8(ascii: "u"),
          let low = hexadecimalUnit(at: 8), (0xDC00..<0xE000).contains(low)
        else { throw failure(.loneSurrogate) }
        bytes.cursor += 12
      case 0xDC00..<0xE000: throw failure(.loneSurrogate)
      default: bytes.cursor += 6
      }
    default: throw failure(.invalidEscape)
    }
  }

  /// The code unit of the four hexadecimal digits at `distance` from the cursor.
  func hexadecimalUnit(at distance: Int) -> UInt32? {
    var unit: UInt32 = 0
    for index in distance..<distance + 4 {
      guard let digit = ASCII.hexadecimalDigit(bytes.cursor[index]) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }
}
