import FerryCoding
import FerryBase

/// A value in a string that contains JSON: `@AsJSON var payload: Payload` reads
/// `"payload": "{\"id\": 1}"`.
///
/// The strategies of Ferry's coders and the `userInfo` of every coder apply to the JSON as well.
@propertyWrapper
public struct AsJSON<Value> {
  /// The value.
  public var wrappedValue: Value

  /// Wraps a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension AsJSON: Decodable where Value: Decodable {
  /// Decodes the value from the JSON in a string.
  /// - Throws: `DecodingError`. Its path leads to the string and continues in the string's JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      wrappedValue = try TreeCoding.decode(
        Value.self, fromJSON: text.utf8, CodingOptions(embeddedIn: decoder))
    } catch let error as DecodingError {
      throw error.embedded(at: container.codingPath)
    }
  }
}

extension AsJSON: Encodable where Value: Encodable {
  /// Encodes the value as JSON in a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let json = try TreeCoding.json(wrappedValue, CodingOptions(embeddedIn: encoder))
    try container.encode(String(decoding: json, as: UTF8.self))
  }
}

extension AsJSON: MappedWrapper {
  package static var mayBeMissing: Bool { false }
  package static var writtenType: (any Any.Type)? { String.self }
}

extension AsJSON: Equatable where Value: Equatable {}
extension AsJSON: Hashable where Value: Hashable {}
extension AsJSON: Sendable where Value: Sendable {}
