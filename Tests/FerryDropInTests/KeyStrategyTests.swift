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

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test("names in snake case are Foundation's, dictionaries keep theirs")
  func encodingSnakeCase() throws {
    let (ours, theirs) = (JSON.Encoder(), Foundation.JSONEncoder())
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
    let (ours, theirs) = (JSON.Decoder(), Foundation.JSONDecoder())
    ours.keyDecodingStrategy = .convertFromSnakeCase
    theirs.keyDecodingStrategy = .convertFromSnakeCase
    let data = try Foundation.JSONEncoder().encode([name: 1])
    #expect(
      try ours.decode(Names.self, from: data).names == theirs.decode(Names.self, from: data).names)
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
    let (ours, theirs) = (JSON.Encoder(), Foundation.JSONEncoder())
    ours.keyEncodingStrategy = .convertToSnakeCase
    theirs.keyEncodingStrategy = .convertToSnakeCase
    for _ in 0..<2000 {
      let letters = Array("abCDé_1ÜzZ")
      let name = String(
        (0..<random.int(1..<12)).map { _ in letters[random.int(0..<letters.count)] })
      let model = Named(name: name)
      #expect(try Data(ours.encode(model)) == theirs.encode(model), "\(name)")

      let (reader, oracle) = (JSON.Decoder(), Foundation.JSONDecoder())
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
    let (reader, oracle) = (JSON.Decoder(), Foundation.JSONDecoder())
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

  @Test("of names that meet the first counts, however they are asked for")
  func namesThatMeet() throws {
    struct Twice: Decodable, Equatable { var other, userName: Int? }
    let decoder = JSON.Decoder()
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

  @Test("calls with different strategies do not spoil each other")
  func strategiesInTurns() throws {
    struct User: Codable, Equatable { var userName: String }
    var decoders = [(JSON.Decoder(), "userName")]
    let snake = JSON.Decoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    decoders.append((snake, "user_name"))
    for style in [KeyStyle.kebabCase, .screamingSnakeCase, .pascalCase] {
      let decoder = JSON.Decoder()
      decoder.keyDecodingStrategy = .style(style)
      decoders.append((decoder, style.name(of: "userName")))
    }
    let custom = JSON.Decoder()
    custom.keyDecodingStrategy = .custom { _ in AnyKey(stringValue: "userName") }
    decoders.append((custom, "anything"))
    var random = SeededGenerator(for: "KeyStrategy.turns")
    for _ in 0..<200 {
      let (decoder, name) = decoders[random.int(0..<decoders.count)]
      #expect(
        try decoder.decode([User].self, from: #"[{"\#(name)":"a"},{"\#(name)":"b"}]"#)
          == [User(userName: "a"), User(userName: "b")])
    }
  }

  @Test("an object of many names is read by an index of them")
  func longObject() throws {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Backwards: Decodable {
      var sum = 0
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for number in stride(from: 999, through: 0, by: -1) {
          sum += try container.decode(Int.self, forKey: Key(stringValue: "keyNumber\(number)"))
        }
      }
    }
    let members = (0..<1000).map { #""key_number\#($0)":\#($0)"# }.joined(separator: ",")
    let decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(Backwards.self, from: "{\(members)}").sum == 499_500)
    decoder.keyDecodingStrategy = .style(.snakeCase)
    #expect(try decoder.decode(Backwards.self, from: "{\(members)}").sum == 499_500)
  }

  @Test("the drop-in gives two keys that are written under one name the last value, in every call")
  func namesThatMeetInWriting() throws {
    struct Twice: Encodable {
      var userName = 1
      var user_name = 2
    }
    let encoder = FerryDropIn.JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    for _ in 0..<3 {
      #expect(try encoder.string([Twice(), Twice()]) == #"[{"user_name":2},{"user_name":2}]"#)
    }
  }

  @Test("encoders with different strategies do not spoil each other")
  func encodersInTurns() throws {
    struct User: Encodable { var userName = "a" }
    var encoders = [(JSON.Encoder(), "userName")]
    for style in [KeyStyle.kebabCase, .screamingSnakeCase, .pascalCase] {
      let encoder = JSON.Encoder()
      encoder.keyEncodingStrategy = .style(style)
      encoders.append((encoder, style.name(of: "userName")))
    }
    let (snake, custom) = (JSON.Encoder(), JSON.Encoder())
    snake.keyEncodingStrategy = .convertToSnakeCase
    custom.keyEncodingStrategy = .custom { AnyKey(stringValue: "of \($0.count)") }
    encoders += [(snake, "user_name"), (custom, "of 2")]
    var random = SeededGenerator(for: "KeyStrategy.encoders")
    for _ in 0..<200 {
      let (encoder, name) = encoders[random.int(0..<encoders.count)]
      #expect(try encoder.string([User(), User()]) == #"[{"\#(name)":"a"},{"\#(name)":"a"}]"#)
      // What a document is written as in binary does not depend on those before it.
      #expect(try Binary.encode([User()]) == Binary.encode([User()]))
    }
  }

  @Test("more names than are kept are written all the same")
  func manyNames() throws {
    struct Key: CodingKey {
      var number: UInt8
      static nonisolated(unsafe) var prefix = ""
      var stringValue: String { Self.prefix + String(number) }
      var intValue: Int? { nil }
      init(number: UInt8) { self.number = number }
      init?(stringValue: String) { nil }
      init?(intValue: Int) { nil }
    }
    struct Long: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for number in UInt8(0)...200 {
          try container.encode(number, forKey: Key(number: number))
        }
      }
    }
    // 201 names of 1 KiB are forgotten behind each call; of 10 KiB some are not kept at all.
    for length in [1 << 10, 10 << 10, 1 << 10] {
      Key.prefix = String(repeating: "k", count: length)
      let members = (0...200).map { "\"\(Key.prefix)\($0)\":\($0)" }.joined(separator: ",")
      for _ in 0..<2 { #expect(try JSON.string([Long()]) == "[{\(members)}]") }
    }
  }
}
