import Ferry
import FerryMacros
import Foundation

/// Documents that options shape.
extension Golden {
  private static func json<Value: Codable & Equatable & Sendable>(
    _ name: String, _ value: Value, preset: JSON.Preset = .foundation,
    encoder setting: @Sendable (inout JSON.Encoder) -> Void,
    decoder reading: @Sendable (inout JSON.Decoder) -> Void = { _ in }
  ) -> Golden {
    var encoder = JSON.Encoder(preset: preset)
    setting(&encoder)
    let decoder = JSON.Decoder(reading)
    return Golden(
      "options-\(name).json", value, write: { [encoder] in try encoder.encode($0) },
      read: { try decoder.decode(Value.self, from: $0) })
  }

  static let jsonOptions: [Golden] = [
    json("pretty", Texts(), encoder: { $0.outputFormatting = [.prettyPrinted, .sortedKeys] }),
    json("slashes", Texts(), encoder: { $0.outputFormatting = .withoutEscapingSlashes }),
    json("canonical", Texts(), encoder: { $0.isCanonical = true }),
    json(
      "snake-case", [FoundationNames()], encoder: { $0.keyEncodingStrategy = .convertToSnakeCase },
      decoder: { $0.keyDecodingStrategy = .convertFromSnakeCase }),
    json(
      "kebab-case", Names(), encoder: { $0.keyEncodingStrategy = .style(.kebabCase) },
      decoder: { $0.keyDecodingStrategy = .style(.kebabCase) }),
    json(
      "iso8601", WholeMoments(), encoder: { $0.dateEncodingStrategy = .iso8601 },
      decoder: { $0.dateDecodingStrategy = .iso8601 }),
    json(
      "seconds", WholeMoments(), encoder: { $0.dateEncodingStrategy = .secondsSince1970 },
      decoder: { $0.dateDecodingStrategy = .secondsSince1970 }),
    json(
      "milliseconds", WholeMoments(),
      encoder: { $0.dateEncodingStrategy = .millisecondsSince1970 },
      decoder: { $0.dateDecodingStrategy = .millisecondsSince1970 }),
    json(
      "data", WholeMoments(), encoder: { $0.dataEncodingStrategy = .deferredToData },
      decoder: { $0.dataDecodingStrategy = .deferredToData }),
    json(
      "not-finite", [Double.infinity, -.infinity, 1.5],
      encoder: {
        $0.nonConformingFloatEncodingStrategy = .convertToString(
          positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
      },
      decoder: {
        $0.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
      }),
  ]

  private static func binary<Value: Codable & Equatable & Sendable>(
    _ name: String, _ value: Value, _ setting: @Sendable (inout Binary.Encoder) -> Void
  ) -> Golden {
    let encoder = Binary.Encoder(setting)
    return Golden(
      "options-\(name).ferry", value, write: { try encoder.encode($0) },
      read: { try Binary.decode(Value.self, from: $0) })
  }

  private static func binary<Value: DirectCodable & Codable & Equatable & Sendable>(
    _ name: String, _ value: Value, _ setting: @Sendable (inout Binary.Encoder) -> Void
  ) -> Golden {
    let encoder = Binary.Encoder(setting)
    return Golden(
      "options-\(name).ferry", value, write: { try encoder.encode($0) },
      read: { try Binary.decode(Value.self, from: $0) })
  }

  /// `Int??.some(nil)`, which only the binary format has.
  private static var inside: Nothings {
    var value = Nothings()
    value.twice = .some(nil)
    return value
  }

  static let binaryOptions: [Golden] = [
    binary("plain", TapeReading.many) { $0.internsTexts = false },
    binary("direct", Reading.many) { _ in },
    binary("direct-plain", Reading.many) { $0.internsTexts = false },
    binary("smallest-many", TapeReading.many) { $0.packing = .smallest },
    binary("indexed", Lists()) { $0.packing = .indexed },
    binary("smallest", Lists()) { $0.packing = .smallest },
    binary("canonical", Dictionaries()) { $0.isCanonical = true },
    binary("checksum", Texts()) { $0.hasChecksum = true },
    binary("direct-checksum", DirectNumbers()) { $0.hasChecksum = true },
    binary("nothing-inside", inside) { _ in },
    binary("not-finite", [Double.infinity, -.infinity]) { _ in },
  ]

  private static func yaml<Value: Codable & Equatable & Sendable>(
    _ name: String, _ value: Value, _ setting: @Sendable (inout YAML.Encoder) -> Void
  ) -> Golden {
    let encoder = YAML.Encoder(setting)
    return Golden(
      "options-\(name).yaml", value, write: { try encoder.encode($0) },
      read: { try YAML.decode(Value.self, from: $0) })
  }

  static let yamlOptions: [Golden] = [
    yaml("flow", Texts()) { $0.usesFlowStyle = true },
    yaml("sorted", Dictionaries()) { $0.sortsKeys = true },
    yaml("indent", Dictionaries()) { $0.indent = 4 },
    yaml("folded", Texts()) { $0.lineWidth = 40 },
    yaml("started", WholeMoments()) { $0.writesDocumentStart = true },
    yaml("not-finite", [Double.infinity, -.infinity]) { _ in },
    Golden(
      "options-documents.yaml", Array(TapeReading.many.prefix(3)),
      write: { try YAML.Encoder().encodeAll($0) },
      read: { try YAML.decodeAll(TapeReading.self, from: $0) }),
  ]
}
