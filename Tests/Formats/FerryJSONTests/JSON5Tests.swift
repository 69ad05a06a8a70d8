import Ferry
import FerryJSONEngine
import FerryBase
import FerryTestSupport
import Testing

@Suite("JSON5")
struct JSON5Tests {
  /// The extension of each case is its verdict, see the README of github.com/json5/json5-tests.
  @Test("json5-tests has the expected verdicts")
  func conformance() throws {
    let files = try Corpora.files(in: "conformance/json5-tests", isDeep: true)
    for file in files {
      let failure = TapeJSON.failure(file.bytes, options: .json5)
      switch file.name.split(separator: ".").last {
      case "json", "json5": #expect(failure == nil, "\(file.name)")
      case "js", "txt": #expect(failure != nil, "\(file.name)")
      default: break
      }
      // JSON is the same value with and without JSON5.
      if file.name.hasSuffix(".json") {
        #expect(TapeJSON.read(file.bytes) == TapeJSON.read(file.bytes, options: .json5))
      }
    }
  }

  @Test(
    "an escape in a name stands for a character that may stand there",
    arguments: [#"{\u0030a:1}"#, #"{\u002da:1}"#, #"{a\u0020:1}"#, #"{a\u002e:1}"#, #"{\u0000:1}"#])
  func escapesInNames(_ text: String) {
    let failure = TapeJSON.failure(Array(text.utf8), options: .json5)
    #expect(failure?.kind == .invalidEscape)
    #expect(TapeJSON.failure(Array(#"{a\u0030\u0024:1}"#.utf8), options: .json5) == nil)
  }

  @Test(
    "a small text has the value of its literal",
    arguments: [
      ("+1", 1), (".5", 0.5), ("5.", 5), ("-.5e1", -5), ("5.e1", 50), ("0x1F", 31), ("-0Xff", -255),
      ("+0x0", 0), ("0xFFFFFFFFFFFFFFFF", .number(.init(UInt64.max))),
      ("-0x8000000000000000", .number(.init(Int64.min))), ("'a'", "a"), ("'\"'", "\""),
      (#"'\''"#, "'"), (#""\'""#, "'"), (#"'\x41\v\0\a'"#, "A\u{B}\u{0}a"), ("'\t'", "\t"),
      (#"'\u00e9\uD83D\uDE00\q😀\😀'"#, "é😀q😀😀"), ("'a\\\nb\\\r\nc\\\rd\\\u{2028}e'", "abcde"),
      ("'\u{2028}'", "\u{2028}"), ("{a:1}", ["a": 1]), ("{$_a1:1,}", ["$_a1": 1]),
      ("{null:1,true:2}", ["null": 1, "true": 2]), (#"{\u0061b:1}"#, ["ab": 1]),
      ("{é中:1}", ["é中": 1]), ("{'a b':1}", ["a b": 1]),
      ("{NaN:1,Infinity:2}", ["NaN": 1, "Infinity": 2]),
      ("[1,]", [1]), ("[/*a*/1/**/,//x\n2/***/]//", [1, 2]),
      ("{/**/a/**/:/**/1/**/,/**/}", ["a": 1]),
      ("\u{FEFF}\u{A0}\u{B}\u{C}\u{2028}\u{2003}\u{3000}1\u{FEFF}", 1), ("[]/* * / **/", []),
      ("{a\u{A0}:\u{3000}1}", ["a": 1]), ("[1\u{A0}]", [1]),
    ] as [(String, AnyValue)])
  func values(text: String, expected: AnyValue) {
    #expect(TapeJSON.read(text, options: .json5) == .success(expected))
    #expect(TapeJSON.failure(Array(text.utf8)) != nil || text == "'\u{2028}'", "strict")
  }

  @Test(
    "numbers that JSON cannot represent are doubles",
    arguments: [
      ("Infinity", .infinity), ("+Infinity", .infinity), ("-Infinity", -.infinity), ("NaN", .nan),
      ("-NaN", .nan), ("-0x0", 0),
    ] as [(String, Double)])
  func nonFinite(text: String, expected: Double) throws {
    var decoder = JSON.Decoder()
    decoder.allowsJSON5 = true
    let value = try decoder.decode(Double.self, from: text)
    #expect(value.isNaN ? expected.isNaN : value == expected)
    #expect(throws: DecodingError.self) { try JSON.decode(Double.self, from: text) }
  }

  @Test(
    "text that JSON5 does not allow is an error",
    arguments: [
      "", "//", "/* *", "/", "/ 1", "[,]", "{,}", "[1,,]", "01", "-01", "+01", "0x", "0xG", ".",
      "+",
      "-", "1e", "+.e1", "Infinit", "nan", "infinity", "++1", "'a", "'a\n'", "\"a\n\"", #"'\1'"#,
      #"'\01'"#, #"'\x4'"#, #"'\u12'"#, #"'\uD800'"#, "{1:2}", "{a-b:1}", "{a b:1}", "{a}", "{a:}",
      "undefined", "{'a'1}", "[1 2]", "[1}", #"{\x61:1}"#, "'", "1 /", "[1]/*",
      "0x10000000000000000G",
    ])
  func failures(text: String) throws {
    let failure = try #require(TapeJSON.failure(Array(text.utf8), options: .json5))
    #expect(failure.offset >= 0 && failure.offset <= text.utf8.count)
  }

  @Test("comments, strings and keys are the same wherever the seam to the tail is")
  func seam() {
    let text =
      "{/* comment */key_of_some_length:'text \\u00e9 \\x41\\\nmore',// end\n'b':+0xAf,c:.5,}"
    let expected: AnyValue = ["key_of_some_length": "text é Amore", "b": 175, "c": 0.5]
    let buffer = GuardedBuffer()
    for before in stride(from: 0, through: 130, by: isDebugBuild ? 5 : 1) {
      for after in stride(from: 0, through: 130, by: isDebugBuild ? 3 : 1) {
        let blanks = [UInt8](repeating: 0x20, count: before)
        let input = blanks + Array(text.utf8) + [UInt8](repeating: 0x0A, count: after)
        let value = buffer.lend(input) { TapeJSON.read($0, options: .json5) }
        if value != .success(expected) { #expect(value == .success(expected)) }
      }
    }
  }

  @Test("every prefix of a text is an error or a value")
  func truncation() {
    let text = "{a:[+1,.5,0xF,'\\x41\\u00e9',Infinity,-NaN,],/* c */'b':\"\\ud83d\\ude00\",}// end"
    let bytes = Array(text.utf8)
    let end = bytes.lastIndex { $0 == UInt8(ascii: "}") } ?? 0
    Truncation.check(bytes, isComplete: { $0.count > end }) {
      _ = try TapeJSON.read($0, options: .json5).get()
    }
  }

  @Test("any byte at any place has the verdict that it has in other memory")
  func mutations() {
    let text = Array("{a:[+1,.5,0xF,'\\x41',Infinity],/*c*/'b':\"\\ud83d\\ude00\",}//e".utf8)
    let buffer = GuardedBuffer()
    for position in text.indices {
      for byte in Array(0...0x7F as ClosedRange<UInt8>) {
        var mutated = text
        mutated[position] = byte
        // At the end of a page, and where other bytes follow.
        let relaxed = buffer.lend(mutated) { TapeJSON.read($0, options: .json5) }
        let strict = buffer.lend(mutated) { TapeJSON.read($0) }
        if relaxed != TapeJSON.read(mutated, options: .json5) || strict != TapeJSON.read(mutated) {
          Issue.record("byte \(byte) at \(position): the verdict depends on memory")
        }
        if case .success = strict, strict != relaxed {
          Issue.record("byte \(byte) at \(position): JSON that is not the same in JSON5")
        }
      }
    }
  }
}
