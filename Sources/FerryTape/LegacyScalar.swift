import FerryBytes

/// Plain scalars that mean something in YAML 1.1 (its types bool, int and float) and not, or
/// something else, in 1.2.
enum LegacyScalar {
  /// The meaning of `text`, or nil where 1.1 has nothing to add.
  static func resolve(_ text: UnsafeBufferPointer<UInt8>) -> PlainScalar? {
    guard let first = unsafe text.first else { return nil }
    switch first | 0x20 {
    case UInt8(ascii: "y"), UInt8(ascii: "n"), UInt8(ascii: "o"): return unsafe word(text)
    default: break
    }
    let isSigned = first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
    let digits = unsafe UnsafeBufferPointer(rebasing: text[(isSigned ? 1 : 0)...])
    guard let digit = unsafe digits.first, digit &- 0x30 < 10 || digit == UInt8(ascii: ".") else {
      return nil
    }
    let isNegative = first == UInt8(ascii: "-")
    return unsafe whole(digits, isNegative) ?? sexagesimal(digits, isNegative)
      ?? separated(digits, isNegative)
  }

  /// Whether a decimal number starts with a zero that it does not need.
  static func hasLeadingZero(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = unsafe text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") ? 1 : 0
    return unsafe text.count > start + 1 && text[start] == UInt8(ascii: "0")
      && text[start + 1] &- 0x30 < 10
  }

  // MARK: Words

  private static func word(_ text: UnsafeBufferPointer<UInt8>) -> PlainScalar? {
    guard text.count <= 3 else { return nil }
    switch unsafe String(decoding: text, as: UTF8.self) {
    case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON": return .bool(true)
    case "n", "N", "no", "No", "NO", "off", "Off", "OFF": return .bool(false)
    default: return nil
    }
  }

  // MARK: Whole numbers

  /// `0b101`, `0x1F`, `017`, each with `_` between the digits; `1_000`.
  private static func whole(
    _ digits: UnsafeBufferPointer<UInt8>, _ isNegative: Bool
  ) -> PlainScalar? {
    var radix: UInt64 = 10
    var start = 0
    if unsafe digits[0] == UInt8(ascii: "0"), digits.count > 1 {
      switch unsafe digits[1] {
      case UInt8(ascii: "b"): (radix, start) = (2, 2)
      case UInt8(ascii: "x"): (radix, start) = (16, 2)
      case UInt8(ascii: "o"): (radix, start) = (8, 2)
      default: (radix, start) = (8, 1)
      }
    }
    guard start < digits.count else { return nil }
    var value: UInt64 = 0
    var isTooLarge = false
    for position in start..<digits.count {
      let byte = unsafe digits[position]
      guard byte != UInt8(ascii: "_") else { continue }
      guard let digit = hexadecimal(byte), digit < radix else {
        // 1.1 takes `08` for text: neither octal nor decimal.
        let isDecimal = unsafe digits.allSatisfy { $0 &- 0x30 < 10 }
        return radix == 8 && start == 1 && isDecimal ? .text : nil
      }
      let (product, overflow) = value.multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(digit)
      if overflow || carry { isTooLarge = true }
      value = sum
    }
    return isTooLarge ? .integerTooLarge : signed(value, isNegative)
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte &- 0x30)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte &- 0x57)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte &- 0x37)
    default: nil
    }
  }

  private static func signed(_ value: UInt64, _ isNegative: Bool) -> PlainScalar {
    guard isNegative else { return Int64(exactly: value).map { .int64($0) } ?? .uint64(value) }
    guard value <= Int64.min.magnitude else { return .integerTooLarge }
    return .int64(Int64(truncatingIfNeeded: 0 &- value))
  }

  /// `1:30`, `22:22:22`, `1:30.5`: places of sixty.
  private static func sexagesimal(
    _ digits: UnsafeBufferPointer<UInt8>, _ isNegative: Bool
  ) -> PlainScalar? {
    guard unsafe digits.contains(UInt8(ascii: ":")) else { return nil }
    let point = unsafe digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.count
    var value: UInt64 = 0
    var isTooLarge = false
    let places = unsafe digits[..<point].split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    for number in unsafe places.indices {
      let place = unsafe places[number]
      var digit: UInt64 = 0
      guard unsafe !place.isEmpty, unsafe number == 0 || place.count <= 2 else { return nil }
      for position in unsafe place.indices {
        let byte = unsafe place[position]
        guard !(number == 0 && byte == UInt8(ascii: "_")) else { continue }
        guard byte &- 0x30 < 10 else { return nil }
        let (product, overflow) = digit.multipliedReportingOverflow(by: 10)
        if overflow { isTooLarge = true }
        digit = product &+ UInt64(byte &- 0x30)
      }
      guard number == 0 || digit < 60 else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 60)
      let (sum, carry) = product.addingReportingOverflow(digit)
      if overflow || carry { isTooLarge = true }
      value = sum
    }
    guard point < digits.count else {
      return isTooLarge ? .integerTooLarge : signed(value, isNegative)
    }
    guard let fraction = unsafe decimal(digits[point...]), !isTooLarge else { return nil }
    return .double((Double(value) + fraction) * (isNegative ? -1 : 1))
  }

  // MARK: Fractions

  /// `1_000.5`.
  private static func separated(
    _ digits: UnsafeBufferPointer<UInt8>, _ isNegative: Bool
  ) -> PlainScalar? {
    guard unsafe digits.contains(UInt8(ascii: "_")), unsafe digits.first != UInt8(ascii: "."),
      let value = unsafe decimal(digits[...])
    else { return nil }
    return .double(isNegative ? -value : value)
  }

  /// The number without its `_`, a zero in front of a full stop.
  private static func decimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
    var text = unsafe digits.filter { $0 != UInt8(ascii: "_") }
    if text.first == UInt8(ascii: ".") { text.insert(UInt8(ascii: "0"), at: 0) }
    if text.last == UInt8(ascii: ".") { text.append(UInt8(ascii: "0")) }
    return unsafe text.withUnsafeBufferPointer { text in
      switch unsafe PlainScalar.resolve(text) {
      case .jsonNumber: unsafe DecimalParsing.double(text)
      case .double(let value): value
      default: nil
      }
    }
  }
}
