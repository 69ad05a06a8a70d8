import Ferry
import FerryMacros
import Foundation
import Testing

@DirectCodable
private struct Members: Equatable {
  var declared: Int? = 5
  @Default(6) var attributed: Int?
  @Default([]) var list: [Int]?
  @Default(missing: 1, error: nil) var both: Int?
  var text: Optional<String> = "t"
  @Default(7) let constant: Int?
  @Key("meta.x.y") var deep: Int? = 8
  @Key("meta.x.z") var beside: Int?
}

@DirectCodable
private struct WithoutDefault: Equatable {
  var declared: Int? = nil
  @Default(nil) var attributed: Int?
  @Default(missing: nil, error: 3) var both: Int?
  var spelled: Int? = .none
  var long: Int? = Optional.none
  @Default(error: 4) var onlyError: Int?
  @Key("meta.x") var deep: Int? = nil
  @Skip(.decode) var written: Int? = 5
}

@DirectCodable
private enum Synthesized: Equatable {
  case x(n: Int? = 3)
  case y(Int? = 4)
  case z(n: Int? = nil)
}

@DirectCodable @Tagged(.external)
private enum External: Equatable {
  case x(n: Int? = 3)
  case y(Int? = 4)
}

@DirectCodable @Tagged(.internal("t"))
private enum Internal: Equatable { case x(n: Int? = 3) }

@DirectCodable @Tagged(.adjacent(tag: "t", content: "c"))
private enum Adjacent: Equatable { case x(n: Int? = 3) }

@DirectCodable @Tagged(.untagged)
private enum Untagged: Equatable { case x(n: Int? = 3) }

@Suite("nil beside a default")
struct NilInDirectTypesTests {
  @Test("nil beside a default is written as null, and read back")
  func members() throws {
    try expectEverywhere(
      Members(
        declared: nil, attributed: nil, list: nil, both: nil, text: nil, constant: nil, deep: nil,
        beside: nil),
      #"{"declared":null,"attributed":null,"list":null,"both":null,"text":null,"constant":null,"#
        + #""meta":{"x":{"y":null}}}"#)
  }

  @Test("a missing key is read as the default, as before")
  func missing() throws {
    let value = Members(attributed: 6, list: [], both: 1, constant: 7)
    let written =
      #"{"declared":5,"attributed":6,"list":[],"both":1,"text":"t","constant":7,"#
      + #""meta":{"x":{"y":8}}}"#
    for json in ["{}", #"{"meta":{}}"#, #"{"meta":{"x":null}}"#] {
      try expectEverywhere(value, json, written: written)
    }
  }

  @Test("nil is omitted if the default is nil, or if the property is not decoded")
  func withoutDefault() throws {
    try expectEverywhere(WithoutDefault(), #"{"written":null}"#, written: #"{"written":5}"#)
    let nothing = WithoutDefault(written: nil)
    for text in try [JSON.string(nothing), YAML.string(nothing)] {
      #expect(text.trimmingCharacters(in: .newlines) == "{}")
    }
  }

  @Test("nil beside the default of an associated value is written, for every kind of tag")
  func cases() throws {
    try expectEverywhere(Synthesized.x(n: nil), #"{"x":{"n":null}}"#)
    try expectEverywhere(Synthesized.y(nil), #"{"y":{"_0":null}}"#)
    try expectEverywhere(Synthesized.z(n: nil), #"{"z":{}}"#)
    try expectEverywhere(External.x(n: nil), #"{"x":{"n":null}}"#)
    try expectEverywhere(External.y(nil), #"{"y":null}"#)
    try expectEverywhere(Internal.x(n: nil), #"{"t":"x","n":null}"#)
    try expectEverywhere(Adjacent.x(n: nil), #"{"t":"x","c":{"n":null}}"#)
    try expectEverywhere(Untagged.x(n: nil), #"{"n":null}"#)
    try expectEverywhere(Synthesized.x(n: 3), #"{"x":{}}"#, written: #"{"x":{"n":3}}"#)
    try expectEverywhere(Internal.x(n: 3), #"{"t":"x"}"#, written: #"{"t":"x","n":3}"#)
  }

  @Test("literals without a type in an attribute are both defaults")
  func literals() throws {
    try expectEverywhere(
      Literals(list: [], names: [:], both: [], color: .red), #"{"both":1}"#,
      written: #"{"list":[],"names":{},"both":[],"color":"red"}"#)
    #expect(try JSON.decode(Literals.self, from: #"{"color":1}"#).color == .blue)
  }
}

@DirectCodable
private enum Color: String { case red, blue }

@DirectCodable
private struct Literals: Equatable {
  @Default(missing: []) var list: [Int]
  @Default([:]) var names: [String: Int]
  @Default(missing: [], error: []) var both: [Int]
  @Default(missing: .red, error: Color.blue) var color: Color
}
