import Ferry
import FerryMacros
import Testing

@DirectCodable
private struct Direct {
  var alpha: Int
  var beta: Int?
  var gamma = 1
  @Key("meta.delta") var delta: Int?
}

private struct Plain: Codable {
  struct Meta: Codable { var delta: Int? }
  var alpha: Int
  var beta: Int?
  var gamma: Int?
  var meta: Meta?
}

private struct Mapped: Codable, KeyMapped {
  var alpha: Int
  var beta: Int?
  var gamma: Int?
  var delta: Int?
  var cache: [String] = []
  static let mapping = KeyMapping(["delta": "meta.delta"], ignoring: ["cache"])
}

/// The names that an error for an unknown key suggests.
@Suite("Suggestions for unknown keys")
struct UnknownKeyHintsTests {
  private func hint<T: Decodable>(
    _ type: T.Type, _ json: String, _ style: KeyDecodingStrategy = .useDefaultKeys
  ) -> String? {
    var decoder = JSON.Decoder()
    decoder.unknownKeys = .error
    decoder.keyDecodingStrategy = style
    do {
      _ = try decoder.decode(type, from: json)
      return nil
    } catch {
      let failure = (error as? DecodingError)?.problem
      return failure?.category == .unknownKey ? failure?.hint ?? "none" : "\(error)"
    }
  }

  @Test(
    "the nearest key of the model is suggested, whether a document needs it or not",
    arguments: [
      (#"{"alpha":1,"bet":2}"#, "beta"), (#"{"alpha":1,"gama":2}"#, "gamma"),
      (#"{"alpha":1,"meta":{"delt":2}}"#, "delta"), (#"{"alpha":1,"mta":{}}"#, "meta"),
    ])
  func nearest(_ json: String, _ name: String) {
    #expect(hint(Direct.self, json) == "did you mean `\(name)`?")
    #expect(hint(Plain.self, json) == "did you mean `\(name)`?")
    #expect(hint(Mapped.self, json) == "did you mean `\(name)`?")
  }

  @Test("without a near key, the known keys are listed")
  func list() {
    let json = #"{"alpha":1,"unrelated":2}"#
    #expect(hint(Direct.self, json) == "known keys: `alpha`, `beta`, `gamma`, `meta`")
    #expect(hint(Plain.self, json) == "known keys: `alpha`, `beta`, `gamma`, `meta`")
    #expect(hint(Mapped.self, json)?.hasPrefix("known keys: ") == true)
  }

  @Test("a document with all keys of a mapping has no unknown key, under any strategy")
  func mappings() {
    let json = #"{"alpha":1,"beta":2,"gamma":3,"meta":{"delta":4},"cache":["x"]}"#
    #expect(hint(Mapped.self, json) == nil)
    #expect(hint(Mapped.self, json, .convertFromSnakeCase) == nil)
    #expect(hint([String: Mapped].self, #"{"a":\#(json)}"#) == nil)
  }

  @Test("names in a style are suggested as documents spell them")
  func styles() {
    struct Styled: Codable { var firstName: String? }
    let hint = hint(Styled.self, #"{"first-nam":"a"}"#, .style(.kebabCase))
    #expect(hint == "did you mean `first-name`?")
  }
}
