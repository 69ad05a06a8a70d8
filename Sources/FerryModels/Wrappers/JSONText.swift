import FerryTape

/// A value that stands in a string, as JSON: `@JSONText var payload: Payload` from
/// `"payload": "{\"id\": 1}"`.
@propertyWrapper
public struct JSONText<Value> {
  /// The value.
  public var wrappedValue: Value

  /// A value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension JSONText: Decodable where Value: Decodable {
  /// Decodes the value from the JSON in a string.
  /// - Throws: `DecodingError` with the path to the string and on in its JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      wrappedValue = try TreeCoding.decode(Value.self, fromJSON: text.utf8)
    } catch let error as DecodingError {
      throw error.embedded(at: container.codingPath)
    }
  }
}

extension JSONText: Encodable where Value: Encodable {
  /// Encodes a string with the JSON of the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let json = try TreeCoding.json(TreeCoding.encode(wrappedValue))
    try container.encode(String(decoding: json, as: UTF8.self))
  }
}

extension JSONText: MappedWrapper {
  package static var mayBeMissing: Bool { false }
}

extension JSONText: Equatable where Value: Equatable {}
extension JSONText: Hashable where Value: Hashable {}
extension JSONText: Sendable where Value: Sendable {}
