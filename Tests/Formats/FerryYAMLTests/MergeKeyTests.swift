import FerryBase
import FerryTestSupport
import FerryYAML
import Testing

@Suite struct MergeKeyTests {
  private func read(
    _ text: String, _ merge: YAMLReader.Rules.MergeKeys = .merge,
    _ duplicates: DuplicateKeyStrategy = .error, follow: Bool = true,
    limits: YAMLReader.Limits = .init()
  ) throws(Refusal) -> String {
    var rules = YAMLReader.Rules()
    rules.mergeKeys = merge
    rules.duplicateKeys = duplicates
    return try readOne(Array(text.utf8), limits: limits, rules: rules, follow: follow)
  }

  @Test(
    "a merge key adds the members that the object lacks",
    arguments: [
      ("[&a {x: 1, y: 2}, {<<: *a, y: 3}]", #"[{"x": =1, "y": =2}, {"y": =3, "x": =1}]"#),
      ("[&a {x: 1}, {y: 3, <<: *a}]", #"[{"x": =1}, {"y": =3, "x": =1}]"#),
      ("[&a {x: [1]}, {<<: *a}]", #"[{"x": [=1]}, {"x": [=1]}]"#),
      (
        "[&a {x: 1}, &b {x: 2, y: 2}, {<<: [*a, *b]}]",
        #"[{"x": =1}, {"x": =2, "y": =2}, {"x": =1, "y": =2}]"#
      ),
      ("[&l [&a {x: 1}], {<<: *l}]", #"[[{"x": =1}], {"x": =1}]"#),
      // A chain: what was merged is merged on.
      (
        "[&a {x: [1]}, &b {<<: *a, y: 2}, {<<: *b, z: 3}]",
        #"[{"x": [=1]}, {"y": =2, "x": [=1]}, {"z": =3, "y": =2, "x": [=1]}]"#
      ),
      ("{<<: {}, a: 1}", #"{"a": =1}"#), ("{<<: []}", "{}"), ("[&a {}, {<<: *a}]", "[{}, {}]"),
      ("{\"<<\": 1}", #"{"<<": =1}"#), ("{'<<': {a: 1}}", #"{"<<": {"a": =1}}"#),
      ("[&a {x: 1}, {!!merge <<: *a}]", #"[{"x": =1}, {"x": =1}]"#),
      ("[&a {x: 1}, {!!merge '<<': *a}]", #"[{"x": =1}, {"x": =1}]"#),
      ("[<<, {a: <<}]", #"[=<<, {"a": =<<}]"#),
      ("[&a {'<<': 5}, {<<: *a}]", #"[{"<<": =5}, {"<<": =5}]"#),
    ])
  func merged(_ text: String, _ expected: String) throws {
    #expect(try read(text) == expected)
  }

  @Test(
    "a merge value may be written without an alias",
    arguments: [
      ("{<<: {a: 1}, b: 2}", #"{"a": =1, "b": =2}"#),
      (
        "{<<: {a: 1, b: [1, {c: d}]}, a: 2, e: [3]}", #"{"b": [=1, {"c": =d}], "a": =2, "e": [=3]}"#
      ),
      (
        "{a: {x: 1}, <<: {a: 2, b: {y: 2}}, c: {z: 3}}",
        #"{"a": {"x": =1}, "b": {"y": =2}, "c": {"z": =3}}"#
      ),
      (
        "[&a {x: 1}, {<<: [*a, {x: 2, y: 2}, {y: 3}]}]",
        #"[{"x": =1}, {"y": =2, "x": =1}]"#
      ),
      (
        "[&a {x: 1}, {<<: [{x: 2, y: 2}, *a, {y: 3, z: 3}], w: 0}]",
        #"[{"x": =1}, {"x": =2, "y": =2, "z": =3, "w": =0}]"#
      ),
      ("{<<: {a: &x [1]}, b: *x}", #"{"a": [=1], "b": [=1]}"#),
      ("[{<<: {<<: {a: [1]}, b: [2]}, c: [3]}, 4]", #"[{"a": [=1], "b": [=2], "c": [=3]}, =4]"#),
      (
        "{q: &q {a: [1]}, <<: [*q, {b: 2}], r: &r [7], s: *r}",
        #"{"q": {"a": [=1]}, "b": =2, "r": [=7], "s": [=7], "a": [=1]}"#
      ),
    ])
  func inPlace(_ text: String, _ expected: String) throws {
    #expect(try read(text) == expected)
  }

  @Test("merged containers are not copied")
  func aliases() throws {
    #expect(
      try read("[&a {x: [1], y: 2}, {<<: *a}]", follow: false)
        == #"[{"x": [=1], "y": =2}, {"x": *3, "y": =2}]"#)
  }

  @Test(
    "merging a value that is not an object is an error",
    arguments: [
      ("{<<: 1}", FailureKind.yamlSyntax, 5), ("{<<: [1]}", .yamlSyntax, 7),
      ("{<<: }", .yamlSyntax, 5),
      ("[&a x, {<<: *a}]", .yamlSyntax, 12), ("{<<: [[]]}", .yamlSyntax, 8),
      ("&a {<<: *a}", .cyclicAlias, 8), ("{<<: *a}", .unknownAnchor, 5),
      ("[&a {x: 1}, {<<: *a, <<: *a}]", .duplicateKey, 21),
      ("[&a [{x: 1}, 2], {<<: *a}]", .yamlSyntax, 22),
    ])
  func refused(_ text: String, _ kind: FailureKind, _ offset: Int) throws {
    #expect(throws: Refusal(kind: kind, offset: offset)) { try read(text) }
  }

  @Test("merging can be switched off and forbidden")
  func switches() throws {
    #expect(try read("{<<: {a: 1}}", .keep) == #"{"<<": {"a": =1}}"#)
    #expect(throws: Refusal(kind: .yamlSyntax, offset: 1)) { try read("{<<: {a: 1}}", .refuse) }
    #expect(try read("{'<<': {a: 1}}", .refuse) == #"{"<<": {"a": =1}}"#)
  }

  @Test("merging has a limit")
  func budget() throws {
    let text = "[&a {x: 1, y: 2}, {<<: *a}, {<<: *a}]"
    #expect(try read(text, limits: .init(mergedPairs: 4)).isEmpty == false)
    #expect(throws: Refusal(kind: .aliasLimit, offset: 35)) {
      try read(text, limits: .init(mergedPairs: 3))
    }
  }

  @Test("many merges take linear time")
  func linear() throws {
    try expectLinear(4_000) { count in
      "- &a {a: 1, b: 2, c: 3, d: 4}\n" + (0..<count).map { "- {<<: *a, b: \($0)}\n" }.joined()
    } _: { text in
      _ = try read(text, follow: false)
    }
  }

  @Test(
    "the first or the last of equal keys counts, by option",
    arguments: [
      ("{a: 1, a: 2}", #"{"a": =1}"#, #"{"a": =2}"#),
      (
        "{a: [1], b: [2], a: {c: [3]}, d: [4]}", #"{"a": [=1], "b": [=2], "d": [=4]}"#,
        #"{"b": [=2], "a": {"c": [=3]}, "d": [=4]}"#
      ),
      (
        "[{a: {a: 1, a: [2]}, a: {a: 3, a: [4]}}, 5]", #"[{"a": {"a": =1}}, =5]"#,
        #"[{"a": {"a": [=4]}}, =5]"#
      ),
      (
        "{b: &x [1], a: 1, a: 2, c: *x}", #"{"b": [=1], "a": =1, "c": [=1]}"#,
        #"{"b": [=1], "a": =2, "c": [=1]}"#
      ),
      ("{a: 1, a: 2, b: &x [1]}", #"{"a": =1, "b": [=1]}"#, #"{"a": =2, "b": [=1]}"#),
      (
        "[{a: 1, a: 2, b: &x [1]}, *x]", #"[{"a": =1, "b": [=1]}, [=1]]"#,
        #"[{"a": =2, "b": [=1]}, [=1]]"#
      ),
    ])
  func duplicates(_ text: String, _ first: String, _ last: String) throws {
    #expect(try read(text, .merge, .first) == first)
    #expect(try read(text, .merge, .last) == last)
  }

  @Test("an alias of a removed value is an error")
  func lost() {
    #expect(throws: Refusal.self) { try read("[{a: 1, a: &x [2]}, *x]", .merge, .first) }
    #expect(throws: Refusal.self) { try read("{a: &x [2], b: *x, a: 1}", .merge, .last) }
  }
}
