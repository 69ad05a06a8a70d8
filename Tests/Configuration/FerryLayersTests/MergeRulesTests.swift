import FerryLayers
import FerryBase
import Testing

@Suite("Rules for merging layers")
struct MergeRulesTests {
  private func merged(
    _ rule: MergeRules.Rule, at path: WirePath, _ layers: AnyValue...
  ) throws -> AnyValue {
    var tree = LayeredTree()
    tree.rules.set(rule, at: path)
    for layer in layers { try LayeredTreeTests.withView(of: layer) { try tree.add($0) } }
    return try LayeredTreeTests.value(tree)
  }

  @Test("a value with the rule to replace is not merged, and its neighbours are")
  func replacing() throws {
    let value = try merged(
      .replace, at: "a.b", ["a": ["b": ["x": 1], "c": ["x": 1]]],
      ["a": ["b": ["y": 2], "c": ["y": 2]]])
    #expect(value == ["a": ["b": ["y": 2], "c": ["x": 1, "y": 2]]])
  }

  @Test("arrays with the rule to append grow, and a scalar still replaces them")
  func appending() throws {
    #expect(try merged(.append, at: "a", ["a": [1]], ["a": [2, 3]]) == ["a": [1, 2, 3]])
    #expect(try merged(.append, at: "a", ["a": [1]], ["a": 2]) == ["a": 2])
    #expect(
      try merged(.append, at: "[*].a", ["x": ["a": [1]]], ["x": ["a": [2]]]) == [
        "x": ["a": [1, 2]]
      ])
    let numbers: AnyValue = .array((0..<40).map { .number(.init(Double($0) / 8)) })
    #expect(try merged(.append, at: "a", ["a": numbers], ["a": numbers])["a"]?.array?.count == 80)
  }

  @Test("objects in arrays are merged by a key")
  func byKey() throws {
    let value = try merged(
      .key("name"), at: "services",
      ["services": [["name": "web", "port": 1, "tls": true], ["name": "db"], 7]],
      ["services": [["name": "db", "port": 5], ["name": "web", "port": 2], ["name": "new"], 8]],
      ["services": [["name": "new", "port": 3]]])
    #expect(
      value == [
        "services": [
          ["name": "web", "port": 2, "tls": true], ["name": "db", "port": 5], 7,
          ["name": "new", "port": 3], 8,
        ]
      ])
  }

  @Test(
    "the values of a merge key are equal if their types and meanings are",
    arguments: [
      (1, 1, true), (1, .number(.init(1.0)), true), (1, "1", false), (true, true, true),
      (true, "true", false), (nil, nil, false), (nil, "", false), ("", "", true),
    ] as [(AnyValue, AnyValue, Bool)])
  func keyValues(_ first: AnyValue, _ second: AnyValue, _ isEqual: Bool) throws {
    let value = try merged(.key("id"), at: "a", ["a": [["id": first]]], ["a": [["id": second]]])
    #expect(value["a"]?.array?.count == (isEqual ? 1 : 2))
  }

  @Test("objects without the merge key are appended")
  func missingKeys() throws {
    let value = try merged(.key("id"), at: "a", ["a": [["x": 1]]], ["a": [["y": 2], 3]])
    #expect(value == ["a": [["x": 1], ["y": 2], 3]])
  }

  @Test("a rule for an index is for that element alone")
  func indexes() throws {
    var tree = LayeredTree()
    tree.rules.set(.key("id"), at: "a")
    tree.rules.set(.append, at: "a[1].x")
    let base: AnyValue = ["a": [["id": 1, "x": [1]], ["id": 2, "x": [1]]]]
    let over: AnyValue = ["a": [["id": 1, "x": [2]], ["id": 2, "x": [2]]]]
    for layer in [base, over] { try LayeredTreeTests.withView(of: layer) { try tree.add($0) } }
    #expect(
      try LayeredTreeTests.value(tree) == ["a": [["id": 1, "x": [2]], ["id": 2, "x": [1, 2]]]])
  }

  @Test("a rule for a key leaves the rules of wildcards for other paths")
  func wildcards() throws {
    var tree = LayeredTree()
    tree.rules.set(.append, at: "[*].list")
    tree.rules.set(.replace, at: "a.whole")
    let base: AnyValue = ["a": ["list": [1], "whole": ["x": 1]], "b": ["list": [1]]]
    let over: AnyValue = ["a": ["list": [2], "whole": ["y": 1]], "b": ["list": [2]]]
    for layer in [base, over] { try LayeredTreeTests.withView(of: layer) { try tree.add($0) } }
    #expect(
      try LayeredTreeTests.value(tree)
        == ["a": ["list": [1, 2], "whole": ["y": 1]], "b": ["list": [1, 2]]])
  }

  @Test("two rules for one path are noticed")
  func conflicts() {
    var rules = MergeRules()
    let results = [
      rules.set(.append, at: "a.b"), rules.set(.append, at: "a.b"), rules.set(.replace, at: "a.b"),
      rules.set(.replace, at: "a"), rules.set(.append, at: "c[0]"), rules.set(.append, at: "c[1]"),
    ]
    #expect(results == [true, true, false, true, true, true])
  }

  private func expect(_ layers: [AnyValue], tag: String? = nil, leave expected: AnyValue) throws {
    var tree = LayeredTree()
    for layer in layers {
      try LayeredTreeTests.withView(of: ["e": layer]) { try tree.add($0) }
    }
    let item = try #require(tree.origin(of: "e")).item
    _ = tree.replaceCase(of: item, tag: tag)
    #expect(try LayeredTreeTests.value(tree) == ["e": expected])
    let isChangedAgain = tree.replaceCase(of: item, tag: tag)
    #expect(!isChangedAgain)
  }

  @Test("only the payload since the last change of a case stays")
  func cases() throws {
    let disk: AnyValue = ["disk": ["path": 1, "size": 2]]
    let s3: AnyValue = ["s3": ["bucket": 3]]
    try expect([disk, s3], leave: s3)
    try expect([disk, s3, ["disk": ["path": 4]]], leave: ["disk": ["path": 4]])
    try expect([s3, disk, ["s3": ["b": 3]], ["s3": ["c": 4]]], leave: ["s3": ["b": 3, "c": 4]])
  }

  @Test("members beside another tag are removed, and members beside the same tag stay")
  func tags() throws {
    let disk: AnyValue = ["type": "disk", "path": 1]
    try expect([disk, ["type": "s3", "x": 2]], tag: "type", leave: ["type": "s3", "x": 2])
    try expect(
      [disk, ["type": "disk", "x": 2]], tag: "type", leave: ["type": "disk", "path": 1, "x": 2])
    try expect([["path": 1], ["type": "disk"]], tag: "type", leave: ["path": 1, "type": "disk"])
    let nested: AnyValue = ["type": "disk", "at": ["path": 1]]
    let other: AnyValue = ["type": "s3", "at": ["bucket": 2]]
    try expect(
      [nested, other, ["type": "s3", "x": 3]], tag: "type",
      leave: ["type": "s3", "at": ["bucket": 2], "x": 3])
  }

  @Test("two cases in one layer stay, so that the model reports them")
  func twoCases() throws {
    var tree = try LayeredTreeTests.tree(["e": ["a": 1]], ["e": ["b": 2, "c": 3]])
    let item = try #require(tree.origin(of: "e")).item
    let isChanged = tree.replaceCase(of: item, tag: nil)
    #expect(!isChanged)
  }
}
