import FerryBytes
import FerryTape

extension JSONReader {
  /// Reads the number at the cursor (RFC 8259, section 6): an integer becomes its value if that
  /// fits one word, everything else keeps its text.
  @inline(__always)
  mutating func readNumber(
    _ cursor: inout UnsafePointer<UInt8>, into tape: inout Tape
  ) throws(Failure) {
    let isNegative = unsafe cursor.pointee == ASCII.minus
    let digits = unsafe isNegative ? cursor + 1 : cursor
    let word = unsafe UnsafeRawPointer(digits).loadUnaligned(as: UInt64.self).littleEndian
    let stops = ByteScan.nonDigits(word)
    // One to seven digits; most numbers are.
    if stops & 0x80 == 0, stops != 0 {
      let count = stops.trailingZeroBitCount >> 3
      let next = unsafe digits[count]
      let isWhole = next != ASCII.point && next | 0x20 != UInt8(ascii: "e")
      let isZero = count == 1 && !isNegative && next | 0x20 != UInt8(ascii: "x")
      if isWhole, unsafe digits.pointee != ASCII.zero || isZero {
        let magnitude = Int64(truncatingIfNeeded: DigitScan.number(word, count: count))
        unsafe cursor = digits + count
        return try tape.append(Node(smallInteger: isNegative ? 0 &- magnitude : magnitude))
      }
    }
    unsafe cursor = try unsafe readAnyNumber(from: cursor, into: &tape)
  }

  /// ``readNumber(_:into:)`` without a limit.
  /// - Returns: where the number ends.
  @inline(never)
  private mutating func readAnyNumber(
    from first: UnsafePointer<UInt8>, into tape: inout Tape
  ) throws(Failure) -> UnsafePointer<UInt8> {
    let start = unsafe bytes.offset(of: first)
    let isNegative = unsafe first.pointee == ASCII.minus
    var cursor = unsafe isNegative ? first + 1 : first
    let startsWithZero = unsafe cursor.pointee == ASCII.zero
    var significand: UInt64 = 0
    var count = unsafe readDigits(&cursor, into: &significand)
    let next = unsafe cursor.pointee
    if count == 0 || (startsWithZero && count > 1)
      || (startsWithZero && options.json5 && next | 0x20 == UInt8(ascii: "x"))
    {
      unsafe bytes.cursor = cursor
      try readUnusualNumber(from: start, into: &tape)
      return unsafe bytes.cursor
    }
    if next != ASCII.point && next | 0x20 != UInt8(ascii: "e") {
      // 17 digits fit a node; minus zero is no integer.
      if count <= 17, significand != 0 || !isNegative {
        let value = Int64(truncatingIfNeeded: significand)
        try tape.append(Node(smallInteger: isNegative ? 0 &- value : value))
      } else {
        try unsafe tape.append(
          .integerText, offset: start, length: bytes.offset(of: cursor) &- start)
      }
      return unsafe cursor
    }
    var exponent = 0
    if next == ASCII.point {
      unsafe cursor += 1
      let fraction = unsafe readDigits(&cursor, into: &significand)
      if fraction == 0 {
        unsafe bytes.cursor = cursor
        try readUnusualNumber(from: start, into: &tape)
        return unsafe bytes.cursor
      }
      count &+= fraction
      exponent = 0 &- fraction
    }
    if unsafe cursor.pointee | 0x20 == UInt8(ascii: "e") {
      unsafe cursor += 1
      let isSmall = unsafe cursor.pointee == ASCII.minus
      if unsafe isSmall || cursor.pointee == ASCII.plus { unsafe cursor += 1 }
      var power: UInt64 = 0
      let digits = unsafe readDigits(&cursor, into: &power)
      if digits == 0 { throw unsafe failure(.invalidNumber, at: cursor) }
      // Longer exponents are left to those who can read texts of any length.
      count &+= digits > 8 ? 20 : 0
      exponent &+= Int(truncatingIfNeeded: isSmall ? 0 &- power : power)
    }
    let length = unsafe bytes.offset(of: cursor) &- start
    guard options.parsesDecimals, count <= 19 else {
      try tape.append(.decimalText, offset: start, length: length)
      return unsafe cursor
    }
    let value = EiselLemire.double(significand: significand, exponent: exponent)
    try tape.append(.decimal, offset: start, length: length, isNegative ? -value : value)
    return unsafe cursor
  }

  /// Reads digits, appends them to `value`, which wraps around past 19 of them, and returns how
  /// many there were.
  @inline(__always)
  mutating func readDigits(
    _ cursor: inout UnsafePointer<UInt8>, into value: inout UInt64
  ) -> Int {
    var count = 0
    while true {
      let word = unsafe UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self).littleEndian
      let stops = ByteScan.nonDigits(word)
      if stops != 0 {
        let rest = stops.trailingZeroBitCount >> 3
        if rest > 0 {
          value = value &* DigitScan.powerOfTen(rest) &+ DigitScan.number(word, count: rest)
        }
        unsafe cursor += rest
        return count &+ rest
      }
      value = value &* 100_000_000 &+ DigitScan.number(word, count: 8)
      count &+= 8
      unsafe cursor += 8
      if unsafe cursor >= bytes.limit { unsafe enterTail(&cursor) }
    }
  }
}
