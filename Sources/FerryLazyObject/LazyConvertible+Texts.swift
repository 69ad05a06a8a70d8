import Ferry
public import Foundation

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
