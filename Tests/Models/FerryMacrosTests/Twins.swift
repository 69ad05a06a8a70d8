import Ferry
import FerryMacros
import Foundation
import Testing

/// Checks that two values, one of a type whose Codable the compiler synthesizes, have one wire form
/// in every format and in Foundation's encoder.
func expectTwins<Twin: Codable, T: DirectCodable & Codable>(
  _ twin: Twin, _ value: T, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let foundation = Foundation.JSONEncoder()
  foundation.outputFormatting = .sortedKeys
  let twinText = String(decoding: try foundation.encode(twin), as: UTF8.self)
  let text = String(decoding: try foundation.encode(value), as: UTF8.self)
  #expect(text == twinText, "Foundation", sourceLocation: sourceLocation)
  #expect(
    try JSON.string(value) == JSON.string(twin), "JSON", sourceLocation: sourceLocation)
  #expect(
    try YAML.string(value) == YAML.string(twin), "YAML", sourceLocation: sourceLocation)
  let binary = try Binary.decode(AnyValue.self, from: Binary.encode(value))
  #expect(
    try binary == Binary.decode(AnyValue.self, from: Binary.encode(twin)), "binary",
    sourceLocation: sourceLocation)
}

/// Checks that both types make the same of a document in every format and in Foundation's decoder:
/// the same value, or an error of the same kind.
func expectSameVerdict<Twin: Codable, T: DirectCodable & Codable>(
  _ twin: Twin.Type, _ type: T.Type, _ json: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let any = try JSON.decode(AnyValue.self, from: json)
  let binary = try Binary.encode(any)
  let yaml = try YAML.string(any)
  let decoder = Foundation.JSONDecoder()
  let data = Data(json.utf8)
  let expected = verdict { try decoder.decode(twin, from: data) }
  let verdicts = [
    ("Foundation", verdict { try decoder.decode(type, from: data) }),
    ("JSON", verdict { try JSON.decode(type, from: json) }),
    ("JSON, synthesized", verdict { try JSON.decode(twin, from: json) }),
    ("binary", verdict { try Binary.decode(type, from: binary) }),
    ("binary, synthesized", verdict { try Binary.decode(twin, from: binary) }),
    ("YAML", verdict { try YAML.decode(type, from: yaml) }),
    ("YAML, synthesized", verdict { try YAML.decode(twin, from: yaml) }),
  ]
  for (way, verdict) in verdicts {
    #expect(verdict == expected, "\(way): \(json)", sourceLocation: sourceLocation)
  }
}

/// The members of a decoded value in Swift's own words, or the kind of the error.
private func verdict<T>(_ decode: () throws -> T) -> String {
  do {
    let value = try decode()
    let children = Mirror(reflecting: value).children
    return children.map { "\($0.label ?? ""): \($0.value)" }.joined(separator: ", ")
  } catch DecodingError.keyNotFound {
    return "a key is missing"
  } catch DecodingError.typeMismatch {
    return "a type does not fit"
  } catch DecodingError.valueNotFound {
    return "a value is missing"
  } catch {
    return "\(error)"
  }
}
