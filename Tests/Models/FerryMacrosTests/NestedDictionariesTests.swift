import Ferry
import FerryMacros
import Testing

@DirectCodable @Tagged(.internal("t"))
private enum Tagged: Equatable {
  case b(Inner)
  case c(Strict)

  @DirectCodable
  struct Inner: Equatable {
    var x: Int
    @Flatten var rest: [String: AnyValue]
  }

  @DirectCodable
  struct Strict: Equatable {
    var inner: Nested?
    @Flatten var rest: [String: Int]
  }

  @DirectCodable
  struct Nested: Equatable {
    @Flatten var rest: [String: String]
  }
}

@DirectCodable
private struct Outer: Equatable {
  var id: Int
  @Flatten var part: Part
  @Flatten var other: Other?
  @Flatten var tagged: Tagged

  @DirectCodable
  struct Part: Equatable { var p: Int }
  @DirectCodable
  struct Other: Equatable {
    var o: Int
    var q: Int
  }
}

@DirectCodable @Tagged(.untagged)
private enum Attempts: Equatable {
  case first(First)
  case second(Second)

  @DirectCodable
  struct First: Equatable {
    var id: Int
    @Flatten var part: Outer.Part
  }
  @DirectCodable
  struct Second: Equatable { @Flatten var rest: [String: Int] }
}

@Suite("Dictionaries in flattened values")
struct NestedDictionariesTests {
  @Test("the tag is not in the dictionary of a case's value")
  func tag() throws {
    try expectEverywhere(
      Tagged.b(.init(x: 2, rest: ["y": 3])), #"{"t":"b","x":2,"y":3}"#)
    try expectEverywhere(Tagged.c(.init(rest: ["y": 3])), #"{"t":"c","y":3}"#)
  }

  @Test("an object inside keeps its key with the name of the tag")
  func inside() throws {
    try expectEverywhere(
      Tagged.c(.init(inner: .init(rest: ["t": "u"]), rest: [:])), #"{"t":"c","inner":{"t":"u"}}"#)
  }

  @Test("the dictionary of a flattened value has no keys of the types around it")
  func outer() throws {
    try expectEverywhere(
      Outer(id: 1, part: .init(p: 2), tagged: .b(.init(x: 3, rest: ["y": 4]))),
      #"{"id":1,"p":2,"t":"b","x":3,"y":4}"#)
    try expectEverywhere(
      Outer(
        id: 1, part: .init(p: 2), other: .init(o: 5, q: 6), tagged: .b(.init(x: 3, rest: ["y": 4]))),
      #"{"id":1,"p":2,"o":5,"q":6,"t":"b","x":3,"y":4}"#)
  }

  @Test("the dictionary has the keys of an optional value that is absent")
  func absent() throws {
    try expectEverywhere(
      Outer(id: 1, part: .init(p: 2), tagged: .b(.init(x: 3, rest: ["q": 4]))),
      #"{"id":1,"p":2,"t":"b","x":3,"q":4}"#)
  }

  @Test("a failed attempt leaves the keys to the next one")
  func attempts() throws {
    try expectEverywhere(Attempts.second(.init(rest: ["id": 1])), #"{"id":1}"#)
  }
}
