import FerryBytes
import FerryTape

/// A number of JSON text (RFC 8259, section 6).
struct JSONNumber {
  let isNegative: Bool
  /// All digits, those of the fraction too; wrapped around if there are more than 19 of them.
  let significand: UInt64
  let digitCount: Int
  /// The power of ten of the last digit; `nil` for an integer.
  let exponent: Int?
}

extension ByteReader {
  /// Reads the number at `place`, which moves behind it, or to the byte that is wrong.
  ///
  /// A caller that ignores the value does not pay for it.
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
      // Longer exponents are left to those who can read texts of any length.
      count &+= digits > 8 ? 20 : 0
      exponent &+= Int(truncatingIfNeeded: isSmall ? 0 &- power : power)
    }
    return JSONNumber(
      isNegative: isNegative, significand: significand, digitCount: count, exponent: exponent)
  }

  /// Reads digits, appends them to `value`, which wraps around past 19 of them, and returns how
  /// many there were.
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

  /// Checks the number at the cursor and moves behind it.
  /// - Returns: whether it is an integer.
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

  /// What is wrong with a number that began at `start`: leading zeros from there on, else a digit is
  /// missing where the cursor is.
  @inline(never)
  func numberFailure(from start: Int) -> WireFailure {
    let hasDigits = offset > start && ASCII.isDigit(input[offset - 1])
    return hasDigits ? WireFailure(.invalidNumber, offset: start) : syntaxFailure(.invalidNumber)
  }
}
