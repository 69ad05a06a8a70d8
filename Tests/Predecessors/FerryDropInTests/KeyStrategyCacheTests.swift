import Ferry
import FerryCoding
import FerryDropIn
import FerryTestSupport
import Foundation
import Testing

@Suite("Key strategies in many calls")
struct KeyStrategyCacheTests {
  private typealias AnyKey = Fixtures.AnyKey

  @Test("calls with different strategies do not affect each other")
  func strategiesInTurns() throws {
    struct User: Codable, Equatable { var userName: String }
    var decoders = [(JSON.Decoder(), "userName")]
    var snake = JSON.Decoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    decoders.append((snake, "user_name"))
    for style in [KeyStyle.kebabCase, .screamingSnakeCase, .pascalCase] {
      var decoder = JSON.Decoder()
      decoder.keyDecodingStrategy = .style(style)
      decoders.append((decoder, style.name(of: "userName")))
    }
    var custom = JSON.Decoder()
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

  @Test("an object of many keys is read through an index")
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
    var decoder = JSON.Decoder()
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
      #expect(try encoder.base.string([Twice(), Twice()]) == #"[{"user_name":2},{"user_name":2}]"#)
    }
  }

  @Test("encoders with different strategies do not affect each other")
  func encodersInTurns() throws {
    struct User: Encodable { var userName = "a" }
    var encoders = [(JSON.Encoder(), "userName")]
    for style in [KeyStyle.kebabCase, .screamingSnakeCase, .pascalCase] {
      var encoder = JSON.Encoder()
      encoder.keyEncodingStrategy = .style(style)
      encoders.append((encoder, style.name(of: "userName")))
    }
    var (snake, custom) = (JSON.Encoder(), JSON.Encoder())
    snake.keyEncodingStrategy = .convertToSnakeCase
    custom.keyEncodingStrategy = .custom { AnyKey(stringValue: "of \($0.count)") }
    encoders += [(snake, "user_name"), (custom, "of 2")]
    var random = SeededGenerator(for: "KeyStrategy.encoders")
    for _ in 0..<200 {
      let (encoder, name) = encoders[random.int(0..<encoders.count)]
      #expect(try encoder.string([User(), User()]) == #"[{"\#(name)":"a"},{"\#(name)":"a"}]"#)
      // The binary form of a document does not depend on the documents before it.
      #expect(try Binary.encode([User()]) == Binary.encode([User()]))
    }
  }

  @Test("more names than the cache holds are written correctly")
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
