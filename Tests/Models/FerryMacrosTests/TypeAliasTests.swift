import Ferry
import FerryMacros
import Foundation
import Testing

private typealias Opt = Int?
private typealias Nested = Opt
private typealias OptOpt = Int??
private typealias Maybe<Wrapped> = Wrapped?
private typealias Count = Int

private enum Space {
  typealias Text = String?
  typealias Number = Double
}

@DirectCodable
private struct Leaf: Equatable { var x: Int }

/// Has no direct coding.
private struct Plain: Codable, Equatable { var x: Int }

private typealias OptLeaf = Leaf?
private typealias OptPlain = Plain?

private struct TwinAliases: Codable, Equatable {
  typealias Own = Bool?
  var opt: Opt
  let text: Space.Text
  var nested: Nested
  var twice: OptOpt
  var list: Maybe<[Int]>
  var outer: Opt?
  var count: Count
  let number: Space.Number
  var leaf: OptLeaf
  var plain: OptPlain
  var spelled: Optional<Int>
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var unwrapped: Int!
  var own: Own
}

@DirectCodable
private struct Aliases: Equatable {
  typealias Own = Bool?
  var opt: Opt
  let text: Space.Text
  var nested: Nested
  var twice: OptOpt
  var list: Maybe<[Int]>
  var outer: Opt?
  var count: Count
  let number: Space.Number
  var leaf: OptLeaf
  var plain: OptPlain
  var spelled: Optional<Int>
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var unwrapped: Int!
  var own: Own
}

private struct TwinGeneric<T: Codable & Equatable>: Codable, Equatable {
  typealias Own = T?
  var plain: T
  var optional: T?
  var own: Own
  var maybe: Maybe<T>
  var list: [T]
}

@DirectCodable
private struct Generic<T: Codable & Equatable>: Equatable {
  typealias Own = T?
  var plain: T
  var optional: T?
  var own: Own
  var maybe: Maybe<T>
  var list: [T]
}

private enum TwinCases: Codable, Equatable {
  case one(Opt)
  case labeled(n: Opt, m: Count)
  case several(Nested, OptOpt, String)
}

@DirectCodable
private enum Cases: Equatable {
  case one(Opt)
  case labeled(n: Opt, m: Count)
  case several(Nested, OptOpt, String)
}

private final class TwinClass: Codable {
  let opt: Opt
  var text: Space.Text
  init(opt: Opt, text: Space.Text) { (self.opt, self.text) = (opt, text) }
}

@DirectCodable
private final class Class {
  let opt: Opt
  var text: Space.Text
  init(opt: Opt, text: Space.Text) { (self.opt, self.text) = (opt, text) }
}

@DirectCodable
private struct Paths: Equatable {
  @Key("a.b.c") var deep: Opt
  @Key("a.d") var second: Space.Text
  @Alias("n") var number: Opt
  @Alias("c") var count: Count
}

@DirectCodable
private struct Defaulted: Equatable {
  var declared: Opt = 5
  @Default(6) let attributed: Opt
  var text: Space.Text = "t"
  var count: Count = 7
  var none: Opt = nil
  @Default(nil) let nothing: Opt
  @Default(missing: 8, error: nil) var both: Opt
  var twice: OptOpt = 9
  var plain: OptPlain = Plain(x: 1)
}

private typealias OptDate = Date?

@DirectCodable
private struct Dated: Equatable {
  @As(.secondsSince1970) var date: OptDate
  @As(.secondsSince1970) var second: OptDate = Date(timeIntervalSince1970: 2)
}

@DirectCodable
private struct Flattened: Equatable {
  var id: Int
  @Flatten var leaf: OptLeaf
  @Flatten var rest: [String: Int]
}

@Suite("Aliases of optional types")
struct TypeAliasTests {
  private static let models: [(TwinAliases, Aliases)] = [Int?.none, 3].map { number in
    let text = number.map { "\($0)" }
    let leaf = number.map { Leaf(x: $0) }
    let plain = number.map { Plain(x: $0) }
    let list = number.map { [$0] }
    let flag = number.map { $0 == 3 }
    return (
      TwinAliases(
        opt: number, text: text, nested: number, twice: number, list: list, outer: number,
        count: 1, number: 0.5, leaf: leaf, plain: plain, spelled: number, unwrapped: number,
        own: flag),
      Aliases(
        opt: number, text: text, nested: number, twice: number, list: list, outer: number,
        count: 1, number: 0.5, leaf: leaf, plain: plain, spelled: number, unwrapped: number,
        own: flag)
    )
  }

  @Test("members are written as the compiler's synthesis writes them")
  func writing() throws {
    for (twin, value) in Self.models { try expectTwins(twin, value) }
    // A value in two nested optionals, or nil itself, is present.
    #expect(
      try JSON.string(Self.models[0].1)
        == #"{"twice":null,"outer":null,"count":1,"number":0.5}"#)
    for text in [String?.none, "a"] {
      try expectTwins(TwinClass(opt: nil, text: text), Class(opt: nil, text: text))
    }
    let cases: [(TwinCases, Cases)] = [
      (.one(nil), .one(nil)), (.one(1), .one(1)),
      (.labeled(n: nil, m: 1), .labeled(n: nil, m: 1)),
      (.labeled(n: 2, m: 1), .labeled(n: 2, m: 1)),
      (.several(nil, nil, "a"), .several(nil, nil, "a")),
      (.several(1, 2, "a"), .several(1, 2, "a")),
    ]
    for (twin, value) in cases { try expectTwins(twin, value) }
  }

  @Test(
    "members are read as the compiler's synthesis reads them",
    arguments: [
      "{}", #"{"count":1}"#, #"{"count":1,"number":2}"#, #"{"count":null,"number":2}"#,
      #"{"count":1,"number":2,"opt":null,"text":null,"nested":null,"list":null,"#
        + #""leaf":null,"plain":null,"spelled":null,"unwrapped":null,"own":null}"#,
      #"{"count":1,"number":2,"opt":3,"text":"a","nested":3,"twice":3,"list":[3],"#
        + #""outer":3,"leaf":{"x":1},"plain":{"x":1},"spelled":3,"unwrapped":3,"own":true}"#,
      #"{"count":1,"number":2,"opt":"3"}"#, #"{"count":1,"number":2,"text":[]}"#,
      #"{"count":1,"number":2,"leaf":{}}"#, #"{"count":1,"number":2,"plain":{}}"#,
      #"{"count":1,"number":2,"twice":[]}"#, #"{"count":1,"number":2,"own":1}"#,
    ])
  func reading(json: String) throws {
    try expectSameVerdict(TwinAliases.self, Aliases.self, json)
  }

  @Test(
    "associated values and members of classes are read as the compiler's synthesis reads them",
    arguments: [
      #"{"one":{}}"#, #"{"one":{"_0":null}}"#, #"{"one":{"_0":1}}"#, #"{"one":{"_0":"1"}}"#,
      #"{"labeled":{"m":1}}"#, #"{"labeled":{"n":1}}"#, #"{"labeled":{"n":null,"m":1}}"#,
      #"{"several":{"_2":"a"}}"#, #"{"several":{"_0":1,"_1":2,"_2":"a"}}"#, #"{"several":{}}"#,
    ])
  func cases(json: String) throws {
    try expectSameVerdict(TwinCases.self, Cases.self, json)
    try expectSameVerdict(TwinClass.self, Class.self, json)
  }

  @Test(
    "a generic parameter is never optional, aliases of optionals of it are",
    arguments: [
      "{}", #"{"plain":1}"#, #"{"list":[]}"#, #"{"plain":1,"list":[]}"#,
      #"{"plain":null,"list":[]}"#, #"{"plain":null,"list":[null],"own":null,"maybe":null}"#,
      #"{"plain":1,"list":[2,3],"own":4,"maybe":5,"optional":6}"#,
      #"{"plain":{"x":1},"list":[{"x":1}],"own":{"x":1},"maybe":{"x":1}}"#,
    ])
  func generics(json: String) throws {
    try expectSameVerdict(TwinGeneric<Int>.self, Generic<Int>.self, json)
    try expectSameVerdict(TwinGeneric<Int?>.self, Generic<Int?>.self, json)
    try expectSameVerdict(TwinGeneric<Plain>.self, Generic<Plain>.self, json)
    try expectSameVerdict(TwinGeneric<Plain?>.self, Generic<Plain?>.self, json)
  }

  @Test("a generic parameter is written as the compiler's synthesis writes it")
  func writingGenerics() throws {
    try expectTwins(
      TwinGeneric<Int?>(plain: nil, optional: nil, own: nil, maybe: nil, list: [nil]),
      Generic<Int?>(plain: nil, optional: nil, own: nil, maybe: nil, list: [nil]))
    try expectTwins(
      TwinGeneric<Plain?>(
        plain: Plain(x: 1), optional: nil, own: Plain(x: 2), maybe: nil, list: [Plain(x: 3)]),
      Generic<Plain?>(
        plain: Plain(x: 1), optional: nil, own: Plain(x: 2), maybe: nil, list: [Plain(x: 3)]))
  }

  @Test("aliases of optionals may have paths and further keys")
  func paths() throws {
    try expectEverywhere(
      Paths(deep: nil, second: nil, number: nil, count: 1), #"{"c":1}"#,
      written: #"{"count":1}"#)
    try expectEverywhere(
      Paths(deep: 1, second: nil, number: 2, count: 3),
      #"{"a":{"b":{"c":1}},"n":2,"count":3}"#,
      written: #"{"a":{"b":{"c":1}},"number":2,"count":3}"#)
    try expectEverywhere(
      Paths(deep: nil, second: "s", number: nil, count: 3), #"{"a":{"d":"s"},"count":3}"#)
    try expectRefusalEverywhere(Paths.self, #"{"n":1}"#)
  }

  @Test("defaults of aliases replace missing keys, and null is nil")
  func defaults() throws {
    try expectEverywhere(
      Defaulted(attributed: 6, nothing: nil, both: 8), "{}",
      written: #"{"declared":5,"attributed":6,"text":"t","count":7,"both":8,"twice":9,"#
        + #""plain":{"x":1}}"#)
    try expectEverywhere(
      Defaulted(
        declared: nil, attributed: nil, text: nil, count: 7, none: nil, nothing: nil, both: nil,
        twice: nil, plain: nil),
      #"{"declared":null,"attributed":null,"text":null,"count":null,"none":null,"#
        + #""nothing":null,"both":null,"twice":null,"plain":null}"#,
      written: #"{"declared":null,"attributed":null,"text":null,"count":7,"both":null,"#
        + #""twice":null,"plain":null}"#)
    #expect(try JSON.decode(Defaulted.self, from: #"{"both":"x"}"#).both == nil)
    let twice = Defaulted(attributed: 1, nothing: 2, both: 3, twice: .some(nil))
    #expect(try Binary.decode(Defaulted.self, from: Binary.encode(twice)) == twice)
  }

  @Test("aliases of types may have strategies")
  func strategies() throws {
    let date = Date(timeIntervalSince1970: 1)
    try expectEverywhere(Dated(date: date), #"{"date":1}"#, written: #"{"date":1,"second":2}"#)
    try expectEverywhere(
      Dated(date: nil, second: nil), #"{"date":null,"second":null}"#,
      written: #"{"second":null}"#)
  }

  @Test("aliases of types may be flattened")
  func flattened() throws {
    try expectEverywhere(
      Flattened(id: 1, leaf: Leaf(x: 2), rest: ["y": 3]), #"{"id":1,"x":2,"y":3}"#)
    try expectEverywhere(Flattened(id: 1, leaf: nil, rest: ["y": 3]), #"{"id":1,"y":3}"#)
  }
}
