import Ferry
import FerryCoding
import FerryTestSupport
import Foundation
import Testing

@Suite("Key strategies, with Foundation's as the oracle")
struct KeyStrategyTests {
  private struct Account: Codable, Equatable {
    struct Image: Codable, Equatable {
      var imageURL: String
      var isHTML: Bool?
    }

    var userName: String
    var user2ID: Int
    var profileImages: [Image]
    var byUserName: [String: Int]
  }

  /// Round trips in snake case lose acronyms, as Foundation's do, so their keys are small here.
  private struct Plain: Codable, Equatable {
    var userName: String
    var firstHomePage: Int?
    var nested: [String: Int]
  }

  private let account = Account(
    userName: "ada", user2ID: 7, profileImages: [.init(imageURL: "u", isHTML: true)],
    byUserName: ["ada_lovelace": 1])

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test("names in snake case are Foundation's, dictionaries keep theirs")
  func encodingSnakeCase() throws {
    let (ours, theirs) = (JSON.Encoder(), JSONEncoder())
    ours.keyEncodingStrategy = .convertToSnakeCase
    ours.outputFormatting = .sortedKeys
    theirs.keyEncodingStrategy = .convertToSnakeCase
    theirs.outputFormatting = .sortedKeys
    #expect(try Data(ours.encode(account)) == theirs.encode(account))
  }

  @Test("names from snake case reach their keys, in any order")
  func decodingSnakeCase() throws {
    let decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let expected = [
      Plain(userName: "a", firstHomePage: 1, nested: ["a_b": 1]),
      Plain(userName: "b", firstHomePage: nil, nested: [:]),
    ]
    let text = """
      [{"user_name":"a","first_home_page":1,"nested":{"a_b":1}},
      {"nested":{},"unknown_key":0,"user_name":"b","userName":"later"}]
      """
    #expect(try decoder.decode([Plain].self, from: text) == expected)
    // The same decoder type without the strategy is not spoiled by what the other has learnt.
    #expect(throws: DecodingError.self) { try JSON.decode([Plain].self, from: text) }
  }

  @Test("a custom strategy gets the way to the key, both ways")
  func custom() throws {
    let (encoder, decoder) = (JSON.Encoder(), JSON.Decoder())
    encoder.keyEncodingStrategy = .custom { path in
      AnyKey(stringValue: (path.last?.stringValue ?? "").uppercased() + "\(path.count)")
    }
    decoder.keyDecodingStrategy = .custom { path in
      let name = path.last?.stringValue.dropLast() ?? ""
      let key = name == "USERNAME" ? "userName" : name == "NESTED" ? "nested" : "firstHomePage"
      return AnyKey(stringValue: key)
    }
    let model = [Plain(userName: "a", firstHomePage: 2, nested: ["x": 1])]
    let text = try encoder.string(model)
    #expect(text == #"[{"USERNAME2":"a","FIRSTHOMEPAGE2":2,"NESTED2":{"x":1}}]"#)
    #expect(try decoder.decode([Plain].self, from: text) == model)
  }

  @Test("paths in errors use the keys of the model")
  func paths() throws {
    let decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = #"[{"user_name":"a","first_home_page":"x","nested":{}}]"#
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([Plain].self, from: text)
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("expected a type mismatch, got \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["Index 0", "firstHomePage"])
    #expect(error?.place?.column == 37)
  }

  @Test("random names are converted as Foundation converts them")
  func randomNames() throws {
    var random = SeededGenerator(for: "KeyStrategy")
    let (ours, theirs) = (JSON.Encoder(), JSONEncoder())
    ours.keyEncodingStrategy = .convertToSnakeCase
    theirs.keyEncodingStrategy = .convertToSnakeCase
    for _ in 0..<2000 {
      let letters = Array("abCDé_1ÜzZ")
      let name = String(
        (0..<random.int(1..<12)).map { _ in letters[random.int(0..<letters.count)] })
      let model = Named(name: name)
      #expect(try Data(ours.encode(model)) == theirs.encode(model), "\(name)")

      let (reader, oracle) = (JSON.Decoder(), JSONDecoder())
      reader.keyDecodingStrategy = .convertFromSnakeCase
      oracle.keyDecodingStrategy = .convertFromSnakeCase
      let text = Data(#"{"\#(name)":1}"#.utf8)
      let keys = try oracle.decode(Keys.self, from: text).names
      #expect(try reader.decode(Keys.self, from: text).names == keys, "\(name)")
    }
  }

  private struct Named: Encodable {
    var name: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: AnyKey(stringValue: name))
    }
  }

  private struct Keys: Decodable {
    var names: [String]

    init(from decoder: any Decoder) throws {
      names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
    }
  }
}
