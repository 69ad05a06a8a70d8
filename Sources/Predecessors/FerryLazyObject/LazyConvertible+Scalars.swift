public import Ferry
import FerryForeignValues
public import Foundation

// The conversions of the original LazyObject: numbers from numbers and numeric text, truth values
// from 1, 0 and their names. Values are never rounded or guessed: "abc" is not a number.

extension AnyValue: LazyConvertible {
  /// Returns any value.
  public static func convert(value: Any?) throws -> AnyValue {
    guard let bridged = AnyValue(bridging: value) else {
      throw LazyMappingError.unexpectedType(value, expected: AnyValue.self)
    }
    return bridged
  }

  /// Returns any value, with the original text of its numbers.
  public static func convert(_ document: Document) throws -> AnyValue {
    try document.decode(AnyValue.self)
  }
}

extension Bool: LazyScalar {
  static func converted(from value: AnyValue) -> Bool? { scalar(in: value.truth) }
}

extension String: LazyScalar {}
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
extension Double: LazyScalar {}
extension Float: LazyScalar {}
extension Decimal: LazyScalar {}

extension NSNumber: LazyConvertible {
  /// Converts a number, a truth value, or numeric text.
  /// - Throws: ``LazyMappingError``: `unexpectedTypeError` for any other value, `customError` for
  ///   text that is not numeric.
  public static func convert(value: Any?) throws -> NSNumber {
    guard let bridged = AnyValue(bridging: value), bridged.number != nil || bridged.string != nil
    else {
      if let value = AnyValue(bridging: value)?.bool { return NSNumber(value: value) }
      throw LazyMappingError.unexpectedType(value, expected: NSNumber.self)
    }
    guard let number = bridged.numeral.number else {
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

// Types that are text in a document. They are not types of JSON, so their errors are those of a
// conversion: the value has another type, or the text is invalid.

/// A type that is created from a text.
protocol LazyText: LazyConvertible where ConvertedType == Self {
  /// Returns the value of a text; `nil` if the text is invalid.
  static func converted(from text: String) -> Self?
}

extension LazyText {
  /// Converts a text.
  /// - Throws: ``LazyMappingError``: `unexpectedTypeError` for a value that is not a text,
  ///   `customError` for an invalid text.
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
  /// Returns the URL for a text: a URI (RFC 3986), or an IRI (RFC 3987). In an IRI, characters
  /// beyond ASCII are percent-encoded. No other characters are encoded, so a sentence is not a URL.
  static func converted(from text: String) -> URL? {
    let ascii = text.unicodeScalars.map { $0.isASCII ? Character($0) : "x" }
    guard URL(string: String(ascii), encodingInvalidCharacters: false) != nil else { return nil }
    return URL(string: text)
  }
}

extension UUID: LazyText {
  static func converted(from text: String) -> UUID? { UUID(uuidString: text) }
}

extension Data: LazyText {
  /// Converts bytes, or base64 in a text.
  /// - Throws: ``LazyMappingError``: `unexpectedTypeError` for any other value, `customError` for a
  ///   text that is not base64.
  public static func convert(value: Any?) throws -> Data {
    let bridged = AnyValue(bridging: value) ?? .null
    if let data = scalar(in: bridged) { return data }
    throw bridged.string == nil
      ? LazyMappingError.unexpectedType(value, expected: String.self)
      : LazyMappingError.invalid(bridged, Data.self)
  }

  static func converted(from text: String) -> Data? { scalar(in: .string(text)) }
}
