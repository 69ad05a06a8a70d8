import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Encoding errors and paths")
struct EncodingErrorsTests {
  private func path(_ body: () throws -> Void) -> [String]? {
    do {
      try body()
      return nil
    } catch EncodingError.invalidValue(_, let context) {
      return context.codingPath.map(\.stringValue)
    } catch {
      return ["\(error)"]
    }
  }

  private func compare(_ value: some Encodable, sourceLocation: SourceLocation = #_sourceLocation) {
    let ours = path { _ = try JSON.encode(value) }
    let theirs = path { _ = try JSONEncoder().encode(value) }
    #expect(ours != nil, sourceLocation: sourceLocation)
    #expect(ours == theirs, sourceLocation: sourceLocation)
  }

  @Test("the path of a number that JSON does not have is Foundation's")
  func nonFinite() {
    struct Model: Encodable {
      var name = "x"
      var inner = ["k": [1, Double.nan]]
    }
    compare(Double.nan)
    compare([1, Double.infinity])
    compare([[1], [2, -Double.infinity]])
    compare(["a": Float.nan])
    compare(Model())
    compare([Model()])
    // Foundation writes the text "NaN" here, which is no JSON.
    #expect(path { _ = try JSON.encode(["d": [Decimal.nan]]) } == ["d", "Index 0"])
  }

  @Test("the path of an error of a model's own is where it was thrown")
  func ownErrors() {
    struct Bad: Encodable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
          self, .init(codingPath: encoder.codingPath, debugDescription: "bad"))
      }
    }
    struct Model: Encodable {
      var first = 1
      var list = [["x": Bad()]]
    }
    compare(Bad())
    compare([Bad()])
    compare(Model())
    compare(["a": Model()])
  }

  /// Writes the paths that it is told.
  private struct Probe: Encodable {
    enum Key: String, CodingKey { case a, b, list, inner }

    func encode(to encoder: any Encoder) throws {
      func text(_ path: [any CodingKey]) -> String {
        path.map(\.stringValue).joined(separator: ".")
      }
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(text(encoder.codingPath), forKey: .a)
      try container.encode(text(container.codingPath), forKey: .b)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(text(list.codingPath))
      try list.encode(text(encoder.codingPath))
      var inner = list.nestedContainer(keyedBy: Key.self)
      try inner.encode(text(inner.codingPath), forKey: .a)
      try inner.encode(text(list.codingPath), forKey: .b)
      try inner.encode(Leaf(), forKey: .inner)
      try list.encode(Leaf())
      try container.encode([Leaf()], forKey: .inner)
    }
  }

  private struct Leaf: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(
        encoder.codingPath.map { "\($0.stringValue)/\($0.intValue ?? -1)" }.joined(separator: "."))
    }
  }

  @Test("a value that is being encoded has its path")
  func leafPaths() throws {
    for model in [["k": [Leaf()]]] {
      #expect(try Oracle.encodeAsFoundation(model) == Oracle.encode(model))
    }
    #expect(try Oracle.encodeAsFoundation(Leaf()) == Oracle.encode(Leaf()))
    #expect(
      try Oracle.encodeAsFoundation([[Leaf()], [Leaf()]]) == Oracle.encode([[Leaf()], [Leaf()]]))
  }

  @Test("an encoder and its containers keep their paths while values are written")
  func containerPaths() throws {
    // Foundation forgets the way to a nested container for the values in it; ours is whole.
    let text = try JSON.string(["k": [Probe()]])
    let expected: AnyValue = [
      "k": [
        [
          "a": "k.Index 0", "b": "k.Index 0",
          "list": [
            "k.Index 0.list", "k.Index 0",
            [
              "a": "k.Index 0.list.Index 2", "b": "k.Index 0.list",
              "inner": "k/-1.Index 0/0.list/-1.Index 2/2.inner/-1",
            ],
            "k/-1.Index 0/0.list/-1.Index 3/3",
          ],
          "inner": ["k/-1.Index 0/0.inner/-1.Index 0/0"],
        ]
      ]
    ]
    #expect(try JSON.decode(AnyValue.self, from: text) == expected)
  }

  @Test("too deep a model is an error, not a trap")
  func depth() {
    var tree = Fixtures.Tree(0)
    for _ in 0..<300 { tree = Fixtures.Tree(0, [tree]) }
    let expected = [[String]](repeating: ["children", "Index 0"], count: 256).flatMap(\.self)
    #expect(path { _ = try JSON.encode(tree) } == expected)
    struct Forest: Encodable {
      var names = ["ash", "beech"]
      var trees: [Fixtures.Tree]
    }
    let forest = Forest(trees: [Fixtures.Tree(1), tree])
    #expect(path { _ = try JSON.encode(forest) } == ["trees", "Index 1"] + expected.dropLast(2))
    #expect(throws: Never.self) { try JSON.encode([1]) }
  }

  @Test("a second single value is a trap with a message")
  func conflicts() async {
    await #expect(processExitsWith: .failure) {
      struct Twice: Encodable {
        func encode(to encoder: any Encoder) throws {
          var container = encoder.singleValueContainer()
          try container.encode(1)
          try container.encode(2)
        }
      }
      _ = try JSON.encode(Twice())
    }
    await #expect(processExitsWith: .failure) {
      struct Both: Encodable {
        func encode(to encoder: any Encoder) throws {
          var list = encoder.unkeyedContainer()
          try list.encode(1)
          _ = encoder.container(keyedBy: Fixtures.AnyKey.self)
        }
      }
      _ = try JSON.encode(Both())
    }
  }
}
