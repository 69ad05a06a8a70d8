/// Digits of base 16.
@usableFromInline
package enum Hexadecimal {
  /// Returns the value of an upper-case or lower-case digit, or `nil`.
  @inlinable
  package static func value(of digit: UInt8) -> UInt8? {
    let decimal = digit &- UInt8(ascii: "0")
    if decimal < 10 { return decimal }
    let letter = (digit | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }

  /// Returns the value of `count` digits, at most 8; `nil` if a byte is not a digit. All of them
  /// must be readable.
  @inlinable @inline(__always)
  package static func value(_ digits: UnsafePointer<UInt8>, count: Int) -> UInt32? {
    var value: UInt32 = 0
    var areDigits = true
    for index in 0..<count {
      // Decimal digits and letters alternate without order, so the code has no branch for them.
      let byte = unsafe UInt32(digits[index])
      let decimal = byte &- 0x30
      let letter = (byte | 0x20) &- 0x61
      areDigits = areDigits && decimal < 10 || areDigits && letter < 6
      value = value &<< 4 | (decimal < 10 ? decimal : letter &+ 10)
    }
    return areDigits ? value : nil
  }

  /// Returns the value of `count` digits from `index` on; `nil` if a digit is missing.
  package static func value(
    _ text: ByteView, at index: Int, count: Int
  ) -> UInt32? {
    guard index >= 0, index + count <= text.count else { return nil }
    return unsafe value(text.start + index, count: count)
  }
}

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
