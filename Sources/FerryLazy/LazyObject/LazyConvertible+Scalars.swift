public import FerryTape
public import Foundation

// The conversions of the seed: numbers from numbers and from text that is one, truth values from 1
// and 0 and from their names. Nothing is rounded and nothing guessed: "abc" is no number.

extension AnyValue: LazyConvertible {
  /// Any value.
  public static func convert(value: Any?) throws -> AnyValue {
    guard let bridged = AnyValue(bridging: value) else {
      throw LazyMappingError.unexpectedType(value, expected: AnyValue.self)
    }
    return bridged
  }

  /// Any value, with the text of its numbers.
  public static func convert(_ document: Document) throws -> AnyValue {
    try document.decode(AnyValue.self)
  }
}

extension String: LazyScalar {
  package static func converted(from value: AnyValue) -> String? { value.string }
}

extension Bool: LazyScalar {
  package static func converted(from value: AnyValue) -> Bool? {
    switch value {
    case .bool(let value): value
    case .number(let number):
      switch number.integer(as: Int.self) {
      case 1: true
      case 0: false
      default: nil
      }
    case .string("true"): true
    case .string("false"): false
    default: nil
    }
  }
}

extension AnyValue {
  /// The number that this is, or that its text writes, in JSON's grammar.
  fileprivate var lazyNumber: Number? {
    switch self {
    case .number(let number): return number
    case .string(let text):
      guard Self.isNumber(text) else { return nil }
      return Number(text: text)
    default: return nil
    }
  }

  private static func isNumber(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { unsafe PlainScalar.resolve($0) == .jsonNumber }
  }
}

extension FixedWidthInteger where Self: LazyScalar {
  package static func converted(from value: AnyValue) -> Self? {
    value.lazyNumber?.integer(as: Self.self)
  }
}

extension Int: LazyScalar {}
extension Int8: LazyScalar {}
extension Int16: LazyScalar {}
extension Int32: LazyScalar {}
extension Int64: LazyScalar {}
extension UInt: LazyScalar {}
extension UInt8: LazyScalar {}
extension UInt16: LazyScalar {}
extension UInt32: LazyScalar {}
extension UInt64: LazyScalar {}

extension Double: LazyScalar {
  package static func converted(from value: AnyValue) -> Double? {
    guard let number = value.lazyNumber else { return nil }
    let double = number.double
    // A number that is out of range is no infinity; one that was written so is.
    return double.isInfinite && number.isFinite ? nil : double
  }
}

extension Float: LazyScalar {
  package static func converted(from value: AnyValue) -> Float? {
    guard let number = value.lazyNumber else { return nil }
    guard number.isFinite else { return Float(number.double) }
    // The text is rounded once, to the nearest float.
    guard let float = Float(number.text), float.isFinite else { return nil }
    return float
  }
}

extension Decimal: LazyScalar {
  package static func converted(from value: AnyValue) -> Decimal? {
    guard let number = value.lazyNumber, number.isFinite,
      let decimal = Decimal(string: number.text), decimal.isFinite
    else { return nil }
    return decimal
  }
}

extension NSNumber: LazyConvertible {
  /// A number, a truth value, or text that is a number.
  /// - Throws: ``LazyMappingError``: `unexpectedTypeError` for another value, `customError` for text
  ///   that is no number.
  public static func convert(value: Any?) throws -> NSNumber {
    guard let bridged = AnyValue(bridging: value), bridged.number != nil || bridged.string != nil
    else {
      if let value = AnyValue(bridging: value)?.bool { return NSNumber(value: value) }
      throw LazyMappingError.unexpectedType(value, expected: NSNumber.self)
    }
    guard let number = bridged.lazyNumber else {
      throw LazyMappingError.invalid(bridged, NSNumber.self)
    }
    if let value = number.integer(as: Int64.self) { return NSNumber(value: value) }
    if let value = number.integer(as: UInt64.self) { return NSNumber(value: value) }
    guard let value = Double.converted(from: bridged) else {
      throw LazyMappingError.invalid(bridged, NSNumber.self)
    }
    return NSNumber(value: value)
  }
}
