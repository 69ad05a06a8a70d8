import Ferry
import FerryTestSupport
import Testing

@Suite("Keys of dictionaries under a key strategy")
struct DictionaryKeysTests {
  private struct Name: RawRepresentable, CodingKeyRepresentable, Hashable, Codable {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
  }

  private enum Size: String, CodingKeyRepresentable, Codable { case veryLarge, small }

  private struct Model: Codable, Equatable {
    var byName: [Name: Int]
    var bySize: [Size: [Name: Bool]]
    var byText: [String: Int]
    var byNumber: [Int: String]
    var byHand: ByHand
  }

  /// A type that codes a dictionary by the dictionary's own function.
  private struct ByHand: Codable, Equatable {
    var members: [String: Int]

    init(_ members: [String: Int]) { self.members = members }
    init(from decoder: any Decoder) throws { members = try [String: Int](from: decoder) }
    func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
  }

  private let model = Model(
    byName: [Name(rawValue: "pictureURL"): 1], bySize: [.veryLarge: [Name(rawValue: "a_b"): true]],
    byText: ["pictureURL": 2], byNumber: [-12: "x"], byHand: ByHand(["pictureURL": 3]))

  static let strategies: [(KeyEncodingStrategy, KeyDecodingStrategy)] =
    [
      (.convertToSnakeCase, .convertFromSnakeCase), (.style(.snakeCase), .style(.snakeCase)),
      (.style(.screamingKebabCase), .style(.screamingKebabCase)),
      (
        .custom { Key("x" + ($0.last?.stringValue ?? "")) },
        .custom { Key(String(($0.last?.stringValue ?? "").dropFirst())) }
      ),
    ]

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { Int(stringValue) }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  @Test("no strategy converts them, and values come back", arguments: 0..<4)
  func data(number: Int) throws {
    let (encoding, decoding) = Self.strategies[number]
    let json = JSON.Encoder { $0.keyEncodingStrategy = encoding }
    let yaml = YAML.Encoder { $0.keyEncodingStrategy = encoding }
    let binary = Binary.Encoder { $0.keyEncodingStrategy = encoding }
    let jsonDecoder = JSON.Decoder { $0.keyDecodingStrategy = decoding }
    let yamlDecoder = YAML.Decoder { $0.keyDecodingStrategy = decoding }
    let binaryDecoder = Binary.Decoder { $0.keyDecodingStrategy = decoding }
    let text = try json.string(model)
    for key in ["\"pictureURL\":1", "\"veryLarge\":", "\"a_b\":", "\"-12\":", "\"pictureURL\":3"] {
      #expect(text.contains(key), "\(text)")
    }
    #expect(try jsonDecoder.decode(Model.self, from: text) == model)
    #expect(try yamlDecoder.decode(Model.self, from: yaml.encode(model)) == model)
    #expect(try binaryDecoder.decode(Model.self, from: binary.encode(model)) == model)
  }

  @Test("unknown keys are errors in models, not in dictionaries")
  func unknownKeys() throws {
    var decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.unknownKeys = .error
    let names = try decoder.decode([Name: Int].self, from: #"{"a_b":1,"c":2}"#)
    #expect(names == [Name(rawValue: "a_b"): 1, Name(rawValue: "c"): 2])
  }

  @Test("paths in errors have the keys of the document")
  func paths() throws {
    var decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let error = try #require(throws: DecodingError.self) {
      try decoder.decode([Name: Int].self, from: #"{"a_b":"x"}"#)
    }
    #expect(ErrorSummary(error).path == ["a_b"])
  }
}
