import Foundation

// Forms in which nearly all values come, without the scanners and locales that Foundation takes for
// every form.

extension Decimal {
  /// The number that `text`, a number of JSON, stands for.
  init?(number text: String) {
    if let short = Decimal(short: text) { self = short } else { self.init(string: text) }
  }

  /// The number that up to 18 digits with or without a point among them stand for.
  private init?(short text: String) {
    var digits: UInt64 = 0
    var count = 0
    var places: Int?
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    for byte in rest {
      if byte == UInt8(ascii: "."), places == nil {
        places = 0
        continue
      }
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10, count < 18 else { return nil }
      digits = digits * 10 + UInt64(digit)
      count += 1
      if let some = places { places = some + 1 }
    }
    guard count > 0, digits > 0 else { return nil }
    self.init(
      sign: isNegative ? .minus : .plus, exponent: -(places ?? 0), significand: Decimal(digits))
  }
}

extension UUID {
  /// The UUID of 16 bytes.
  init(bytes: SIMD16<UInt8>) {
    // Both are 16 bytes in a row.
    self.init(uuid: unsafe unsafeBitCast(bytes, to: uuid_t.self))
  }
}
