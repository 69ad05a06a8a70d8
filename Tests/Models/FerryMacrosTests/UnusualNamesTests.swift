import Ferry
import FerryMacros
import Foundation
import Testing

@DirectCodable
private struct NamedAsModules: Equatable {
  var Swift: Int
  var FerryMacros = 2
  var list = [1]
  @Lossy var unique: Set<String>
  @Key(#"Swift\.x"#) var dotted: String?
}

@DirectCodable
private enum ModuleCases: Equatable {
  case Swift(Swift: Int, FerryMacros: String = "f")
  case FerryMacros(Int, Int)
}

@DirectCodable
private struct Generic<T: DirectCodable & Codable & Equatable>: Equatable {
  var Swift: T
  var FerryMacros: [T]?
}

@DirectCodable
private struct EmptyKey: Equatable {
  @Key("") var value: Int
  var other: Int?
}

@DirectCodable
private struct EmptyKeys: Equatable {
  var first: Int
  @Key("", "a") var deep: Int?
  @Alias("l") var last: Int
}

@DirectCodable
private struct EmptyAlias: Equatable { @Alias("") var a: Int }

@DirectCodable
private struct NoEmptyKey: Equatable { var a: Int }

@DirectCodable @Tagged(.internal(""))
private enum EmptyTag: Equatable {
  @Key("") case nameless(x: Int)
  case named
}

private struct TwinEmptyKey: Codable {
  var value: Int
  var other: Int?
  enum CodingKeys: String, CodingKey {
    case value = ""
    case other
  }
}

@Suite("Unusual names")
struct UnusualNamesTests {
  @Test("members may have the names of modules")
  func modules() throws {
    try expectEverywhere(
      NamedAsModules(Swift: 1, FerryMacros: 3, list: [4], unique: ["a"], dotted: "d"),
      #"{"Swift":1,"FerryMacros":3,"list":[4],"unique":["a"],"Swift.x":"d"}"#)
  }

  @Test("cases and labels may have the names of modules")
  func cases() throws {
    try expectEverywhere(
      [ModuleCases.Swift(Swift: 1, FerryMacros: "g"), .FerryMacros(2, 3)],
      #"[{"Swift":{"Swift":1,"FerryMacros":"g"}},{"FerryMacros":{"_0":2,"_1":3}}]"#)
    try expectEverywhere(
      Generic(Swift: 1, FerryMacros: [2]), #"{"Swift":1,"FerryMacros":[2]}"#)
  }

  @Test("the empty text is a key")
  func emptyKey() throws {
    try expectEverywhere(EmptyKey(value: 1), #"{"":1}"#)
    try expectEverywhere(
      EmptyKey(value: 1, other: 2), #"{"other":2,"":1}"#, written: #"{"":1,"other":2}"#)
    try expectTwins(TwinEmptyKey(value: 1, other: 2), EmptyKey(value: 1, other: 2))
    for json in ["{}", #"{"":1}"#, #"{"":"1"}"#, #"{"value":1}"#, #"{"other":1,"":2}"#] {
      try expectSameVerdict(TwinEmptyKey.self, EmptyKey.self, json)
    }
  }

  @Test("the empty text is a key in paths, aliases and tags")
  func emptyKeys() throws {
    try expectEverywhere(
      EmptyKeys(first: 1, deep: 2, last: 3), #"{"first":1,"":{"a":2},"last":3}"#)
    try expectEverywhere(EmptyAlias(a: 1), #"{"":1}"#, written: #"{"a":1}"#)
    try expectEverywhere(NoEmptyKey(a: 1), #"{"":2,"a":1,"b":3}"#, written: #"{"a":1}"#)
    try expectEverywhere(NoEmptyKey(a: 1), #"{"a":1,"":2}"#, written: #"{"a":1}"#)
    try expectEverywhere(
      [EmptyTag.nameless(x: 1), .named], #"[{"":"","x":1},{"":"named"}]"#)
  }
}
