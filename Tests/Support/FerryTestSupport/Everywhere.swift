#if FERRY_YAML
import Ferry
import Foundation
import Testing

/// Decodes a JSON text through all three formats and through Foundation, which must agree.
package func decodeEverywhere<T: Decodable & Equatable>(_ type: T.Type, _ json: String) throws -> T
{
  let value = try JSON.decode(type, from: json)
  let tree = try JSON.decode(AnyValue.self, from: json)
  #expect(try Binary.decode(type, from: Binary.encode(tree)) == value)
  #expect(try YAML.decode(type, from: YAML.encode(tree)) == value)
  #expect(try Foundation.JSONDecoder().decode(type, from: Data(json.utf8)) == value)
  return value
}

/// Encodes a value through all three formats and through Foundation, which must agree.
package func encodeEverywhere<T: Encodable>(_ value: T) throws -> String {
  let text = try JSON.string(value)
  let tree = try JSON.decode(AnyValue.self, from: text)
  #expect(try Binary.decode(AnyValue.self, from: Binary.encode(value)) == tree)
  #expect(try YAML.decode(AnyValue.self, from: YAML.encode(value)) == tree)
  let foundation = try Foundation.JSONEncoder().encode(value)
  #expect(try JSON.decode(AnyValue.self, from: foundation) == tree)
  return text
}

/// The error that decoding a JSON text is, the same kind in all formats and through Foundation.
package func errorEverywhere<T: Decodable>(_ type: T.Type, _ json: String) throws -> DecodingError {
  let tree = try JSON.decode(AnyValue.self, from: json)
  #expect(throws: DecodingError.self) {
    try Binary.decode(type, from: Binary.encode(tree))
  }
  #expect(throws: DecodingError.self) { try YAML.decode(type, from: YAML.encode(tree)) }
  #expect(throws: DecodingError.self) {
    try Foundation.JSONDecoder().decode(type, from: Data(json.utf8))
  }
  return try #require(throws: DecodingError.self) { try JSON.decode(type, from: json) }
}

/// `decodeEverywhere` through `KeyMappedValue` for Foundation's coders, which know nothing of mappings.
package func decodeMapped<T: Decodable & Equatable>(_ type: T.Type, _ json: String) throws -> T {
  let value = try JSON.decode(type, from: json)
  let tree = try JSON.decode(AnyValue.self, from: json)
  #expect(try Binary.decode(type, from: Binary.encode(tree)) == value)
  #expect(try YAML.decode(type, from: YAML.encode(tree)) == value)
  let foundation = try Foundation.JSONDecoder().decode(
    KeyMappedValue<T>.self, from: Data(json.utf8))
  #expect(foundation.value == value)
  return value
}

/// `encodeEverywhere` through `KeyMappedValue` for Foundation's coders, which know nothing of mappings.
package func encodeMapped<T: Encodable>(_ value: T) throws -> String {
  let text = try JSON.string(value)
  let tree = try JSON.decode(AnyValue.self, from: text)
  #expect(try Binary.decode(AnyValue.self, from: Binary.encode(value)) == tree)
  #expect(try YAML.decode(AnyValue.self, from: YAML.encode(value)) == tree)
  let foundation = try Foundation.JSONEncoder().encode(KeyMappedValue(value))
  #expect(try JSON.decode(AnyValue.self, from: foundation) == tree)
  return text
}
#endif
