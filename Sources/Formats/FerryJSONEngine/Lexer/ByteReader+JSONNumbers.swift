public import FerryBase

/// A number of JSON text (RFC 8259, section 6).
struct JSONNumber {
  let isNegative: Bool
  /// All digits as one integer, including those of the fraction. It overflows with more than 19
  /// digits.
  let significand: UInt64
  let digitCount: Int
  /// The power of ten of the last digit; `nil` for an integer.
  let exponent: Int?
}

extension ByteReader {
  /// Reads the number at `place` and moves `place` after it, or to the first invalid byte.
  ///
  /// If a caller ignores the value, the compiler removes its computation.
  @inline(__always)
  mutating func number(_ place: inout UnsafePointer<UInt8>) -> JSONNumber? {
    let isNegative = unsafe place.pointee == ASCII.minus
    if isNegative { unsafe place += 1 }
    let startsWithZero = unsafe place.pointee == ASCII.zero
    var significand: UInt64 = 0
    var count = unsafe digits(&place, into: &significand)
    if count == 0 || startsWithZero && count > 1 { return nil }
    let next = unsafe place.pointee
    if next != ASCII.point && next | 0x20 != UInt8(ascii: "e") {
      return JSONNumber(
        isNegative: isNegative, significand: significand, digitCount: count, exponent: nil)
    }
    var exponent = 0
    if next == ASCII.point {
      unsafe place += 1
      let fraction = unsafe digits(&place, into: &significand)
      if fraction == 0 { return nil }
      count &+= fraction
      exponent = 0 &- fraction
    }
    if unsafe place.pointee | 0x20 == UInt8(ascii: "e") {
      unsafe place += 1
      let isSmall = unsafe place.pointee == ASCII.minus
      if unsafe isSmall || place.pointee == ASCII.plus { unsafe place += 1 }
      var power: UInt64 = 0
      let digits = unsafe digits(&place, into: &power)
      if digits == 0 { return nil }
      // A larger digit count leaves numbers with longer exponents to a parser of any text length.
      count &+= digits > 8 ? 20 : 0
      exponent &+= Int(truncatingIfNeeded: isSmall ? 0 &- power : power)
    }
    return JSONNumber(
      isNegative: isNegative, significand: significand, digitCount: count, exponent: exponent)
  }

  /// Reads digits, appends them to `value` and returns their number. `value` overflows with more
  /// than 19 digits.
  @inline(__always)
  private mutating func digits(
    _ place: inout UnsafePointer<UInt8>, into value: inout UInt64
  ) -> Int {
    var count = 0
    while true {
      let word = unsafe UnsafeRawPointer(place).loadUnaligned(as: UInt64.self).littleEndian
      let stops = ByteScan.nonDigits(word)
      if stops != 0 {
        let rest = stops.trailingZeroBitCount >> 3
        if rest > 0 {
          value = value &* DigitScan.powerOfTen(rest) &+ DigitScan.number(word, count: rest)
        }
        unsafe place += rest
        return count &+ rest
      }
      value = value &* 100_000_000 &+ DigitScan.number(word, count: 8)
      count &+= 8
      unsafe place += 8
      if unsafe place >= limit { unsafe enterTail(&place) }
    }
  }

  /// Checks the number at the cursor and moves after it.
  /// - Returns: whether the number is an integer.
  @usableFromInline @inline(never)
  package mutating func skipNumber() throws(WireFailure) -> Bool {
    if needsTail { enterTail() }
    let start = offset
    var place = unsafe cursor
    let number = unsafe number(&place)
    unsafe cursor = place
    guard let number else { throw numberFailure(from: start) }
    return number.exponent == nil
  }

  /// Returns the failure of a number that began at `start`: `start` for leading zeros, otherwise
  /// the cursor, where a digit is missing.
  @inline(never)
  func numberFailure(from start: Int) -> WireFailure {
    let hasDigits = offset > start && ASCII.isDigit(input[offset - 1])
    return hasDigits ? WireFailure(.invalidNumber, offset: start) : syntaxFailure(.invalidNumber)
  }
}
