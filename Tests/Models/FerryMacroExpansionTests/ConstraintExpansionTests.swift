import FerryMacroExpansion
import Testing

@Suite("Expansion of constraints")
struct ConstraintExpansionTests {
  @Test(
    "a constraint that cannot hold, or whose value is unknown while compiling, is an error",
    arguments: [
      ("@Range(5...1) var x: Int", "the range '5...1' is empty"),
      ("@Range(1..<1) var x: Int", "the range '1..<1' is empty"),
      (
        "@Range(low...high) var x: Int",
        "a constraint needs a range between literal numbers, such as '1...80'"
      ),
      (
        "@Range(range) var x: Int",
        "a constraint needs a range between literal numbers, such as '1...80'"
      ),
      ("@Length(0.5...2) var x: String", "a length is a whole number of at least 0"),
      ("@Length(-1...2) var x: String", "a length is a whole number of at least 0"),
      (
        "@Range(1...2) var x: String",
        "@Range has no meaning on 'x', which is a 'String'"
      ),
      ("@Length(1...2) var x: Int?", "@Length has no meaning on 'x', which is a 'Int?'"),
      ("@Pattern(\"a\") var x: Bool", "@Pattern has no meaning on 'x', which is a 'Bool'"),
      (
        "@Pattern(\"[a-\") var x: String",
        "`[` without `]`, at column 1 of the pattern"
      ),
      (
        "@Pattern(\"a(?=b)\") var x: String",
        "look-ahead is not supported, because it has no linear time, at column 2 of the pattern"
      ),
      (
        "@Pattern(\"\((0x4E00..<0x4ED0).compactMap { Unicode.Scalar($0).map(String.init) }.joined())\") var x: String",
        "the pattern is too large: it has too many classes of characters"
      ),
      (
        "@Pattern(text) var x: String",
        "a pattern has to be a string literal without interpolations"
      ),
      (
        "@Lossy @Range(1...2) var x: [Int]",
        "@Lossy and @Range exclude each other: @Lossy leaves out only elements that fail to decode"
      ),
      ("@OneOf(a, 2) var x: Int", "@OneOf needs literal texts or numbers"),
      (
        "@Flatten @Range(1...2) var x: [String: Int]",
        "@Range has no meaning on a property with @Flatten"
      ),
    ])
  func problems(property: String, message: String) {
    #expect(Expansion("@DirectCodable struct S { \(property) }").messages == [message])
  }

  @Test("numbers of ranges have the notation of JSON in the description")
  func numbers() {
    let lines = Expansion(
      """
      @DirectCodable
      struct S {
        /// A "quoted" text.
        @Range(-1_000...007) var x: Int
        @Range(0.50..<1e3) var y: Double = -0.5
      }
      """
    ).lines
    #expect(
      lines.contains(
        #"""
        FerryMacros._Generated.Description("{\"title\":\"S\",\"type\":\"object\",\"properties\":{\#
        \"x\":{\"$type\":0,\"description\":\"A \\\"quoted\\\" text.\",\"minimum\":-1000,\#
        \"maximum\":7},\"y\":{\"$type\":1,\"default\":-0.5,\"minimum\":0.50,\#
        \"exclusiveMaximum\":1e3}},\"required\":[\"x\"]}", [Int.self, Double.self])
        """#), "\(lines)")
  }

  @Test("bounds may be negative and hexadecimal, with 64 bits")
  func hexadecimal() {
    let expansion = Expansion(
      """
      @DirectCodable
      struct S {
        @Range(-0x10...0b11) var x: Int
        @Range(0...0xFFFF_FFFF_FFFF_FFFF) var y: UInt64
      }
      """
    )
    let whole = expansion.lines
    #expect(whole.contains(#"\"minimum\":-16,\"maximum\":3"#), "\(whole)")
    #expect(whole.contains(#"\"maximum\":18446744073709551615"#), "\(whole)")
  }

  @Test("an enum with raw values is described with them")
  func rawValues() {
    let whole = Expansion("@DirectCodable enum E: Int { case a = 0x10, b, c = -1, d }").lines
    #expect(whole.contains(#"\"enum\":[16,17,-1,0]"#), "\(whole)")
    let wide = Expansion(
      "@DirectCodable enum E: UInt64 { case a = 9223372036854775807, b, c }"
    ).lines
    #expect(
      wide.contains(#"[9223372036854775807,9223372036854775808,9223372036854775809]"#), "\(wide)")
    let text = Expansion("@DirectCodable enum E: String { case a, b = \"B\" }").lines
    #expect(text.contains(#"\"enum\":[\"a\",\"B\"]"#), "\(text)")
    let negative = Expansion("@DirectCodable enum E: Int { case a = -0x10, b }").lines
    #expect(negative.contains(#"\"enum\":[-16,-15]"#), "\(negative)")
  }

  @Test("code for Embedded Swift has no description")
  func embedded() {
    let lines = Expansion("@DirectCodable struct S { var x: Int }", isEmbedded: true).lines
    #expect(!lines.contains("_describe"))
  }
}
