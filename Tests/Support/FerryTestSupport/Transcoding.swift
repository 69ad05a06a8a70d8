import Ferry
import Testing

/// A law of JSON holds for the other formats: the same values, by way of `AnyValue`.
package enum Transcoding {
  /// Decodes a `T` from the value of the JSON `text`, once it has been written in another format.
  package static func decode<T: Decodable & Equatable>(
    _ type: T.Type, from text: String
  ) -> [(name: String, outcome: Outcome<T>)] {
    guard let value = try? JSON.decode(AnyValue.self, from: text) else { return [] }
    var outcomes = [
      (name: "binary", outcome: Outcome { try Binary.decode(type, from: Binary.encode(value)) })
    ]
    #if FERRY_YAML
    outcomes.append(("YAML", Outcome { try YAML.decode(type, from: YAML.encode(value)) }))
    #endif
    return outcomes
  }

  /// Expects `model`, written in another format, to be the value of the JSON text `expected`.
  package static func check(
    _ model: some Encodable, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let value = try JSON.decode(AnyValue.self, from: expected)
    let binary = try Binary.decode(AnyValue.self, from: Binary.encode(model))
    #expect(binary == value, "binary", sourceLocation: sourceLocation)
    #if FERRY_YAML
    let yaml = try YAML.decode(AnyValue.self, from: YAML.encode(model))
    #expect(yaml == value, "YAML", sourceLocation: sourceLocation)
    #endif
  }
}
