import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Key strategies that look at the path, with Foundation's as the oracle")
struct PathDependentKeysTests {
  struct Pair: Codable, Equatable {
    var user: IDs
    var group: IDs
  }

  struct IDs: Codable, Equatable {
    var id: Int
    var groupID: Int?

    enum CodingKeys: String, CodingKey {
      case id
      case groupID = "group_id"
    }
  }

  struct Letters: Codable, Equatable {
    var a: Int
    var b: Int
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Takes the parent's name off.
  @Sendable private static func strip(_ path: [any CodingKey]) -> any CodingKey {
    let name = path.last?.stringValue ?? ""
    guard let parent = path.dropLast().last?.stringValue, name.hasPrefix(parent + "_") else {
      return Name(stringValue: name)
    }
    return Name(stringValue: String(name.dropFirst(parent.count + 1)))
  }

  /// Swaps two names in every element with an odd index, or under a key called `odd`.
  @Sendable private static func swap(_ path: [any CodingKey]) -> any CodingKey {
    let name = path.last?.stringValue ?? ""
    let isOdd = path.dropLast().contains { ($0.intValue ?? 0) % 2 == 1 || $0.stringValue == "odd" }
    return Name(stringValue: isOdd ? (name == "a" ? "b" : name == "b" ? "a" : name) : name)
  }

  /// Hides a name.
  @Sendable private static func hide(_ path: [any CodingKey]) -> any CodingKey {
    let name = path.last?.stringValue ?? ""
    return Name(stringValue: name == "b" ? "hidden" : name)
  }

  private func compare<T: Codable & Equatable>(
    _ type: T.Type, _ text: String,
    _ strategy: @escaping @Sendable ([any CodingKey]) -> any CodingKey,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let oracle = JSONDecoder()
    oracle.keyDecodingStrategy = .custom(strategy)
    let expected = Outcome { try oracle.decode(type, from: Data(text.utf8)) }.withoutText
    var json = JSON.Decoder()
    var binary = Binary.Decoder()
    json.keyDecodingStrategy = .custom(strategy)
    binary.keyDecodingStrategy = .custom(strategy)
    let bytes = try Binary.encode(JSON.decode(AnyValue.self, from: text))
    let outcomes = [
      Outcome { try json.decode(type, from: text) },
      Outcome { try binary.decode(type, from: bytes) },
    ]
    for outcome in outcomes {
      #expect(outcome.withoutText == expected, sourceLocation: sourceLocation)
    }
    #if FERRY_YAML
    var yaml = YAML.Decoder()
    yaml.keyDecodingStrategy = .custom(strategy)
    let outcome = Outcome { try yaml.decode(type, from: text) }
    #expect(outcome.withoutText == expected, sourceLocation: sourceLocation)
    #endif
  }

  @Test("the same name becomes another key under another parent")
  func parents() throws {
    try compare(
      Pair.self,
      #"{"user":{"user_id":1,"group_id":9},"group":{"user_id":1,"group_id":9}}"#, Self.strip)
  }

  @Test("the same name becomes another key in another element")
  func elements() throws {
    let list = #"[{"a":1,"b":2},{"a":1,"b":2},{"a":1,"b":2}]"#
    try compare([Letters].self, list, Self.swap)
    try compare([[Letters]].self, "[\(list),\(list)]", Self.swap)
    try compare(
      [String: Letters].self, #"{"even":{"a":1,"b":2},"odd":{"a":1,"b":2}}"#, Self.swap)
  }

  @Test("a key that a strategy renames away is missing")
  func hidden() throws {
    try compare(Letters.self, #"{"a":1,"b":2}"#, Self.hide)
    try compare([Letters].self, #"[{"a":1,"b":2}]"#, Self.hide)
  }
}
