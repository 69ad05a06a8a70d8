extension AnyValue.Number: Hashable {
  /// Returns whether the numbers have the same text or are the same integer, as `100`, `1e2` and
  /// `100.0` are. Other numbers are equal if they are nearest to the same finite `Double`. Numbers
  /// beyond every `Double` are equal if their digits and their order of magnitude are.
  public static func == (first: Self, second: Self) -> Bool {
    if first.text == second.text { return true }
    switch (first.integer(as: Int128.self), second.integer(as: Int128.self)) {
    case (let left?, let right?): return left == right
    case (nil, nil):
      guard first.double == second.double else { return false }
      return first.double.isFinite || first.isSameDecimal(as: second)
    default: return false
    }
  }

  /// Hashes the nearest `Double`, which is the same for equal numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(double)
  }

  /// Returns whether two numbers that are not zero have the same magnitude.
  private func isSameDecimal(as other: Self) -> Bool {
    guard isFinite, other.isFinite, let first = decimal, let second = other.decimal else {
      return false
    }
    return first.exponent == second.exponent && first.digits == second.digits
  }

  /// The significant digits and the power of ten of the last one. `nil` if the power exceeds 128
  /// bits.
  private var decimal: (digits: [UInt8], exponent: Int128)? {
    let bytes = Array(text.utf8)
    let end = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
    var digits: [UInt8] = []
    var places: Int128 = 0
    var isFraction = false
    for byte in bytes[..<end] where byte != UInt8(ascii: "-") {
      if byte == UInt8(ascii: ".") {
        isFraction = true
        continue
      }
      if isFraction { places += 1 }
      if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      places -= 1
    }
    guard end < bytes.count else { return (digits, -places) }
    let power = Array(bytes[(end + 1)...].drop { $0 == UInt8(ascii: "+") })
    return power.withByteView { DecimalParsing.integer($0, as: Int128.self) }
      .map { (digits, $0 - places) }
  }
}
