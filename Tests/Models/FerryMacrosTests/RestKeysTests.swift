import Ferry
import FerryMacros
import Foundation
import Testing

@DirectCodable
private struct Part: Equatable { var oa: Int? }

@DirectCodable
private struct Pair: Equatable {
  var from: Int
  @Alias("till") var to: Int
}

/// Has no direct coding.
private struct Plain: Codable, Equatable { var p: Int }

@DirectCodable
private struct Beside: Equatable {
  var id: Int
  @Alias("label") var name: String?
  @Flatten var part: Part
  @Flatten var rest: [String: Int]
}

@DirectCodable
private struct Absent: Equatable {
  var id: Int
  @Flatten var pair: Pair?
  @Flatten var rest: [String: AnyValue]?
}

@DirectCodable
private struct Shared: Equatable {
  var from: Int
  @Flatten @Skip(.encode) var pair: Pair?
  @Flatten var rest: [String: Int]
}

@DirectCodable @Tagged(.internal("t"))
private enum Tagged: Equatable {
  case rest([String: Int])
}

@DirectCodable
private struct PlainRest: Equatable {
  var id: Int?
  @Flatten var rest: [Int: Plain]
}

@Suite("Keys of flattened dictionaries")
struct RestKeysTests {
  @Test(
    "a key that another member reads is an error that names it",
    arguments: ["id", "name", "label", "oa"])
  func known(key: String) throws {
    let value = Beside(id: 1, name: nil, part: Part(oa: nil), rest: ["x": 1, key: 5])
    try expectEncodingError(value, naming: "'\(key)'")
    try expectEncodingError([[value]], naming: "'\(key)'")
  }

  @Test("keys that no other member reads are written")
  func others() throws {
    try expectEverywhere(
      Beside(id: 1, name: "n", part: Part(oa: 2), rest: ["ob": 5]),
      #"{"id":1,"name":"n","oa":2,"ob":5}"#)
    try expectEverywhere(
      Beside(id: 1, name: nil, part: Part(oa: nil), rest: ["nam": 5]), #"{"id":1,"nam":5}"#)
  }

  @Test("a dictionary may have some of the keys of an absent value, not all that it needs")
  func absent() throws {
    try expectEverywhere(Absent(id: 1, pair: nil, rest: ["from": 4]), #"{"id":1,"from":4}"#)
    try expectEverywhere(Absent(id: 1, pair: nil, rest: ["till": 4]), #"{"id":1,"till":4}"#)
    for key in ["to", "till"] {
      try expectEncodingError(Absent(id: 1, pair: nil, rest: ["from": 4, key: 5]), naming: "'")
    }
    // It would not be read as absent.
    try expectEncodingError(
      Absent(id: 1, pair: nil, rest: ["from": "text", "to": 5]), naming: "'")
    // A value that is there takes its keys, also those that are not written.
    try expectEncodingError(
      Absent(id: 1, pair: Pair(from: 1, to: 2), rest: ["till": 3]), naming: "'till'")
  }

  @Test("a key of the type itself may be missing in an absent value")
  func shared() throws {
    try expectEncodingError(Shared(from: 1, pair: nil, rest: ["to": 2]), naming: "'to'")
    try expectEverywhere(Shared(from: 1, pair: nil, rest: ["x": 2]), #"{"from":1,"x":2}"#)
  }

  @Test("the tag of an enum is a known key, too")
  func tag() throws {
    try expectEncodingError(Tagged.rest(["t": 1]), naming: "'t'")
    try expectEverywhere(Tagged.rest(["u": 1]), #"{"t":"rest","u":1}"#)
  }

  @Test("a flattened dictionary may have other keys than String, and values without direct coding")
  func keys() throws {
    try expectEverywhere(
      PlainRest(id: nil, rest: [7: Plain(p: 1)]), #"{"7":{"p":1}}"#)
  }
}
