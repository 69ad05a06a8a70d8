public import Ferry
public import Foundation

/// A scalar that is read from a value of its own kind, without conversion or rounding.
public protocol TreeScalar {
  /// Returns the scalar in `value`; `nil` for a value of another kind or out of range.
  static func scalar(in value: AnyValue) -> Self?
}

extension AnyValue {
  /// The number that a text is in JSON's grammar; for any other value, the value itself.
  public var numeral: AnyValue {
    // JSON allows spaces around the number.
    guard case .string(let text) = self, let first = text.utf8.first, let last = text.utf8.last,
      first == UInt8(ascii: "-") || isDigit(first), isDigit(last),
      let value = try? JSON.decode(AnyValue.self, from: text), case .number = value
    else { return self }
    return value
  }

  /// The truth value that 1, 0, `"true"` or `"false"` is; for any other value, the value itself.
  public var truth: AnyValue {
    switch self {
    case .string("true"): true
    case .string("false"): false
    case .number(let number) where number.integer(as: Int.self) == 1: true
    case .number(let number) where number.integer(as: Int.self) == 0: false
    default: self
    }
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

extension Bool: TreeScalar {
  /// Returns a truth value.
  public static func scalar(in value: AnyValue) -> Bool? { value.bool }
}

extension String: TreeScalar {
  /// Returns a text.
  public static func scalar(in value: AnyValue) -> String? { value.string }
}

extension TreeScalar where Self: FixedWidthInteger {
  /// Returns a whole number in the range of the type.
  public static func scalar(in value: AnyValue) -> Self? { value.number?.integer(as: Self.self) }
}

extension Int: TreeScalar {}
extension Int8: TreeScalar {}
extension Int16: TreeScalar {}
extension Int32: TreeScalar {}
extension Int64: TreeScalar {}
extension UInt: TreeScalar {}
extension UInt8: TreeScalar {}
extension UInt16: TreeScalar {}
extension UInt32: TreeScalar {}
extension UInt64: TreeScalar {}

extension TreeScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
  /// Returns the nearest number. It is infinite only if the document has an infinity.
  public static func scalar(in value: AnyValue) -> Self? {
    guard let number = value.number else { return nil }
    // NaN and the infinities have no digits.
    guard number.text.utf8.contains(where: isDigit) else { return Self(number.double) }
    return Self(number.text).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension Double: TreeScalar {}
extension Float: TreeScalar {}

extension Decimal: TreeScalar {
  /// Returns the nearest number.
  public static func scalar(in value: AnyValue) -> Decimal? {
    value.number.flatMap { Decimal(string: $0.text) }.flatMap { $0.isFinite ? $0 : nil }
  }
}

extension Data: TreeScalar {
  /// Returns the bytes, which may be base64 in a text.
  public static func scalar(in value: AnyValue) -> Data? {
    if case .bytes(let bytes) = value { return Data(bytes) }
    return value.string.flatMap { Data(base64Encoded: $0) }
  }
}

extension AnyValue: TreeScalar {
  /// Returns any value.
  public static func scalar(in value: AnyValue) -> AnyValue? { value }
}
