import FerryConvertible
import Foundation
import Testing

@Suite struct ConvertibleTests {
  struct User: Convertible, UnderscoreToCamelCase, Equatable {
    var id: Int
    var firstName: String
    var lastName: String
    var isPublic: Bool
    var age: Int?
    var createdAt: Date?
    static let keyMapping = ["isPublic": "public"]
  }

  static let json = #"{"id":1,"last_name":"Hilton","first_name":"Brad","public":true}"#

  @Test("Case 18: JsonValue keeps a document byte for byte")
  func byteIdentical() throws {
    for text in [Self.json, #"[1.10,1e400,-0,"é",null,{"b":1,"a":[]}]"#, "7", #""x""#] {
      let value = try JsonValue.initializeWithData(Data(text.utf8))
      #expect(try String.initializeWithData(value.serializeToData()) == text)
      #expect(try JSON.string(JSON.decode(AnyValue.self, from: text)) == text)
    }
    // The order of members goes through the other formats, too.
    let value = try JSON.decode(AnyValue.self, from: Self.json)
    #expect(
      try JSON.string(Binary.decode(AnyValue.self, from: Binary.encode(value))) == Self.json)
    #expect(try JSON.string(YAML.decode(AnyValue.self, from: YAML.encode(value))) == Self.json)
  }

  @Test("a model needs no code for its conversion")
  func modelsAreConvertedWithNothingButProperties() throws {
    let user = try User.initializeWithData(Data(Self.json.utf8))
    #expect(user.firstName == "Brad" && user.isPublic && user.age == nil)
    let again = try User.initializeWithJson(user.serializeToJson())
    #expect(again == user)
    #expect(
      try String.initializeWithData(user.serializeToData())
        == #"{"id":1,"first_name":"Brad","last_name":"Hilton","public":true}"#)
  }

  @Test("Case 19: an update sets the keys that are present")
  func partialUpdate() throws {
    var user = try User.initializeWithData(Data(Self.json.utf8))
    let before = user
    try user.update(from: ["age": 5])
    #expect(user.age == 5)
    user.age = nil
    #expect(user == before)
    try user.update(from: Data(#"{"public":false,"age":null}"#.utf8))
    #expect(!user.isPublic && user.age == nil && user.firstName == "Brad")
    for value in [
      try Binary.decode(JsonValue.self, from: Binary.encode(["age": 6])),
      try YAML.decode(JsonValue.self, from: "age: 6"),
    ] {
      var other = before
      try other.update(from: value)
      #expect(other.age == 6 && other.firstName == "Brad" && other.isPublic)
    }
    #expect(throws: DecodingError.self) { try user.update(from: ["id": "many"]) }
    #expect(user.id == 1)
  }

  struct Nested: Convertible, Equatable {
    struct Inner: Convertible, Equatable {
      var value: Int
      static let mapping: KeyMapping = ["value": "deep.value"]
    }
    var inner: Inner
    var other: Int
  }

  @Test("an update keeps children with mappings")
  func anUpdateKeepsChildrenWithMappings() throws {
    var value = Nested(inner: .init(value: 7), other: 1)
    try value.update(from: ["other": 2])
    #expect(value == Nested(inner: .init(value: 7), other: 2))
    try value.update(from: ["inner": ["deep": ["value": 8]]])
    #expect(value == Nested(inner: .init(value: 8), other: 2))
  }

  @Test("the first option of a type applies")
  func theFirstOptionOfAKindCounts() throws {
    let options: [any ConvertibleOption] = [DateOption.secondsSince1970, DateOption.iso8601]
    let date = Date(timeIntervalSince1970: 5)
    #expect(try date.serializeToJsonWithOptions(options) == 5)
    #expect(try date.serializeToJson() == "1970-01-01T00:00:05Z")
    #expect(try Date.initializeWithJson(5, options: options) == date)
  }

  @Test("dictionaries may have keys of other types")
  func dictionariesMayHaveOtherKeys() throws {
    let counts = [1: "a", 20: "b"]
    #expect(try counts.serializeToJson() == ["1": "a", "20": "b"])
    #expect(try [Int: String].initializeWithJson(["1": "a", "20": "b"]) == counts)
    #expect(throws: ConversionError.self) { try [Int: String].initializeWithJson(["x": "a"]) }
  }

  @Test("conversions are strict")
  func conversionsAreStrict() {
    #expect(throws: DecodingError.self) { try Int.initializeWithJson("this is not a number") }
    #expect(throws: DecodingError.self) { try Bool.initializeWithJson("this is not a number") }
    #expect(throws: DecodingError.self) { try Bool.initializeWithJson(1) }
  }

  @Test("collections and optionals are converted")
  func collectionsAndOptionals() throws {
    #expect(try [Int]?.initializeWithJson(.null) == nil)
    #expect(try Set<Int>.initializeWithJson([1, 2, 1]) == [1, 2])
    #expect(try [URL].initializeWithJson(["http://a.b"]).first?.host == "a.b")
    #expect(try [Int].initializeWithData(Data("[1,2]".utf8)) == [1, 2])
  }
}
