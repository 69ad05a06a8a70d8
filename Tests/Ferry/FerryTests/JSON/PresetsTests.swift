import Ferry
import Testing

/// The presets of JSON, and layouts in one call.
@Suite struct PresetsTests {
  private struct Model: Codable, Equatable { var id: Int }

  @Test("the strict preset refuses unknown and equal keys, and nothing else")
  func strict() throws {
    let decoder = JSON.Decoder(preset: .strict)
    let unknown = #expect(throws: DecodingError.self) {
      try decoder.decode(Model.self, from: #"{"id": 1, "ID": 2}"#)
    }
    #expect(unknown?.problem?.category == .unknownKey)
    let twice = #expect(throws: DecodingError.self) {
      try decoder.decode(Model.self, from: #"{"id": 1, "id": 1}"#)
    }
    #expect(twice?.problem?.category == .duplicateKey)
    #expect(try decoder.decode(Model.self, from: #" {"id": 1} "#) == Model(id: 1))
    #expect(try JSON.Encoder(preset: .strict).string(["a/b"]) == JSON.string(["a/b"]))
  }

  @Test("a layout in one call is that of an encoder with this layout")
  func formatting() throws {
    let encoder = JSON.Encoder { $0.outputFormatting = [.prettyPrinted, .sortedKeys] }
    let value: AnyValue = ["b": [1, 2], "a": [:]]
    #expect(
      try JSON.string(value, formatting: [.prettyPrinted, .sortedKeys]) == encoder.string(value))
    #expect(try JSON.string(value, formatting: []) == JSON.string(value))
  }
}
