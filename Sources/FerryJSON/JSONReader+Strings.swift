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
    unsafe cursor += 1
    let start = unsafe bytes.offset(of: cursor)
    unsafe skipPlainText(&cursor)
    if unsafe cursor.pointee == ASCII.quote {
      try unsafe tape.append(.text, offset: start, length: bytes.offset(of: cursor) &- start)
      unsafe cursor += 1
    } else {
      unsafe bytes.cursor = cursor
      if isKey {
        try readEscapedKey(from: start, into: &tape)
      } else {
        try readEscapedString(from: start, into: &tape)
      }
      unsafe cursor = bytes.cursor
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
    unsafe bytes.cursor += 1
  }

  @inline(never)
  private mutating func readEscapedKey(from start: Int, into tape: inout Tape) throws(Failure) {
    if options.json5 {
      bytes.rewind(to: start)
      return try readJSON5String(closedBy: ASCII.quote, into: &tape)
    }
    try skipEscapedText()
    let source = unsafe UnsafeBufferPointer(rebasing: input[start..<bytes.offset])
    let range = try unsafe tape.store(upTo: source.count) { room in
      unsafe EscapedText.decode(source, to: room)
    }
    try tape.append(.arenaText, offset: range.lowerBound, length: range.count)
    unsafe bytes.cursor += 1
  }

  /// Moves to the next quote, backslash or control character.
  @inline(__always)
  private mutating func skipPlainText(_ cursor: inout UnsafePointer<UInt8>) {
    // Most strings end within sixteen bytes.
    let text = unsafe UnsafeRawPointer(cursor)
    let first = unsafe ByteScan.stringStops(text.loadUnaligned(as: UInt64.self).littleEndian)
    if first != 0 {
      unsafe cursor += first.trailingZeroBitCount >> 3
      return
    }
    let second = unsafe ByteScan.stringStops(
      text.loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian)
    if second != 0 {
      unsafe cursor += 8 &+ second.trailingZeroBitCount >> 3
      return
    }
    unsafe bytes.cursor = cursor + 16
    bytes.skipLongPlainText()
    unsafe cursor = bytes.cursor
  }

  /// Moves to the closing quote, checking every escape on the way.
  private mutating func skipEscapedText() throws(Failure) {
    while true {
      switch bytes.byte {
      case ASCII.quote: return
      case ASCII.backslash: try bytes.skipEscape()
      default:
        if bytes.isAtEnd { throw Failure(.unterminatedString, offset: tokenStart) }
        throw failure(.controlCharacter)
      }
      var cursor = unsafe bytes.cursor
      if unsafe cursor >= bytes.limit { unsafe enterTail(&cursor) }
      unsafe skipPlainText(&cursor)
      unsafe bytes.cursor = cursor
    }
  }
}
