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
    var cursor = isNegative ? first + 1 : first
    let startsWithZero = cursor.pointee == ASCII.zero
    var significand: UInt64 = 0
    var count = readDigits(&cursor, into: &significand)
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
      if count <= 17, significand != 0 || !isNegative {
        let value = Int64(truncatingIfNeeded: significand)
        try tape.append(Node(smallInteger: isNegative ? 0 &- value : value))
      } else {
        try tape.append(.integerText, offset: start, length: bytes.offset(of: cursor) &- start)
      }
      return cursor
    }
    var exponent = 0
    if next == ASCII.point {
      cursor += 1
      let fraction = readDigits(&cursor, into: &significand)
      if fraction == 0 {
        bytes.cursor = cursor
        try readUnusualNumber(from: start, into: &tape)
        return bytes.cursor
      }
      count &+= fraction
      exponent = 0 &- fraction
    }
    if cursor.pointee | 0x20 == UInt8(ascii: "e") {
      cursor += 1
      let isSmall = cursor.pointee == ASCII.minus
      if isSmall || cursor.pointee == ASCII.plus { cursor += 1 }
      var power: UInt64 = 0
      let digits = readDigits(&cursor, into: &power)
      if digits == 0 { throw failure(.invalidNumber, at: cursor) }
      // Longer exponents are left to those who can read texts of any length.
      count &+= digits > 8 ? 20 : 0
      exponent &+= Int(truncatingIfNeeded: isSmall ? 0 &- power : power)
    }
    let length = bytes.offset(of: cursor) &- start
    guard options.parsesDecimals, count <= 19 else {
      try tape.append(.decimalText, offset: start, length: length)
      return cursor
    }
    let value = EiselLemire.double(significand: significand, exponent: exponent)
    try tape.append(.decimal, offset: start, length: length, isNegative ? -value : value)
    return cursor
  }

  /// Reads digits, appends them to `value`, which wraps around past 19 of them, and returns how
  /// many there were.
  @inline(__always)
  mutating func readDigits(
    _ cursor: inout UnsafePointer<UInt8>, into value: inout UInt64
  ) -> Int {
    var count = 0
    while true {
      let word = UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self).littleEndian
      let stops = ByteScan.nonDigits(word)
      if stops != 0 {
        let rest = stops.trailingZeroBitCount >> 3
        if rest > 0 {
          value = value &* DigitScan.powerOfTen(rest) &+ DigitScan.number(word, count: rest)
        }
        cursor += rest
        return count &+ rest
      }
      value = value &* 100_000_000 &+ DigitScan.number(word, count: 8)
      count &+= 8
      cursor += 8
      if cursor >= bytes.limit { enterTail(&cursor) }
    }
  }
}
