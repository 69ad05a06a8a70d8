import Ferry
import Foundation
import Testing

import class FerryDropIn.JSONDecoder
import class FerryDropIn.JSONEncoder

@Suite("Values with a configuration")
struct ConfigurationsTests {
  /// A text that is written with a prefix, which it is not told by its type.
  struct Prefixed: CodableWithConfiguration, Equatable {
    struct Prefix: Sendable {
      var text: String
    }

    var text: String

    init(_ text: String) { self.text = text }

    init(from decoder: any Decoder, configuration: Prefix) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      guard text.hasPrefix(configuration.text) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no prefix"))
      }
      self.text = String(text.dropFirst(configuration.text.count))
    }

    func encode(to encoder: any Encoder, configuration: Prefix) throws {
      var container = encoder.singleValueContainer()
      try container.encode(configuration.text + text)
    }
  }

  struct Hash: DecodingConfigurationProviding, EncodingConfigurationProviding {
    static let decodingConfiguration = Prefixed.Prefix(text: "#")
    static let encodingConfiguration = Prefixed.Prefix(text: "#")
  }

  struct Model: Codable, Equatable {
    @CodableConfiguration(from: Hash.self) var tag: Prefixed? = nil
    @CodableConfiguration(from: Hash.self) var name = Prefixed("")
  }

  /// Reads both forms of a value that may not be there.
  struct Optionals: Decodable {
    enum CodingKeys: CodingKey { case provided, given }
    var provided: Prefixed?
    var given: Prefixed?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      provided = try container.decodeIfPresent(
        Prefixed.self, forKey: .provided, configuration: Hash.encodingConfiguration)
      given = try container.decodeIfPresent(
        Prefixed.self, forKey: .given, configuration: Hash.decodingConfiguration)
    }
  }

  @Test("a value at the top is coded with a configuration")
  func topLevel() throws {
    let prefix = Prefixed.Prefix(text: "@")
    let encoder = JSON.Encoder()
    #expect(try encoder.encode(Prefixed("a"), configuration: prefix) == Array(#""@a""#.utf8))
    #expect(try encoder.encode([Prefixed("a")], configuration: prefix) == Array(#"["@a"]"#.utf8))
    #expect(
      try encoder.encode(Prefixed("a"), configuration: Hash.encodingConfiguration)
        == Array(##""#a""##.utf8))
    let decoder = JSON.Decoder()
    let list = try decoder.decode(
      [Prefixed?].self, from: Array(#"["@a",null]"#.utf8), configuration: prefix)
    #expect(list == [Prefixed("a"), nil])
    #expect(
      try decoder.decode(
        Prefixed.self, from: Array(##""#a""##.utf8), configuration: Hash.decodingConfiguration)
        == Prefixed("a"))
  }

  @Test("a configuration works in the binary format and in YAML")
  func otherFormats() throws {
    let prefix = Prefixed.Prefix(text: "@")
    let packed = try Binary.Encoder().encode(Prefixed("a"), configuration: prefix)
    #expect(
      try Binary.Decoder().decode(Prefixed.self, from: packed, configuration: prefix)
        == Prefixed("a"))
  }

  @Test("the drop-in classes code Data with a configuration")
  func dropIn() throws {
    let data: Data = try JSONEncoder().encode(
      Prefixed("a"), configuration: Hash.encodingConfiguration)
    #expect(data == Data(##""#a""##.utf8))
    #expect(
      try JSONDecoder().decode(Prefixed.self, from: data, configuration: Hash.encodingConfiguration)
        == Prefixed("a"))
  }

  @Test(
    "a wrapped property may be present, null or missing",
    arguments: [
      (##"{"tag":"#x","name":"#y"}"##, "x"), (##"{"tag":null,"name":"#y"}"##, nil),
      (##"{"name":"#y"}"##, nil),
    ])
  func wrapped(text: String, tag: String?) throws {
    let model = try JSON.decode(Model.self, from: text)
    #expect(model == Model(tag: tag.map { Prefixed($0) }, name: Prefixed("y")))
    #expect(try JSON.decode(Model.self, from: JSON.encode(model)) == model)
  }

  @Test(
    "an optional property may be present, null or missing",
    arguments: [
      (##"{"provided":"#x","given":"#y"}"##, "x", "y"),
      (#"{"provided":null,"given":null}"#, nil, nil),
      ("{}", nil, nil),
    ])
  func optional(text: String, provided: String?, given: String?) throws {
    let model = try JSON.decode(Optionals.self, from: text)
    #expect(model.provided?.text == provided)
    #expect(model.given?.text == given)
  }

  @Test("errors of a configured value have their location and path")
  func place() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode(Model.self, from: "{\n\"name\": \"y\"}")
    }
    #expect(error?.problem?.place?.line == 2)
  }
}
