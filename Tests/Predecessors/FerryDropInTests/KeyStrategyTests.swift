import Ferry
import FerryCoding
import FerryDropIn
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

  private typealias AnyKey = Fixtures.AnyKey

  @Test("members are written in Foundation's snake case, and keys of dictionaries unchanged")
  func encodingSnakeCase() throws {
    var ours = JSON.Encoder()
    let theirs = Foundation.JSONEncoder()
    ours.keyEncodingStrategy = .convertToSnakeCase
    ours.outputFormatting = .sortedKeys
    theirs.keyEncodingStrategy = .convertToSnakeCase
    theirs.outputFormatting = .sortedKeys
    #expect(try Data(ours.encode(account)) == theirs.encode(account))
  }

  @Test(
    "letters beyond ASCII, titlecase and marks are Foundation's",
    arguments: [
      "a_ß", "a_ßq", "a_ǅq", "a_xǅ", "a_ǆq", "a_don't", "a_x^q", "a_x`q", "a_x.q", "a_x1q", "a_ªq",
      "a_x\u{2019}q", "a_xʰq", "a_x\u{301}q", "a_xः\u{301}q", "a_中q", "a_ⒶQ", "É_ÉÉ", "ﬁ_ﬁx",
    ])
  func unusualLetters(name: String) throws {
    struct Names: Decodable {
      let names: [[UInt8]]
      init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: AnyKey.self).allKeys.map {
          Array($0.stringValue.utf8)
        }
      }
    }
    var ours = JSON.Decoder()
    let theirs = Foundation.JSONDecoder()
    ours.keyDecodingStrategy = .convertFromSnakeCase
    theirs.keyDecodingStrategy = .convertFromSnakeCase
    let data = try Foundation.JSONEncoder().encode([name: 1])
    #expect(
      try ours.decode(Names.self, from: data).names == theirs.decode(Names.self, from: data).names)
  }

  @Test("names from snake case reach their keys, in any order")
  func decodingSnakeCase() throws {
    var decoder = JSON.Decoder()
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

  @Test("a custom strategy gets the path of the key, encoding and decoding")
  func custom() throws {
    var (encoder, decoder) = (JSON.Encoder(), JSON.Decoder())
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
    var decoder = JSON.Decoder()
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
    #expect(error?.problem?.place?.column == 37)
  }

  @Test("random names are converted as Foundation converts them")
  func randomNames() throws {
    var random = SeededGenerator(for: "KeyStrategy")
    var ours = JSON.Encoder()
    let theirs = Foundation.JSONEncoder()
    ours.keyEncodingStrategy = .convertToSnakeCase
    theirs.keyEncodingStrategy = .convertToSnakeCase
    for _ in 0..<2000 {
      let letters = Array("abCDé_1ÜzZ")
      let name = String(
        (0..<random.int(1..<12)).map { _ in letters[random.int(0..<letters.count)] })
      let model = Named(name: name)
      #expect(try Data(ours.encode(model)) == theirs.encode(model), "\(name)")

      var reader = JSON.Decoder()
      let oracle = Foundation.JSONDecoder()
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

  /// Keys whose names are of all kinds: made of words, of capitals, with underscores at the ends and
  /// where snake case has none, and beyond ASCII.
  private struct ManyNames: Codable, Equatable {
    var id, userName, imageURL, imageUrl, _private, trailing_, a1Bc, été, straßeName: Int?
    var user_name, X: Int?
  }

  @Test("random documents give each key the value that Foundation gives it")
  func randomDocuments() throws {
    var random = SeededGenerator(for: "KeyStrategy.documents")
    let names = [
      "id", "ID", "user_name", "userName", "User_Name", "user__name", "image_url", "imageURL",
      "image_URL", "_private", "_pri_vate", "trailing_", "a1_bc", "a1Bc", "été", "é_té", "x", "X",
      "straße_name", "STRASSE_NAME", "other", "__", "",
    ]
    var reader = JSON.Decoder()
    let oracle = Foundation.JSONDecoder()
    reader.keyDecodingStrategy = .convertFromSnakeCase
    oracle.keyDecodingStrategy = .convertFromSnakeCase
    for _ in 0..<500 {
      // Names that meet are Ferry's own rule; here no two do.
      var converted: Set<String> = []
      let objects = (0..<random.int(1..<4)).map { _ in
        converted = []
        return "{"
          + (0..<random.int(0..<12)).compactMap { value in
            let name = names[random.int(0..<names.count)]
            let isNew = converted.insert(SnakeCase.camelCased(name)).inserted
            return isNew ? #""\#(name)":\#(value)"# : nil
          }.joined(separator: ",") + "}"
      }
      let text = Data("[\(objects.joined(separator: ","))]".utf8)
      #expect(
        try reader.decode([ManyNames].self, from: text)
          == oracle.decode([ManyNames].self, from: text),
        "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test("the first of several names that become one key counts")
  func namesThatMeet() throws {
    struct Twice: Decodable, Equatable { var other, userName: Int? }
    var decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let texts = [
      #"[{"userName":1,"other":0,"user_name":2},{"userName":1,"other":0,"user_name":2}]"#,
      #"[{"user_name":1,"other":0,"userName":2},{"user_name":1,"userName":2,"other":0}]"#,
      #"[{"other":0,"user_name":1,"userName":2},{"User_name":1,"other":0,"user_name":2}]"#,
    ]
    for text in texts {
      let expected = Twice(other: 0, userName: 1)
      #expect(try decoder.decode([Twice].self, from: text) == [expected, expected], "\(text)")
    }
  }
}
