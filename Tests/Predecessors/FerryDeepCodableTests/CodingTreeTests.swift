import FerryDeepCodable
import FerryTestSupport
import Foundation
import Testing

@Suite("Coding trees")
struct CodingTreeTests {
  struct Merged: DeepCodable, Equatable {
    static let codingTree = CodingTree {
      Key("a") { Key("x", containing: \._x) }
      Key("b", containing: \._b)
      Key("a") { Key("y", containing: \._y) }
    }
    @Value var x: Int
    @Value var b: Int
    @Value var y: Int
  }

  @Test("two blocks with the same key decode from one object")
  func equalKeysInTwoBlocksAreOne()
    throws
  {
    let json = #"{"a":{"x":1,"y":3},"b":2}"#
    let value = try decodeEverywhere(Merged.self, json)
    #expect(try encodeEverywhere(value) == json)
    #expect(value.x == 1 && value.b == 2 && value.y == 3)
    // A key twice is JSON's own; the binary format has none.
    #expect(try JSON.decode(Merged.self, from: #"{"b":2,"a":{"y":3,"z":0,"x":1},"a":0}"#) == value)
  }

  struct Flattened: DeepDecodable, Encodable, Equatable {
    static let codingTree = CodingTree { Key("a", "b", containing: \._x) }
    @Value var x: Int
    @Value var y: String?
  }

  struct Deepened: DeepEncodable, Decodable {
    static let codingTree = CodingTree { Key("a", "b", containing: \._x) }
    @Value var x: Int
  }

  @Test("a tree for decoding does not change encoding, and vice versa")
  func oneDirectionLeavesTheOtherAlone() throws {
    let flat = try decodeEverywhere(Flattened.self, #"{"a":{"b":5}}"#)
    #expect(try encodeEverywhere(flat) == #"{"x":5}"#)
    #expect(
      try encodeEverywhere(JSON.decode(Deepened.self, from: #"{"x":5}"#)) == #"{"a":{"b":5}}"#)
  }

  struct Collision: DeepCodable {
    static let codingTree = CodingTree {
      Key("a", "b", containing: \._x)
      Key("a") { Key("b", containing: \._y) }
    }
    @Value var x: Int
    @Value var y: Int
  }

  @Test("two properties with one key are an error of the tree")
  func twoPropertiesOfOneKeyAreAnErrorOfTheTree() {
    let error = #expect(throws: Problem.self) {
      try JSON.decode(Collision.self, from: "{}")
    }
    #expect(error?.description == "invalid mapping: Collision: 'x' and 'y' both have the key 'a.b'")
    #expect(throws: Problem.self) { try JSON.encode(Collision(x: .init(), y: .init())) }
  }

  @Test("null is a value for a required property of an optional type")
  func nullIsAValueOfARequiredPropertyThatTakesNull() throws {
    struct Anything: DeepCodable, Equatable {
      static let codingTree = CodingTree { Key("a", "any", containing: \._any) }
      @Value var any: AnyValue
    }
    #expect(try decodeEverywhere(Anything.self, #"{"a":{"any":null}}"#).any == .null)
    let error = try errorEverywhere(Anything.self, #"{"a":{}}"#)
    #expect(error.problem?.kind == .keyNotFound)
  }

  @Test("an update sets the present values only")
  func updateSetsWhatIsThere() throws {
    var value = try JSON.decode(Merged.self, from: #"{"a":{"x":1,"y":3},"b":2}"#)
    try JSON.decode(Update<Merged>.self, from: #"{"a":{"y":4}}"#).apply(&value)
    #expect(value.x == 1 && value.b == 2 && value.y == 4)
  }

  /// Lends a decoder, as a type of the user's would.
  struct Update<T: DeepCodable>: Decodable {
    let apply: (inout T) throws -> Void
    init(from decoder: any Decoder) throws { apply = { try $0.update(from: decoder) } }
  }

  @Test("keys in a tree are not converted")
  func keysAreTakenAsTheyAre() throws {
    struct Dotted: DeepCodable, Equatable {
      static let codingTree = CodingTree {
        Key("a.b", containing: \._dotted)
        Key("a", "b", containing: \._nested)
      }
      @Value var dotted: Int
      @Value var nested: Int
    }
    let value = try decodeEverywhere(Dotted.self, #"{"a":{"b":2},"a.b":1}"#)
    #expect(value.dotted == 1)
    #expect(value.nested == 2)
  }
}
