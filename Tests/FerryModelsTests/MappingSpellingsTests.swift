import Ferry
import FerryTestSupport
import Foundation
import Testing

/// Mappings in the spellings of the standard library's types. The oracle is the same model with a
/// `KeyMap`, and the literal JSON.
@Suite struct MappingSpellingsTests {
  struct ByKeyMap: Codable, KeyMapped {
    var a: Int
    static let toJSONMapping: KeyMap = ["a": "x.y"]
  }
  struct ByOptional: Codable, KeyMapped {
    var a: Int
    static let toJSONMapping: KeyMap? = ["a": "x.y"]
  }
  struct ByDictionary: Codable, KeyMapped {
    var a: Int
    static let toJSONMapping: [String: String] = ["a": "x.y"]
  }
  struct ByOptionalDictionary: Codable, KeyMapped {
    var a: Int
    static let toJSONMapping: [String: String]? = ["a": "x.y"]
  }
  struct ByPairs: Codable, KeyMapped {
    var a: Int
    static var toJSONMapping: KeyValuePairs<String, String> { ["a": "x.y"] }
  }
  struct ByPaths: Codable, KeyMapped {
    var a: Int
    static let toJSONMapping: [String: WirePath] = ["a": WirePath(keys: "x", "y")]
  }
  struct ByLists: Codable, KeyMapped {
    var a: Int
    static let toJSONMapping = ["a": ["x.y", "z"]]
  }
  struct ByDirection: Codable, KeyMapped {
    var a: Int
    static let keyMapping: KeyMap? = nil
    static let fromJSONMapping: KeyMap? = ["a": "x.y"]
    static let toJSONMapping: [String: String]? = nil
  }
  struct Generic<T: Codable>: Codable, KeyMapped {
    var a: T
    static var keyMapping: [String: String] { ["a": "x.y"] }
  }
  class Base: Codable, KeyMapped {
    var a = 1
    class var keyMapping: [String: String] { ["a": "y"] }
  }
  final class Derived: Base {
    override class var keyMapping: [String: String] { ["a": "x.y"] }
  }

  @Test("a mapping is followed in every type that it may have")
  func everyType() throws {
    let values: [any Encodable] = [
      ByKeyMap(a: 1), ByOptional(a: 1), ByDictionary(a: 1), ByOptionalDictionary(a: 1),
      ByPairs(a: 1), ByPaths(a: 1), ByLists(a: 1), ByDirection(a: 1), Generic(a: 1),
    ]
    for value in values {
      #expect(try encodeMapped(value) == #"{"x":{"y":1}}"#, "\(type(of: value))")
    }
    #expect(try JSON.string(Base()) == #"{"y":1}"#)
    #expect(try JSON.string(Derived()) == #"{"x":{"y":1}}"#)
    #expect(try JSON.decode(Generic<String>.self, from: #"{"x":{"y":"z"}}"#).a == "z")
  }

  struct Aliased: Codable, Equatable, KeyMapped {
    var name: String
    static let keyMapping = ["name": ["name", "full_name"]]
  }

  @Test("an array of a dictionary has the paths in order of preference")
  func arraysAreAliases() throws {
    #expect(try decodeMapped(Aliased.self, #"{"full_name":"b","name":"a"}"#).name == "a")
    #expect(try decodeMapped(Aliased.self, #"{"full_name":"b"}"#).name == "b")
  }

  struct Styled: Codable, Equatable, KeyMapped {
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

  struct Ignoring: Codable, Equatable, KeyMapped {
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
  struct Many: Codable, KeyMapped {
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
  struct Coded: Decodable, KeyMapped {
    var value: Int
    enum CodingKeys: String, CodingKey { case value = "v" }
    static let keyMapping = ["v": "x", "w": "x", "u": "y", "t": "y"]
  }

  @Test("names that are no properties are in the order of the keys")
  func orderOfOtherNames() {
    let error = #expect(throws: MappingError.self) { try JSON.decode(Coded.self, from: "{}") }
    #expect(error?.description == "mapping of Coded: 't' and 'u' are both read from 'y'")
  }

  @Test("a dictionary's mapping is the same for every order of the dictionary")
  func everyOrder() {
    let properties = ["d", "b", "c", "a"]
    let pairs = ["a", "b", "c", "d", "b.x", "zz", "y"]
    let expected = ["d", "b", "b.x", "c", "a", "y", "zz"]
    var generator = SeededGenerator(for: "MappingSpellingsTests")
    for _ in 0..<100 {
      var dictionary: [String: String] = [:]
      for name in pairs.shuffled(using: &generator) { dictionary[name] = name }
      let map = [String: String].keyMap(of: dictionary, in: properties)
      #expect(map?.entries.map(\.property.description) == expected)
    }
  }

  // MARK: Other declarations

  fileprivate enum Kinds: PolymorphicFamily {
    typealias Value = Any
    static let discriminator = "meta.kind"
    static let members: [String: any (Decodable & Sendable).Type] = ["styled": Styled.self]
  }

  fileprivate struct Home: Decodable {
    @Polymorphic<Kinds> var any: Any
    init(from decoder: any Decoder) throws {
      _any = try decoder.singleValueContainer().decode(Polymorphic<Kinds>.self)
    }
  }

  @Test("a discriminator may be declared as a text")
  func discriminators() throws {
    let home = try JSON.decode(
      Home.self, from: #"{"meta":{"kind":"styled"},"first-name":"a"}"#)
    #expect(home.any as? Styled == Styled(firstName: "a"))
  }

  enum Three: DefaultSource {
    static let whenMissing = 1
    static let whenInvalid = 3
  }

  struct Counted: Codable, Equatable {
    @Defaulting<Three> var count: Int
  }

  @Test("a default for invalid values may be declared without an optional")
  func defaultsForInvalidValues() throws {
    #expect(try decodeEverywhere(Counted.self, #"{"count":"many"}"#).count == 3)
    #expect(try decodeEverywhere(Counted.self, "{}").count == 1)
  }
}
