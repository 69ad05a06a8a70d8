import FerryConfiguration
import FerryMacros
import Foundation
import Testing

let marker = "hunter2"

struct Database: Codable {
  var user: String
  var password: Secret<String>
  var port: Int?
}

@DirectCodable
struct DirectDatabase {
  var user: String
  var password: Secret<String>
  var port: Int?
}

struct Keyed<Value: Codable>: Codable, Marked { var db: Value }
extension Keyed: Sendable where Value: Sendable {}

/// A model whose secrets are ``Secret`` members.
protocol Marked {}

@Suite("Secrets")
struct SecretsTests {
  @Test("a secret decodes as its value and prints as <redacted>")
  func printing() throws {
    let database = try JSON.decode(Database.self, from: #"{"user":"u","password":"hunter2"}"#)
    #expect(database.password.exposed == marker)
    var dumped = ""
    dump(database, to: &dumped)
    let texts = [
      "\(database)", String(reflecting: database), dumped, "\(database.password)",
      String(describing: Optional(database.password)), "\([database.password])",
    ]
    for text in texts { #expect(!text.contains(marker) && !text.isEmpty, "\(text)") }
    #expect("\(database.password)" == "<redacted>")
  }

  @Test("a secret is encoded only if the encoder exposes secrets, in every library")
  func encoding() throws {
    let secret = ["a": Secret(marker)]
    let error = #expect(throws: EncodingError.self) { try JSON.encode(secret) }
    #expect(error.map { "\($0)".contains(marker) } == false)
    var encoder = JSON.Encoder()
    encoder.exposesSecrets = true
    #expect(try encoder.string(secret) == #"{"a":"hunter2"}"#)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(secret) }
    let foundation = JSONEncoder()
    foundation.userInfo[.exposesSecrets] = true
    #expect(try foundation.encode(secret) == Data(#"{"a":"hunter2"}"#.utf8))
  }

  /// A type whose own error quotes the value.
  struct Indiscreet: Codable {
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "bad value \(text)"))
    }
  }

  @Test("errors of secrets show neither the value nor its line, in every decoder")
  func decodingErrors() throws {
    let text = #"{"a": "hunter2"}"#
    func check<T: Codable>(_ type: T.Type) {
      for decode in [
        { _ = try JSON.decode(type, from: text) },
        { _ = try JSONDecoder().decode(type, from: Data(text.utf8)) },
        {
          var configuration = LayeredConfiguration()
          try configuration.add(text, name: "a.json")
          _ = try configuration.decode(type)
        },
      ] as [() throws -> Void] {
        let error = #expect(throws: DecodingError.self) { try decode() }
        let texts = error.map { ["\($0)", $0.problem?.description ?? "", Self.dumped($0)] } ?? []
        for text in texts { #expect(!text.contains(marker), "\(text)") }
      }
    }
    check([String: Secret<Int>].self)
    check([String: Secret<[Int]>].self)
    check([String: Secret<Indiscreet>].self)
    check([String: Secret<Bool>].self)
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode([String: Secret<Int>].self, from: text)
    }
    #expect(
      error?.problem?.description
        == "1:7: wrong type of value: expected Int, found <redacted>, at a")
  }

  static func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }
}
