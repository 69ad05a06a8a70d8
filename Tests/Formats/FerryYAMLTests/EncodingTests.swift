import FerryBase
import FerryTestSupport
import FerryYAML
import Testing

@Suite struct EncodingTests {
  static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit -> [UInt8] in
      let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
      return bigEndian ? bytes.reversed() : bytes
    }
  }

  @Test("UTF-16 is read after its byte order mark", arguments: [false, true])
  func utf16(_ isBigEndian: Bool) throws {
    let text = "a: é\nb: [😀, \"\\u00e9\"]\n"
    let bytes = Self.utf16(text, bigEndian: isBigEndian)
    #expect(try read(bytes) == [#"{"a": =é, "b": [=😀, "é"]}"#])
    // Offsets count bytes: two for the mark, two for each unit.
    #expect(throws: Refusal(kind: .duplicateKey, offset: 2 + 2 * 8)) {
      try read(Self.utf16("{a: 😀, a: 1}", bigEndian: isBigEndian))
    }
    #expect(throws: Refusal(kind: .invalidUTF8, offset: 10)) {
      try read(Self.utf16("a: b", bigEndian: isBigEndian) + [0xD8, 0xD8])
    }
  }

  @Test("a byte order mark is not part of the text")
  func mark() throws {
    #expect(try read("\u{FEFF}a: b") == [#"{"a": =b}"#])
    #expect(refusal(of: "\u{FEFF}{a: b, a: c}") == Refusal(kind: .duplicateKey, offset: 10))
    #expect(try read("a: \"x\u{FEFF}y\"") == ["{\"a\": \"x\u{FEFF}y\"}"])
  }

  @Test(
    "invalid UTF-8 is an error at its start",
    arguments: [
      [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xFF], [0x80], [0xF4, 0x90, 0x80, 0x80],
    ])
  func illFormed(_ bytes: [UInt8]) {
    for padding in [0, 10, 60, 64, 100, 200] {
      let start = Array(("a: \"" + String(repeating: "é", count: padding)).utf8)
      #expect(throws: Refusal(kind: .invalidUTF8, offset: start.count)) {
        try read(start + bytes + Array("\"".utf8))
      }
      #expect(throws: Refusal(kind: .invalidUTF8, offset: start.count)) { try read(start + bytes) }
    }
  }

  @Test(
    "characters that YAML does not allow are an error",
    arguments: ["\u{0}", "\u{1}", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}", "\u{FFFE}", "\u{FFFF}"])
  func forbidden(_ character: String) {
    for padding in [0, 10, 60, 64, 100, 200] {
      let start = "a: \"" + String(repeating: "x", count: padding)
      #expect(
        refusal(of: start + character + "\"")
          == Refusal(kind: .controlCharacter, offset: start.utf8.count))
    }
  }

  @Test(
    "other characters are allowed",
    arguments: [
      "\t", "\u{A0}", "\u{D7FF}", "\u{E000}", "\u{FEFF}", "\u{FFFD}", "\u{10000}", "\u{10FFFF}",
    ])
  func allowed(_ character: String) throws {
    for padding in [0, 10, 60, 64, 100, 200] {
      let text = String(repeating: "x", count: padding) + character + "x"
      #expect(try read("\"" + text + "\"") == ["\"" + text + "\""])
    }
  }

  @Test("text read in place is read as libyaml reads its own copy")
  func inPlace() throws {
    let text = """
      # comment é
      a: &x [1, "two\\n\\u00e9", 'thr''ee', ünquoted text]\r
      b: |
        literal 😀
          more
      c: >-
        folded

        text
      ? d
      : !!str {e: *x, f: "long \\
          text"}
      --- second
      ...
      %YAML 1.1
      --- !!map
      - x
      """
    let bytes = Array(text.utf8)
    for length in 0...bytes.count {
      for padding in [0, 1, 63, 64, 65] {
        let input = Array(repeating: UInt8(ascii: "\n"), count: padding) + bytes[..<length]
        let inPlace = Result { () throws(Refusal) in try read(input) }
        let copied = Result { () throws(Refusal) in try read(input, readsInPlace: false) }
        #expect(inPlace == copied, "length \(length), padding \(padding)")
      }
    }
  }

  @Test("random text is a value or an error, in place and not")
  func randomText() {
    let seed = Seeded.seed
    print("EncodingTests: FERRY_SEED=\(seed)")
    var random = Seeded(state: seed)
    let pieces =
      RandomTape.pieces + [
        "- ", "  ", "\n  ", "\n- ", ": ", "a: ", "[", "]", "{", "}", ", ", "&a ", "*a", "!!str ",
        "\"", "'",
        "--- ", "\n---\n", "\n...\n", "%YAML 1.2\n", "? ", "|\n ", ">-\n ", "\"\\ud83d\\ude00\"",
        ",#",
      ]
    for round in 0..<10_000 {
      let text = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let bytes = Array(text.utf8)
      let inPlace = Result { () throws(Refusal) in try read(bytes) }
      let copied = Result { () throws(Refusal) in try read(bytes, readsInPlace: false) }
      #expect(inPlace == copied, "round \(round) of seed \(seed): \(text.debugDescription)")
    }
  }

  @Test(
    "surrogate pairs in double quotes are one character",
    arguments: [
      (#""\ud83d\ude00""#, ["\"😀\""]),
      (#"{"a\uD83D\uDE00": "x\ud83d\ude00y"}"#, [#"{"a😀": "x😀y"}"#]),
      (#"["\\ud83d\\ude00", "\ud83d\ude00"]"#, [#"["\ud83d\ude00", "😀"]"#]),
      (
        #"['\ud83d\ude00', "\ud83d\ude00", \ud83d\ude00]"#,
        [#"["\ud83d\ude00", "😀", =\ud83d\ude00]"#]
      ),
      (
        #"["\ud83d\ude00\ud83d\ude01", 'x \uFFFE\uFFFF \ud83d\ude02']"#,
        [#"["😀😁", "x \uFFFE\uFFFF \ud83d\ude02"]"#]
      ),
      (
        #"["\ufffe\ud83d\ude00\U0000fffe\uFFFE\uFFFF\ud83d\ude01"]"#,
        ["[\"\u{FFFE}😀\u{FFFE}\u{FFFE}\u{FFFF}😁\"]"]
      ),
      ("# \\ud83d\\ude00\n&a # \"\\ud83d\\ude00\n \"\\ud83d\\ude01\"", ["\"😁\""]),
      (
        "a: | # \\ud83d\\ude00\n  \\ud83d\\ude01\nb: \"\\ud83d\\ude02\"",
        [#"{"a": "\ud83d\ude01"# + "\n" + #"", "b": "😂"}"#]
      ),
      ("--- a\n--- b\n--- \"\\ud83d\\ude00\"\n--- c", ["=a", "=b", "\"😀\"", "=c"]),
      (
        #"{"😀é\ud83d\ude00": &a "\ud83d\ude00", b: *a, c: !!str "\ud83d\ude00"}"#,
        [#"{"😀é😀": "😀", "b": *2, "c": "😀"}"#]
      ),
    ])
  func surrogates(_ text: String, _ expected: [String]) throws {
    #expect(try read(text) == expected)
  }

  @Test(
    "surrogates without a partner are an error",
    arguments: [
      (#"["\ud83d"]"#, 2), (#"["\ude00\ud83d"]"#, 2), (#"["\ud83d\ude00", "x\ude00"]"#, 19),
      (#"["\ud83dx\ude00"]"#, 2), (#"["é\ud83d\\ude00"]"#, 4),
    ])
  func loneSurrogates(_ text: String, _ offset: Int) {
    #expect(refusal(of: text) == Refusal(kind: .loneSurrogate, offset: offset))
  }

  @Test("offsets count bytes of the input after surrogate pairs")
  func placesBehindPairs() {
    let text = #"{"a": "\ud83d\ude00é", "b": "\ud83d\ude00", "a": 1}"#
    #expect(refusal(of: text) == Refusal(kind: .duplicateKey, offset: 45))
    #expect(refusal(of: #"["\U00110000"]"#) == Refusal(kind: .invalidEscape, offset: 2))
    let bytes = Array(text.utf8)
    bytes.withByteView { input in
      #expect(YAMLSource().offset(ofNode: 4, in: input) == 29)
    }
  }

  @Test("a hundred thousand pairs take linear time")
  func manyPairs() throws {
    try expectLinear(12_500) { count in
      "[" + String(repeating: #""\ud83d\ude00","#, count: count) + "]"
    } _: { text throws in
      _ = try read(text)
    }
  }
}
