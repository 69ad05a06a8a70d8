import FerryBase

/// A comparison of JSON texts that are valid and have no white space.
enum SameJSON {
  /// Returns whether both texts have the same content. Numbers are compared by their exact values
  /// (`1.50` equals `1.5`), everything else byte by byte.
  static func isSame(
    _ first: ByteView, _ second: ByteView
  ) -> Bool {
    var left = first[...]
    var right = second[...]
    var isInString = false
    while let byte = left.first, let other = right.first {
      if !isInString, startsNumber(byte), startsNumber(other) {
        let numbers = (left.prefix(while: isOfNumber), right.prefix(while: isOfNumber))
        guard isSameNumber(numbers.0, numbers.1) else { return false }
        left = left.dropFirst(numbers.0.count)
        right = right.dropFirst(numbers.1.count)
        continue
      }
      // The character after a backslash does not end a string.
      let length = byte == UInt8(ascii: "\\") ? 2 : 1
      guard left.prefix(length).elementsEqual(right.prefix(length)) else { return false }
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
      left = left.dropFirst(length)
      right = right.dropFirst(length)
    }
    return left.isEmpty && right.isEmpty
  }

  private static func startsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte &- 0x30 < 10
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    startsNumber(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
      || byte | 0x20 == UInt8(ascii: "e")
  }

  /// Returns whether JSON text is a number.
  static func isNumber(_ text: ByteView) -> Bool {
    text.first.map(startsNumber) ?? false
  }

  /// Returns a negative number, 0 or a positive number if the first number is less than, equal to
  /// or greater than the second. Returns `nil` if a text is not a number, or if its exponent is out
  /// of range.
  static func order(
    _ first: ByteView, _ second: ByteView
  ) -> Int? {
    guard isNumber(first), isNumber(second),
      let first = ExactNumber(first[...]), let second = ExactNumber(second[...])
    else { return nil }
    return first.order(to: second)
  }

  private static func isSameNumber(
    _ first: Slice<ByteView>, _ second: Slice<ByteView>
  ) -> Bool {
    if first.elementsEqual(second) { return true }
    guard let first = ExactNumber(first), let second = ExactNumber(second) else {
      return false
    }
    return first.isSame(as: second)
  }
}

/// The exact value of a number with any number of digits.
@safe
private struct ExactNumber {
  private let isNegative: Bool
  /// The digits from the first to the last nonzero digit, with the point if it is between them.
  /// Empty for 0.
  private let digits: Slice<ByteView>
  /// The power of ten of the last of these digits.
  private let exponent: Int

  /// Parses a JSON number.
  /// - Returns: `nil` if the exponent is out of range.
  init?(_ text: Slice<ByteView>) {
    let significand = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let power = text.dropFirst(significand.count + 1)
    guard let shift = power.isEmpty ? 0 : Int(String(decoding: power, as: UTF8.self)),
      shift.magnitude < 1 << 62
    else { return nil }
    func isSignificant(_ byte: UInt8) -> Bool { byte &- 0x31 < 9 }
    guard let first = significand.firstIndex(where: isSignificant),
      let last = significand.lastIndex(where: isSignificant)
    else {
      (isNegative, digits, exponent) = (false, significand.prefix(0), 0)
      return
    }
    let point = significand.firstIndex(of: UInt8(ascii: ".")) ?? significand.endIndex
    isNegative = significand.first == UInt8(ascii: "-")
    digits = significand[first...last]
    exponent = shift + (last < point ? point - 1 - last : point - last)
  }

  func isSame(as other: ExactNumber) -> Bool {
    isNegative == other.isNegative && exponent == other.exponent
      && digits.lazy.filter(Self.isDigit).elementsEqual(other.digits.lazy.filter(Self.isDigit))
  }

  func order(to other: ExactNumber) -> Int {
    guard sign == other.sign else { return sign < other.sign ? -1 : 1 }
    let (top, otherTop) = (topExponent, other.topExponent)
    guard top == otherTop else { return top < otherTop ? -sign : sign }
    let isLess = digits.lazy.filter(Self.isDigit)
      .lexicographicallyPrecedes(other.digits.lazy.filter(Self.isDigit))
    return isLess ? -sign : isSame(as: other) ? 0 : sign
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  /// The power of ten before the first digit: 2 for `12`.
  private var topExponent: Int { exponent + digits.lazy.filter(Self.isDigit).count }

  private static func isDigit(_ byte: UInt8) -> Bool { byte != UInt8(ascii: ".") }
}
