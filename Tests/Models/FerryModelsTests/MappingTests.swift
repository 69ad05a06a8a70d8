import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite struct MappingTests {
  struct Location: Codable, Equatable, KeyMapped {
    var latitude: Double?
    var longitude: Double?
    static let mapping: KeyMapping = ["latitude": "lat", "longitude": "lon"]
  }

  struct Cat: Codable, Equatable, KeyMapped {
    var catID: String
    var name: String
    var location: Location
    static let mapping = KeyMapping(
      ["location": "meta.coordinates", "location.latitude": "last_known_latitude"],
      style: .snakeCase)
  }

  @Test("Case 11: a child from one path is completed from another")
  func overlay() throws {
    let cat = try decodeMapped(
      Cat.self,
      """
      {"cat_id":"19378372","name":"Jellybean","meta":{"coordinates":{"lon":4.886}},
      "last_known_latitude":52.374}
      """)
    #expect(cat.catID == "19378372")
    #expect(cat.location == Location(latitude: 52.374, longitude: 4.886))
  }

  @Test("Case 12: the overlay wins, in every order of members")
  func overlayWins() throws {
    let members = [
      #""cat_id":"1""#, #""name":"J""#, #""meta":{"coordinates":{"lon":4.886,"lat":50}}"#,
      #""last_known_latitude":52.374"#,
    ]
    for order in permutations(members) {
      let cat = try decodeMapped(Cat.self, "{\(order.joined(separator: ","))}")
      #expect(cat.location == Location(latitude: 52.374, longitude: 4.886))
    }
  }

  @Test("a child is created from its overlays alone")
  func aChildIsMadeOfItsOverlaysAlone() throws {
    let cat = try decodeMapped(
      Cat.self, #"{"cat_id":"1","name":"J","last_known_latitude":52.374}"#)
    #expect(cat.location == Location(latitude: 52.374, longitude: nil))
  }

  @Test("overlays are written to the paths that they are read from")
  func overlaysAreWrittenWhereTheyAreRead() throws {
    let cat = Cat(
      catID: "1", name: "J", location: Location(latitude: 52.374, longitude: 4.886))
    let json = try encodeMapped(cat)
    #expect(
      json == #"{"cat_id":"1","name":"J","meta":{"coordinates":{"lon":4.886}},"#
        + #""last_known_latitude":52.374}"#)
    #expect(try decodeMapped(Cat.self, json) == cat)
  }

  struct Named: Codable, Equatable, KeyMapped {
    var catID: String
    var preferredName: String
    static let mapping = KeyMapping(style: .snakeCase)
  }

  @Test("outer overlays take precedence over those of a child")
  func outerOverlaysOverruleThoseOfAChild() throws {
    struct Point: Codable, Equatable { var x: Int }
    struct Place: Codable, Equatable, KeyMapped {
      var point: Point
      static let mapping: KeyMapping = ["point.x": "own_x"]
    }
    struct Trip: Codable, Equatable, KeyMapped {
      var place: Place
      static let mapping: KeyMapping = ["place.point.x": "outer_x"]
    }
    let trip = Trip(place: Place(point: Point(x: 1)))
    let json = try encodeMapped(trip)
    #expect(json == #"{"place":{"point":{}},"outer_x":1}"#)
    #expect(try decodeMapped(Trip.self, json) == trip)
    let both = #"{"place":{"own_x":2,"point":{}},"outer_x":1}"#
    #expect(try decodeMapped(Trip.self, both) == trip)
  }

  @Test("Case 13: both spellings of a key are read")
  func bothSpellings() throws {
    let snake = try decodeMapped(
      Named.self, #"{"cat_id":"19378372","preferred_name":"Jellybean"}"#)
    let camel = try decodeMapped(Named.self, #"{"catID":"19378372","preferredName":"Jellybean"}"#)
    #expect(snake == camel)
    #expect(snake == Named(catID: "19378372", preferredName: "Jellybean"))
  }

  struct Outgoing: Codable, Equatable, KeyMapped {
    var catID: String
    var preferredName: String
    static let mapping = KeyMapping(
      encoding: ["preferredName": "name_data.preferred"], style: .snakeCase)
  }

  @Test("Case 14: a property is written to one path and read from the other")
  func independentDirections() throws {
    let cat = Outgoing(catID: "19378372", preferredName: "Jellybean")
    #expect(
      try encodeMapped(cat)
        == #"{"cat_id":"19378372","name_data":{"preferred":"Jellybean"}}"#)
    #expect(
      try decodeMapped(Outgoing.self, #"{"cat_id":"19378372","preferred_name":"Jellybean"}"#) == cat
    )
  }

  struct Acronyms: Codable, Equatable, KeyMapped {
    static let mapping = KeyMapping(style: .snakeCase)
    var catIDs: Int
    var userID2: Int
    var URLString: Int
    var myURLProperty: Int
    var HTMLToPDF: Int
    var iPhone: Int
  }

  @Test("Case 15: acronyms in snake case round-trip")
  func acronyms() throws {
    let value = Acronyms(
      catIDs: 1, userID2: 2, URLString: 3, myURLProperty: 4, HTMLToPDF: 5, iPhone: 6)
    let json = try encodeMapped(value)
    #expect(
      json == #"{"cat_ids":1,"user_id2":2,"url_string":3,"my_url_property":4,"#
        + #""html_to_pdf":5,"i_phone":6}"#)
    #expect(try decodeMapped(Acronyms.self, json) == value)
  }

  struct User: Codable, Equatable, KeyMapped {
    static let mapping = KeyMapping(style: .snakeCase)
    var firstName: String
    var nickName: String?
    var lastName: String
  }

  @Test("Case 16: one error lists all missing keys in order, with their names on the wire")
  func missingKeys() throws {
    for document in [
      try JSON.encode([String: Int]()), try Binary.encode([String: Int]()),
      try YAML.encode([String: Int]()),
    ] {
      let error = try #require(throws: DecodingError.self) {
        if document.first == UInt8(ascii: "{") {
          return try YAML.decode(User.self, from: document)
        }
        return try Binary.decode(User.self, from: document)
      }
      guard case .keyNotFound(let key, let context) = error else { throw error }
      #expect(key.stringValue == "first_name")
      #expect(
        context.debugDescription.hasSuffix(
          isPortableBuild
            ? ": missing key: `first_name`" : ": missing keys: `first_name`, `last_name`"))
    }
    let error = try #require(throws: DecodingError.self) {
      try JSON.decode([User].self, from: #"[{"last_name":"Hilton"}]"#)
    }
    guard case .keyNotFound(_, let context) = error else { throw error }
    #expect(context.debugDescription == "1:2: missing key: `first_name`, at [0]")
    #expect(context.codingPath.map(\.intValue) == [0])
    #expect(error.problem?.place?.column == 2)
  }

  struct Visible: Codable, Equatable, KeyMapped {
    var firstName: String
    var isPublic: Bool
    static let mapping = KeyMapping(["isPublic": "public"], style: .snakeCase)
  }

  @Test("Case 17: a mapped key beats the style, in both directions")
  func mappingBeatsStyle() throws {
    let value = Visible(firstName: "Brad", isPublic: true)
    let json = #"{"first_name":"Brad","public":true}"#
    #expect(try encodeMapped(value) == json)
    #expect(try decodeMapped(Visible.self, json) == value)
  }

  struct Measured: Codable, Equatable, KeyMapped {
    var first: Int
    var byText: Int
    static let mapping = KeyMapping(
      decoding: ["first": "distances[0].value", "byText": "distances2.0"])
  }

  @Test("Case 30: an index and a key of digits are distinguished")
  func indexAndKey() throws {
    let json = #"{"distances":[{"value":7},{"value":8}],"distances2":{"0":9}}"#
    let tree = try JSON.decode(AnyValue.self, from: json)
    for value in [
      try JSON.decode(Measured.self, from: json),
      try Binary.decode(Measured.self, from: Binary.encode(tree)),
      try YAML.decode(Measured.self, from: YAML.encode(tree)),
    ] {
      #expect(value == Measured(first: 7, byText: 9))
    }
    #expect(throws: DecodingError.self) {
      try JSON.decode(Measured.self, from: #"{"distances":{"0":{"value":7}},"distances2":[9]}"#)
    }
  }

  struct Packed: Codable, Equatable, KeyMapped {
    var second: Int
    static let mapping = KeyMapping(decoding: ["second": "numbers[1]"])
  }

  @Test("a path leads to elements of packed arrays")
  func elementsOfPackedListsAreReached() throws {
    let bytes = try Binary.encode(["numbers": [4, 5, 6]])
    #expect(try Binary.decode(Packed.self, from: bytes) == Packed(second: 5))
  }

  struct Dotted: Codable, Equatable, KeyMapped {
    var dotted: Int
    var nested: Int
    static let mapping: KeyMapping = ["dotted": #"a\.b"#, "nested": "a.b"]
  }

  struct Unsplit: Codable, Equatable, KeyMapped {
    var dotted: Int
    static let mapping = KeyMapping(["dotted": [WirePath(keys: "a.b")]])
  }

  @Test("Case 29: a dot of a key is distinguished from a dot of a path")
  func dots() throws {
    let json = #"{"a.b":1,"a":{"b":2}}"#
    #expect(try decodeMapped(Dotted.self, json) == Dotted(dotted: 1, nested: 2))
    #expect(try encodeMapped(Dotted(dotted: 1, nested: 2)) == json)
    #expect(try decodeMapped(Unsplit.self, json) == Unsplit(dotted: 1))
  }

  struct Aliases: Codable, Equatable, KeyMapped {
    var name: String
    static let mapping: KeyMapping = ["name": ["name", "full_name", "person.name"]]
  }

  @Test("the first key that is present wins")
  func aliasesAreOrdered() throws {
    #expect(try decodeMapped(Aliases.self, #"{"full_name":"b","name":"a"}"#).name == "a")
    #expect(try decodeMapped(Aliases.self, #"{"person":{"name":"c"},"full_name":"b"}"#).name == "b")
    #expect(try decodeMapped(Aliases.self, #"{"person":{"name":"c"}}"#).name == "c")
    #expect(try encodeMapped(Aliases(name: "x")) == #"{"name":"x"}"#)
  }

  struct Ignoring: Codable, Equatable, KeyMapped {
    var name: String
    var secret: String?
    static let mapping = KeyMapping(ignoring: ["secret"])
  }

  @Test("ignored keys are neither read nor written")
  func ignoredKeysAreNeitherReadNorWritten()
    throws
  {
    #expect(try decodeMapped(Ignoring.self, #"{"name":"a","secret":"s"}"#).secret == nil)
    #expect(try encodeMapped(Ignoring(name: "a", secret: "s")) == #"{"name":"a"}"#)
  }

  struct OneDirection: Codable, Equatable, KeyMapped {
    var name: String
    var secret: String?
    var token: String?
    static let mapping = KeyMapping(
      ["name": "n", "token": "t"], decoding: ["name": "in.name"],
      encoding: ["secret": "out.secret"],
      ignoringOnDecoding: ["secret"], ignoringOnEncoding: ["token"])
  }

  @Test("paths and ignored keys of one direction add to those of both")
  func oneDirection() throws {
    let value = try decodeMapped(
      OneDirection.self, #"{"n":"a","in":{"name":"b"},"secret":"s","out":{"secret":"s"},"t":"t"}"#)
    #expect(value == OneDirection(name: "b", secret: nil, token: "t"))
    let written = try encodeMapped(OneDirection(name: "a", secret: "s", token: "t"))
    #expect(written == #"{"n":"a","out":{"secret":"s"}}"#)
  }

  class Base: Codable, KeyMapped {
    var a = 1
    class var mapping: KeyMapping { ["a": "y"] }
  }

  final class Derived: Base {
    override class var mapping: KeyMapping { ["a": "x.y"] }
  }

  struct Generic<T: Codable>: Codable, KeyMapped {
    var a: T
    static var mapping: KeyMapping { ["a": "x.y"] }
  }

  @Test("subclasses override the mapping, and generic types have one")
  func computedMappings() throws {
    #expect(try JSON.string(Base()) == #"{"y":1}"#)
    #expect(try JSON.string(Derived()) == #"{"x":{"y":1}}"#)
    #expect(try encodeMapped(Generic(a: 1)) == #"{"x":{"y":1}}"#)
    #expect(try JSON.decode(Generic<String>.self, from: #"{"x":{"y":"z"}}"#).a == "z")
  }

  /// Ten properties, so that a dictionary has them in another order in nearly every process.
  struct Many: Codable, KeyMapped {
    var e = 1, d = 1, c = 1, b = 1, a = 1, j = 1, i = 1, h = 1, g = 1, f = 1
    static let mapping = KeyMapping([
      "a": "m.a", "b": "m.b", "c": "m.c", "d": "m.d", "e": "m.e", "f": "m.f", "g": "m.g",
      "h": "m.h", "i": "m.i", "j": "m.j",
    ])
  }

  @Test("a mapping has the order of the properties")
  func orderOfProperties() throws {
    let names = ["e", "d", "c", "b", "a", "j", "i", "h", "g", "f"]
    let members = names.map { "\"\($0)\":1" }.joined(separator: ",")
    #expect(try JSON.string(Many()) == "{\"m\":{\(members)}}")
    let error = try #require(throws: DecodingError.self) {
      try JSON.decode(Many.self, from: "{}")
    }
    let list = names.map { "`m.\($0)`" }.joined(separator: ", ")
    // Without memory layouts, the types of the properties are unknown, so the others may be optional.
    let expected = isPortableBuild ? "missing key: `m.e`" : "missing keys: " + list
    #expect(error.context.debugDescription == "1:1: " + expected)
  }

  struct Clash: Codable, KeyMapped {
    var first: Int
    var second: Int
    static let mapping: KeyMapping = ["first": "a.x", "second": "a.x"]
  }

  @Test("two properties with one key are an error")
  func twoPropertiesOfOneKeyAreAnError() {
    let decoding = #expect(throws: Problem.self) { try JSON.decode(Clash.self, from: "{}") }
    #expect(
      decoding?.description
        == "invalid mapping: Clash: 'first' and 'second' are both read from 'a.x'")
    #expect(throws: Problem.self) { try JSON.encode(Clash(first: 1, second: 2)) }
  }

  private struct Wide: Codable, Equatable, KeyMapped {
    var low: Int128
    var high: UInt128?
    static let mapping = KeyMapping(["low": "limits.low"])
  }

  private struct Wider: Codable, Equatable, KeyMapped {
    var wide: Wide
    static let mapping = KeyMapping(["wide.high": "high"])
  }

  @Test("integers of 128 bits are read and written")
  func wideIntegers() throws {
    let value = Wider(wide: Wide(low: .min, high: .max))
    let text = try JSON.string(value)
    #expect(
      try JSON.decode(AnyValue.self, from: text) == [
        "wide": ["limits": ["low": .number(.init(Int128.min))]],
        "high": .number(.init(UInt128.max)),
      ])
    #expect(try JSON.decode(Wider.self, from: text) == value)
  }

  @Test("mapped types are found inside other types")
  func mappedTypesAreReachedInsideOthers() throws {
    struct Shelter: Codable, Equatable {
      var cats: [Named]
      var byName: [String: Named]
      var favourite: Named?
    }
    let cat = Named(catID: "1", preferredName: "J")
    let shelter = Shelter(cats: [cat], byName: ["J": cat], favourite: cat)
    let text = #"{"cat_id":"1","preferred_name":"J"}"#
    let json = #"{"cats":[\#(text)],"byName":{"J":\#(text)},"favourite":\#(text)}"#
    #expect(try JSON.decode(Shelter.self, from: json) == shelter)
    #expect(try JSON.string(shelter) == json)
    #expect(try decodeMapped([Named].self, "[\(text)]") == [cat])
    #expect(try encodeMapped([cat]) == "[\(text)]")
  }
}

/// All orders of some elements.
func permutations<T>(_ elements: [T]) -> [[T]] {
  guard let last = elements.last else { return [[]] }
  return permutations(elements.dropLast()).flatMap { order in
    (0...order.count).map { place in
      Array(order[..<place]) + [last] + order[place...]
    }
  }
}
