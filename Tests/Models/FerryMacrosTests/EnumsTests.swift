import Ferry
import FerryMacros
import Foundation
import Testing

@DirectCodable
private enum Color: String { case red, blue }

@DirectCodable
private enum Open: Int {
  case one = 1
  case two
  @UnknownCase case other = -1
}

@DirectCodable
private enum Plain: Equatable { case a, b }

@DirectCodable @Tagged(.external) @KeyStyle(.snakeCase)
private enum Weather: Equatable {
  case sunnyDay
  @Key("rain") @Alias("drizzle") case heavyRain
  @UnknownCase case other(String)
}

private enum Twin: Codable, Equatable {
  case circle(radius: Double)
  case id(Int)
  case pair(Int, label: String?)
  case none
}

@DirectCodable
private enum Synthesized: Equatable {
  case circle(radius: Double)
  case id(Int)
  case pair(Int, label: String?)
  case none
}

@DirectCodable
private struct Circle: Equatable { var radius: Double }

@DirectCodable @Tagged(.external)
private enum External: Equatable {
  case circle(Circle)
  case square(side: Double, name: String = "square")
  case pair(Int, String)
  case none
}

@DirectCodable @Tagged(.internal("type"))
private enum Internal: Equatable {
  case circle(Circle)
  case square(side: Double)
  case none
  @UnknownCase case unknown(String)
}

@DirectCodable @Tagged(.adjacent(tag: "t", content: "c"))
private enum Adjacent: Equatable {
  case circle(Circle)
  case square(side: Double)
  case pair(Int, Int)
  case none
  @UnknownCase case unknown
}

@DirectCodable @Tagged(.untagged)
private enum Untagged: Equatable {
  case number(Int)
  case text(String)
  case circle(Circle)
  case point(x: Double, y: Double)
  case pair(Int, Int)
  case none
}

@DirectCodable
private enum KeptSynthesized: Equatable {
  case none
  case square(side: Double)
  @UnknownCase case other(AnyValue)
}

@DirectCodable @Tagged(.external)
private enum KeptExternal: Equatable {
  case none
  case square(side: Double)
  @UnknownCase case other(AnyValue)
}

@DirectCodable @Tagged(.internal("type"))
private enum KeptInternal: Equatable {
  case square(side: Double)
  @UnknownCase case other(value: AnyValue)
}

@DirectCodable @Tagged(.adjacent(tag: "t", content: "c"))
private enum KeptAdjacent: Equatable {
  case square(side: Double)
  @UnknownCase case other(AnyValue)
}

@DirectCodable
private enum Tree<Leaf: Equatable>: Equatable {
  case leaf(Leaf)
  indirect case node([Tree])
}

@Suite("Enums")
struct EnumsTests {
  @Test("raw values are read, and unknown ones are the case for them")
  func raw() throws {
    try expectEverywhere([Color.red, .blue], #"["red","blue"]"#)
    try expectRefusalEverywhere([Color].self, #"["green"]"#)
    try expectEverywhere([Open.one, .two], "[1,2]")
    try expectEverywhere([Open.other], "[7]", written: "[-1]")
    try expectRefusalEverywhere([Open].self, #"["one"]"#)
  }

  @Test("the form without attributes is the one that Swift synthesizes")
  func synthesized() throws {
    let pairs: [(Twin, Synthesized)] = [
      (.circle(radius: 1.5), .circle(radius: 1.5)), (.id(7), .id(7)),
      (.pair(1, label: "x"), .pair(1, label: "x")), (.pair(1, label: nil), .pair(1, label: nil)),
      (.none, .none),
    ]
    for (twin, value) in pairs { try expectEverywhere(value, JSON.string(twin)) }
    try expectEverywhere(Plain.b, #"{"b":{}}"#)
  }

  @Test("a case without values may be its name alone, which the compiler's form does not have")
  func bareNames() throws {
    try expectEverywhere(Plain.b, #""b""#, written: #"{"b":{}}"#)
    try expectEverywhere(Synthesized.none, #""none""#, written: #"{"none":{}}"#)
    #expect(throws: DecodingError.self) { try JSON.decode(Twin.self, from: #""none""#) }
    #expect(throws: DecodingError.self) {
      try Foundation.JSONDecoder().decode(Twin.self, from: Data(#""none""#.utf8))
    }
  }

  @Test(
    "an object with no case, two cases or an unknown case is an error",
    arguments: [
      "{}", #"{"square":{}}"#, #"{"none":{},"id":{"_0":1}}"#, "1", "null", "[]",
      #""square""#, #"{"id":{}}"#, #"{"circle":{"radius":"1"}}"#, #"{"none":1}"#, #""id""#,
    ])
  func badSynthesized(json: String) throws {
    try expectRefusalEverywhere(Synthesized.self, json)
  }

  @Test("an external tag is the key of the value")
  func external() throws {
    try expectEverywhere(External.circle(Circle(radius: 1.5)), #"{"circle":{"radius":1.5}}"#)
    try expectEverywhere(
      External.square(side: 1.5), #"{"square":{"side":1.5}}"#,
      written: #"{"square":{"side":1.5,"name":"square"}}"#)
    try expectEverywhere(External.pair(1, "b"), #"{"pair":[1,"b"]}"#)
    try expectEverywhere(External.none, #""none""#)
    for json in [#"{"pair":[1]}"#, #"{"pair":[1,"b",2]}"#, #""circle""#, #"{"none":3}"#] {
      try expectRefusalEverywhere(External.self, json)
    }
    // Too few values are a failure of the list, not of what comes behind it.
    let value: [AnyValue] = [["pair": [1]], "none"]
    for bytes in try [JSON.encode(value), Binary.encode(value), YAML.encode(value)] {
      let error = #expect(throws: DecodingError.self) {
        switch bytes[0] {
        case UInt8(ascii: "["): try JSON.decode([External].self, from: bytes)
        case 0xB5: try Binary.decode([External].self, from: bytes)
        default: try YAML.decode([External].self, from: bytes)
        }
      }
      guard case .dataCorrupted(let context) = error else { return #expect(error == nil) }
      #expect(context.codingPath.map(\.stringValue) == ["Index 0", "pair"])
    }
  }

  @Test("cases may have styles, keys, aliases and a case for unknown names")
  func names() throws {
    try expectEverywhere([Weather.sunnyDay, .heavyRain], #"["sunny_day","rain"]"#)
    try expectEverywhere(
      [Weather.sunnyDay, .heavyRain], #"["sunnyDay","drizzle"]"#,
      written: #"["sunny_day","rain"]"#)
    try expectEverywhere([Weather.other("fog")], #"["fog"]"#)
    try expectEverywhere([Weather.other("fog")], #"[{"fog":1}]"#, written: #"["fog"]"#)
  }

  @Test("an internal tag may be anywhere in the object")
  func inside() throws {
    try expectEverywhere(Internal.circle(Circle(radius: 1.5)), #"{"type":"circle","radius":1.5}"#)
    try expectEverywhere(
      Internal.square(side: 2.5), #"{"side":2.5,"x":{"type":1},"type":"square"}"#,
      written: #"{"type":"square","side":2.5}"#)
    try expectEverywhere(Internal.none, #"{"type":"none"}"#)
    try expectEverywhere(Internal.unknown("hex"), #"{"type":"hex"}"#)
    for json in ["{}", #"{"type":[]}"#, #"{"type":"circle"}"#, "[]", #""circle""#] {
      try expectRefusalEverywhere(Internal.self, json)
    }
  }

  @Test("an adjacent tag may be before or after the value")
  func adjacent() throws {
    try expectEverywhere(
      Adjacent.circle(Circle(radius: 1.5)), #"{"t":"circle","c":{"radius":1.5}}"#)
    try expectEverywhere(
      Adjacent.square(side: 1.5), #"{"c":{"side":1.5},"t":"square"}"#,
      written: #"{"t":"square","c":{"side":1.5}}"#)
    try expectEverywhere(Adjacent.pair(1, 2), #"{"t":"pair","c":[1,2]}"#)
    try expectEverywhere(Adjacent.none, #"{"t":"none"}"#)
    try expectEverywhere(Adjacent.unknown, #"{"t":"hex","c":1}"#, written: #"{"t":"unknown"}"#)
    for json in ["{}", #"{"t":"circle"}"#, #"{"c":{"radius":1}}"#, #"{"t":"pair","c":{}}"#] {
      try expectRefusalEverywhere(Adjacent.self, json)
    }
  }

  @Test("an unknown case with an AnyValue keeps the whole value and writes it as it was")
  func keptUnknown() throws {
    for json in [#""fog""#, #"{"hex":{"side":1.5,"x":[null,"a"]}}"#, #"{"hex":2}"#] {
      let value = try JSON.decode(AnyValue.self, from: json)
      try expectEverywhere([KeptSynthesized.other(value)], "[\(json)]")
      try expectEverywhere([KeptExternal.other(value)], "[\(json)]")
    }
    try expectEverywhere(
      [KeptExternal.none, .square(side: 1.5)], #"["none",{"square":{"side":1.5}}]"#)
    try expectEverywhere(KeptSynthesized.square(side: 1.5), #"{"square":{"side":1.5}}"#)
    for json in ["{}", #"{"a":1,"b":2}"#, "1", "null", "[]"] {
      try expectRefusalEverywhere(KeptExternal.self, json)
    }
    for json in [#"{"side":1.5,"type":"hex","deep":{"type":[1]}}"#, #"{"type":"hex"}"#] {
      try expectEverywhere(
        [KeptInternal.other(value: JSON.decode(AnyValue.self, from: json))], "[\(json)]")
    }
    try expectEverywhere(KeptInternal.square(side: 1.5), #"{"type":"square","side":1.5}"#)
    for json in [#"{"t":"hex","c":{"a":1.5},"x":2}"#, #"{"t":"hex"}"#, #"{"c":[],"t":""}"#] {
      try expectEverywhere(
        [KeptAdjacent.other(JSON.decode(AnyValue.self, from: json))], "[\(json)]")
    }
    try expectEverywhere(KeptAdjacent.square(side: 1.5), #"{"t":"square","c":{"side":1.5}}"#)
  }

  @Test("without a tag, the first case that fits counts")
  func untagged() throws {
    try expectEverywhere(
      [
        Untagged.number(1), .text("a"), .circle(Circle(radius: 1.5)), .point(x: 1.5, y: 2.5),
        .pair(1, 2), .none,
      ],
      #"[1,"a",{"radius":1.5},{"x":1.5,"y":2.5},[1,2],null]"#)
    for json in ["[1]", "[1,2,3]", #"{"x":1}"#, "{}"] {
      try expectRefusalEverywhere(Untagged.self, json)
    }
  }

  @Test("generic and indirect enums are read and written")
  func generic() throws {
    try expectEverywhere(
      Tree.node([.leaf(1), .node([])]), #"{"node":{"_0":[{"leaf":{"_0":1}},{"node":{"_0":[]}}]}}"#)
  }
}
