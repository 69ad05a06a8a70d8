import FerryBase
import FerryYAML
import Testing

@Suite struct AliasTests {
  @Test(
    "aliases refer to their target",
    arguments: [
      ("[&a x, *a]", "[=x, *1]"), ("[&a {b: 1}, *a, *a]", #"[{"b": =1}, *1, *1]"#),
      ("[&a x, &a y, *a]", "[=x, =y, *2]"), ("&a [&a x, *a]", "[=x, *1]"),
      ("[&a [&b 'x', *b], *a, *b]", "[[\"x\", *2], *1, *2]"),
      // A key has no schema, so the alias of one repeats the scalar.
      ("{&a 12: *a}", #"{"12": =12}"#), ("{&a '12': *a}", #"{"12": *1}"#),
      ("{&a k: v, b: {*a : w}}", #"{"k": =v, "b": {"k": =w}}"#),
      ("[&a 12, {*a : 1}]", #"[=12, {"12": =1}]"#),
      ("[&a !!binary aGk=, {*a : *a}]", #"[<hi>, {"aGk=": *1}]"#),
      ("&a x", "=x"), ("[&a , *a]", "[=, *1]"),
    ])
  func targets(_ text: String, _ expected: String) throws {
    #expect(try read(text) == [expected])
  }

  @Test(
    "an alias without an anchor is an error",
    arguments: [
      ("[*a]", FailureKind.unknownAnchor, 1), ("[*a, &a x]", .unknownAnchor, 1),
      ("--- &a x\n--- *a", .unknownAnchor, 13), ("a: &a [*a]", .cyclicAlias, 7),
      ("&a {x: {y: *a}}", .cyclicAlias, 11), ("[&a [x], {*a : 1}]", .nonScalarKey, 10),
      ("{&a k: v, *a : w}", .duplicateKey, 10),
    ])
  func unresolved(_ text: String, _ kind: FailureKind, _ offset: Int) {
    #expect(refusal(of: text) == Refusal(kind: kind, offset: offset))
  }

  @Test("an anchor is known again after the container that redefined it")
  func redefinedInside() throws {
    #expect(try read("[&a [&b [&a y]], *a, *b]") == ["[[[=y]], *3, *2]"])
  }

  /// `levels` lists, each of nine aliases of the one before.
  static func bomb(_ levels: Int) -> String {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<levels {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    return text
  }

  @Test("the expansion of an alias is counted before the alias is used")
  func bombs() throws {
    #expect(try read(Self.bomb(5)).count == 1)
    #expect(refusal(of: Self.bomb(9))?.kind == .aliasLimit)
    #expect(refusal(of: Self.bomb(60))?.kind == .aliasLimit)
    let limits = YAMLReader.Limits(aliasExpansion: 20)
    #expect(try read("[&a [1, 2, 3, 4], *a, *a, *a, *a]", limits: limits).count == 1)
    #expect(
      refusal(of: "[&a [1, 2, 3, 4], *a, *a, *a, *a, *a]", limits: limits)?.kind == .aliasLimit)
  }

  @Test("aliases count as deep as their values")
  func depth() throws {
    let text = "- &a [[1]]\n- &b [[*a]]\n- [[[*b]]]\n"
    #expect(try read(text, limits: .init(depth: 8)).count == 1)
    #expect(refusal(of: text, limits: .init(depth: 7)) == Refusal(kind: .depthLimit, offset: 28))
  }
}
