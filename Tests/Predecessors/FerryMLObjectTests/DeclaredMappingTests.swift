import FerryMLObject
import FerryTestSupport
import Testing

/// Mappings in the spellings of the standard library's types. The oracle is the same model with a
/// `KeyMapping`, and the literal JSON.
@Suite struct DeclaredMappingTests {
  struct ByMapping: Codable, DeclaredMapping {
    var a: Int
    static let mapping: KeyMapping = ["a": "x.y"]
  }
  struct ByDictionary: Codable, DeclaredMapping {
    var a: Int
    static let toJSONMapping: [String: String] = ["a": "x.y"]
  }
  struct ByOptionalDictionary: Codable, DeclaredMapping {
    var a: Int
    static let toJSONMapping: [String: String]? = ["a": "x.y"]
  }
  struct ByPairs: Codable, DeclaredMapping {
    var a: Int
    static var toJSONMapping: KeyValuePairs<String, String> { ["a": "x.y"] }
  }
  struct ByPaths: Codable, DeclaredMapping {
    var a: Int
    static let toJSONMapping: [String: WirePath] = ["a": WirePath(keys: "x", "y")]
  }
  struct ByLists: Codable, DeclaredMapping {
    var a: Int
    static let toJSONMapping = ["a": ["x.y", "z"]]
  }
  struct ByDirection: Codable, DeclaredMapping {
    var a: Int
    static let keyMapping: KeyValuePairs<String, WirePath>? = nil
    static let fromJSONMapping: KeyValuePairs<String, [WirePath]>? = ["a": ["x.y"]]
    static let toJSONMapping: [String: String]? = nil
  }
  struct Generic<T: Codable>: Codable, DeclaredMapping {
    var a: T
    static var keyMapping: [String: String] { ["a": "x.y"] }
  }
  class Base: Codable, DeclaredMapping {
    var a = 1
    class var keyMapping: [String: String] { ["a": "y"] }
  }
  final class Derived: Base {
    override class var keyMapping: [String: String] { ["a": "x.y"] }
  }

  @Test("a mapping is followed in every type that it may have")
  func everyType() throws {
    let values: [any Encodable] = [
      ByMapping(a: 1), ByDictionary(a: 1), ByOptionalDictionary(a: 1),
      ByPairs(a: 1), ByPaths(a: 1), ByLists(a: 1), ByDirection(a: 1), Generic(a: 1),
    ]
    for value in values {
      #expect(try encodeMapped(value) == #"{"x":{"y":1}}"#, "\(type(of: value))")
    }
    #expect(try JSON.string(Base()) == #"{"y":1}"#)
    #expect(try JSON.string(Derived()) == #"{"x":{"y":1}}"#)
    #expect(try JSON.decode(Generic<String>.self, from: #"{"x":{"y":"z"}}"#).a == "z")
  }

  struct Aliased: Codable, Equatable, DeclaredMapping {
    var name: String
    static let keyMapping = ["name": ["name", "full_name"]]
  }

  @Test("an array of a dictionary has the paths in order of preference")
  func arraysAreAliases() throws {
    #expect(try decodeMapped(Aliased.self, #"{"full_name":"b","name":"a"}"#).name == "a")
    #expect(try decodeMapped(Aliased.self, #"{"full_name":"b"}"#).name == "b")
  }

  struct Styled: Codable, Equatable, DeclaredMapping {
    var firstName: String
    static let keyStyle = KeyStyle.kebabCase
  }

  struct Unstyled: Codable, Equatable, UnderscoreToCamelCase {
    var firstName: String
    static let keyStyle: KeyStyle? = nil
  }

  @Test("a key style needs no annotation, and nil beats the marker's style")
  func keyStyles() throws {
    #expect(try encodeMapped(Styled(firstName: "a")) == #"{"first-name":"a"}"#)
    #expect(try decodeMapped(Styled.self, #"{"first-name":"a"}"#).firstName == "a")
    #expect(try encodeMapped(Unstyled(firstName: "a")) == #"{"firstName":"a"}"#)
  }

  struct Ignoring: Codable, Equatable, DeclaredMapping {
    var name: String
    var secret: String?
    var token: String?
    static let ignoredKeys = ["secret", "token"]
    static let keysIgnoredOnDecoding: Set = ["secret"]
  }

  @Test("ignored keys are an array or a set, and those of one direction beat both directions'")
  func ignoredKeys() throws {
    let value = try decodeMapped(Ignoring.self, #"{"name":"a","secret":"s","token":"t"}"#)
    #expect(value == Ignoring(name: "a", secret: nil, token: "t"))
    #expect(try encodeMapped(Ignoring(name: "a", secret: "s", token: "t")) == #"{"name":"a"}"#)
  }

  // MARK: Order

  /// Ten properties, so that a dictionary has them in another order in nearly every process.
  struct Many: Codable, DeclaredMapping {
    var e = 1, d = 1, c = 1, b = 1, a = 1, j = 1, i = 1, h = 1, g = 1, f = 1
    static let keyMapping = [
      "a": "m.a", "b": "m.b", "c": "m.c", "d": "m.d", "e": "m.e", "f": "m.f", "g": "m.g",
      "h": "m.h", "i": "m.i", "j": "m.j",
    ]
  }

  @Test("a dictionary's mapping has the order of the properties")
  func orderOfProperties() throws {
    let names = ["e", "d", "c", "b", "a", "j", "i", "h", "g", "f"]
    #expect(
      try JSON.string(Many())
        == "{\"m\":{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}}")
    let error = try #require(throws: DecodingError.self) {
      try JSON.decode(Many.self, from: "{}")
    }
    let listed = isPortableBuild ? ["e"] : names
    let list = listed.map { "`m.\($0)`" }.joined(separator: ", ")
    #expect(
      error.context.debugDescription == "1:1: missing \(isPortableBuild ? "key" : "keys"): \(list)")
  }

  /// Its keys are not its properties, so nothing but the mapping tells them.
  struct Coded: Decodable, DeclaredMapping {
    var value: Int
    enum CodingKeys: String, CodingKey { case value = "v" }
    static let keyMapping = ["v": "x", "w": "x", "u": "y", "t": "y"]
  }

  @Test("names without a property are in the order of the keys")
  func orderOfOtherNames() {
    let error = #expect(throws: Problem.self) { try JSON.decode(Coded.self, from: "{}") }
    #expect(error?.description == "invalid mapping: Coded: 't' and 'u' are both read from 'y'")
  }

}
