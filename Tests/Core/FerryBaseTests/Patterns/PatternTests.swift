import FerryBase
import FerryTestSupport
import Testing

@Suite("Patterns")
struct PatternTests {
  private func matches(_ pattern: String, _ text: String) throws -> Bool {
    try Pattern(pattern).matches(text)
  }

  @Test("a pattern matches anywhere in a text unless it has anchors")
  func anchors() throws {
    #expect(try matches("b", "abc"))
    #expect(try matches("^abc$", "abc"))
    #expect(try !matches("^abc$", "abc\n"))
    #expect(try !matches("^b", "ab"))
    #expect(try matches("^$", ""))
    #expect(try !matches("^$", "a"))
    #expect(try matches("", "anything"))
    #expect(try matches("a|^", "b"))
  }

  @Test("a quantifier with numbers bounds the repetitions")
  func counts() throws {
    for count in 0...7 {
      let text = String(repeating: "ab", count: count)
      #expect(try matches("^(ab){2,4}$", text) == (2...4 ~= count))
      #expect(try matches("^(?:ab){3}$", text) == (count == 3))
      #expect(try matches("^(ab){3,}?$", text) == (count >= 3))
    }
    #expect(try matches("^a{,2}$", "a{,2}"))
    #expect(try matches("^{}$", "{}"))
  }

  @Test("a pattern with too many classes of characters is an error")
  func classes() throws {
    func pattern(_ count: UInt32) -> String {
      (0..<count).compactMap { Unicode.Scalar(0x4E00 + $0) }.map { "\($0)" }.joined()
    }
    #expect(try matches(pattern(199), pattern(199)))
    #expect(throws: PatternError.self) { try Pattern(pattern(200)) }
    #expect(throws: PatternError.self) { try Pattern(#"\b"# + pattern(199)) }
  }

  @Test("a word boundary is between a word and anything else")
  func boundaries() throws {
    #expect(try matches(#"\bcat\b"#, "a cat."))
    #expect(try !matches(#"\bcat\b"#, "concat"))
    #expect(try matches(#"\Bcat\b"#, "concat"))
    #expect(try !matches(#"\b"#, ""))
    #expect(try matches(#"é\bx"#, "éx"))
  }

  @Test(
    "escapes and classes mean what ECMA-262 says",
    arguments: [
      (#"^\d$"#, ["0"], ["\u{7C0}", "a"]), (#"^\w$"#, ["a", "_"], ["é", "-"]),
      (#"^\s$"#, [" ", "\u{A0}", "\u{FEFF}", "\u{2029}"], ["\u{1}", "\u{2013}"]),
      (#"^\cC$"#, ["\u{3}"], ["C"]), (#"^\x41\u0042\u{43}$"#, ["ABC"], ["abc"]),
      (#"^\ud83d\udc32$"#, ["🐲"], ["🐳"]), ("^🐲*$", ["", "🐲🐲"], ["🐲a"]),
      ("^.$", ["a", "🐲"], ["\n", "\u{2028}"]), ("[]", [], ["", "a"]), ("^[^]$", ["\n"], [""]),
      (#"^[\w.-]+$"#, ["a-b.c"], ["a b"]), (#"^[\w-.]+$"#, ["a-b.c"], ["a b"]),
      (#"^[^\d\s]$"#, ["a"], ["1", " "]), (#"^\p{Lu}\p{Ll}$"#, ["Éa", "Aé"], ["ea"]),
      (#"^\p{Letter}\P{L}$"#, ["é1"], ["11"]), (#"^\p{digit}+$"#, ["42", "\u{9EA}"], ["a"]),
      (#"^\p{gc=Nd}\p{Alphabetic}$"#, ["1α"], ["αα"]), (#"^[\b]$"#, ["\u{8}"], ["b"]),
      (#"^a\/b\-c\.$"#, ["a/b-c."], ["a/b-cd"]), ("^]}$", ["]}"], []),
    ] as [(String, [String], [String])])
  func escapes(pattern: String, good: [String], bad: [String]) throws {
    let pattern = try Pattern(pattern)
    for text in good { #expect(pattern.matches(text), "\(text)") }
    for text in bad { #expect(!pattern.matches(text), "\(text)") }
  }

  @Test(
    "unsupported and invalid syntax is an error with its column",
    arguments: [
      ("a(?=b)", 2, "look-ahead is not supported, because it has no linear time"),
      ("(?<!b)a", 1, "look-behind is not supported, because it has no linear time"),
      (
        #"(a)\1"#, 4,
        "a reference to a group is not supported, because it has no linear time"
      ),
      ("^(abc]", 2, "`(` without `)`"), ("a)", 2, "`)` without `(`"),
      ("[a", 1, "`[` without `]`"), ("[b-a]", 2, "the range of characters descends"),
      (#"^\S(|(.|\n)*\S)\Z"#, 16, #"unknown escape '\Z'"#), (#"\a"#, 1, #"unknown escape '\a'"#),
      ("*a", 1, "a quantifier without an expression before it"),
      ("a**", 3, "a quantifier after a quantifier"),
      ("(?i:a)", 1, "flags of a group are not supported"),
      ("(?P<a>b)", 1, "unknown kind of group"),
      (
        #"\p{Script=Greek}"#, 1,
        #"the property 'Script=Greek' is not supported; general categories are, as \p{L}"#
      ),
      ("a{2,1}", 2, "the numbers of the quantifier descend"),
      ("a{1001}", 2, "a quantifier above 1000 is not supported"),
    ])
  func errors(pattern: String, column: Int, message: String) {
    let error = #expect(throws: PatternError.self) { try Pattern(pattern) }
    #expect(error?.column == column)
    #expect(error?.message == message)
  }

  @Test(
    "a hostile pattern is an error within a bounded time",
    arguments: [
      "(a{1000}){1000}", "((((a{999}){999}){999}){999}){999}", "((((){999}){999}){999}){999}",
      String(repeating: "(", count: 100_000), String(repeating: "(a|", count: 100_000),
      "((a?){900}){900}",
    ])
  func hostilePatterns(pattern: String) {
    let time = processorTime { #expect(throws: PatternError.self) { try Pattern(pattern) } }
    #expect(time < 5)
  }

  @Test("a pattern that makes backtracking exponential takes linear time")
  func linearTime() throws {
    try expectLinear(20_000) { count in
      String(repeating: "a", count: count) + "b"
    } _: { text throws in
      #expect(try !matches("^(a+)+$", text))
      #expect(try !matches("^(a|aa)+$", text))
      #expect(try matches("(a|b|ab)*c|b", text))
    }
  }

  @Test("a state without a row of the table has the same results")
  func smallTables() throws {
    let text = String(repeating: "ab", count: 40) + "c"
    for limit in [0, 8, 40, 1 << 14] {
      #expect(try Pattern("a.{9}b.{9}c$", tableLimit: limit).matches(text) == false)
      #expect(try Pattern("b.{9}b.{9}c$", tableLimit: limit).matches(text) == false)
      #expect(try Pattern("a.{8}b.{9}bc$", tableLimit: limit).matches(text))
      #expect(try Pattern("a.{9}b.{9}c$", tableLimit: limit).tableSize <= limit)
    }
  }
}

/// Random patterns; the oracle is `Regex` of the standard library. The texts have no digits, because
/// they do not belong to words for the boundaries of `Regex`.
@Suite("Random patterns")
struct RandomPatternTests {
  /// Inside of two repetitions there is no third one: `Regex` goes back over every choice, which took
  /// six minutes for one pattern and seven characters.
  private static func pattern(
    _ depth: Int, repetitions: Int = 2, _ random: inout some RandomNumberGenerator
  ) -> String {
    let atoms = ["a", "b", "é", "[ab]", "[^a]", ".", #"\w"#, #"\W"#, #"\d"#, "-", " "]
    guard depth > 0 else { return atoms.randomElement(using: &random) ?? "a" }
    func part() -> String { pattern(depth - 1, repetitions: repetitions, &random) }
    func repeated() -> String { pattern(depth - 1, repetitions: repetitions - 1, &random) }
    switch Int.random(in: 0..<10, using: &random) {
    case 4...7 where repetitions == 0: return part()
    case 0, 1, 2: return part() + part()
    case 3: return "(" + part() + "|" + part() + ")"
    case 4: return "(" + repeated() + ")*"
    case 5: return "(" + repeated() + ")+?"
    case 6: return "(?:" + repeated() + ")?"
    case 7:
      let least = Int.random(in: 0...2, using: &random)
      return "(" + repeated() + "){\(least),\(least + Int.random(in: 0...2, using: &random))}"
    case 8:
      return ["^", "$", #"\b"#, #"\B"#].randomElement(using: &random).map { $0 + part() } ?? ""
    default: return part()
    }
  }

  @Test("a random pattern matches the same texts as Regex")
  func sameAsRegex() throws {
    var random = SeededGenerator(for: "sameAsRegex")
    for _ in 0..<Cases.count(3000) {
      let text = Self.pattern(Int.random(in: 0...5, using: &random), &random)
      let pattern = try Pattern(
        text, tableLimit: [0, 30, 1 << 14].randomElement(using: &random) ?? 0)
      guard
        let regex = try? Regex(text).matchingSemantics(.unicodeScalar)
          .asciiOnlyWordCharacters().wordBoundaryKind(.simple)
      else { continue }
      for _ in 0..<8 {
        let length = Int.random(in: 0...7, using: &random)
        let input = String((0..<length).map { _ in "abé- \n".randomElement(using: &random) ?? "a" })
        let expected = try regex.firstMatch(in: input) != nil
        #expect(pattern.matches(input) == expected, "pattern \(text) in \(input.debugDescription)")
      }
    }
  }
}
