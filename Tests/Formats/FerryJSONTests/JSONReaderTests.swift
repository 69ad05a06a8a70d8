import FerryBase
import FerryJSONEngine
import FerryTestSupport
import Testing

@Suite("JSONReader")
struct JSONReaderTests {
  @Test(
    "a small text has the value of its literal",
    arguments: [
      ("null", nil), ("true", true), (" false ", false), ("0", 0), ("-0", 0), ("-1", -1),
      ("1.5", 1.5), ("1E2", 100), ("1e+2", 100), ("1e-2", 0.01), ("-0.0e-0", 0), (#""""#, ""),
      (#""a""#, "a"), (#"" \u00e9 \ud83d\ude00 \/ \" \\ ""#, #" é 😀 / " \ "#),
      ("\"\u{7F}\u{80}\u{2028}\"", "\u{7F}\u{80}\u{2028}"), ("[]", []), ("{}", [:]),
      ("[ ]", []), ("{ }", [:]), ("[1]", [1]), ("[1,2]", [1, 2]), ("[[],[[]]]", [[], [[]]]),
      (#"{"a":1}"#, ["a": 1]), (#"{"":{"":{}}}"#, ["": ["": [:]]]),
      (#"{"\u0061\n":null}"#, ["a\n": nil]), ("\t\r\n [\n1\t,\r2 ] ", [1, 2]),
      ("\u{FEFF}[1]", [1]), (#"["\u0000"]"#, ["\u{0}"]),
    ] as [(String, AnyValue)])
  func values(text: String, expected: AnyValue) {
    #expect(TapeJSON.read(text) == .success(expected))
  }

  @Test("members keep their order and duplicates, numbers their text")
  func fidelity() throws {
    let text = #"{"b":1.10,"a":1e1000,"b":-0,"0":123456789012345678901234567890}"#
    let members = try #require(try TapeJSON.read(text).get().object)
    #expect(members.map(\.key) == ["b", "a", "b", "0"])
    #expect(
      members.map(\.value.number?.text) == [
        "1.10", "1e1000", "-0", "123456789012345678901234567890",
      ])
  }

  @Test("strings and decimals are ranges of the input, only texts with escapes are copied")
  func ranges() throws {
    let text = Array(#"{"key":"text","n":12.5,"e":"a\nb","\u0061":7}"#.utf8)
    try text.withByteView { input in
      var tape = Tape()
      var reader = JSONReader(input)
      try reader.readDocument(into: &tape)
      let view = TapeView(tape, input: input)
      let kinds = (0..<view.count).map { view[$0].kind }
      #expect(
        kinds == [
          .map, .text, .text, .text, .decimalText, .text, .arenaText, .arenaText, .integer,
        ])
      #expect(view.storedByteCount == 4)
      #expect(view[2].payload == 8)
      #expect(view[2].length == 4)
    }
  }

  @Test("values side by side are read one after the other")
  func several() throws {
    let text = Array("{\"a\":1}\n[2] 3\u{1E}\"four\"\u{1E}\n null ".utf8)
    try text.withByteView { input in
      var reader = JSONReader(input)
      var values: [AnyValue] = []
      while true {
        var tape = Tape()
        guard try reader.readNext(into: &tape) else { break }
        values.append(
          try AnyValue(TapeView(tape, input: input), at: 0))
      }
      #expect(values == [["a": 1], [2], 3, "four", nil])
      let offset = reader.offset
      #expect(offset == text.count)
    }
  }

  @Test("trailing commas are read if the option is set")
  func trailingCommas() {
    var options = JSONReadingOptions()
    options.allowsTrailingCommas = true
    #expect(TapeJSON.read("[1,2, ]", options: options) == .success([1, 2]))
    #expect(TapeJSON.read(#"{"a":1,}"#, options: options) == .success(["a": 1]))
    for text in ["[,]", "{,}", "[1,,]", #"{"a":1,,}"#, "[1],", "[/**/]"] {
      #expect(TapeJSON.failure(Array(text.utf8), options: options) != nil, "\(text)")
    }
  }

  @Test("every prefix of a text is an error or a value")
  func truncation() {
    let texts = [
      #"{"a":[1,-2.5e+10,true,false,null,"é😀\u00e9\ud83d\ude00\n"],"\u0061b":{"":[[]]}} "#,
      String(repeating: " ", count: 70) + #"["\#(String(repeating: "x", count: 70))",{}]"#,
      "\u{FEFF}[\"\u{10FFFF}\"]",
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      let end = bytes.lastIndex { $0 != 0x20 } ?? 0
      Truncation.check(bytes, isComplete: { $0.count > end }) { _ = try TapeJSON.read($0).get() }
    }
  }
}
