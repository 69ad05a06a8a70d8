/// What of number text a double holds.
extension DecimalParsing {
  /// Significant digits that a double keeps.
  private static let maximumDigits = 17

  /// The double for a number with fraction or exponent, if it has at most 17 significant digits
  /// and is in range, and is whole only where it is the very same integer.
  @inline(never)
  package static func shortDouble(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    // Sign and point are no digits.
    let sign = unsafe text.first == UInt8(ascii: "-") ? 1 : 0
    if text.count > maximumDigits + 1 + sign, unsafe significand(text).count > maximumDigits {
      return nil
    }
    let value = unsafe double(text)
    // An integer is read from its digits in one format and from the double in another.
    if value == value.rounded(.towardZero), unsafe !isSameInteger(text, value) { return nil }
    return value
  }

  /// Whether `value`, the double nearest to a number and whole, is the number, by its shortest text
  /// as well.
  @inline(never)
  private static func isSameInteger(
    _ text: UnsafeBufferPointer<UInt8>, _ value: Double
  ) -> Bool {
    if value.isInfinite { return false }
    // Beyond 128 bits an integer is read from the text alone.
    if value.magnitude < 0x1p128 {
      guard unsafe wholeMagnitude(text, isPlain: false) == UInt128(value.magnitude) else {
        return false
      }
      if value.magnitude <= 0x1p53 { return true }
    }
    return unsafe isShortest(text, value)
  }

  /// The double for a number with fraction or exponent whose shortest text is the same number.
  package static func exactDouble(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let value = unsafe shortDouble(text) else { return nil }
    let digits = unsafe significand(text).value
    // Every decimal of 15 digits is found again in its double, if that is a normal one.
    if digits < 1_000_000_000_000_000, value == 0 || value.isNormal { return value }
    return unsafe isShortest(text, value) ? value : nil
  }

  /// Whether the shortest text of `value`, the double nearest to a number, is the number.
  private static func isShortest(_ text: UnsafeBufferPointer<UInt8>, _ value: Double) -> Bool {
    let digits = unsafe significand(text).value
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: FloatPrinting.capacity) {
      buffer in
      guard let base = buffer.baseAddress else { return false }
      let shortest = unsafe UnsafeBufferPointer(
        start: base, count: FloatPrinting.write(value, to: base))
      // The shortest digits are the nearest: as many digits that are others would be too far away.
      return unsafe significand(shortest).value == digits
    }
  }

  /// A double as an integer, if its shortest text is the same integer: from 2^53 on, the double may
  /// stand for a number that it is not.
  @inlinable
  package static func wholeNumber<T: FixedWidthInteger>(of value: Double, as type: T.Type) -> T? {
    guard let whole = T(exactly: value) else { return nil }
    return value.magnitude <= 0x1p53 || isShortestWhole(value) ? whole : nil
  }

  @usableFromInline @inline(never)
  static func isShortestWhole(_ value: Double) -> Bool {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: FloatPrinting.capacity) {
      buffer in
      guard let base = buffer.baseAddress else { return false }
      let shortest = unsafe UnsafeBufferPointer(
        start: base, count: FloatPrinting.write(value.magnitude, to: base))
      return unsafe wholeNumber(shortest, as: UInt128.self) == UInt128(exactly: value.magnitude)
    }
  }

  /// The significant digits of a number, those from the first to the last that is not zero, exponent
  /// aside: as an integer, which wraps around past 19 of them, and how many there are.
  private static func significand(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> (value: UInt64, count: Int) {
    var (value, count): (UInt64, Int) = (0, 0)
    var zeros = 0
    for position in text.indices {
      let digit = unsafe text[position] &- UInt8(ascii: "0")
      guard digit < 10 else {
        if unsafe text[position] | 0x20 == UInt8(ascii: "e") { break }
        continue
      }
      // Zeros count once a digit follows.
      guard digit > 0 else {
        if count > 0 { zeros += 1 }
        continue
      }
      for _ in 0..<zeros { value = value &* 10 }
      value = value &* 10 &+ UInt64(digit)
      count += zeros + 1
      zeros = 0
    }
    return (value, count)
  }
}
