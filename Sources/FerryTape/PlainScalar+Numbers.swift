import FerryBytes

extension PlainScalar {
  /// The meaning of a scalar that starts with a digit, a sign or a full stop.
  @usableFromInline
  static func number(_ text: UnsafeBufferPointer<UInt8>) -> PlainScalar {
    let isSigned = unsafe text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-")
    if !isSigned, unsafe text[0] == UInt8(ascii: "0"), text.count > 2 {
      if unsafe text[1] == UInt8(ascii: "x") { return unsafe radix(text, bitsPerDigit: 4) }
      if unsafe text[1] == UInt8(ascii: "o") { return unsafe radix(text, bitsPerDigit: 3) }
    }
    let start = isSigned ? 1 : 0
    if start < text.count, unsafe text[start] == UInt8(ascii: "."),
      let special = unsafe notFinite(text, from: start)
    {
      return special
    }
    return unsafe decimal(text, from: start)
  }

  /// `[0-9]+ (\. [0-9]*)? | \. [0-9]+`, then `([eE] [-+]? [0-9]+)?`, from `start` to the end.
  private static func decimal(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> PlainScalar {
    var index = start
    let wholeDigits = unsafe skipDigits(text, &index)
    var fractionDigits = 0
    var hasPoint = false
    if index < text.count, unsafe text[index] == UInt8(ascii: ".") {
      hasPoint = true
      index += 1
      fractionDigits = unsafe skipDigits(text, &index)
    }
    guard wholeDigits + fractionDigits > 0 else { return .text }
    var hasExponent = false
    if index < text.count, unsafe text[index] | 0x20 == UInt8(ascii: "e") {
      hasExponent = true
      index += 1
      if index < text.count,
        unsafe text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      guard unsafe skipDigits(text, &index) > 0 else { return .text }
    }
    guard index == text.count else { return .text }

    let hasLeadingZero = unsafe wholeDigits > 1 && text[start] == UInt8(ascii: "0")
    let isJSON =
      unsafe text[0] != UInt8(ascii: "+") && wholeDigits > 0 && !hasLeadingZero
      && (!hasPoint || fractionDigits > 0)
    if isJSON { return .jsonNumber }
    return unsafe hasPoint || hasExponent
      ? .double(double(text, from: start, wholeDigits: wholeDigits, fractionDigits: fractionDigits))
      : integer(text, from: start)
  }

  /// Moves `index` behind the digits there and returns how many they are.
  private static func skipDigits(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Int {
    let start = index
    while index < text.count, unsafe text[index] &- 0x30 < 10 { index += 1 }
    return index - start
  }

  /// A decimal whole number with a plus sign or leading zeros.
  private static func integer(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> PlainScalar {
    var magnitude: UInt64 = 0
    for position in start..<text.count {
      let byte = unsafe text[position]
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(byte &- 0x30))
      if overflow || carry { return .integerTooLarge }
      magnitude = sum
    }
    if unsafe text[0] != UInt8(ascii: "-") { return whole(magnitude) }
    guard magnitude <= Int64.min.magnitude else { return .integerTooLarge }
    return .int64(Int64(truncatingIfNeeded: 0 &- magnitude))
  }

  /// The digits behind `0x` or `0o`.
  private static func radix(
    _ text: UnsafeBufferPointer<UInt8>, bitsPerDigit: UInt64
  ) -> PlainScalar {
    var value: UInt64 = 0
    var isTooLarge = false
    for position in 2..<text.count {
      let byte = unsafe text[position]
      let digit: UInt64
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt64(byte &- 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = UInt64(byte &- 0x57)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = UInt64(byte &- 0x37)
      default: return .text
      }
      guard digit < 1 << bitsPerDigit else { return .text }
      // The rest is still read: it decides between a number and text.
      if value >> (64 - bitsPerDigit) != 0 { isTooLarge = true }
      value = value << bitsPerDigit | digit
    }
    return isTooLarge ? .integerTooLarge : whole(value)
  }

  private static func whole(_ value: UInt64) -> PlainScalar {
    Int64(exactly: value).map { .int64($0) } ?? .uint64(value)
  }

  /// `.inf` and `.nan`, in the three spellings of the schema each.
  private static func notFinite(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> PlainScalar? {
    guard text.count == start + 4 else { return nil }
    let isNegative = unsafe text[0] == UInt8(ascii: "-")
    switch unsafe (text[start + 1], text[start + 2], text[start + 3]) {
    case (0x69, 0x6E, 0x66), (0x49, 0x6E, 0x66), (0x49, 0x4E, 0x46):
      return .double(isNegative ? -.infinity : .infinity)
    case (0x6E, 0x61, 0x6E), (0x4E, 0x61, 0x4E), (0x4E, 0x41, 0x4E):
      // The schema gives no sign to a value that is not a number.
      return start == 0 ? .double(.nan) : nil
    default:
      return nil
    }
  }

  /// The value of a number that JSON would spell in another way.
  private static func double(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, wholeDigits: Int, fractionDigits: Int
  ) -> Double {
    // Number parsing is for JSON's grammar, so the scalar is spelled in it: at most one zero more.
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count + 2) { spelled in
      var count = 0
      func put(_ byte: UInt8) {
        unsafe spelled[count] = byte
        count += 1
      }
      if unsafe text[0] == UInt8(ascii: "-") { unsafe put(text[0]) }
      let point = start + wholeDigits
      let firstNonZero = unsafe text[start..<point].firstIndex { $0 != UInt8(ascii: "0") }
      if let firstNonZero {
        for position in firstNonZero..<point {
          let byte = unsafe text[position]
          put(byte)
        }
      } else {
        put(UInt8(ascii: "0"))
      }
      var rest = point
      if rest < text.count, unsafe text[rest] == UInt8(ascii: "."), fractionDigits == 0 {
        rest += 1
      }
      for position in rest..<text.count {
        let byte = unsafe text[position]
        put(byte)
      }
      return unsafe DecimalParsing.double(UnsafeBufferPointer(rebasing: spelled[..<count]))
    }
  }
}
