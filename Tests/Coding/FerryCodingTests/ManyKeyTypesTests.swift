import Ferry
import FerryTestSupport
import Testing

/// A model with a key type of its own for each `Tag`.
private struct Node<Tag>: Codable, Equatable {
  var name: String
  var next: [Node]?

  enum CodingKeys: String, CodingKey { case name, next }
}

private enum Zero {}
private enum Successor<Number> {}

@Suite("Programs with many models")
struct ManyKeyTypesTests {
  /// Calls `body` with `Node`s of `count` different types.
  private func each<Number>(
    _ count: Int, _ number: Number.Type = Zero.self, _ body: (any Model.Type) throws -> Void
  ) rethrows {
    guard count > 0 else { return }
    try body(Node<Number>.self)
    try each(count - 1, Successor<Number>.self, body)
  }

  @Test("more types of keys than the cache holds come back, in one call and in many")
  func many() throws {
    var types: [any Model.Type] = []
    each(300) { types.append($0) }
    for _ in 0..<3 {
      for type in types { try type.roundTrip() }
    }
    for type in types.prefix(20) + types.suffix(20) { try type.roundTrip() }
    // All of them inside each other's calls.
    let nested = Nest(types: types)
    for _ in 0..<2 {
      let text = try JSON.encode(nested)
      #expect(text.count > 300 * 20)
      for type in types.prefix(5) { try type.roundTrip() }
    }
  }

  /// Encodes a value of each type with one encoder.
  private struct Nest: Encodable {
    let types: [any Model.Type]

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for type in types { try list.encode(type.sample) }
    }
  }
}

private protocol Model: Codable {
  static var sample: Self { get }
  static func roundTrip() throws
}

extension Node: Model {
  static var sample: Node {
    Node(name: "a", next: [Node(name: "b", next: [Node(name: "c")]), Node(name: "d")])
  }

  static func roundTrip() throws {
    let bytes = try JSON.encode(sample)
    #expect(try JSON.decode(Node.self, from: bytes) == sample)
    #expect(try Binary.decode(Node.self, from: Binary.encode(sample)) == sample)
  }
}
