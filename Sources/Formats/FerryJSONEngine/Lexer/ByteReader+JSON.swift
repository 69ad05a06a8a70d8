public import FerryBase

// The lexer of JSON text, which every loop over such text calls. A loop with its cursor in a local
// variable passes it as `place`. Functions that are out of line receive the cursor and return it.
extension ByteReader {
  /// Starts a document: checks that the text is UTF-8 and skips a byte order mark.
  mutating func startJSON() throws(WireFailure) {
    if let offset = UTF8Validation.firstIllFormedOffset(in: input) {
      throw WireFailure(.invalidUTF8, offset: offset)
    }
    if load(UInt32.self).littleEndian & 0xFF_FFFF == 0xBF_BBEF { unsafe cursor += 3 }
  }

  // MARK: White space

  /// Skips the white space of RFC 8259, section 2.
  @inlinable @inline(__always)
  package mutating func skipJSONWhitespace() {
    if byte > 0x20 { return }
    skipJSONWhitespaceRun()
  }

  /// Skips the white space after a colon. Most writers put no space or one space there.
  @inlinable @inline(__always)
  package mutating func skipJSONSpace() {
    if byte == 0x20 { unsafe cursor += 1 }
    skipJSONWhitespace()
  }

  @inline(__always)
  mutating func skipJSONWhitespace(_ place: inout UnsafePointer<UInt8>) {
    if unsafe place.pointee > ASCII.space { return }
    unsafe cursor = place
    skipJSONWhitespaceRun()
    unsafe place = cursor
  }

  @usableFromInline @inline(never)
  package mutating func skipJSONWhitespaceRun() {
    while true {
      if needsTail { enterTail() }
      // The fast path for a line break and indentation.
      if byte == ASCII.newline { unsafe cursor += 1 }
      unsafe cursor += ByteScan.firstNonSpace(load(SIMD16<UInt8>.self))
      if byte > ASCII.space || !byte.isBlank { return }
      if byte == 0x0D || byte == 0x09 { unsafe cursor += 1 }
    }
  }

  // MARK: Strings

  /// Moves to the next quote, backslash or control character.
  @inlinable @inline(__always)
  package mutating func skipPlainText() {
    var place = unsafe cursor
    unsafe skipPlainText(&place)
    unsafe cursor = place
  }

  @inlinable @inline(__always)
  mutating func skipPlainText(_ place: inout UnsafePointer<UInt8>) {
    // Most strings end within sixteen bytes.
    let text = unsafe UnsafeRawPointer(place)
    let first = unsafe ByteScan.stringStops(text.loadUnaligned(as: UInt64.self).littleEndian)
    if first != 0 {
      unsafe place += first.trailingZeroBitCount >> 3
      return
    }
    let second = unsafe ByteScan.stringStops(
      text.loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian)
    if second != 0 {
      unsafe place += 8 &+ second.trailingZeroBitCount >> 3
      return
    }
    unsafe cursor = place + 16
    skipLongPlainText()
    unsafe place = cursor
  }

  @usableFromInline @inline(never)
  mutating func skipLongPlainText() {
    while true {
      if needsTail { enterTail() }
      let stops = unsafe ByteScan.stringStops(at: cursor)
      unsafe cursor += stops.trailingZeroBitCount
      if stops != 0 { return }
    }
  }

  /// Moves to the closing quote of the text that begins at `start`, and checks every escape. The
  /// cursor is at the first byte that is not plain text.
  @usableFromInline @inline(never)
  package mutating func skipEscapedText(from start: Int) throws(WireFailure) {
    while byte != ASCII.quote {
      _ = try readEscape(inTextAt: start)
      if needsTail { enterTail() }
      skipPlainText()
    }
  }

  /// Appends the text from the cursor to the closing quote to `output`, with its escapes resolved
  /// and checked, and moves to the quote. The text begins at `start`.
  @inline(never)
  package mutating func copyEscapedText(
    to output: inout ByteWriter, inTextAt start: Int
  ) throws(WireFailure) {
    while true {
      if needsTail { enterTail() }
      output.reserve(Self.roomOfBlock)
      if try copyEscapedBlock(to: &output, inTextAt: start) { return }
    }
  }

  /// The memory for the characters of a block, and for a copy of 32 bytes after them.
  private static var roomOfBlock: Int { 64 }

  /// Appends a block of 32 bytes, up to a quote or a long escape, to reserved memory. Returns whether
  /// the cursor is at the quote.
  ///
  /// The positions of all escapes come from one mask, so no step waits for the bytes of the step
  /// before.
  @inline(__always)
  private mutating func copyEscapedBlock(
    to output: inout ByteWriter, inTextAt start: Int
  ) throws(WireFailure) -> Bool {
    var stops = unsafe ByteScan.stringStops(at: cursor)
    var done = 0
    unsafe output.cursor.copyBytes(from: cursor, count: 32)
    while stops != 0 {
      let stop = stops.trailingZeroBitCount
      unsafe output.cursor += stop &- done
      let character = unsafe ByteScan.character(escapedAs: cursor[stop &+ 1])
      guard unsafe cursor[stop] == ASCII.backslash, character != 0 else {
        unsafe cursor += stop
        if byte == ASCII.quote { return true }
        try copyEscapes(to: &output, inTextAt: start)
        return false
      }
      output.appendUnchecked(character)
      done = stop &+ 2
      // The character after the backslash is no stop.
      stops &= ~(3 &<< UInt32(truncatingIfNeeded: stop))
      unsafe output.cursor.copyBytes(from: cursor + done, count: 32)
    }
    unsafe output.cursor += max(0, 32 &- done)
    unsafe cursor += max(32, done)
    return false
  }

  /// Appends the character of the escape at the cursor and those of the escapes with digits right after
  /// it: in many texts, all letters are escaped.
  private mutating func copyEscapes(
    to output: inout ByteWriter, inTextAt start: Int
  ) throws(WireFailure) {
    repeat {
      output.reserve(4)
      output.appendUnchecked(character: try readEscape(inTextAt: start))
    } while unsafe byte == ASCII.backslash && cursor[1] == UInt8(ascii: "u") && !needsTail
  }

  /// Reads the escape at the cursor, in the text that begins at `start`, and moves after it.
  @inline(__always)
  mutating func readEscape(inTextAt start: Int) throws(WireFailure) -> UInt32 {
    if byte != ASCII.backslash {
      throw isAtEnd
        ? WireFailure(.unterminatedString, offset: start - 1) : syntaxFailure(.controlCharacter)
    }
    do throws(WireFailure) {
      let escape = try unsafe JSONEscape(cursor, at: offset, before: count)
      unsafe cursor += escape.length
      return escape.character
    } catch {
      throw error.ofEscape(inTextAt: start)
    }
  }

  // MARK: Failures

  /// Returns a failure at the cursor. At the end of the input, the failure is `unexpectedEnd`.
  @usableFromInline @inline(never)
  package func syntaxFailure(_ kind: FailureKind) -> WireFailure {
    isAtEnd ? WireFailure(.unexpectedEnd, offset: count) : WireFailure(kind, offset: offset)
  }

  /// Returns a failure at `place`.
  @inline(never)
  mutating func syntaxFailure(_ kind: FailureKind, at place: UnsafePointer<UInt8>) -> WireFailure {
    unsafe cursor = place
    return syntaxFailure(kind)
  }

  /// Moves `place` to the padded copy of the tail.
  @inline(never)
  mutating func enterTail(_ place: inout UnsafePointer<UInt8>) {
    unsafe cursor = place
    enterTail()
    unsafe place = cursor
  }
}

/// The literals of JSON, compared four bytes at a time. The bytes at `place` must be readable.
@usableFromInline
enum JSONLiteral {
  @inlinable @inline(__always)
  static func isNull(_ place: UnsafePointer<UInt8>) -> Bool { unsafe word(place) == 0x6C6C_756E }

  @inlinable @inline(__always)
  static func isTrue(_ place: UnsafePointer<UInt8>) -> Bool { unsafe word(place) == 0x6575_7274 }

  /// Returns whether the four letters after an `f` complete `false`.
  @inlinable @inline(__always)
  static func isFalse(_ place: UnsafePointer<UInt8>) -> Bool {
    unsafe word(place + 1) == 0x6573_6C61
  }

  @inlinable @inline(__always)
  static func word(_ place: UnsafePointer<UInt8>) -> UInt32 {
    unsafe UnsafeRawPointer(place).loadUnaligned(as: UInt32.self).littleEndian
  }
}

/// The names of the characters that have a meaning in JSON.
@usableFromInline
package enum ASCII {
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let backslash = UInt8(ascii: "\\")
  static let slash = UInt8(ascii: "/")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")
  static let space = UInt8(ascii: " ")
  static let newline = UInt8(ascii: "\n")
  /// The byte that starts each text of an RFC 7464 sequence.
  static let recordSeparator: UInt8 = 0x1E

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- zero <= 9 }
}
