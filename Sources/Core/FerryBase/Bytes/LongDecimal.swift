extension DecimalParsing {
  /// Implements ``double(_:)`` for texts of more than 19 digits.
  @usableFromInline @inline(never) static func longDouble(
    _ text: ByteView
  ) -> Double {
    let long = LongDecimal(text)
    let exponent = long.exponent
    var value = EiselLemire.double(significand: long.significand, exponent: exponent)
    // The number is between two neighbours of 19 digits. Often both round to the same value.
    if long.isTruncated,
      value != EiselLemire.double(significand: long.significand &+ 1, exponent: exponent)
    {
      if long.roundsUp(text, from: value.bitPattern, .double) { value = value.nextUp }
    }
    return long.isNegative ? -value : value
  }

  /// Implements ``float(_:)`` for texts of more than 19 digits.
  @inline(never) static func longFloat(_ text: ByteView) -> Float {
    let long = LongDecimal(text)
    let exponent = long.exponent
    var value = EiselLemire.float(significand: long.significand, exponent: exponent)
    if long.isTruncated,
      value != EiselLemire.float(significand: long.significand &+ 1, exponent: exponent)
    {
      if long.roundsUp(text, from: UInt64(value.bitPattern), .float) { value = value.nextUp }
    }
    return long.isNegative ? -value : value
  }
}

/// A number text of any length: its first 19 significant digits, and a flag for the others.
struct LongDecimal {
  /// The first 19 digits, without leading zeros.
  private(set) var significand: UInt64 = 0
  /// The power of ten by which the significand is multiplied.
  private(set) var exponent = 0
  /// Whether the text begins with a minus sign.
  let isNegative: Bool
  /// Whether a digit after the first 19 is not 0.
  private(set) var isTruncated = false

  /// Reads `text` in one pass.
  init(_ text: ByteView) {
    isNegative = text.first == 0x2D
    var kept = 0
    exponent = Self.walk(text) { digit in
      if kept < 19 {
        if digit != 0 || kept > 0 {
          significand = significand * 10 + UInt64(digit)
          kept += 1
        }
        return true
      }
      if digit != 0 { isTruncated = true }
      return false
    }
  }

  /// Returns whether the magnitude rounds to the value above the one with these bits of `format`. The
  /// magnitude is between the two values.
  func roundsUp(_ text: ByteView, from bits: UInt64, _ format: EiselLemire.Format) -> Bool {
    let stored = bits >> UInt64(format.significandBits)
    let fraction = bits & (1 << UInt64(format.significandBits) - 1)
    let significand = stored == 0 ? fraction : fraction | 1 << UInt64(format.significandBits)
    // The value halfway between the two has one bit more.
    var halfway = BigInteger(2 * significand + 1)
    let power = Int(max(stored, 1)) - format.exponentBias - format.significandBits - 1
    var (number, exponent) = digits(of: text)
    if exponent < 0 {
      halfway.multiply(byPowerOfTen: -exponent)
    } else {
      number.multiply(byPowerOfTen: exponent)
    }
    if power < 0 { number.shift(by: -power) } else { halfway.shift(by: power) }
    if number == halfway { return significand & 1 == 1 }
    return halfway < number
  }

  /// Returns the digits and their exponent. A number halfway between two doubles has up to 767
  /// digits. Of the digits after those, it only matters whether one is not 0.
  private func digits(of text: ByteView) -> (BigInteger, exponent: Int) {
    var digits = BigInteger(0)
    var count = 0
    var isSticky = false
    let exponent = Self.walk(text) { digit in
      if count < 800 {
        if digit != 0 || count > 0 {
          digits.multiply(by: 10, adding: UInt32(digit))
          count += 1
        }
        return true
      }
      if digit != 0 { isSticky = true }
      return false
    }
    guard isSticky else { return (digits, exponent) }
    digits.multiply(by: 10, adding: 1)
    return (digits, exponent - 1)
  }

  /// Calls `keep` with the digits from left to right and returns the exponent for the kept digits.
  ///
  /// `keep` must return true for a leading zero. After it has returned false once, it must always
  /// return false.
  private static func walk(
    _ text: ByteView, _ keep: (UInt8) -> Bool
  ) -> Int {
    let base = unsafe text.start
    var exponent = 0
    var isFraction = false
    for offset in text.indices {
      let byte = text[offset]
      if byte &- 0x30 < 10 {
        if !keep(byte &- 0x30) { exponent += 1 }
        if isFraction { exponent -= 1 }
      } else if byte == 0x2E {
        isFraction = true
      } else if byte | 0x20 == 0x65 {
        return unsafe exponent + DigitScan.exponent(base + offset + 1, base + text.count)
      }
    }
    return exponent
  }
}

/// A whole number of any size.
private struct BigInteger: Comparable {
  /// The digits to the base 2^32, the lowest first. The last one is not 0.
  private var words: [UInt32]

  init(_ value: UInt64) {
    words = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
    while words.last == 0 { words.removeLast() }
  }

  mutating func multiply(by factor: UInt32, adding summand: UInt32 = 0) {
    var carry = UInt64(summand)
    for index in words.indices {
      carry += UInt64(words[index]) * UInt64(factor)
      words[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry != 0 { words.append(UInt32(truncatingIfNeeded: carry)) }
  }

  mutating func multiply(byPowerOfTen exponent: Int) {
    for _ in 0..<exponent / 9 { multiply(by: 1_000_000_000) }
    for _ in 0..<exponent % 9 { multiply(by: 10) }
  }

  /// Multiplies by 2^`count`.
  mutating func shift(by count: Int) {
    multiply(by: 1 << UInt32(count % 32))
    words.insert(contentsOf: repeatElement(0, count: count / 32), at: 0)
  }

  static func < (first: Self, second: Self) -> Bool {
    guard first.words.count == second.words.count else {
      return first.words.count < second.words.count
    }
    return first.words.reversed().lexicographicallyPrecedes(second.words.reversed())
  }
}
