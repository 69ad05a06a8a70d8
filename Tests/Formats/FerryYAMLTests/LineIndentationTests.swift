import FerryBase
import FerryYAML
import Testing

@Suite struct LineIndentationTests {
  @Test(
    "lines that continue a value are indented past its block",
    arguments: [
      ("a: \"b\nc\"", 6), ("a: 'b\n\nc'", 7), ("- \"b\n\tc\"", 5), ("a:\n  b: 'c\n  d'", 13),
      ("a: [b,\nc]", 7), ("a: {b: c,\nd: e}", 10), ("- [\n\tb]", 4), ("a: [\n  b,\nc\n]", 10),
      ("- - [\n  b]", 8), ("a: |\n  \n # c\n", 9), ("a: \"é\nb\"", 7),
      ("a: &x\n  b: 'c\n  d'", 16), ("--- &a\nb: 'c\nd'", 13), ("a: !x\n  - 'c\n  d'", 15),
    ])
  func refused(_ text: String, _ offset: Int) {
    #expect(refusal(of: text) == Refusal(kind: .yamlSyntax, offset: offset))
  }

  @Test(
    "other lines are fine",
    arguments: [
      "\"b\nc\"", "[a,\nb]", "{a: b,\nc: d}", "--- 'b\nc'", "a: \"b\n c\"", "a: \"b\n\n \t\n c\"",
      "a: [\n  b,\n]", "a: {\n  b: c\n}\nd: e", "a:\n- [\n  b\n ]", "a: [ # b\n# c\n  d ]",
      "a: |\n  \n\nb: c", "a: |2\n   \n  b\n", "a: |\n\n  b\n", "- - [\n   b]",
      "a: >\n  b\n\n  c\n",
      "a: [[\n b\n], [\n c]]", "- a: 'b\n    c'\n  d: [e,\n   f]\n- g", "a: \"b\r\n c\"",
      "a: &x\n  b: 'c\n   d'", "a: !x\n - \"c\n  d\"", "a: &x\n- \"c\n d\"", "- &a\n  b: 'c\n   d'",
      "--- &a\nb: 'c\n d'", "a: &x !y\n  - 'c\n   d'\n  - [e,\n   f]",
    ])
  func allowed(_ text: String) {
    #expect(refusal(of: text) == nil)
  }
}
