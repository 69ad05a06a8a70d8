/// An integer of any size. Digits of any base are appended one by one, and the result is decimal
/// text.
///
/// Each digit costs a pass over the whole number, so callers limit the number of digits.
package struct LongInteger {
  /// The maximum number of digits of hexadecimal, octal and binary numbers: 4096 bits in
  /// hexadecimal.
  package static let maximumDigits = 1024

  /// Groups of nine decimal digits or of 32 bits, the lowest group first.
  private var limbs: [UInt32] = []
  private let isBinary: Bool

  /// Creates zero. The result is either the decimal digits or the bytes.
  package init(forBytes isBinary: Bool = false) { self.isBinary = isBinary }

  /// Multiplies by `radix`, at most 2^32, and adds `digit`.
  package mutating func append(_ digit: UInt64, radix: UInt64) {
    // The compiler divides by a constant faster.
    if isBinary {
      append(digit, radix, base: 1 << 32)
    } else {
      append(digit, radix, base: 1_000_000_000)
    }
  }

  @inline(__always)
  private mutating func append(_ digit: UInt64, _ radix: UInt64, base: UInt64) {
    var carry = digit
    for index in limbs.indices {
      carry &+= UInt64(limbs[index]) &* radix
      limbs[index] = UInt32(truncatingIfNeeded: carry % base)
      carry /= base
    }
    while carry > 0 {
      limbs.append(UInt32(truncatingIfNeeded: carry % base))
      carry /= base
    }
  }

  /// Appends decimal digits, in groups of nine.
  package mutating func append(digits: ByteView) {
    for start in stride(from: 0, to: digits.count, by: 9) {
      var (number, radix) = (0 as UInt64, 1 as UInt64)
      for digit in digits[start..<min(start + 9, digits.count)] {
        number = number * 10 + UInt64(digit & 15)
        radix *= 10
      }
      append(number, radix: radix)
    }
  }

  /// The bytes of a number that was created for them, the highest first, without leading zeros.
  package var bytes: [UInt8] {
    let bytes = limbs.reversed().flatMap { limb in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: limb >> $0) }
    }
    return Array(bytes.drop { $0 == 0 })
  }

  /// Returns the decimal digits, with a minus sign if `isNegative` and the number is not zero.
  package func text(isNegative: Bool = false) -> [UInt8] {
    guard let highest = limbs.last else { return [0x30] }
    // The last digit comes first, and each group but the highest has nine digits.
    var text: [UInt8] = []
    func append(_ limb: UInt32, while isUnfinished: (UInt32) -> Bool) {
      var rest = limb
      while isUnfinished(rest) {
        text.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      }
    }
    for limb in limbs.dropLast() {
      let end = text.count + 9
      append(limb) { _ in text.count < end }
    }
    append(highest) { $0 != 0 }
    if isNegative { text.append(0x2D) }
    text.reverse()
    return text
  }
}
