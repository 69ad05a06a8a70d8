import Ferry
import FerryMacros
import Testing

@DirectCodable
private struct Cat: Equatable {
  @Key("cat_id") let id: String
  var name: String?
  var lives = 9
  @Key("meta.coordinates.lon") var longitude: Double?
  @Key("meta.coordinates.lat") var latitude: Double
}

@DirectCodable
private struct Dotted: Equatable {
  @Key("a.b") var nested: Int
  @Key("a", "c.d") var variadic: Int
  @Key(#"a\.b"#) var escaped: Int
  @Key("quote\"slash/") var odd: Int
}

@DirectCodable
private struct TwoWays: Equatable {
  @Key(decode: "in", encode: "out.put") var value: Int
  @Key(decode: "other_in") var other: Int
  @Key(encode: "third_out") var third: Int
}

@DirectCodable
private struct Aliased: Equatable {
  @Alias("title", "meta.label") var name: String
  @Alias("n") var count: Int?
}

@DirectCodable @KeyStyle(.snakeCase)
private struct Styled: Equatable {
  var catIDs: [Int]
  var userID2: Int
  var URLString: String
  var HTMLToPDF: Bool
  @Key("iPhone") var iPhone: Double
}

@DirectCodable
private struct Branches: Equatable {
  @Key("top.a") var a: Int?
  @Key("top.inner.b") var b: Int?
  var c: Int?
}

@DirectCodable
private struct Keyword: Equatable {
  var `default`: Int
  var `self`: String
  var `in`: Bool?
}

@DirectCodable
private struct OwnKeys: Equatable {
  var id: Int
  var cache = 3
  var screenName: String
  enum CodingKeys: String, CodingKey {
    case id
    case screenName = "screen.name"
  }
}

@DirectCodable
private struct Ordered: Equatable {
  var first: Int
  var second: String?
  var third: [Bool]
}

@DirectCodable
private struct Named {
  var id: Int
  var lastOne: Int
}

@Suite("Keys")
struct KeysTests {
  @Test(
    "keys may be in any order, with any white space, or missing",
    arguments: ["", " ", "\n    ", String(repeating: "\t", count: 70)])
  func order(space: String) throws {
    let members = [
      #""first":1"#, #""second":"two""#, #""third":[true,false]"#, #""more":{"a":[]}"#,
    ]
    let value = Ordered(first: 1, second: "two", third: [true, false])
    for a in members.indices {
      for b in members.indices where b != a {
        for c in members.indices where c != a && c != b {
          let d = 6 - a - b - c
          let all = [a, b, c, d].map {
            members[$0].replacing(":", with: "\(space):\(space)")
          }
          let text = all.joined(separator: "\(space),\(space)")
          let json = "{\(space)\(text)\(space)}"
          #expect(try JSON.decode(Ordered.self, from: json) == value)
          #expect(try JSON.decode([Ordered].self, from: "[\(json)]") == [value])
          // The second time a key is no key.
          let again = "{\(text)\(space),\(space)\(text)}"
          #expect(try JSON.decode(Ordered.self, from: again) == value)
          let any = try JSON.decode(AnyValue.self, from: json)
          #expect(try Binary.decode(Ordered.self, from: Binary.encode(any)) == value)
        }
      }
    }
    let short = #"{\#(space)"third"\#(space):[],\#(space)"first":2\#(space)}"#
    #expect(try JSON.decode(Ordered.self, from: short) == Ordered(first: 2, third: []))
  }

  @Test(
    "an error between members is found",
    arguments: [
      #"{"first":1,}"#, #"{"first":1 "third":[]}"#, #"{,"first":1}"#, #"{"first":1,,"third":[]}"#,
      #"{"first":1, "second":"two" , }"#, #"{"first":1,"second"#, #"{"first":1,"#, #"{"first":1"#,
      #"{"first" 1}"#, "{", "{ ", #"{"first":1]"#,
    ])
  func members(json: String) {
    #expect(throws: DecodingError.self) { try JSON.decode(Ordered.self, from: json) }
  }

  @Test("members may have names, paths, optional types and defaults")
  func cat() throws {
    let cat = Cat(id: "1", name: "Tom", lives: 7, longitude: 4.5, latitude: 52)
    try expectEverywhere(
      cat,
      #"{"cat_id":"1","name":"Tom","lives":7,"meta":{"coordinates":{"lon":4.5,"lat":52}}}"#)
    try expectEverywhere(
      Cat(id: "1", name: nil, latitude: 52),
      #"{"meta":{"x":[1],"coordinates":{"y":{},"lat":52}},"lives":null,"cat_id":"1"}"#,
      written: #"{"cat_id":"1","lives":9,"meta":{"coordinates":{"lat":52}}}"#)
  }

  @Test("a path splits at dots, but neither escaped ones nor those of several texts")
  func dots() throws {
    try expectEverywhere(
      Dotted(nested: 2, variadic: 3, escaped: 1, odd: 4),
      #"{"a":{"b":2,"c.d":3},"a.b":1,"quote\"slash/":4}"#)
  }

  @Test("reading and writing may have different keys")
  func twoWays() throws {
    try expectEverywhere(
      TwoWays(value: 1, other: 2, third: 3), #"{"in":1,"other_in":2,"third":3}"#,
      written: #"{"out":{"put":1},"other":2,"third_out":3}"#)
  }

  @Test(
    "the first of several keys in the declaration counts",
    arguments: [
      #"{"name":"a","title":"b","meta":{"label":"c"},"n":1}"#,
      #"{"meta":{"label":"c"},"title":"b","name":"a","n":1}"#,
      #"{"meta":{"label":"c"},"title":"a","count":1,"n":7}"#,
      #"{"meta":{"label":"a"},"n":7,"count":1}"#,
    ])
  func aliases(json: String) throws {
    try expectEverywhere(
      Aliased(name: "a", count: 1), json, written: #"{"name":"a","count":1}"#)
  }

  @Test("an alias satisfies a required key, and the error of a missing key has its own name")
  func missingAlias() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode(Aliased.self, from: #"{"n":1}"#)
    }
    #expect("\(String(describing: error))".contains("name"))
    try expectRefusalEverywhere(Aliased.self, #"{"meta":{}}"#)
  }

  @Test("a style names the keys; the plain names are read as well")
  func styles() throws {
    let value = Styled(catIDs: [1], userID2: 2, URLString: "u", HTMLToPDF: true, iPhone: 1.5)
    try expectEverywhere(
      value,
      #"{"cat_ids":[1],"user_id2":2,"url_string":"u","html_to_pdf":true,"iPhone":1.5}"#)
    try expectEverywhere(
      value, #"{"catIDs":[1],"userID2":2,"URLString":"u","HTMLToPDF":true,"iPhone":1.5}"#,
      written: #"{"cat_ids":[1],"user_id2":2,"url_string":"u","html_to_pdf":true,"iPhone":1.5}"#)
  }

  @Test("branches without a value are not written; null branches have no values")
  func emptyBranches() throws {
    try expectEverywhere(Branches(), "{}")
    try expectEverywhere(Branches(), #"{"top":null}"#, written: "{}")
    try expectEverywhere(Branches(b: 1), #"{"top":{"inner":{"b":1}}}"#)
    try expectEverywhere(
      Branches(a: 9), #"{"top":{"a":9,"inner":null}}"#, written: #"{"top":{"a":9}}"#)
    try expectRefusalEverywhere(Branches.self, #"{"top":[1]}"#)
  }

  @Test("all missing keys are named, in the order of the declaration")
  func missing() throws {
    for json in ["{}", #"{"meta":{"coordinates":{"lon":1}}}"#] {
      let error = #expect(throws: DecodingError.self) { try JSON.decode(Cat.self, from: json) }
      let text = String(describing: error)
      let id = try #require(text.range(of: "cat_id"))
      let latitude = try #require(text.range(of: "meta.coordinates.lat"))
      #expect(id.lowerBound < latitude.lowerBound)
      try expectRefusalEverywhere(Cat.self, json)
    }
  }

  @Test("a nested CodingKeys applies as it does for the compiler")
  func codingKeys() throws {
    try expectEverywhere(OwnKeys(id: 1, screenName: "s"), #"{"id":1,"screen.name":"s"}"#)
  }

  @Test("a name in backticks is a key without them")
  func keywords() throws {
    try expectEverywhere(
      Keyword(default: 1, self: "s", in: true), #"{"default":1,"self":"s","in":true}"#)
  }

  @Test("an encoder's strategy names the keys of each call, and of no other")
  func strategies() throws {
    let model = [Named(id: 1, lastOne: 2)]
    var snake = JSON.Encoder()
    snake.keyEncodingStrategy = .convertToSnakeCase
    var (kebab, plain) = (JSON.Encoder(), JSON.Encoder())
    kebab.keyEncodingStrategy = .style(.kebabCase)
    plain.outputFormatting = .sortedKeys
    var custom = JSON.Encoder()
    custom.keyEncodingStrategy = .custom { $0.last ?? FixedKey() }
    for (encoder, name) in [
      (snake, "last_one"), (plain, "lastOne"), (kebab, "last-one"), (snake, "last_one"),
      (custom, "lastOne"), (plain, "lastOne"),
    ] {
      let text = try encoder.string(model + model)
      #expect(text.split(separator: "\"\(name)\":2").count == 3, "\(text)")
    }
  }
}

private struct FixedKey: CodingKey {
  var stringValue: String { "fixed" }
  var intValue: Int? { nil }
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}
