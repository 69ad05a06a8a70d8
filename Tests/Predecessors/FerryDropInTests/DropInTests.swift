import Ferry
import FerryTestSupport
import Foundation
import Testing

import class FerryDropIn.JSONDecoder
import class FerryDropIn.JSONEncoder

@Suite("The drop-in classes")
struct DropInTests {
  private struct Model: Codable, Equatable {
    var userName = "a/b"
    var when = Date(timeIntervalSince1970: 1.5)
    var blob = Data([1, 2, 255])
    var ratio = Double.infinity
  }

  @Test("a file with the names of the classes works as before, with every option set")
  func everyOption() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .millisecondsSince1970
    encoder.dataEncodingStrategy = .base64
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let data: Data = try encoder.encode(Model())
    #expect(
      String(decoding: data, as: UTF8.self) == """
        {
          "blob" : "AQL/",
          "ratio" : "inf",
          "user_name" : "a/b",
          "when" : 1500
        }
        """)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    decoder.dataDecodingStrategy = .base64
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.allowsJSON5 = false
    decoder.assumesTopLevelDictionary = false
    #expect(try decoder.decode(Model.self, from: data) == Model())
  }

  @Test("pretty printing writes one element per line, and a line break in empty containers")
  func prettyPrinting() throws {
    struct Lists: Codable {
      var integers = [1, -2]
      var doubles = [0.5]
      var texts = ["a"]
      var none = [Int]()
      var map = [String: Int]()
      var rows = [[1, 2], []]
    }
    let (encoder, foundation) = (JSONEncoder(), Foundation.JSONEncoder())
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    foundation.outputFormatting = [.prettyPrinted, .sortedKeys]
    for value: any Encodable in [Lists(), [1, 2], [Int](), [String: [Double]](), ["k": [1.5]]] {
      #expect(try encoder.encode(value) == foundation.encode(value))
    }
  }

  @Test("JSON5 has its own infinities beside the texts of a strategy")
  func infinitiesOfJSON5() throws {
    let (decoder, foundation) = (JSONDecoder(), Foundation.JSONDecoder())
    decoder.allowsJSON5 = true
    foundation.allowsJSON5 = true
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    foundation.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    for text in ["Infinity", "-Infinity", "\"inf\"", "\"-inf\"", "1.5"] {
      let data = Data(text.utf8)
      #expect(
        try decoder.decode(Double.self, from: data) == foundation.decode(Double.self, from: data))
      #expect(
        try decoder.decode(Float.self, from: data) == foundation.decode(Float.self, from: data))
    }
    #expect(try decoder.decode(Double.self, from: Data("NaN".utf8)).isNaN)
  }

  @Test("a number that JSON cannot represent is Foundation's error")
  func nonConformingFloats() {
    for value in [Double.infinity, -.infinity, .nan] {
      let errors = [
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([value]) },
        #expect(throws: EncodingError.self) { try Foundation.JSONEncoder().encode([value]) },
      ]
      let texts = errors.map { error in
        if case .invalidValue(_, let context) = error { context.debugDescription } else { "" }
      }
      #expect(texts[0] == texts[1])
    }
  }

  @Test("the classes are as lenient and as strict as Foundation's")
  func leniencies() throws {
    let decoder = JSONDecoder()
    #expect(try decoder.decode([Int].self, from: Data("[1,2,]".utf8)) == [1, 2])
    #expect(throws: DecodingError.self) {
      try decoder.decode(Double.self, from: Data("1e-400".utf8))
    }
    #expect(try decoder.decode(Double.self, from: Data("0e-400".utf8)) == 0)
  }

  @Test("the classes can be subclassed, and have options for one call")
  func subclasses() throws {
    final class Lenient: JSONDecoder, @unchecked Sendable {
      override init() {
        super.init()
        allowsJSON5 = true
      }
      override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try super.decode(type, from: data + Data("]".utf8))
      }
    }
    let decoder: JSONDecoder = Lenient()
    #expect(try decoder.decode([Int].self, from: Data("[0x10,".utf8)) == [16])

    struct Reader: Decodable {
      let word: String?
      init(from decoder: any Decoder) throws {
        word = CodingUserInfoKey(rawValue: "word").flatMap { decoder.userInfo[$0] as? String }
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "word"))
    let plain = JSONDecoder()
    plain.userInfo[key] = "always"
    #expect(try plain.decode(Reader.self, from: Data("1".utf8)).word == "always")
    #expect(
      try plain.base.decode(Reader.self, from: Data("1".utf8), userInfo: [key: "now"]).word == "now"
    )
    #expect(try plain.decode(Reader.self, from: Data("1".utf8)).word == "always")
  }

  @Test("super decoders fail with Foundation's errors, and find values by key")
  func superDecoders() throws {
    enum Key: String, CodingKey { case `super`, list }
    struct Model: Decodable, Equatable {
      let texts: [String]
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var texts = [try container.decode(String.self, forKey: .super)]
        try texts.append(container.superDecoder().singleValueContainer().decode(String.self))
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        do {
          _ = try list.superDecoder()
        } catch DecodingError.valueNotFound(let type, let context) {
          texts += ["\(type)", context.debugDescription] + context.codingPath.map(\.stringValue)
        }
        self.texts = texts
      }
    }
    let data = Data(#"{"super":"s","list":[]}"#.utf8)
    #expect(
      try JSONDecoder().decode(Model.self, from: data)
        == Foundation.JSONDecoder().decode(Model.self, from: data))
  }

  @Test("keys without a type print as Foundation's do")
  func descriptionsOfKeys() {
    func path(_ body: () throws -> [[Int]]) -> [String] {
      do {
        return try body().map { "\($0)" }
      } catch DecodingError.typeMismatch(_, let context) {
        return context.codingPath.map { "\($0)" }
      } catch {
        return []
      }
    }
    let data = Data(#"[["b"]]"#.utf8)
    let ours = path { try JSONDecoder().decode([[Int]].self, from: data) }
    #expect(ours == path { try Foundation.JSONDecoder().decode([[Int]].self, from: data) })
  }

  @Test("a slice of Data is read from its start to its end")
  func slices() throws {
    let data = Data("  [3.141596]".utf8)
    #expect(try JSONDecoder().decode(Double.self, from: data[3..<7]) == 3.14)
  }
}
