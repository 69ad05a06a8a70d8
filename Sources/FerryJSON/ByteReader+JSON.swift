public import FerryBytes
public import FerryTape

// What every reader of JSON text does between values, on the bytes alone.
extension ByteReader {
  /// Skips the white space of RFC 8259, section 2.
  @inlinable @inline(__always)
  package mutating func skipJSONWhitespace() {
    if byte > 0x20 { return }
    skipJSONWhitespaceRun()
  }

  @usableFromInline @inline(never)
  package mutating func skipJSONWhitespaceRun() {
    while true {
      if needsTail { enterTail() }
      // A line break and indentation.
      if byte == ASCII.newline { unsafe cursor += 1 }
      unsafe cursor += ByteScan.firstNonSpace(load(SIMD16<UInt8>.self))
      if byte > ASCII.space || !byte.isBlank { return }
      if byte == 0x0D || byte == 0x09 { unsafe cursor += 1 }
    }
  }

  /// Moves to the next quote, backslash or control character.
  @inlinable @inline(__always)
  package mutating func skipPlainText() {
    // Most strings end within sixteen bytes.
    let first = ByteScan.stringStops(load(UInt64.self).littleEndian)
    if first != 0 {
      unsafe cursor += first.trailingZeroBitCount >> 3
      return
    }
    let second = ByteScan.stringStops(load(UInt64.self, at: 8).littleEndian)
    if second != 0 {
      unsafe cursor += 8 &+ second.trailingZeroBitCount >> 3
      return
    }
    unsafe cursor += 16
    skipLongPlainText()
  }

  @usableFromInline @inline(never)
  package mutating func skipLongPlainText() {
    while true {
      if needsTail { enterTail() }
      let distance = ByteScan.firstStringStop(load(SIMD16<UInt8>.self))
      unsafe cursor += distance
      if distance < 16 { return }
    }
  }

  /// Moves to the closing quote, checking every escape on the way; the cursor is at the first
  /// byte that is not plain text.
  @usableFromInline @inline(never)
  package mutating func skipEscapedText() throws(Failure) {
    while true {
      switch byte {
      case ASCII.quote: return
      case ASCII.backslash: try skipEscape()
      default: throw syntaxFailure(isAtEnd ? .unterminatedString : .controlCharacter)
      }
      if needsTail { enterTail() }
      skipPlainText()
    }
  }

  /// Writes the text up to the closing quote to `room`, escapes resolved and checked, and moves to
  /// the quote; the text begins at the cursor.
  /// - Returns: how many bytes it has; `nil` if there are more than there is room for.
  @inline(never)
  package mutating func copyEscapedText(
    to room: UnsafeMutableBufferPointer<UInt8>
  ) throws(Failure) -> Int? {
    guard let base = room.baseAddress else { return nil }
    var count = 0
    while true {
      if needsTail { enterTail() }
      // A block is written whole, and what an escape in it stands for may go beyond it.
      if count + 16 + EscapedText.longestCharacter > room.count { return nil }
      let block = load(SIMD16<UInt8>.self)
      unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: block, as: SIMD16<UInt8>.self)
      let plain = ByteScan.firstStringStop(block)
      unsafe cursor += plain
      count &+= plain
      if plain == 16 { continue }
      switch byte {
      case ASCII.quote: return count
      case ASCII.backslash:
        let character = try readEscape()
        if character < 0x80 {
          unsafe base[count] = UInt8(truncatingIfNeeded: character)
          count &+= 1
        } else {
          unsafe count &+= EscapedText.encode(character, to: base + count)
        }
      default: throw syntaxFailure(isAtEnd ? .unterminatedString : .controlCharacter)
      }
    }
  }

  /// Checks the escape at the cursor (RFC 8259, section 7) and moves behind it.
  @usableFromInline
  package mutating func skipEscape() throws(Failure) { _ = try readEscape() }

  /// Checks the escape at the cursor (RFC 8259, section 7) and moves behind it.
  /// - Returns: the character that it stands for.
  @inline(__always)
  private mutating func readEscape() throws(Failure) -> UInt32 {
    let escape = unsafe cursor[1]
    switch escape {
    case ASCII.quote, ASCII.backslash, ASCII.slash, UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      unsafe cursor += 2
      return UInt32(EscapedText.resolved(escape))
    case UInt8(ascii: "u"):
      guard let unit = hexadecimalUnit(at: 2) else { throw syntaxFailure(.invalidEscape) }
      switch unit {
      case 0xD800..<0xDC00:
        guard unsafe cursor[6] == ASCII.backslash, unsafe cursor[7] == UInt8(ascii: "u"),
          let low = hexadecimalUnit(at: 8), (0xDC00..<0xE000).contains(low)
        else { throw syntaxFailure(.loneSurrogate) }
        unsafe cursor += 12
        return 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
      case 0xDC00..<0xE000: throw syntaxFailure(.loneSurrogate)
      default:
        unsafe cursor += 6
        return unit
      }
    default: throw syntaxFailure(.invalidEscape)
    }
  }

  /// The code unit of the four hexadecimal digits at `distance` from the cursor.
  package func hexadecimalUnit(at distance: Int) -> UInt32? {
    var unit: UInt32 = 0
    for index in distance..<distance + 4 {
      guard let digit = unsafe ASCII.hexadecimalDigit(cursor[index]) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  /// Skips digits and returns how many there were.
  @inlinable @inline(__always)
  package mutating func skipDigits() -> Int {
    let start = offset
    while true {
      let stops = ByteScan.nonDigits(load(UInt64.self).littleEndian)
      if stops != 0 {
        unsafe cursor += stops.trailingZeroBitCount >> 3
        return offset &- start
      }
      unsafe cursor += 8
      if needsTail { enterTail() }
    }
  }

  /// Checks the number at the cursor (RFC 8259, section 6) and moves behind it.
  /// - Returns: whether it is an integer.
  @usableFromInline @inline(never)
  package mutating func skipNumber() throws(Failure) -> Bool {
    if needsTail { enterTail() }
    if byte == ASCII.minus { unsafe cursor += 1 }
    let first = byte
    let digits = skipDigits()
    if digits == 0 || (first == ASCII.zero && digits > 1) { throw syntaxFailure(.invalidNumber) }
    if byte != ASCII.point && byte | 0x20 != UInt8(ascii: "e") { return true }
    if byte == ASCII.point {
      unsafe cursor += 1
      if skipDigits() == 0 { throw syntaxFailure(.invalidNumber) }
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      unsafe cursor += 1
      if byte == ASCII.minus || byte == ASCII.plus { unsafe cursor += 1 }
      if skipDigits() == 0 { throw syntaxFailure(.invalidNumber) }
    }
    return false
  }

  /// A failure at the cursor; at the end of the input, that is what went wrong.
  @usableFromInline @inline(never)
  package func syntaxFailure(_ kind: FailureKind) -> Failure {
    isAtEnd ? Failure(.unexpectedEnd, offset: count) : Failure(kind, offset: offset)
  }
}
