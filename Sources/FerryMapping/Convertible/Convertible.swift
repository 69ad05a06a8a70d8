import FerryCoding
import FerryFoundation
import FerryPath
import FerryTape
import Foundation

/// A model: nothing but stored properties, and all conversions.
///
/// ```swift
/// struct User: Convertible, UnderscoreToCamelCase {
///   var firstName: String
///   var isPublic: Bool
///   var createdAt: Date?
///   static let keyMapping: KeyMap = ["isPublic": "public"]
/// }
///
/// let user = try User.initializeWithData(data)
/// ```
public protocol Convertible: KeyMapped, Codable, DataConvertible, JsonConvertible {}

extension Convertible {
  /// Sets the properties whose keys `json` has; the others stay as they are.
  ///
  /// A value that is an object itself replaces the one before. Null sets an optional to nil.
  /// - Throws: `DecodingError`; the model is as before then.
  public mutating func update(
    from json: JsonValue, options: [any ConvertibleOption] = []
  ) throws {
    self = try updated(from: json, options)
  }

  /// Sets the properties whose keys the JSON text has; the others stay as they are.
  /// - Throws: `DecodingError`; the model is as before then.
  public mutating func update(from data: Data, options: [any ConvertibleOption] = []) throws {
    try update(from: JsonValue(jsonData: data), options: options)
  }
}

extension KeyMapped where Self: Codable {
  /// This value with what `json` has.
  ///
  /// The value is encoded by the names of its properties; what the document does not have is
  /// decoded from that.
  func updated(from json: AnyValue, _ options: [any ConvertibleOption]) throws -> Self {
    let current = try TreeCoding.encode(self, foundation(options), isMapped: false)
    return try TreeCoding.decode(
      Updating<Self>.self, from: .object(["document": json, "current": current]),
      foundation(options), plain: PlainNodes()
    ).value
  }
}

/// A value of which a document has a part.
private struct Updating<Value: Decodable>: Decodable {
  let value: Value

  private enum CodingKeys: String, CodingKey { case document, current }

  init(from decoder: any Decoder) throws {
    guard let decoder = tapeDecoder(decoder) else {
      throw ConversionError(Value.self, "only Ferry's coders update")
    }
    let document = decoder.view.value(ofKey: "document", inMap: decoder.node) ?? 0
    let current = decoder.view.value(ofKey: "current", inMap: decoder.node)
    let plain = decoder.options.userInfo[PlainNodes.key] as? PlainNodes
    plain?.start = current ?? .max
    let scope = MappedScope(try MappingPlan.decoding(Value.self), fallback: current)
    value = try Value(from: MappedDecoder(base: decoder.decoder(at: document), scope: scope))
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
