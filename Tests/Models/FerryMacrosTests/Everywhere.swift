import Ferry
import FerryMacros
import Foundation
import Testing

/// Checks that a value has one wire form in every format and in both ways of coding.
///
/// - `json` is what is read; `written` is what is written, if that is something else.
func expectEverywhere<T: DirectCodable & Codable & Equatable>(
  _ value: T, _ json: String, written: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let written = written ?? json
  #expect(try JSON.decode(T.self, from: json) == value, "JSON", sourceLocation: sourceLocation)
  #expect(try JSON.string(value) == written, "JSON", sourceLocation: sourceLocation)

  let any = try JSON.decode(AnyValue.self, from: json)
  let anyWritten = try JSON.decode(AnyValue.self, from: written)
  #expect(
    try Binary.decode(T.self, from: Binary.encode(any)) == value, "binary",
    sourceLocation: sourceLocation)
  let binary = try Binary.encode(value)
  #expect(
    try Binary.decode(AnyValue.self, from: binary) == anyWritten, "binary",
    sourceLocation: sourceLocation)

  #expect(
    try YAML.decode(T.self, from: YAML.string(any)) == value, "YAML",
    sourceLocation: sourceLocation)
  // As numbers, as in the other formats.
  var yaml = YAML.Encoder()
  yaml.dateEncodingStrategy = .deferredToDate
  #expect(
    try yaml.string(value) == yaml.string(anyWritten), "YAML", sourceLocation: sourceLocation)

  let foundation = Foundation.JSONDecoder()
  #expect(
    try foundation.decode(T.self, from: Data(json.utf8)) == value, "Foundation",
    sourceLocation: sourceLocation)
  let data = try Foundation.JSONEncoder().encode(value)
  let again = try JSON.decode(AnyValue.self, from: data)
  #expect(sorted(again) == sorted(anyWritten), "Foundation", sourceLocation: sourceLocation)
}

/// The same value with the members of objects in the order of their names: Foundation has none.
private func sorted(_ value: AnyValue) -> String {
  switch value {
  case .object(let members):
    let inner = members.map { ($0.key, sorted($0.value)) }.sorted { $0.0 < $1.0 }
    return "{" + inner.map { "\($0.0):\($0.1)" }.joined(separator: ",") + "}"
  case .array(let elements): return "[" + elements.map(sorted).joined(separator: ",") + "]"
  case .number(let number): return number.double.description
  default: return "\(value)"
  }
}

/// Checks that a document is an error in every format and in both ways of coding.
func expectRefusalEverywhere<T: DirectCodable & Codable>(
  _ type: T.Type, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let any = try JSON.decode(AnyValue.self, from: json)
  let binary = try Binary.encode(any)
  let yaml = try YAML.string(any)
  #expect(throws: DecodingError.self, "JSON", sourceLocation: sourceLocation) {
    try JSON.decode(type, from: json)
  }
  #expect(throws: DecodingError.self, "binary", sourceLocation: sourceLocation) {
    try Binary.decode(type, from: binary)
  }
  #expect(throws: DecodingError.self, "YAML", sourceLocation: sourceLocation) {
    try YAML.decode(type, from: yaml)
  }
  #expect(throws: DecodingError.self, "Foundation", sourceLocation: sourceLocation) {
    try Foundation.JSONDecoder().decode(type, from: Data(json.utf8))
  }
}

/// Checks that encoding a value fails in every format and in both ways of coding, with an error
/// that contains `text`.
func expectEncodingError<T: DirectCodable & Codable>(
  _ value: T, naming text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var pretty = JSON.Encoder()
  pretty.outputFormatting = .prettyPrinted
  let encoders: [(String, (T) throws -> Void)] = [
    ("JSON", { _ = try JSON.encode($0) }), ("pretty JSON", { _ = try pretty.encode($0) }),
    ("binary", { _ = try Binary.encode($0) }), ("YAML", { _ = try YAML.encode($0) }),
    ("Foundation", { _ = try Foundation.JSONEncoder().encode($0) }),
  ]
  for (name, encode) in encoders {
    let error = #expect(
      throws: EncodingError.self, "\(name)", sourceLocation: sourceLocation
    ) { try encode(value) }
    guard case .invalidValue(_, let context) = error else { continue }
    #expect(
      context.debugDescription.contains(text), "\(name)", sourceLocation: sourceLocation)
  }
}
