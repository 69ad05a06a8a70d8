import FerryBytes

/// Compares JSON texts that are valid and have no white space.
enum SameJSON {
  /// Whether both say the same: numbers by their exact values, as `1.50` is `1.5`, all else as it is
  /// written.
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
      // What is behind a backslash ends no string.
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

  /// Whether JSON text is a number.
  static func isNumber(_ text: ByteView) -> Bool {
    text.first.map(startsNumber) ?? false
  }

  /// Whether a number is below, equal to or above another one: below 0, 0 or above 0. `nil` if one of
  /// the texts is no number, or has an exponent beyond all reason.
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

/// The value of a number, however many digits it has.
@safe
private struct ExactNumber {
  private let isNegative: Bool
  /// From the first digit to the last that is not 0, with the point if it is between; empty for 0.
  private let digits: Slice<ByteView>
  /// The power of ten of the last of them.
  private let exponent: Int

  /// - Returns: nil for an exponent beyond all reason.
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

  /// The power of ten in front of the first digit.
  private var topExponent: Int { exponent + digits.lazy.filter(Self.isDigit).count }

  private static func isDigit(_ byte: UInt8) -> Bool { byte != UInt8(ascii: ".") }
}
