/// A finite decimal number of any length, without rounding.
package struct ExactNumber: Sendable {
  package let isNegative: Bool
  /// The significant digits, 0 to 9 each, without zeros at either end; empty for zero.
  package let digits: [UInt8]
  /// The power of ten by which the fraction `0.digits` is multiplied.
  private let exponent: Int128

  /// Numbers with exponents from this magnitude on have the same order, but are not equal.
  private static let exponentLimit: Int128 = 1 << 120

  /// Creates the number of a text in JSON's grammar.
  package init(_ text: ByteView) {
    var digits: [UInt8] = []
    var exponent: Int128 = 0
    var position = 0
    var isFraction = false
    let isNegative = text.first == UInt8(ascii: "-")
    while position < text.count, text[position] | 0x20 != UInt8(ascii: "e") {
      let byte = text[position]
      position += 1
      if byte == UInt8(ascii: ".") { isFraction = true }
      guard byte &- 0x30 < 10 else { continue }
      if digits.isEmpty, byte == 0x30 {
        if isFraction { exponent -= 1 }
        continue
      }
      digits.append(byte &- 0x30)
      if !isFraction { exponent += 1 }
    }
    if position < text.count {
      exponent += Self.exponent(ByteView(rebasing: text[(position + 1)...]))
    }
    while digits.last == 0 { digits.removeLast() }
    self.digits = digits
    self.isNegative = isNegative && !digits.isEmpty
    self.exponent = digits.isEmpty ? 0 : max(-Self.exponentLimit, min(exponent, Self.exponentLimit))
  }

  package init(_ text: String) {
    var text = text
    self = text.withByteView { ExactNumber($0) }
  }

  private static func exponent(_ text: ByteView) -> Int128 {
    var value: Int128 = 0
    for byte in text where byte &- 0x30 < 10 {
      value = min(value * 10 + Int128(byte &- 0x30), exponentLimit)
    }
    return text.first == UInt8(ascii: "-") ? -value : value
  }

  package var isWhole: Bool { digits.count <= exponent || digits.isEmpty }

  /// Returns a negative number, zero or a positive number, as this number is less than, equal to or
  /// greater than the other.
  package func compared(to other: ExactNumber) -> Int {
    if isNegative != other.isNegative { return isNegative ? -1 : 1 }
    let sign = isNegative ? -1 : 1
    if digits.isEmpty || other.digits.isEmpty {
      return sign * (digits.isEmpty ? 0 : 1) - sign * (other.digits.isEmpty ? 0 : 1)
    }
    if exponent != other.exponent { return exponent < other.exponent ? -sign : sign }
    if digits == other.digits { return 0 }
    return digits.lexicographicallyPrecedes(other.digits) ? -sign : sign
  }

  /// The maximum number of digits of a divisor.
  package static let divisorDigits = 36

  /// Returns whether this number is an integer times `divisor`, which is not zero and has at most
  /// ``divisorDigits`` digits.
  package func isMultiple(of divisor: ExactNumber) -> Bool {
    guard !digits.isEmpty else { return true }
    // Both numbers as integers times a power of ten. Neither integer ends with a zero, so a larger
    // power in the divisor cannot be matched.
    let shift =
      exponent - Int128(digits.count) - (divisor.exponent - Int128(divisor.digits.count))
    guard shift >= 0 else { return false }
    let modulus = divisor.digits.reduce(UInt128(0)) { $0 * 10 + UInt128($1) }
    let rest = digits.reduce(UInt128(0)) { ($0 * 10 + UInt128($1)) % modulus }
    func product(_ left: UInt128, _ right: UInt128) -> UInt128 {
      modulus.dividingFullWidth(left.multipliedFullWidth(by: right)).remainder
    }
    var (power, base, left) = (1 % modulus, 10 % modulus, shift)
    while left > 0 {
      if left & 1 == 1 { power = product(power, base) }
      base = product(base, base)
      left >>= 1
    }
    return product(rest, power) == 0
  }
}

extension ExactNumber: Equatable {
  package static func == (first: ExactNumber, second: ExactNumber) -> Bool {
    first.isNegative == second.isNegative && first.exponent == second.exponent
      && first.digits == second.digits && first.exponent.magnitude < exponentLimit
  }
}
