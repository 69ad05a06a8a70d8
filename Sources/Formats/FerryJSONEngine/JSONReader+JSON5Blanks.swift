internal import FerryBase

extension JSONReader {
  /// Skips JSON5's comments and its larger set of white space.
  @inline(never)
  mutating func skipJSON5Blanks() throws(WireFailure) {
    while true {
      if bytes.needsTail { bytes.enterTail() }
      if bytes.byte == ASCII.slash {
        guard options.allows(.comments) else { return }
        try skipComment()
      } else {
        let length = blankLength()
        if length == 0 { return }
        unsafe bytes.cursor += length
      }
    }
  }

  /// Returns the length of the white space character at the cursor in bytes (JSON5, section 8); 0
  /// for any other character.
  func blankLength() -> Int {
    switch unsafe (bytes.byte, bytes.cursor[1], bytes.cursor[2]) {
    case (0x09, _, _), (0x0A, _, _), (0x0D, _, _), (ASCII.space, _, _): 1
    case _ where !options.allows(.whiteSpace): 0
    case (0x0B...0x0C, _, _): 1
    case (0xC2, 0xA0, _): 2
    case (0xEF, 0xBB, 0xBF), (0xE1, 0x9A, 0x80), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80): 3
    case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF): 3
    default: 0
    }
  }

  private mutating func skipComment() throws(WireFailure) {
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
        if bytes.isAtEnd { throw WireFailure(.unterminatedComment, offset: start) }
        unsafe bytes.cursor += 1
        if bytes.needsTail { bytes.enterTail() }
      }
      unsafe bytes.cursor += 2
    default: throw bytes.syntaxFailure(.unexpectedCharacter)
    }
  }
}
