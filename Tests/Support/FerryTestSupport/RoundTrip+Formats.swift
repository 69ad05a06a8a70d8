import Ferry

extension RoundTrip.Format where Model: Codable {
  /// JSON with Ferry's defaults.
  package static var json: RoundTrip.Format<Model> {
    RoundTrip.Format(
      "JSON", encode: { try JSON.encode($0) }, decode: { try JSON.decode(Model.self, from: $0) })
  }

  /// JSON with keys in order, line breaks and Foundation's escapes.
  package static var prettyJSON: RoundTrip.Format<Model> {
    var encoder = JSON.Encoder(preset: .foundation)
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let decoder = JSON.Decoder(preset: .foundation)
    return RoundTrip.Format(
      "pretty JSON", encode: { try encoder.encode($0) },
      decode: { try decoder.decode(Model.self, from: $0) })
  }

  /// The binary format with Ferry's defaults.
  package static var binary: RoundTrip.Format<Model> {
    RoundTrip.Format(
      "binary", encode: { try Binary.encode($0) },
      decode: { try Binary.decode(Model.self, from: $0) })
  }

  /// The binary format with its options the other way round.
  package static var plainBinary: RoundTrip.Format<Model> {
    var encoder = Binary.Encoder()
    encoder.internsTexts = false
    encoder.hasChecksum.toggle()
    return RoundTrip.Format(
      "binary, other options", encode: { try encoder.encode($0) },
      decode: { try Binary.decode(Model.self, from: $0) })
  }

  /// A format of the tests.
  package static var netstrings: RoundTrip.Format<Model> {
    RoundTrip.Format(
      "netstrings", encode: { try TaggedNetstrings.encode($0) },
      decode: { try TaggedNetstrings.decode(Model.self, from: $0) })
  }

  #if FERRY_YAML
  /// YAML with Ferry's defaults.
  package static var yaml: RoundTrip.Format<Model> {
    RoundTrip.Format(
      "YAML", encode: { try YAML.encode($0) }, decode: { try YAML.decode(Model.self, from: $0) })
  }

  /// All formats of Ferry.
  package static var all: [RoundTrip.Format<Model>] {
    [json, prettyJSON, binary, plainBinary, netstrings, yaml]
  }
  #else
  /// All formats of Ferry.
  package static var all: [RoundTrip.Format<Model>] {
    [json, prettyJSON, binary, plainBinary, netstrings]
  }
  #endif
}
