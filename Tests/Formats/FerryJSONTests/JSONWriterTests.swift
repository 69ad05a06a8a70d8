import FerryBase
import FerryJSONEngine
import FerryTestSupport
import Testing

@Suite("JSONWriter")
struct JSONWriterTests {
  private func options(_ change: (inout JSONWritingOptions) -> Void) -> JSONWritingOptions {
    var options = JSONWritingOptions()
    change(&options)
    return options
  }

  @Test("the default is compact, in order")
  func compact() throws {
    let value: AnyValue = ["b": [1, 2.5, nil], "a": ["x": true, "y": "t"], "": [], "e": [:]]
    #expect(
      try TapeJSON.text(value) == #"{"b":[1,2.5,null],"a":{"x":true,"y":"t"},"":[],"e":{}}"#)
  }

  @Test("quotes, backslashes and controls are escaped, nothing else")
  func escapes() throws {
    for code in 0..<0x300 as Range<UInt32> {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let expected =
        switch code {
        case 0x08: #"\b"#
        case 0x09: #"\t"#
        case 0x0A: #"\n"#
        case 0x0C: #"\f"#
        case 0x0D: #"\r"#
        case 0x22: #"\""#
        case 0x5C: #"\\"#
        case ..<0x10: "\\u000" + String(code, radix: 16)
        case ..<0x20: "\\u00" + String(code, radix: 16)
        default: String(Character(scalar))
        }
      // At every position of the steps of 4, 8 and 16 bytes.
      for length in [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 31, 33] {
        let (head, tail) = (
          String(repeating: "a", count: length / 2),
          String(repeating: "b", count: length - length / 2)
        )
        let text = try TapeJSON.text(.string(head + String(Character(scalar)) + tail))
        let wanted = "\"" + head + expected + tail + "\""
        if Array(text.utf8) != Array(wanted.utf8) {
          #expect(text == wanted, "\(code) in \(length)")
        }
      }
    }
    for text in ["\u{2028}\u{2029}", "\u{FFFF}", "😀", "\u{10FFFF}", "/"] {
      #expect(try TapeJSON.text(.string(text)) == "\"\(text)\"")
    }
  }

  @Test("slashes are escaped on request", arguments: 0..<40)
  func slashes(length: Int) throws {
    let options = options { $0.escapesSlashes = true }
    let pad = String(repeating: "a", count: length)
    #expect(try TapeJSON.text(.string(pad + "/" + pad), options) == "\"\(pad)\\/\(pad)\"")
    #expect(try TapeJSON.text(["a/": 1], options) == #"{"a\/":1}"#)
  }

  @Test("pretty text has line breaks and indentation, empty containers have none")
  func pretty() throws {
    let value: AnyValue = ["a": [1, ["b": []]], "c": [:]]
    let spaces = options { $0.indentation = .spaces(2) }
    let expected = """
      {
        "a": [
          1,
          {
            "b": []
          }
        ],
        "c": {}
      }
      """
    #expect(try TapeJSON.text(value, spaces) == expected)
    #expect(try TapeJSON.text(["a": [1, 2]], spaces) == "{\n  \"a\": [\n    1,\n    2\n  ]\n}")
    let tabs = options { $0.indentation = .tab }
    #expect(try TapeJSON.text([[1]], tabs) == "[\n\t[\n\t\t1\n\t]\n]")
    let foundation = options {
      $0.indentation = .spaces(2)
      $0.followsFoundation = true
    }
    #expect(try TapeJSON.text(["a": 1], foundation) == "{\n  \"a\" : 1\n}")
    #expect(try TapeJSON.text(["a": []], foundation) == "{\n  \"a\" : [\n\n  ]\n}")
  }

  @Test("keys are sorted by their bytes on request")
  func sorted() throws {
    let options = options { $0.sortedKeys = true }
    let value: AnyValue = ["b": ["z": 1, "a": 2], "é": 0, "a": [["d": 1, "c": 2]], "B": nil]
    #expect(
      try TapeJSON.text(value, options)
        == #"{"B":null,"a":[{"c":2,"d":1}],"b":{"a":2,"z":1},"é":0}"#)
  }

  @Test("escaped keys of the input are sorted by their decoded text")
  func sortedEscapes() throws {
    let options = options { $0.sortedKeys = true }
    let text = try TapeJSON.rewritten(
      Array(#"{"b":1,"\u0061":2,"c":"\u00e9"}"#.utf8), writing: options)
    #expect(String(decoding: text, as: UTF8.self) == #"{"a":2,"b":1,"c":"é"}"#)
  }

  @Test("NaN and the infinities fail, or become null or text")
  func nonFinite() throws {
    let value: AnyValue = [
      .number(.init(Double.nan)), .number(.init(Double.infinity)), .number(.init(-Double.infinity)),
    ]
    #expect(throws: WireFailure(.notRepresentable, node: 1)) { try TapeJSON.text(value) }
    #expect(
      try TapeJSON.text(value, options { $0.nonFinite = .null }) == "[null,null,null]")
    #expect(
      try TapeJSON.text(value, options { $0.nonFinite = .string })
        == #"["NaN","Infinity","-Infinity"]"#)
  }

  @Test(
    "bytes are base64",
    arguments: [
      ([], ""), ([0], "AA=="), ([0xFF, 0xFE], "//4="), ([1, 2, 3], "AQID"),
      ([1, 2, 3, 4], "AQIDBA=="),
    ] as [([UInt8], String)])
  func bytes(bytes: [UInt8], expected: String) throws {
    #expect(try TapeJSON.text(.bytes(bytes)) == "\"\(expected)\"")
  }

  @Test("numbers of every kind of node are written in their shortest form")
  func numbers() throws {
    var tape = Tape()
    var open = OpenContainer()
    try open.open(.list, on: &tape, limit: 9)
    try tape.append(Int64.min)
    try tape.append(Int64(-7))
    try tape.append(UInt64.max)
    try tape.append(0.1)
    try tape.append(-0.0)
    try tape.append(1e21)
    try tape.append(1e-7)
    try tape.append(Node(float: 0.1))
    try tape.append(Node(float: .greatestFiniteMagnitude))
    try tape.append(.numberText, copying: "1.10")
    open.close(on: &tape)
    let text = try TapeJSON.written(TapeView(tape, input: tape.arena.bytes.start))
    #expect(
      String(decoding: text, as: UTF8.self)
        == "[-9223372036854775808,-7,18446744073709551615,0.1,-0,1e+21,1e-07,0.1,"
        + "3.4028235e+38,1.10]")
  }

  @Test(
    "packed arrays and aliases are written as the values that they represent",
    arguments: [false, true])
  func packedAndAliases(isPretty: Bool) throws {
    var tape = Tape()
    var open = OpenContainer()
    try open.open(.map, on: &tape, limit: 9)
    try tape.append("a")
    var failure: WireFailure?
    [1, -2, 3].withUnsafeBytes { bytes in
      do throws(WireFailure) { try tape.append(packing: ByteView(bytes), of: .int64) } catch {
        failure = error
      }
    }
    #expect(failure == nil)
    try tape.append("b")
    let list = tape.count
    try open.open(.list, on: &tape, limit: 9)
    try tape.append(Node(.true))
    open.close(on: &tape)
    try tape.append("c")
    try tape.append(Node(.alias, payload: list))
    try tape.append("d")
    try tape.append(Node(.alias, payload: list + 1))
    open.close(on: &tape)
    let options = options { $0.indentation = isPretty ? .spaces(1) : .none }
    let text = try TapeJSON.written(TapeView(tape, input: tape.arena.bytes.start), options)
    #expect(
      text.filter { $0 > 0x20 } == Array(#"{"a":[1,-2,3],"b":[true],"c":[true],"d":true}"#.utf8))
    #expect(TapeJSON.failure(text) == nil)
    #expect(!isPretty || String(decoding: text, as: UTF8.self).contains("[\n  1,\n  -2,\n  3\n ]"))
  }

  @Test("random values come back from every layout")
  func roundTrip() throws {
    var random = SeededGenerator(for: "JSONWriter")
    let layouts = [
      options { _ in }, options { $0.indentation = .tab }, options { $0.sortedKeys = true },
      options {
        $0.indentation = .spaces(3)
        $0.escapesSlashes = true
      },
    ]
    for _ in 0..<(isDebugBuild ? 300 : 5000) {
      let value = random.anyValue(depth: 5)
      for layout in layouts {
        let text = try TapeJSON.text(value, layout)
        let copy = TapeJSON.read(text)
        if copy != .success(value) { #expect(copy == .success(value), "\(text)") }
      }
    }
  }
}
