import FerryLayers
import FerryBase
import Testing

/// Layers without a format: trees of values in, one tree of values out.
@Suite("Layered trees")
struct LayeredTreeTests {
  /// Lends `value` as a document.
  @discardableResult
  static func withView<R>(
    of value: AnyValue, _ body: (TapeView) throws -> R
  ) throws -> R {
    var tape = Tape()
    var open = OpenContainer()
    try value.append(to: &tape, &open, limit: 10_000)
    return try body(TapeView(tape, input: tape.arena.bytes.start))
  }

  static func tree(_ layers: AnyValue...) throws -> LayeredTree {
    var tree = LayeredTree()
    for layer in layers { try withView(of: layer) { try tree.add($0) } }
    return tree
  }

  static func value(_ tree: LayeredTree) throws -> AnyValue {
    let merged = try tree.merged()
    return try AnyValue(merged.view, at: 0)
  }

  private func set(_ tree: inout LayeredTree, _ path: WirePath, to value: AnyValue) throws {
    let target = try tree.target(of: path)
    try Self.withView(of: value) { try tree.set(target, to: $0) }
  }

  @Test("objects merge key by key, and new keys come after the others")
  func merging() throws {
    let tree = try Self.tree(
      ["a": ["x": 1, "y": 2], "b": 3], ["c": 4, "a": ["y": 5, "z": 6]])
    let expected: AnyValue = ["a": ["x": 1, "y": 5, "z": 6], "b": 3, "c": 4]
    let merged = try Self.value(tree)
    #expect(merged == expected)
    #expect(merged.object?.map(\.key) == ["a", "b", "c"])
    #expect(merged["a"]?.object?.map(\.key) == ["x", "y", "z"])
  }

  @Test(
    "a value of another kind replaces the value below",
    arguments: [
      (["x": ["a": 1]], ["x": [2]], ["x": [2]]), ([1, 2, 3], [4], [4]),
      (["a": [1, 2]], ["a": [:]], ["a": [:]]),
      (["a": ["b": 1]], ["a": nil], ["a": nil]), (["a": 1], ["a": ["b": 1]], ["a": ["b": 1]]),
      (1, 2, 2), ([:], [:], [:]),
    ] as [(AnyValue, AnyValue, AnyValue)])
  func replacing(_ base: AnyValue, _ layer: AnyValue, _ expected: AnyValue) throws {
    #expect(try Self.value(Self.tree(base, layer)) == expected)
  }

  @Test("a value of each kind is kept unchanged")
  func kinds() throws {
    let value: AnyValue = [
      "null": nil, "bools": [true, false], "integers": [0, -1, .number(.init(Int.max))],
      "double": 1.5, "texts": ["", "a\"\n", "käse 😀"], "bytes": .bytes([0, 255]),
      "packed": .array((0..<100).map { .number(.init(Double($0) / 8)) }), "object": [:],
    ]
    #expect(try Self.value(Self.tree(value)) == value)
    #expect(try Self.value(Self.tree(["null": 1], value)) == value)
  }

  @Test("an origin has the number of its layer, in the order of adding")
  func origins() throws {
    var tree = try Self.tree(["a": 1, "b": ["c": 2]], ["b": ["c": 3, "d": 4]])
    try set(&tree, "e[0]", to: 5)
    #expect(tree.layerCount == 3)
    #expect(tree.origin(of: "a")?.layer == 0)
    #expect(tree.origin(of: "b.c")?.layer == 1)
    #expect(tree.origin(of: "b.d")?.layer == 1)
    #expect(tree.origin(of: "e[0]")?.layer == 2)
    #expect(tree.origin(of: "f") == nil)
    let merged = try tree.merged()
    #expect(merged.leaves.map(\.path) == ["a", "b.c", "b.d", "e[0]"])
    #expect(merged.leaves.map { merged.origins[$0.node].layer } == [0, 1, 1, 2])
  }

  @Test("equal keys in a layer are an error that adds nothing")
  func equalKeys() throws {
    var layer = AnyValue.Object()
    for number in 1...3 { layer.append("a", .number(.init(number))) }
    for layers: [AnyValue] in [[.object(layer)], [["a": 0], ["b": .object(layer)]]] {
      var tree = LayeredTree()
      let error = #expect(throws: WireFailure.self) {
        for layer in layers { try Self.withView(of: layer) { try tree.add($0) } }
      }
      #expect(error?.kind == .duplicateKey)
      #expect(tree.layerCount == layers.count - 1)
    }
  }

  @Test(
    "a root of another kind replaces no array or object, and neither replaces a scalar",
    arguments: [
      (["a": 1], nil), (["a": 1], 5), (["a": 1], [1]), ([1], ["a": 1]), ([1], "x"), (1, ["a": 1]),
      (1, [1]),
    ] as [(AnyValue, AnyValue)])
  func roots(_ base: AnyValue, _ layer: AnyValue) throws {
    var tree = try Self.tree(base)
    try Self.withView(of: layer) { view in
      let error = #expect(throws: WireFailure.self) { try tree.add(view) }
      #expect(error?.kind == .typeMismatch)
    }
    try Self.withView(of: .tagged("!replace", layer)) { _ = try tree.add($0) }
    #expect(try Self.value(tree) == layer)
  }

  @Test("a tree without layers is an empty document")
  func noLayers() throws {
    let merged = try LayeredTree().merged()
    #expect(merged.view.count == 0)
    #expect(merged.leaves.isEmpty)
  }

  @Test("a layer that is nested too deep is an error that adds nothing")
  func depth() throws {
    var deep: AnyValue = 1
    for _ in 0..<512 { deep = [deep] }
    var tree = try Self.tree(["a": 1])
    try Self.withView(of: ["b": deep]) { view in
      let error = #expect(throws: WireFailure.self) { try tree.add(view) }
      #expect(error?.kind == .depthLimit)
    }
    #expect(tree.layerCount == 1)
    #expect(try Self.value(tree) == ["a": 1])
    #expect(try Self.value(Self.tree(deep)) == deep)
  }
}
