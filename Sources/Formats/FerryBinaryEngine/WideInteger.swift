import FerryBase

/// Integers of up to 64 bytes in two's complement, little-endian (Format.md, "Wide numbers").
enum WideInteger {
  static let maximumWidth = 64
  /// The maximum number of digits. Every integer with at most this number of digits fits.
  static let maximumDigits = 153

  /// Returns the fewest bytes for the integer with these `digits`, or `nil` for more than
  /// ``maximumDigits``.
  static func bytes(
    digits: Slice<ByteView>, isNegative: Bool
  ) -> [UInt8]? {
    guard digits.count <= maximumDigits else { return nil }
    var bytes: [UInt8]
    if digits.count <= digitsOfWord {
      let magnitude = digits.reduce(0 as Int64) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
      bytes = littleEndianBytes(UInt64(bitPattern: isNegative ? -magnitude : magnitude))
    } else {
      var number = LongInteger(forBytes: true)
      number.append(digits: ByteView(rebasing: digits))
      bytes = number.bytes.reversed()
      bytes.append(0)
      if isNegative { negate(&bytes) }
    }
    // A last byte that only repeats the sign is redundant.
    let sign: UInt8 = isNegative ? 0xFF : 0
    while bytes.count > 1, bytes[bytes.count - 1] == sign,
      (bytes[bytes.count - 2] ^ sign) & 0x80 == 0
    {
      bytes.removeLast()
    }
    return bytes
  }

  /// The number of digits that always fit an `Int64`.
  private static let digitsOfWord = 18

  private static func littleEndianBytes(_ word: some FixedWidthInteger) -> [UInt8] {
    unsafe withUnsafeBytes(of: word.littleEndian) { unsafe Array($0) }
  }

  /// Returns the digits of the magnitude, and whether the integer is negative.
  static func digits(_ bytes: ByteView) -> (digits: [UInt8], isNegative: Bool) {
    let isNegative = (bytes.last ?? 0) & 0x80 != 0
    var magnitude = Array(bytes)
    if isNegative {
      magnitude.append(0xFF)
      negate(&magnitude)
    }
    var number = LongInteger()
    for byte in magnitude.reversed() { number.append(UInt64(byte), radix: 256) }
    return (number.text(), isNegative)
  }

  private static func negate(_ bytes: inout [UInt8]) {
    var carry = true
    for index in bytes.indices {
      let (sum, overflow) = (~bytes[index]).addingReportingOverflow(carry ? 1 : 0)
      bytes[index] = sum
      carry = overflow
    }
  }
}

/// Numbers with a fraction, stored digit by digit: a wide integer times a power of ten (Format.md,
/// "Wide numbers").
struct WideDecimal {
  static let maximumExponent = 1 << 15
  /// The maximum number of zeros between the point and the first digit. Numbers with more zeros
  /// have an exponent.
  private static let maximumZeros = 8

  var significand: [UInt8]
  var exponent: Int

  /// Reads a number without an exponent. Fails if it has too many digits or begins with too many
  /// zeros.
  init?(_ text: ByteView) {
    let isNegative = text.first == UInt8(ascii: "-")
    let number = isNegative ? text.dropFirst() : text[...]
    guard let point = number.firstIndex(of: UInt8(ascii: ".")),
      number.allSatisfy({ $0 | 0x20 != UInt8(ascii: "e") })
    else { return nil }
    let fraction = number[(point + 1)...]
    var digits = Array(number[..<point]) + Array(fraction)
    digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
    guard !digits.isEmpty, fraction.count <= digits.count + Self.maximumZeros else {
      return nil
    }
    let bytes = digits.withByteView { digits in
      WideInteger.bytes(digits: digits[...], isNegative: isNegative)
    }
    guard let bytes else { return nil }
    significand = bytes
    exponent = -fraction.count
  }

  /// Returns the number as text in JSON's grammar.
  static func text(_ significand: ByteView, exponent: Int) -> [UInt8] {
    var (digits, isNegative) = WideInteger.digits(significand)
    if exponent < 0, -exponent <= digits.count + maximumZeros {
      if digits.count <= -exponent {
        digits.insert(
          contentsOf: repeatElement(UInt8(ascii: "0"), count: 1 - exponent - digits.count), at: 0)
      }
      digits.insert(UInt8(ascii: "."), at: digits.count + exponent)
    } else if exponent != 0 {
      digits += Array("e\(exponent)".utf8)
    }
    if isNegative { digits.insert(UInt8(ascii: "-"), at: 0) }
    return digits
  }
}
