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

// Types that a document spells in a text. They are not JSON's own, so their errors are those of a
// conversion: the value has another type, or the text is not valid.

/// A type that is made of a text.
package protocol LazyText: LazyConvertible where ConvertedType == Self {
  /// The value that a text spells, if it does.
  static func converted(from text: String) -> Self?
}

extension LazyText {
  /// Converts a text.
  /// - Throws: ``LazyMappingError``: `unexpectedTypeError` for a value that is no text, `customError`
  ///   for a text that is not valid.
  public static func convert(value: Any?) throws -> Self {
    guard let text = AnyValue(bridging: value)?.string else {
      throw LazyMappingError.unexpectedType(value, expected: String.self)
    }
    guard let result = converted(from: text) else {
      throw LazyMappingError.invalid(.string(text), Self.self)
    }
    return result
  }
}

extension URL: LazyText {
  /// The URL that a text spells: a URI (RFC 3986), or an IRI (RFC 3987), whose characters beyond
  /// ASCII are percent-encoded. Nothing else is encoded, so that a sentence is no URL.
  package static func converted(from text: String) -> URL? {
    let ascii = text.unicodeScalars.map { $0.isASCII ? Character($0) : "x" }
    guard URL(string: String(ascii), encodingInvalidCharacters: false) != nil else { return nil }
    return URL(string: text)
  }
}

extension UUID: LazyText {
  package static func converted(from text: String) -> UUID? { UUID(uuidString: text) }
}

extension Data: LazyText {
  /// Converts bytes, or base64 in a text.
  /// - Throws: ``LazyMappingError``: `unexpectedTypeError` for another value, `customError` for a text
  ///   that is no base64.
  public static func convert(value: Any?) throws -> Data {
    guard let bridged = AnyValue(bridging: value) else {
      throw LazyMappingError.unexpectedType(value, expected: String.self)
    }
    if case .bytes(let bytes) = bridged { return Data(bytes) }
    guard let text = bridged.string else {
      throw LazyMappingError.unexpectedType(value, expected: String.self)
    }
    guard let data = converted(from: text) else {
      throw LazyMappingError.invalid(bridged, Data.self)
    }
    return data
  }

  package static func converted(from text: String) -> Data? { Data(base64Encoded: text) }
}
