import FerryBytes
import FerryTape

extension JSONReader {
  /// Reads the string at the cursor, which is at its opening quote.
  @inline(__always)
  mutating func readString(into tape: inout Tape) throws(Failure) {
    bytes.cursor += 1
    let start = bytes.offset
    skipPlainText()
    if bytes.byte == ASCII.quote {
      try tape.append(.text, offset: start, length: bytes.offset &- start)
      bytes.cursor += 1
    } else {
      try readEscapedString(from: start, into: &tape)
    }
  }

  /// Reads a key. Keys are compared byte by byte, so one with escapes is copied to the arena.
  @inline(__always)
  mutating func readKeyString(into tape: inout Tape) throws(Failure) {
    bytes.cursor += 1
    let start = bytes.offset
    skipPlainText()
    if bytes.byte == ASCII.quote {
      try tape.append(.text, offset: start, length: bytes.offset &- start)
      bytes.cursor += 1
    } else {
      try readEscapedKey(from: start, into: &tape)
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
  private mutating func skipPlainText() {
    // Most strings end within sixteen bytes.
    let first = ByteScan.stringStops(bytes.load(UInt64.self).littleEndian)
    if first != 0 {
      bytes.cursor += first.trailingZeroBitCount >> 3
      return
    }
    let second = ByteScan.stringStops(bytes.load(UInt64.self, at: 8).littleEndian)
    if second != 0 {
      bytes.cursor += 8 &+ second.trailingZeroBitCount >> 3
      return
    }
    skipLongText()
  }

  @inline(never)
  private mutating func skipLongText() {
    bytes.cursor += 16
    while true {
      if bytes.needsTail { bytes.enterTail() }
      let distance = ByteScan.firstStringStop(bytes.load(SIMD16<UInt8>.self))
      bytes.cursor += distance
      if distance < 16 { return }
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
      if bytes.needsTail { bytes.enterTail() }
      skipPlainText()
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
