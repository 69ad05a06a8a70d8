import Ferry
import Foundation
import Testing

@Suite("Containers written to in turns, with Foundation's as the oracle")
struct InterleavedContainersTests {
  private struct Key: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init(stringLiteral name: String) { stringValue = name }
    init(stringValue name: String) { stringValue = name }
    init?(intValue: Int) { nil }
  }

  private typealias Members = KeyedEncodingContainer<Key>

  /// A model that writes what `body` says.
  private struct Script: Encodable {
    let body: @Sendable (inout Members) throws -> Void

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Key.self)
      try body(&members)
    }
  }

  private static func text(_ path: [any CodingKey]) -> String {
    path.map(\.stringValue).joined(separator: "/")
  }

  private static let scripts: [(name: String, body: @Sendable (inout Members) throws -> Void)] = [
    (
      "a map after its neighbour",
      { members in
        var first = members.nestedContainer(keyedBy: Key.self, forKey: "a")
        var second = members.nestedContainer(keyedBy: Key.self, forKey: "b")
        try second.encode(1, forKey: "x")
        try first.encode(2, forKey: "y")
        var third = first.nestedContainer(keyedBy: Key.self, forKey: "c")
        try second.encode(3, forKey: "z")
        try third.encode(4, forKey: "w")
        try first.encode(5, forKey: "v")
      }
    ),
    (
      "maps in a list",
      { members in
        var list = members.nestedUnkeyedContainer(forKey: "list")
        var first = list.nestedContainer(keyedBy: Key.self)
        var second = list.nestedContainer(keyedBy: Key.self)
        try second.encode(1, forKey: "x")
        try first.encode(["k": 2], forKey: "y")
        try members.encode(true, forKey: "after")
        try second.encode(["k": 3], forKey: "z")
      }
    ),
    (
      "a super encoder that comes last",
      { members in
        let later = members.superEncoder(forKey: "super")
        var other = members.nestedContainer(keyedBy: Key.self, forKey: "b")
        try other.encode(1, forKey: "x")
        var inner = later.container(keyedBy: Key.self)
        try inner.encode(2, forKey: "y")
        try other.encode(3, forKey: "z")
        try inner.encode(["k": 4], forKey: "w")
      }
    ),
    (
      "ways to containers whose parents are left",
      { members in
        var first = members.nestedContainer(keyedBy: Key.self, forKey: "a")
        let map = first.nestedContainer(keyedBy: Key.self, forKey: "map")
        let list = first.nestedUnkeyedContainer(forKey: "list")
        var other = members.nestedUnkeyedContainer(forKey: "b")
        try other.encode(0)
        var inList = other.nestedUnkeyedContainer()
        let deep = inList.nestedContainer(keyedBy: Key.self)
        try other.encode(1)
        try members.encode(
          [map.codingPath, list.codingPath, deep.codingPath, first.codingPath]
            .map(text), forKey: "ways")
      }
    ),
  ]

  @Test(
    "a container that is written to after others keeps its keys and its path",
    arguments: scripts.indices)
  func asFoundation(index: Int) throws {
    let script = Script(body: Self.scripts[index].body)
    let foundation = JSONEncoder()
    foundation.outputFormatting = .sortedKeys
    foundation.keyEncodingStrategy = .custom { Key("<\(Self.text($0))>") }
    var encoder = JSON.Encoder(preset: .foundation)
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .custom { Key("<\(Self.text($0))>") }
    for _ in 0..<2 {
      let found = String(decoding: try encoder.encode(script), as: UTF8.self)
      let expected = String(decoding: try foundation.encode(script), as: UTF8.self)
      #expect(found == expected, "\(Self.scripts[index].name)")
    }
  }
}
