import FerryBytes
import FerryTape

extension JSONReader {
  /// Checks the number at the cursor (RFC 8259, section 6) and keeps its text.
  @inline(__always)
  mutating func readNumber(into tape: inout Tape) throws(Failure) {
    let start = bytes.offset
    if bytes.byte == ASCII.minus { bytes.cursor += 1 }
    let first = bytes.byte
    let digits = skipDigits()
    if digits == 0 || (first == ASCII.zero && digits > 1) {
      return try readUnusualNumber(from: start, into: &tape)
    }
    let next = bytes.byte
    if first == ASCII.zero, options.json5, next | 0x20 == UInt8(ascii: "x") {
      return try readUnusualNumber(from: start, into: &tape)
    }
    if next != ASCII.point && next | 0x20 != UInt8(ascii: "e") {
      return try tape.append(.integerText, offset: start, length: bytes.offset &- start)
    }
    if next == ASCII.point {
      bytes.cursor += 1
      if skipDigits() == 0 { return try readUnusualNumber(from: start, into: &tape) }
    }
    if bytes.byte | 0x20 == UInt8(ascii: "e") {
      bytes.cursor += 1
      if bytes.byte == ASCII.minus || bytes.byte == ASCII.plus { bytes.cursor += 1 }
      if skipDigits() == 0 { throw failure(.invalidNumber) }
    }
    try tape.append(.decimalText, offset: start, length: bytes.offset &- start)
  }

  /// Skips digits and returns how many there were.
  @inline(__always)
  mutating func skipDigits() -> Int {
    let start = bytes.offset
    while true {
      let stops = ByteScan.nonDigits(bytes.load(UInt64.self).littleEndian)
      if stops != 0 {
        bytes.cursor += stops.trailingZeroBitCount >> 3
        return bytes.offset &- start
      }
      bytes.cursor += 8
      if bytes.needsTail { bytes.enterTail() }
    }
  }
}
