import FerryBytes
import FerryTape

extension JSONReader {
  /// Reads the number at the cursor (RFC 8259, section 6): an integer becomes its value if that
  /// fits one word, everything else keeps its text.
  @inline(__always)
  mutating func readNumber(
    _ cursor: inout UnsafePointer<UInt8>, into tape: inout Tape
  ) throws(Failure) {
    let isNegative = cursor.pointee == ASCII.minus
    let digits = isNegative ? cursor + 1 : cursor
    let word = UnsafeRawPointer(digits).loadUnaligned(as: UInt64.self).littleEndian
    let stops = ByteScan.nonDigits(word)
    // One to seven digits; most numbers are.
    if stops & 0x80 == 0, stops != 0 {
      let count = stops.trailingZeroBitCount >> 3
      let next = digits[count]
      let isWhole = next != ASCII.point && next | 0x20 != UInt8(ascii: "e")
      let isZero = count == 1 && !isNegative && next | 0x20 != UInt8(ascii: "x")
      if isWhole, digits.pointee != ASCII.zero || isZero {
        let magnitude = Int64(truncatingIfNeeded: DigitScan.number(word, count: count))
        cursor = digits + count
        return try tape.append(Node(smallInteger: isNegative ? 0 &- magnitude : magnitude))
      }
    }
    cursor = try readAnyNumber(from: cursor, into: &tape)
  }

  /// ``readNumber(_:into:)`` without a limit.
  /// - Returns: where the number ends.
  @inline(never)
  private mutating func readAnyNumber(
    from first: UnsafePointer<UInt8>, into tape: inout Tape
  ) throws(Failure) -> UnsafePointer<UInt8> {
    let start = bytes.offset(of: first)
    let isNegative = first.pointee == ASCII.minus
    let digits = isNegative ? first + 1 : first
    var cursor = digits
    let startsWithZero = cursor.pointee == ASCII.zero
    let count = skipDigits(&cursor)
    let next = cursor.pointee
    if count == 0 || (startsWithZero && count > 1)
      || (startsWithZero && options.json5 && next | 0x20 == UInt8(ascii: "x"))
    {
      bytes.cursor = cursor
      try readUnusualNumber(from: start, into: &tape)
      return bytes.cursor
    }
    if next != ASCII.point && next | 0x20 != UInt8(ascii: "e") {
      // 17 digits fit a node; minus zero is no integer.
      if count <= 17, let magnitude = DigitScan.number(digits, count: count),
        magnitude != 0 || !isNegative
      {
        let value = Int64(truncatingIfNeeded: magnitude)
        try tape.append(Node(smallInteger: isNegative ? 0 &- value : value))
      } else {
        try tape.append(
          .integerText, offset: start, length: bytes.offset(of: cursor) &- start)
      }
      return cursor
    }
    if next == ASCII.point {
      cursor += 1
      if skipDigits(&cursor) == 0 {
        bytes.cursor = cursor
        try readUnusualNumber(from: start, into: &tape)
        return bytes.cursor
      }
    }
    if cursor.pointee | 0x20 == UInt8(ascii: "e") {
      cursor += 1
      if cursor.pointee == ASCII.minus || cursor.pointee == ASCII.plus { cursor += 1 }
      if skipDigits(&cursor) == 0 { throw failure(.invalidNumber, at: cursor) }
    }
    try tape.append(.decimalText, offset: start, length: bytes.offset(of: cursor) &- start)
    return cursor
  }

  /// Skips digits and returns how many there were.
  @inline(__always)
  mutating func skipDigits(_ cursor: inout UnsafePointer<UInt8>) -> Int {
    let start = bytes.offset(of: cursor)
    while true {
      let stops = ByteScan.nonDigits(
        UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self).littleEndian)
      if stops != 0 {
        cursor += stops.trailingZeroBitCount >> 3
        return bytes.offset(of: cursor) &- start
      }
      cursor += 8
      if cursor >= bytes.limit { enterTail(&cursor) }
    }
  }
}
