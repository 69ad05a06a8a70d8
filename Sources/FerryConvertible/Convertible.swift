@_exported public import Ferry
@_exported public import FerryDeclaredMappings
import FerryFoundation
import FerryModels
public import Foundation

/// A model: nothing but stored properties, and all conversions.
///
/// ```swift
/// struct User: Convertible, UnderscoreToCamelCase {
///   var firstName: String
///   var isPublic: Bool
///   var createdAt: Date?
///   static let keyMapping = ["isPublic": "public"]
/// }
///
/// let user = try User.initializeWithData(data)
/// ```
public protocol Convertible: DeclaredMapping, Codable, DataConvertible, JsonConvertible {}

extension Convertible {
  /// Sets the properties whose keys `json` has; the others stay as they are.
  ///
  /// A value that is an object itself replaces the one before. Null sets an optional to nil.
  /// - Throws: `DecodingError`; the model is as before then.
  public mutating func update(
    from json: JsonValue, options: [any ConvertibleOption] = []
  ) throws {
    self = try TreeCoding.updated(self, from: json, foundation(options), foundation(options))
  }

  /// Sets the properties whose keys the JSON text has; the others stay as they are.
  /// - Throws: `DecodingError`; the model is as before then.
  public mutating func update(from data: Data, options: [any ConvertibleOption] = []) throws {
    try update(from: JsonValue(jsonData: data), options: options)
  }
}

/// What the options say of Foundation's types.
func foundation(_ options: [any ConvertibleOption]) -> FoundationDecoding {
  var decoding = FoundationDecoding()
  decoding.date = options.first(or: DateOption.iso8601).decoding
  return decoding
}

/// What the options say of Foundation's types.
func foundation(_ options: [any ConvertibleOption]) -> FoundationEncoding {
  var encoding = FoundationEncoding()
  encoding.date = options.first(or: DateOption.iso8601).encoding
  return encoding
}
