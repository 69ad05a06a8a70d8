import FerryMilk
import FerryTestSupport
import Foundation
import Testing

@Suite struct SerializableTests {
  static let matt = Person(name: "Matt", age: 12, height: 71.2)
  static let ada = Person(name: "Ada", age: 36, height: 1.65)

  @Test("Case 26: `<-` at \"a.b\" creates the nesting", arguments: SerializerFormat.all)
  func dottedWriteNests(_ format: SerializerFormat) throws {
    let read = try format.written { $0["a.b"] <- "x" }
    #expect(read.value(at: .root) == ["a": ["b": "x"]])
    #expect(<-read["a.b"] == "x")
  }

  @Test("a serializer prints its type and the JSON of its tree")
  func printed() {
    let serializer = JSONSerializer()
    #expect("\(serializer)" == "JSONSerializer(empty)")
    serializer["a.b"] <- "x"
    #expect("\([serializer["a.b"]])".contains(#"JSONSerializer({"a":{"b":"x"}})"#))
  }

  @Test(
    "Case 27: three profiles are read at the root and at `profiles`",
    arguments: SerializerFormat.all)
  func profilesAtTheRootAndAtAKey(_ format: SerializerFormat) throws {
    let profiles = [Self.matt, Self.ada, Self.matt]
    let atRoot = try format.written { $0 <- profiles }
    var read: [Person]?
    read <- atRoot
    #expect(read == profiles)
    let atKey = try format.written { $0["profiles"] <- profiles }
    let keyed: [Person]? = <-atKey["profiles"]
    #expect(keyed == profiles)
    #expect(atKey.deserializeValue(forKeyPath: "profiles", as: [Person].self)?.count == 3)
  }

  @Test("Case 28: integers of every width round-trip", arguments: SerializerFormat.all)
  func integersRoundTrip(_ format: SerializerFormat) throws {
    let read = try format.written { s in
      s["i16"] <- [Int16.min, 0, .max]
      s["u"] <- [UInt.min, 1 << 63]
      s["i8"] <- Int8.min
      s["u8"] <- UInt8.max
      s["i64"] <- [Int64.min, .max]
      s["u32"] <- UInt32.max
    }
    #expect(<-read["i16"] == [Int16.min, 0, .max])
    #expect(<-read["i8"] == Int8.min)
    #expect(<-read["u8"] == UInt8.max)
    #expect(<-read["i64"] == [Int64.min, .max])
    #expect(<-read["u32"] == UInt32.max)
    #expect(<-read["u"] == [UInt.min, 1 << 63])
    // A value that does not fit is nil, not truncated.
    let narrow: UInt8? = <-read["u32"]
    #expect(narrow == nil)
  }

  @Test("Case 28: writing nil removes the key", arguments: SerializerFormat.all)
  func nilRemoves(_ format: SerializerFormat) throws {
    let read = try format.written { s in
      s["x"] <- 1
      s["y.z"] <- 2
      s["x"] <- (nil as Int?)
      s["y.z"] <- (nil as Int?)
      s["never.there"] <- (nil as Int?)
    }
    #expect(read.value(at: .root) == ["y": [:]])
    let gone: Int? = <-read["x"]
    #expect(gone == nil)
  }

  @Test("Case 29: dots split, escaped dots and variadic keys do not")
  func literalDots() throws {
    let s = JSONSerializer()
    s["a.b"] <- 2
    s[#"a\.b"#] <- 1
    #expect(s.tree == ["a": ["b": 2], "a.b": 1])
    #expect(<-s["a.b"] == 2)
    #expect(<-s[#"a\.b"#] == 1)
    #expect(<-s[WirePath(keys: "a.b")] == 1)
    s["x.y", "z"] <- 3
    #expect(s.tree?["x.y"]?["z"] == 3)
  }

  @Test("Case 30: an index and a key \"0\" are distinguished")
  func indexesAndKeys() throws {
    let s = JSONSerializer()
    s["distances[0].value"] <- 1
    s["distances[1].value"] <- 2
    #expect(s.tree == ["distances": [["value": 1], ["value": 2]]])
    s["byName.0.value"] <- 3
    #expect(s.tree?["byName"] == ["0": ["value": 3]])
    #expect(<-s["distances[1].value"] == 2)
    let none: Int? = <-s["distances.1.value"]
    #expect(none == nil)
  }

  /// The shared table reads the same through `<-`.
  @Test("a path resolves as in every other module", arguments: PathCases.resolving)
  func resolves(_ path: MatchCase) throws {
    let s = try JSONSerializer(Array(path.document.utf8))
    let value: AnyValue? = <-s[try path.parsed()]
    #expect(value == (try path.matches.first.map { try JSON.decode(AnyValue.self, from: $0) }))
  }

  // MARK: Models

  @Test(
    "a model with required and optional values survives a round trip",
    arguments: SerializerFormat.all)
  func theSeedsModelsRoundTrip(_ format: SerializerFormat) throws {
    let cars = [
      Car(manufacturer: "Lotus", model: "Elan", owner: Self.matt, previousOwners: [Self.ada]),
      Car(manufacturer: "Saab", model: "96", owner: Self.ada, previousOwners: nil),
    ]
    let read = try format.written { s in
      s <- Garage(cars: cars, fuels: ["Elan": .petrol])
    }
    let garage: Garage? = <-read
    #expect(garage?.cars == cars)
    #expect(garage?.fuels == ["Elan": .petrol])
    #expect(read.value(at: "content.cars[1]")?["previousOwners"] == nil)
  }

  @Test("a missing required value is an error")
  func aMissingRequiredValueFailsTheRead() throws {
    let s = try JSONSerializer(Array(#"{"name":"Matt","age":12}"#.utf8))
    #expect(Person.deserialize(s) == nil)
    let list = try JSONSerializer(Array(#"[{"name":"Matt","age":12,"height":1},{"age":1}]"#.utf8))
    let people: [Person]? = <-list
    #expect(people == nil)
  }

  @Test("values are neither converted nor rounded")
  func nothingIsConvertedOrRounded() throws {
    let s = try JSONSerializer(
      Array(#"{"text":"12","one":1,"half":0.5,"huge":1e400,"big":9007199254740993}"#.utf8))
    let fromText: Int? = <-s["text"]
    let fromOne: Bool? = <-s["one"]
    let fromHalf: Int? = <-s["half"]
    let fromHuge: Double? = <-s["huge"]
    #expect(fromText == nil && fromOne == nil && fromHalf == nil && fromHuge == nil)
    #expect(<-s["big"] == 9_007_199_254_740_993)
    #expect(<-s["one"] == 1.0)
  }

  @Test("elements may be nil")
  func elementsMayBeNil() throws {
    let s = JSONSerializer()
    s["list"] <- [1, nil, 3] as [Int?]
    #expect(s.tree == ["list": [1, nil, 3]])
    let list: [Int?]? = <-s["list"]
    #expect(list == [1, nil, 3])
  }

  @Test("a new value replaces all members of the old one")
  func anOlderValueDoesNotShineThrough()
    throws
  {
    let s = JSONSerializer()
    s["car"] <- Car(manufacturer: "Lotus", model: "Elan", owner: Self.matt, previousOwners: [])
    s["car"] <- Self.ada
    #expect(s.tree?["car"]?.object?.map(\.key) == ["name", "age", "height"])
  }

  @Test("a Float is written with its shortest text")
  func floatsKeepTheirShortestText() throws {
    let s = JSONSerializer()
    s["height"] <- Float(71.2)
    let data = try #require(try s.toData())
    #expect(String(decoding: data, as: UTF8.self) == #"{"height":71.2}"#)
    #expect(<-s["height"] == Float(71.2))
  }

  @Test("a serializer without values has no data")
  func nothingWrittenIsNoData() throws {
    #expect(try JSONSerializer().toData() == nil)
    #expect(try BinarySerializer().toData() == nil)
  }

  @Test("a value that the format cannot represent is an error")
  func aValueThatTheFormatLacksIsAnError() {
    let s = JSONSerializer()
    s["x"] <- Double.nan
    #expect(throws: EncodingError.self) { try s.toData() }
  }

  @Test("methods have the same result as operators")
  func wordsDoWhatTheOperatorsDo() {
    let s = JSONSerializer()
    s.serialize(Self.matt, forKeyPath: "owner")
    #expect(s.deserializeValue(forKeyPath: "owner", as: Person.self) == Self.matt)
    s.serialize([Self.ada])
    #expect(s.deserializeValue(as: [Person].self) == [Self.ada])
  }
}
