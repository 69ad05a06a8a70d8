@_exported public import Ferry
@_exported public import FerryDeclaredMappings
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
    self = try Update.updated(self, from: json, decoder(options))
  }

  /// Sets the properties whose keys exist in the JSON text. All others keep their values.
  /// - Throws: `DecodingError`. The model is unchanged in that case.
  public mutating func update(from data: Data, options: [any ConvertibleOption] = []) throws {
    try update(from: JsonValue(jsonData: data), options: options)
  }
}

/// Returns a decoder with the settings in `options`.
func decoder(_ options: [any ConvertibleOption]) -> JSON.Decoder {
  JSON.Decoder { $0.dateDecodingStrategy = options.first(or: DateOption.iso8601).decoding }
}

/// Returns an encoder with the settings in `options`.
func encoder(_ options: [any ConvertibleOption]) -> JSON.Encoder {
  JSON.Encoder { $0.dateEncodingStrategy = options.first(or: DateOption.iso8601).encoding }
}
