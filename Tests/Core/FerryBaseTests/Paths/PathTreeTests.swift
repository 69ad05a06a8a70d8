import FerryBase
import FerryJSONEngine
import FerryTestSupport
import Testing

@Suite struct PathTreeTests {
  /// The values that each path of a tree finds in a document.
  private func find(_ paths: [WirePath], in document: String) throws -> [Int?] {
    var tree = PathTree()
    let edges = paths.map { tree.insert($0) }
    var tape = Tape()
    let bytes = Array(document.utf8)
    return try bytes.withByteView { input in
      var reader = JSONReader(input, options: JSONReadingOptions())
      try reader.readDocument(into: &tape)
      let view = TapeView(tape, input: input)
      var found = [Int32](repeating: -1, count: max(tree.edges.count, 1))
      found.withUnsafeMutableBufferPointer { buffer in
        if let base = buffer.baseAddress { _ = PathTable(tree).visit(view, from: 0, found: base) }
      }
      return edges.map { edge in
        edge.flatMap { found[$0] < 0 ? nil : view.resolved(Int(found[$0])) }
      }
    }
  }

  /// The values that the resolver finds.
  private func resolve(_ paths: [WirePath], in document: String) throws -> [Int?] {
    var tape = Tape()
    let bytes = Array(document.utf8)
    return try bytes.withByteView { input in
      var reader = JSONReader(input, options: JSONReadingOptions())
      try reader.readDocument(into: &tape)
      let view = TapeView(tape, input: input)
      return paths.map { $0.resolve(in: view) }
    }
  }

  @Test("a path tree finds the same values as the resolver", arguments: PathCases.resolving)
  func agreesWithTheResolver(_ match: MatchCase) throws {
    let path = try match.parsed()
    guard !path.hasWildcard, !path.isRoot else { return }
    #expect(
      try find([path], in: match.document) == resolve([path], in: match.document))
  }

  @Test("many paths are found in one visit, in any order")
  func manyPathsAreFoundAtOnceInAnyOrder()
    throws
  {
    let paths: [WirePath] = [
      "a", "b.c", "b.d[0]", "b.d[1].e", "f", #"g\.h"#, "b.d", "missing", "b.missing", "a.b",
    ]
    for document in [
      #"{"a":1,"b":{"c":2,"d":[3,{"e":4}]},"f":5,"g.h":6}"#,
      #"{"g.h":6,"f":5,"x":{"c":9},"b":{"d":[3,{"z":1,"e":4}],"c":2},"a":1}"#,
      #"{"a":{"b":1},"b":[],"f":null}"#, "{}", "[]", "7",
      #"{"\u0061":1,"b":{"\u0063":2}}"#, #"{"a":1,"a":2,"b":{"c":1},"b":{"c":2,"d":[1]}}"#,
    ] {
      #expect(try find(paths, in: document) == resolve(paths, in: document), "\(document)")
    }
  }

  @Test("a hundred keys of one level are found")
  func aHundredKeysOfOneLevelAreFound() throws {
    let names = (0..<100).map { "key\($0 * $0)" }
    let paths = names.map { WirePath(keys: $0) }
    var random = SeededGenerator(for: "PathTree.keys")
    for order in [names, names.reversed(), names.shuffled(using: &random)] {
      let document = "{" + order.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
      #expect(try find(paths, in: document) == resolve(paths, in: document))
    }
  }

  @Test("a path with a wildcard cannot be inserted")
  func aPathOfQueriesHasNoEdge() {
    var tree = PathTree()
    #expect(tree.insert("a[*]") == nil)
    #expect(tree.insert("") == nil)
    #expect(tree.insert("a.b") == tree.insert("a.b"))
  }
}
