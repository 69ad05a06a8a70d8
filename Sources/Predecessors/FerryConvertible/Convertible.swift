@_exported public import Ferry
@_exported public import FerryDeclaredMappings
import FerryFoundation
import FerryModels
public import Foundation

/// A model that only declares stored properties and has all conversions.
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
  /// Sets the properties whose keys exist in `json`. All others keep their values.
  ///
  /// A nested object replaces the previous value as a whole. Null sets an optional to nil.
  /// - Throws: `DecodingError`. The model is unchanged in that case.
  public mutating func update(
    from json: JsonValue, options: [any ConvertibleOption] = []
  ) throws {
    self = try TreeCoding.updated(self, from: json, foundation(options), foundation(options))
  }

  /// Sets the properties whose keys exist in the JSON text. All others keep their values.
  /// - Throws: `DecodingError`. The model is unchanged in that case.
  public mutating func update(from data: Data, options: [any ConvertibleOption] = []) throws {
    try update(from: JsonValue(jsonData: data), options: options)
  }
}

/// Returns the decoding settings for Foundation's types from `options`.
func foundation(_ options: [any ConvertibleOption]) -> FoundationDecoding {
  var decoding = FoundationDecoding()
  decoding.date = options.first(or: DateOption.iso8601).decoding
  return decoding
}

/// Returns the encoding settings for Foundation's types from `options`.
func foundation(_ options: [any ConvertibleOption]) -> FoundationEncoding {
  var encoding = FoundationEncoding()
  encoding.date = options.first(or: DateOption.iso8601).encoding
  return encoding
}
