import FerrySchema
import FerryTestSupport
import Foundation
import Testing

private struct Nullable: Codable {
  var value: Int?
  var list: [Int?] = []
  enum CodingKeys: String, CodingKey { case value, list }
  init(value: Int?, list: [Int?]) { (self.value, self.list) = (value, list) }
  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    value = try object.decode(Single.self, forKey: .value).value
    var elements = try object.nestedUnkeyedContainer(forKey: .list)
    while !elements.isAtEnd {
      list.append(try elements.decodeNil() ? nil : elements.decode(Int.self))
    }
  }
  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(value, forKey: .value)
    try object.encode(list, forKey: .list)
  }

  struct Single: Decodable {
    var value: Int?
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      value = container.decodeNil() ? nil : try container.decode(Int.self)
    }
  }
}

private enum Level: Int, Codable {
  case low = 1, high
  init(from decoder: any Decoder) throws {
    self = try decoder.singleValueContainer().decode(String.self) == "low" ? .low : .high
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(self == .low ? "low" : "high")
  }
}

private struct Tag: RawRepresentable, Codable {
  var rawValue: String
  init(rawValue: String) { self.rawValue = rawValue }
  enum CodingKeys: CodingKey { case name }
  init(from decoder: any Decoder) throws {
    rawValue = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
  }
  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(rawValue, forKey: .name)
  }
}

private struct RawMembers: Codable {
  var small = Small.most
  var name = Name(rawValue: "a")
  var big = Int128.max, bigger: UInt128? = .max
  enum Small: UInt8, Codable { case none, most = 255 }
  struct Name: RawRepresentable, Codable { var rawValue: String }
}

private enum Value: Codable {
  case flag(Bool), number(Double), text(String), list([Value]), null
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([Value].self))
    }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .flag(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .null: try container.encodeNil()
    }
  }
}

private struct Animal: Codable {
  enum Kind: String, Codable { case dog, cat }
  var kind: Kind
  var bark: Int?
  var meow: String?
  var name: String?
  enum CodingKeys: CodingKey { case kind, bark, meow, name }
  init(kind: Kind, bark: Int? = nil, meow: String? = nil, name: String? = nil) {
    (self.kind, self.bark, self.meow, self.name) = (kind, bark, meow, name)
  }
  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    kind = try object.decode(Kind.self, forKey: .kind)
    name = try? object.decode(String.self, forKey: .name)
    switch kind {
    case .dog: bark = try object.decode(Int.self, forKey: .bark)
    case .cat: meow = try object.decode(String.self, forKey: .meow)
    }
  }
}

private struct NotEmpty: Codable {
  var text: String
  init(_ text: String) { self.text = text }
  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    guard !text.isEmpty else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "an empty text"))
    }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

private indirect enum Shape: Codable {
  case pair(Shape, name: String?)
  case circle(radius: Double)
  case empty
}

@Suite("Branches of initialisers that are probed")
struct ProbedBranchesTests {
  private func expectValid<T: Codable>(_ values: [T], _ invalid: [String]) throws {
    try expectVerdicts(values, invalid, probing: true)
  }

  @Test("a value that the initialiser compares with nil may be null")
  func null() throws {
    try expectValid(
      [Nullable(value: nil, list: [nil, 1]), Nullable(value: 1, list: [])],
      [#"{"value":"a","list":[]}"#, #"{"value":1,"list":["a"]}"#, #"{"value":1}"#])
  }

  @Test("a type with raw values and an initialiser of its own has the form of the initialiser")
  func ownCoding() throws {
    try expectValid([Level.low, .high], ["1"])
    try expectValid([Tag(rawValue: "a")], [#""a""#, "{}"])
  }

  @Test("members may have raw values of any type, and 128 bits", .enabled(if: !isPortableBuild))
  func rawMembers() throws {
    try expectValid(
      [RawMembers(), RawMembers(small: .none, bigger: nil)],
      [#"{"small":1,"name":"a","big":1}"#, #"{"small":255,"name":1,"big":1}"#])
  }

  @Test("all types that an initialiser tries are in the schema")
  func attempts() throws {
    try expectValid(
      [Value.null, .flag(true), .number(1.5), .text("a"), .list([.null, .list([.text("")])])],
      ["{}", "[{}]"])
  }

  @Test("an initialiser that rejects an empty text gets another one")
  func rejections() throws {
    try expectValid([["a": NotEmpty("b")]], [#"{"a":1}"#])
  }

  @Test(
    "an enum whose cases have values is an object with one of their names",
    .enabled(if: !isPortableBuild))
  func payloads() throws {
    try expectValid(
      [
        Shape.circle(radius: 1), .empty, .pair(.empty, name: "a"),
        .pair(.pair(.empty, name: nil), name: nil),
      ],
      [
        "{}", #"{"circle":{}}"#, #"{"pair":{"_0":{"other":{}}}}"#,
        #"{"circle":{"radius":1},"empty":{}}"#,
      ])
  }

  @Test("a member that only some branches ask for is not required", .enabled(if: !isPortableBuild))
  func branches() throws {
    try expectValid(
      [
        Animal(kind: .dog, bark: 1), Animal(kind: .cat, meow: "a"),
        Animal(kind: .cat, meow: "a", name: "b"),
      ],
      [#"{"kind":"cow"}"#, #"{"bark":1}"#, #"{"kind":"dog","bark":"a"}"#])
  }
}
