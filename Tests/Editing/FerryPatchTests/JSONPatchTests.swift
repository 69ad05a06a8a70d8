import FerryJSON
import FerryPatch
import FerryTestSupport
import Testing

@Suite struct JSONPatchTests {
  /// One case of json-patch-tests.
  private struct Case {
    let text: String
    let document, patch: AnyValue
    /// The expected document; nil if the patch is wrong.
    let expected: AnyValue?

    init?(_ value: AnyValue) {
      guard value["disabled"]?.bool != true, let document = value["doc"],
        let patch = value["patch"]
      else { return nil }
      self.document = document
      self.patch = patch
      text = value.description
      // A bare `nil` would be the value null.
      expected = value["error"] != nil ? AnyValue?.none : value["expected"] ?? document
    }
  }

  @Test("json-patch-tests pass", arguments: ["tests.json", "spec_tests.json"])
  func conformance(_ file: String) throws {
    guard let bytes = try Corpora.bytes("conformance/json-patch/" + file) else { return }
    let cases = try JSON.decode([AnyValue].self, from: bytes).compactMap(Case.init)
    #expect(cases.count > 15)
    for test in cases {
      let result = Result { try test.document.applying(JSONPatch(test.patch)) }
      #expect((try? result.get()) == test.expected, "\(test.text) \(result)")
    }
  }

  @Test("a difference is a patch that gives the new value")
  func difference() throws {
    var random = SeededGenerator(for: "difference")
    for _ in 0..<(isDebugBuild ? 2000 : 20_000) {
      let old = try JSON.decode(
        AnyValue.self, from: RandomJSON.value(depth: 4, using: &random))
      var new = try JSON.decode(
        AnyValue.self, from: RandomJSON.value(depth: 4, using: &random))
      if random.oneIn(2), let elements = old.array, !elements.isEmpty {
        var changed = elements
        changed.insert(new, at: random.int(0..<elements.count + 1))
        changed.remove(at: random.int(0..<changed.count))
        if random.oneIn(2) { changed.shuffle(using: &random) }
        new = .array(changed)
      }
      let patch = new.difference(from: old)
      #expect(try old.applying(patch) == new, "\(old) -> \(new): \(patch.value)")
      #expect(try JSONPatch(patch.value).value == patch.value)
      #expect(patch.isEmpty == (old == new))
    }
  }

  @Test("a difference names only what differs")
  func smallDifference() throws {
    let old: AnyValue = ["a": 1, "b": ["x", "y", "z"], "c": ["d": true, "e": nil]]
    let new: AnyValue = ["a": 1.0, "b": ["y", "z", "w"], "c": ["d": false, "f": "g"]]
    #expect(
      new.difference(from: old).value.description
        == #"[{"op":"remove","path":"/b/0"},{"op":"add","path":"/b/2","value":"w"},"#
        + #"{"op":"replace","path":"/c/d","value":false},{"op":"remove","path":"/c/e"},"#
        + #"{"op":"add","path":"/c/f","value":"g"}]"#)
  }

  @Test("equal elements move")
  func moves() throws {
    let old: AnyValue = ["a", "b", "c", "d"]
    let cases: [(AnyValue, String)] = [
      (["b", "c", "d", "a"], #"[{"op":"move","from":"/0","path":"/3"}]"#),
      (["d", "a", "b", "c"], #"[{"op":"move","from":"/3","path":"/0"}]"#),
      (
        ["c", "b", "x"],
        #"[{"op":"remove","path":"/0"},{"op":"move","from":"/1","path":"/0"},"#
          + #"{"op":"replace","path":"/2","value":"x"}]"#
      ),
    ]
    for (new, patch) in cases {
      let difference = new.difference(from: old)
      #expect(try old.applying(difference) == new)
      #expect(difference.value.description == patch)
    }
  }

  @Test("texts with other Unicode scalars differ")
  func scalars() throws {
    let (old, new): (AnyValue, AnyValue) = (["\u{E9}"], ["e\u{301}"])
    #expect(new.difference(from: old) == JSONPatch([.replace("[0]", "e\u{301}")]))
    let (before, after): (AnyValue, AnyValue) = (["a": old], ["a": new])
    #expect(after.mergePatch(from: before) == after)
    #expect(throws: Problem.self) { try old.applying(JSONPatch([.test("[0]", "e\u{301}")])) }
  }

  @Test("a failed operation leaves the value as it was and names its path")
  func failure() {
    let value: AnyValue = ["a": [1]]
    let patch = JSONPatch([.add("b", 1), .remove("a[1]")])
    let error = #expect(throws: Problem.self) { try value.applying(patch) }
    #expect(error?.path == "a[1]" && error?.category == .invalidValue)
  }

  /// RFC 7396, appendix A.
  @Test(
    "the examples of RFC 7396 pass",
    arguments: [
      (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
      (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
      (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
      (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
      (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
      (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
      (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
      (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
      (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
      (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
      (#"{"a":"foo"}"#, "null", "null"),
      (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
      (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
      ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
      ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
  func mergePatch(_ document: String, _ patch: String, _ expected: String) throws {
    func value(_ text: String) throws -> AnyValue { try JSON.decode(AnyValue.self, from: text) }
    #expect(try value(document).applying(mergePatch: value(patch)) == value(expected))
  }

  @Test("a merge patch from a value gives the new value, or is nil for null in it")
  func mergePatchFrom() {
    let old: AnyValue = ["a": 1, "b": ["c": 2, "d": 3]]
    let new: AnyValue = ["b": ["c": 4, "d": 3], "e": [nil]]
    #expect(new.mergePatch(from: old) == ["a": nil, "b": ["c": 4], "e": [nil]])
    #expect((["a": nil] as AnyValue).mergePatch(from: old) == nil)
  }

  @Test("a merge patch that cannot give the value is nil")
  func impossibleMergePatches() throws {
    func json(_ text: String) throws -> AnyValue { try JSON.decode(AnyValue.self, from: text) }
    let (twice, once) = (try json(#"{"a":1,"a":2}"#), try json(#"{"a":1}"#))
    let cases: [(AnyValue, AnyValue)] = [
      (["c": .tagged("!t", ["a": 1])], ["c": ["a": 1]]),
      (["c": ["a": 1]], ["c": .tagged("!t", ["a": 1])]), (twice, once), (once, twice),
      (.array([twice]), .array([once])),
      (.tagged("!t", once), .tagged("!t", twice)),
      (.tagged("!t", .tagged("!u", once)), .tagged("!t", [:])),
    ]
    for (old, new) in cases {
      if let patch = new.mergePatch(from: old) {
        #expect(old.applying(mergePatch: patch).isSame(as: new))
      }
      #expect(try old.applying(new.difference(from: old)).isSame(as: new))
    }
    #expect(cases[0].1.mergePatch(from: cases[0].0) == nil)
    #expect(once.mergePatch(from: twice) == nil)
  }

  @Test("a number changes if its value does, however little")
  func nearNumbers() throws {
    let pairs = [
      ("0.1", "0.10000000000000000001"), ("123456789.123456789", "123456789.12345679"),
      ("1e-400", "1e-401"), ("5e-324", "4e-324"), ("1e400", "1.00001e400"),
    ]
    for (left, right) in pairs {
      let old = try JSON.decode(AnyValue.self, from: "{\"p\":\(left)}")
      let new = try JSON.decode(AnyValue.self, from: "{\"p\":\(right)}")
      #expect(old != new)
      #expect(old.applying(mergePatch: new)["p"]?.number?.text == right)
      #expect(try old.applying(new.difference(from: old))["p"]?.number?.text == right)
      #expect(new.mergePatch(from: old) == new)
      #expect(throws: Problem.self) { try old.applying(JSONPatch([.test("p", new["p"] ?? nil)])) }
    }
    let same = try JSON.decode([AnyValue].self, from: "[1.50, 1.5, 15e-1, 0.15e1]")
    #expect(Set(same).count == 1)
  }

  /// A value with tags, equal keys and near decimals.
  private static func value(_ random: inout SeededGenerator, _ depth: Int = 3) -> AnyValue {
    let texts = ["1", "1.0", "0.1", "0.10000000000000000001", "1e400", "1e401", "-0", "0"]
    if depth == 0 || random.oneIn(3) {
      return random.oneIn(4)
        ? .string("t\(random.int(0..<3))")
        : .number(AnyValue.Number(text: texts[random.int(0..<texts.count)]))
    }
    if random.oneIn(5) { return .tagged("!t\(random.int(0..<2))", value(&random, depth - 1)) }
    let values = (0..<random.int(0..<4)).map { _ in value(&random, depth - 1) }
    if random.oneIn(3) { return .array(values) }
    var members = AnyValue.Object()
    for value in values { members.append("k\(random.int(0..<5))", value) }
    return .object(members)
  }

  @Test("both kinds of patches give exactly the new value")
  func law() {
    var random = SeededGenerator(for: "patches")
    var merged = 0
    for _ in 0..<Cases.count(isDebugBuild ? 3000 : 200_000) {
      let (old, new) = (Self.value(&random), Self.value(&random))
      let patch = new.difference(from: old)
      let result = Result { try old.applying(patch) }
      #expect((try? result.get())?.isSame(as: new) == true, "\(old) to \(new): \(patch) \(result)")
      guard let merge = new.mergePatch(from: old) else { continue }
      merged += 1
      #expect(old.applying(mergePatch: merge).isSame(as: new), "\(old) to \(new): \(merge)")
    }
    #expect(merged > 0)
  }

  /// Objects and the patches that change half of their members.
  private static func object(_ count: Int) -> AnyValue {
    .object((0..<count).reduce(into: AnyValue.Object()) { $0["k\($1)"] = 1 })
  }

  @Test("the work of a patch grows with its operations")
  func growth() throws {
    func check(_ patch: @escaping (Int) -> JSONPatch) throws {
      try expectLinearGrowth(
        1000, { (AnyValue.object(["o": Self.object($0), "l": []]), patch($0)) },
        { value, patch in _ = try value.applying(patch) })
    }
    try check { count in JSONPatch((0..<count).map { .remove(WirePath(keys: "o", "k\($0)")) }) }
    try check { count in JSONPatch((0..<count).map { .add(WirePath(keys: "o", "n\($0)"), 1) }) }
    try check { count in JSONPatch((0..<count).map { _ in .add("l.-", 1) }) }
    try expectLinearGrowth(
      1000,
      { count in
        let nulls = (0..<count).reduce(into: AnyValue.Object()) { $0["k\($1)"] = AnyValue.null }
        return (Self.object(count), AnyValue.object(nulls))
      }, { value, patch in _ = value.applying(mergePatch: patch) })
  }
}
