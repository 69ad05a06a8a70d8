import Ferry
import FerryMacros
import Foundation
import Testing

@DirectCodable
private final class Node: Equatable {
  let name: String
  var weight = 1.5
  @Key("links.next") var next: Node?

  init(_ name: String, _ next: Node? = nil) {
    self.name = name
    self.next = next
  }

  static func == (left: Node, right: Node) -> Bool {
    left.name == right.name && left.weight == right.weight && left.next == right.next
  }
}

@DirectCodable
private struct Box<Value: Equatable, Other: Equatable>: Equatable {
  var value: Value
  var others: [Other]
  var label = "box"
}

private enum Outer {
  @DirectCodable
  struct Inner: Equatable {
    @DirectCodable
    struct Innermost: Equatable { var x: Int }
    var innermost: Innermost
  }
}

/// Types that name each other as nobody outside could.
private enum Zoo {
  @DirectCodable
  struct Animal: Equatable {
    let name: String
    @Default(Diet(meals: 2)) let diet: Diet
    @Default(error: [Cage.none]) var cages: [Cage]
    @As(Shouted()) var cry: String
  }

  @DirectCodable
  struct Diet: Equatable { var meals: Int }

  @DirectCodable @Tagged(.external)
  enum Cage: Equatable {
    case none
    case shared(with: Diet)
    case own(Diet, Diet)
  }

  @DirectCodable
  final class Keeper: Equatable {
    let diet: Diet
    init(diet: Diet) { self.diet = diet }
    static func == (left: Keeper, right: Keeper) -> Bool { left.diet == right.diet }
  }

  /// Text in capitals.
  struct Shouted: WireStrategy {
    func read<Reader: WireReader & ~Copyable>(
      from reader: inout Reader
    ) throws(WireFailure) -> String { try reader.readString().lowercased() }

    func write<Writer: WireWriter & ~Copyable>(
      _ value: String, to writer: inout Writer
    ) throws(WireFailure) { try writer.write(value.uppercased()) }
  }
}

/// Its conformances have to be public as well.
@DirectCodable
public struct Public: Equatable {
  /// A member that everybody sees.
  public let id: Int
  private var secret = "s"
}

/// Only `Codable`.
private struct Plain: Codable, Equatable { var x: Int }

@DirectCodable
private struct Holder: Equatable {
  var plain: Plain
  var maybe: Plain?
  var list: [Plain]
  var any: AnyValue
  var date: Date
  var url: URL?
}

@DirectCodable
private struct Hooked: Equatable {
  var celsius: Double
  @Skip var reads = 0
  @Skip(.decode) var kelvin = 0.0

  mutating func didDecode() throws {
    reads += 1
    if celsius < -273.15 { throw TooCold() }
  }

  mutating func willEncode() { kelvin = celsius + 273 }
}

private struct TooCold: Error {}

@DirectCodable
private struct Bindings: Equatable {
  let x, y: Double
  var a = 1, b: Int?
  static let origin = 0
  var sum: Double { x + y }
  var watched = 0 {
    didSet { a += 1 }
  }
}

// Names that generated code uses, and types that would shadow the library's.
@DirectCodable
private struct Shadows: Equatable {
  struct WireFailure: Equatable {}
  enum WireReader {}
  var reader: Int
  var record: Int
  var slot: Int
  var slots: Int
  var fields: String
  var start: Bool?
  var value: Int?
}

@DirectCodable(codable: false)
private struct WithoutCodable: Codable, Equatable { @Key("y") var x: Int }

@Suite("Types")
struct TypesTests {
  @Test("nested types may have members of their siblings' types")
  func siblings() throws {
    let two = Zoo.Diet(meals: 2)
    try expectEverywhere(
      Zoo.Animal(
        name: "Leo", diet: two, cages: [.none, .shared(with: two), .own(two, two)], cry: "roar"),
      #"{"name":"Leo","diet":{"meals":2},"cages":["none",{"shared":{"with":{"meals":2}}},"#
        + #"{"own":[{"meals":2},{"meals":2}]}],"cry":"ROAR"}"#)
    #expect(
      try JSON.decode(Zoo.Animal.self, from: #"{"name":"Leo","cages":1,"cry":"ROAR"}"#)
        == Zoo.Animal(name: "Leo", diet: two, cages: [.none], cry: "roar"))
    try expectEverywhere(Zoo.Keeper(diet: two), #"{"diet":{"meals":2}}"#)
  }

  @Test("final classes are read and written")
  func classes() throws {
    try expectEverywhere(
      Node("a", Node("b")),
      #"{"name":"a","weight":1.5,"links":{"next":{"name":"b","weight":1.5}}}"#)
  }

  @Test("members of direct types inside Codable types are coded directly")
  func insideCodable() throws {
    struct Plain: Codable, Equatable { var zoo: [String: Zoo.Keeper]?, lines: [Bindings] }
    let plain = Plain(
      zoo: ["a": Zoo.Keeper(diet: Zoo.Diet(meals: 1))],
      lines: [try JSON.decode(Bindings.self, from: #"{"x":1,"y":2}"#)])
    #expect(try JSON.decode(Plain.self, from: JSON.encode(plain)) == plain)
    #expect(try Binary.decode(Plain.self, from: Binary.encode(plain)) == plain)
    #expect(try YAML.decode(Plain.self, from: YAML.encode(plain)) == plain)
    #expect {
      try JSON.decode(Plain.self, from: #"{"lines":[{}]}"#)
    } throws: { error in
      guard case DecodingError.keyNotFound(_, let context) = error else { return false }
      return context.debugDescription == "1:11: missing keys: `x`, `y`, at lines[0]"
        && context.codingPath.map(\.stringValue) == ["lines", "Index 0"]
        && (error as? DecodingError)?.problem?.place?.column == 11
    }
  }

  @Test("generic types take optional arguments")
  func generics() throws {
    try expectEverywhere(
      Box(value: 1, others: ["a"]), #"{"value":1,"others":["a"],"label":"box"}"#)
    try expectEverywhere(
      Box<Int?, Bool>(value: nil, others: []), #"{"value":null,"others":[]}"#,
      written: #"{"value":null,"others":[],"label":"box"}"#)
    try expectRefusalEverywhere(Box<Int, Bool>.self, #"{"others":[]}"#)
  }

  @Test("nested types are read and written")
  func nested() throws {
    try expectEverywhere(
      Outer.Inner(innermost: .init(x: 1)), #"{"innermost":{"x":1}}"#)
  }

  @Test("members may be Codable only, AnyValue or of Foundation's types")
  func otherMembers() throws {
    try expectEverywhere(
      Holder(
        plain: Plain(x: 1), maybe: nil, list: [Plain(x: 2)], any: ["k": [1, nil]],
        date: Date(timeIntervalSinceReferenceDate: 5), url: URL(string: "https://example.com")),
      #"{"plain":{"x":1},"list":[{"x":2}],"any":{"k":[1,null]},"date":5,"#
        + #""url":"https://example.com"}"#)
    try expectRefusalEverywhere(
      Holder.self, #"{"plain":{"x":"1"},"list":[],"any":1,"date":5}"#)
  }

  @Test("hooks run after reading and before writing")
  func hooks() throws {
    var value = Hooked(celsius: 20)
    value.reads = 1
    try expectEverywhere(
      value, #"{"celsius":20}"#, written: #"{"celsius":20,"kelvin":293}"#)
    #expect(throws: TooCold.self) {
      try JSON.decode(Hooked.self, from: #"{"celsius":-300}"#)
    }
    #expect(throws: TooCold.self) {
      try Foundation.JSONDecoder().decode(Hooked.self, from: Data(#"{"celsius":-300}"#.utf8))
    }
  }

  @Test("only stored properties of the instance are members")
  func bindings() throws {
    try expectEverywhere(
      Bindings(x: 1, y: 2, a: 3, b: nil, watched: 4), #"{"x":1,"y":2,"a":3,"watched":4}"#)
  }

  @Test("names in the user's code do not change the expansion")
  func shadows() throws {
    try expectEverywhere(
      Shadows(reader: 1, record: 2, slot: 3, slots: 4, fields: "f", start: true, value: 5),
      #"{"reader":1,"record":2,"slot":3,"slots":4,"fields":"f","start":true,"value":5}"#)
  }

  @Test("codable: false keeps the Codable conformance of the compiler")
  func withoutCodable() throws {
    let decoder = Foundation.JSONDecoder()
    #expect(
      try decoder.decode(WithoutCodable.self, from: Data(#"{"x":1}"#.utf8))
        == WithoutCodable(x: 1))
  }
}
