public import Ferry
import FerryCoding
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
  package static func converted(from value: AnyValue) -> String? { Tolerance.lazy.text(value) }
}

extension Bool: LazyScalar {
  package static func converted(from value: AnyValue) -> Bool? { Tolerance.lazy.bool(value) }
}

extension FixedWidthInteger where Self: LazyScalar {
  package static func converted(from value: AnyValue) -> Self? { Tolerance.lazy.integer(value) }
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
  package static func converted(from value: AnyValue) -> Double? { Tolerance.lazy.float(value) }
}

extension Float: LazyScalar {
  package static func converted(from value: AnyValue) -> Float? { Tolerance.lazy.float(value) }
}

extension Decimal: LazyScalar {
  package static func converted(from value: AnyValue) -> Decimal? {
    guard let number = Tolerance.lazy.number(value), number.isFinite,
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
    guard let number = Tolerance.lazy.number(bridged) else {
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
