import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite struct WrapperTests {
  struct Lossy: Codable, Equatable {
    @LossyArray var numbers: [Int]
    @LossySet var tags: Set<String>
    @LossyDictionary var ages: [String: Int]
  }

  @Test("Case 31: invalid elements are dropped and reported")
  func lossy() throws {
    let value = try decodeEverywhere(
      Lossy.self, #"{"numbers":[1,2,null,4,5,null],"tags":["a",[7]],"ages":{"x":1,"y":"old"}}"#)
    #expect(value.numbers == [1, 2, 4, 5])
    #expect(value.$numbers.map(\.element) == [.index(2), .index(5)])
    #expect(value.tags == ["a"])
    #expect(value.$tags.map(\.element) == [.index(1)])
    #expect(value.ages == ["x": 1])
    #expect(value.$ages.map(\.element) == [.key("y")])
    let json = #"{"numbers":[1,2,4,5],"tags":["a"],"ages":{"x":1}}"#
    #expect(try encodeEverywhere(value) == json)
    #expect(try decodeEverywhere(Lossy.self, json) == value, "losses do not count in comparisons")
  }

  @Test("a missing lossy collection is empty")
  func lossyCollectionsMayBeMissing() throws {
    let value = try decodeEverywhere(Lossy.self, #"{"tags":null}"#)
    #expect(value.numbers.isEmpty && value.tags.isEmpty && value.ages.isEmpty)
    #expect(throws: DecodingError.self) { try JSON.decode(Lossy.self, from: #"{"numbers":7}"#) }
  }

  struct Scalars: Codable, Equatable {
    @TolerantValue var count: Int
    @TolerantValue var isOn: Bool
    @TolerantValue var text: String
    @TolerantValue var ratio: Double
  }

  @Test("tolerant values accept exact notations")
  func tolerantValuesTakeExactNotations() throws {
    let value = try decodeEverywhere(
      Scalars.self, #"{"count":"42","isOn":1,"text":1.5,"ratio":"0.5"}"#)
    #expect(value == Scalars(count: 42, isOn: true, text: "1.5", ratio: 0.5))
    #expect(try encodeEverywhere(value) == #"{"count":42,"isOn":true,"text":"1.5","ratio":0.5}"#)
  }

  /// A type of the user's own that has a text.
  struct Version: Codable, LosslessStringConvertible, Equatable {
    var major: Int

    init?(_ description: String) {
      guard description.first == "v", let major = Int(description.dropFirst()) else { return nil }
      self.major = major
    }

    var description: String { "v\(major)" }
  }

  @Test("a type with a textual form is read from text")
  func tolerantTypes() throws {
    struct App: Codable, Equatable { @TolerantValue var version: Version }
    #expect(try decodeEverywhere(App.self, #"{"version":"v7"}"#).version.major == 7)
    #expect(try decodeEverywhere(App.self, #"{"version":{"major":8}}"#).version.major == 8)
    _ = try errorEverywhere(App.self, #"{"version":"7"}"#)
  }

  @Test(
    "tolerant values reject inexact notations",
    arguments: [
      #"{"count":"42.5","isOn":1,"text":"","ratio":1}"#,
      #"{"count":"abc","isOn":1,"text":"","ratio":1}"#,
      #"{"count":1,"isOn":2,"text":"","ratio":1}"#,
      #"{"count":1,"isOn":"yes","text":"","ratio":1}"#,
      #"{"count":1,"isOn":true,"text":[],"ratio":1}"#,
      #"{"count":1,"isOn":true,"text":"","ratio":"nan"}"#,
    ])
  func nothingElseIsTolerated(_ json: String) throws {
    _ = try errorEverywhere(Scalars.self, json)
  }

  struct MappedScalars: Codable, Equatable, KeyMapped {
    @TolerantValue var itemCount: Int
    @LossyArray var someTags: [String]
    var plainName: String
    static let mapping = KeyMapping(style: .snakeCase)
  }

  @Test("a mapping names wrapped properties without an underscore")
  func wrappersAreMappedUnderTheirNames() throws {
    let value = try decodeMapped(
      MappedScalars.self, #"{"item_count":"7","some_tags":["a",[1]],"plain_name":"x"}"#)
    #expect(value.itemCount == 7 && value.someTags == ["a"])
    #expect(
      try encodeMapped(value) == #"{"item_count":7,"some_tags":["a"],"plain_name":"x"}"#)
    let error = try #require(throws: DecodingError.self) {
      try JSON.decode(MappedScalars.self, from: "{}")
    }
    guard case .keyNotFound(_, let context) = error else { throw error }
    #expect(
      context.debugDescription
        == (isPortableBuild
          ? "1:1: missing key: `item_count`" : "1:1: missing keys: `item_count`, `plain_name`"))
  }

  enum Size: String, Codable, CaseIterable { case small, large }

  struct Defaulted: Codable, Equatable {
    @DefaultValue<Defaults.False> var isPublic: Bool
    @DefaultValue<Defaults.Empty<[Int]>> var numbers: [Int]
    @DefaultValue<Defaults.FirstCase<Size>> var size: Size
  }

  @Test("a default distinguishes missing from invalid values")
  func missingAndInvalidAreToldApart()
    throws
  {
    let value = try decodeEverywhere(Defaulted.self, #"{"numbers":null,"size":"huge"}"#)
    #expect(!value.isPublic && value.numbers.isEmpty && value.size == .small)
    #expect(throws: DecodingError.self) {
      try JSON.decode(Defaulted.self, from: #"{"isPublic":"maybe"}"#)
    }
  }

  enum Three: DefaultSource {
    static let whenMissing = 1
    static let whenInvalid = 3
  }

  struct Counted: Codable, Equatable {
    @DefaultValue<Three> var count: Int
  }

  @Test("a default for invalid values may be declared without an optional")
  func defaultsForInvalidValues() throws {
    #expect(try decodeEverywhere(Counted.self, #"{"count":"many"}"#).count == 3)
    #expect(try decodeEverywhere(Counted.self, "{}").count == 1)
  }

  struct Message: Codable, Equatable {
    struct Payload: Codable, Equatable { var id: Int }
    @AsJSON var payload: Payload
  }

  @Test("JSON in a string is decoded")
  func jsonInAString() throws {
    let json = #"{"payload":"{\"id\":1}"}"#
    let value = try decodeEverywhere(Message.self, json)
    #expect(value.payload.id == 1)
    #expect(try encodeEverywhere(value) == json)
    #expect(throws: DecodingError.self) {
      try JSON.decode(Message.self, from: #"{"payload":"{"}"#)
    }
  }

  @Test("a path continues in the JSON of a string")
  func pathsGoOnInTheJSONOfAString() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode([Message].self, from: #"[{"payload":"{\"id\":[]}"}]"#)
    }
    guard case .dataCorrupted(let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["Index 0", "payload", "id"])
    #expect(error?.problem?.place?.column == 13)
    #expect(error?.problem?.path == "[0].payload.id")
  }
}

private protocol Pet: Sendable {
  var name: String { get }
}

@Suite struct PolymorphicTests {
  struct Cat: Pet, Codable, Equatable {
    var name: String
    var lives: Int
  }

  /// Has a mapping, and writes the discriminator itself.
  struct Dog: Pet, Codable, Equatable, KeyMapped {
    var type = "dog"
    var name: String
    var isGood: Bool
    static let mapping = KeyMapping(style: .snakeCase)
  }

  struct Fish: Pet, Codable {
    var name: String
  }

  fileprivate enum Pets: PolymorphicFamily {
    typealias Value = any Pet
    static let discriminator: WirePath = "type"
    static let members: [String: any (Pet & Codable).Type] = ["cat": Cat.self, "dog": Dog.self]
  }

  fileprivate enum Nested: PolymorphicFamily {
    typealias Value = any Pet
    static let discriminator: WirePath = "meta.kind"
    static let members: [String: any (Pet & Codable).Type] = ["cat": Cat.self]
  }

  /// A family with several names for one type.
  fileprivate enum Nicknames: PolymorphicFamily {
    typealias Value = any Pet
    static let discriminator: WirePath = "type"
    static let members: [String: any (Pet & Codable).Type] = [
      "kitty": Cat.self, "Zed": Cat.self, "cat": Cat.self, "é": Cat.self, "feline": Cat.self,
    ]
  }

  @Test("of several names of a type, the first one in the order of bytes is written")
  func severalNames() throws {
    let pet = Polymorphic<Nicknames>(wrappedValue: Cat(name: "Tom", lives: 9))
    #expect(try JSON.string(pet) == #"{"type":"Zed","name":"Tom","lives":9}"#)
    for name in Nicknames.members.keys {
      let json = #"{"type":"\#(name)","name":"Tom","lives":9}"#
      let read = try JSON.decode(Polymorphic<Nicknames>.self, from: json).wrappedValue
      #expect(read as? Cat == Cat(name: "Tom", lives: 9))
    }
  }

  fileprivate struct Home: Codable, Equatable {
    @Polymorphic<Pets> var favourite: any Pet
    @PolymorphicArray<Pets> var all: [any Pet]
    @PolymorphicOptional<Nested> var guest: (any Pet)?

    static func == (left: Self, right: Self) -> Bool {
      "\(left)" == "\(right)"
    }
  }

  static let json =
    #"{"favourite":{"type":"cat","name":"Tom","lives":9},"#
    + #""all":[{"type":"dog","name":"Rex","is_good":true},{"type":"cat","name":"C","lives":1}]}"#

  @Test("the discriminator selects the type")
  func theDiscriminatorSaysTheType() throws {
    let home = try JSON.decode(Home.self, from: Self.json)
    #expect(home.favourite as? Cat == Cat(name: "Tom", lives: 9))
    #expect(home.all.first as? Dog == Dog(name: "Rex", isGood: true))
    #expect(home.guest == nil)
    #expect(try decodeEverywhere(Home.self, Self.json) == home)
    #expect(try encodeEverywhere(home) == Self.json)
  }

  @Test("the discriminator may be inside the value")
  func theDiscriminatorMayBeInside() throws {
    let home = try decodeEverywhere(
      Home.self,
      #"{"favourite":{"lives":9,"name":"T","type":"cat"},"all":[],"#
        + #""guest":{"meta":{"kind":"cat"},"name":"G","lives":2}}"#)
    #expect(home.guest as? Cat == Cat(name: "G", lives: 2))
    #expect(
      try encodeEverywhere(home)
        == #"{"favourite":{"type":"cat","name":"T","lives":9},"all":[],"#
        + #""guest":{"meta":{"kind":"cat"},"name":"G","lives":2}}"#)
  }

  @Test("an unknown discriminator is an error")
  func typesThatNobodyKnowsAreErrors() throws {
    let error = try errorEverywhere(
      Home.self, #"{"favourite":{"type":"cow","name":"T"},"all":[]}"#)
    guard case .dataCorrupted(let context) = error else { throw error }
    #expect(context.codingPath.map(\.stringValue) == ["favourite", "type"])
    _ = try errorEverywhere(Home.self, #"{"favourite":{"name":"T"},"all":[]}"#)
    #expect(throws: EncodingError.self) {
      try JSON.encode(Home(favourite: Fish(name: "F"), all: [], guest: nil))
    }
  }
}
