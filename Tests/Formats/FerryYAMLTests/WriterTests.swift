import FerryBase
import FerryYAML
import Testing

@Suite struct WriterTests {
  static let quoted = [
    "", "~", "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE",
    "y", "Y", "n", "N", "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off",
    "OFF",
    "=", "<<", "0", "12", "-12", "+12", "017", "08", "0o17", "0x1F", "-0x1F", "0b101", "1_000",
    "1.5", "1.", ".5", "-.5", "1e3", "1E-3", "1.5e+3", "1.2.3", "685.230_15", "10.0.0.1",
    ".inf", "-.INF", "+.Inf", ".nan", ".NaN", "22:22", "1:30:00.5", "190:20:30", "-1:30",
    "2001-12-14", "2001-1-4", "2001-12-14T21:59:43.10-05:00", "2001-12-14 21:59:43.10 -5",
    "18446744073709551616", "1e999999999",
  ]

  @Test("text that would read as another type is quoted", arguments: quoted)
  func quotes(_ text: String) throws {
    let document = try written { tape throws(WireFailure) in try tape.append(text) }
    #expect(document == "'\(text)'\n")
    let pair = try written { tape throws(WireFailure) in
      var open = OpenContainer()
      try open.open(.map, on: &tape, limit: 9)
      try tape.append(text)
      try tape.append(text)
      open.close(on: &tape)
    }
    #expect(pair == "'\(text)': '\(text)'\n")
  }

  @Test(
    "the text of a number is a number in YAML 1.1 as well",
    arguments: [
      ("1e16", "1.0e+16"), ("1e+16", "1.0e+16"), ("1e-7", "1.0e-07"), ("1E5", "1.0E+05"),
      ("1.5e300", "1.5e+300"), ("-2e-10", "-2.0e-10"), ("-0", "-0.0"), ("-0.0", "-0.0"),
      ("2.0", "2.0"),
      ("1.10", "1.10"), ("0", "0"), ("-10", "-10"),
      ("18446744073709551616", "18446744073709551616"),
    ])
  func numbers(_ text: String, _ expected: String) throws {
    let document = try written { tape throws(WireFailure) in
      try tape.append(.numberText, copying: text)
    }
    #expect(document == expected + "\n")
    if let double = Double(text), text.contains("e-") || text == "-0" {
      let written = try written { tape throws(WireFailure) in try tape.append(double) }
      #expect(written == expected + "\n")
    }
  }

  @Test(
    "other text is plain",
    arguments: [
      "a", "hello world", "nul", "nulls", "yess", "yEs", "tRue", "ye", "non", "offf", "oN", "nO",
      "inf", "NaN", ".info", "v1.2", "1.2.3a", "1a", "0xG", "0b", "1e", "e3", "1-2", "2001-12",
      "12-12-2001", "2001-12-14x", "22:22pm", "a:b", "http://x.y/z?a=b#c", "-a", "--a", "+a", ".a",
      "..", "+", "<", "<<<", "==", "a, b", "a]", "日本語", "é", "it's", "say \"x\"", "256Mi",
      "100m", "app.kubernetes.io/name", "1 2", "0 a",
    ])
  func plain(_ text: String) throws {
    #expect(try written { tape throws(WireFailure) in try tape.append(text) } == text + "\n")
  }

  @Test(
    "text that cannot be plain for its characters is quoted",
    arguments: [
      ("- a", "'- a'"), ("-", "'-'"), ("a: b", "'a: b'"), ("a #b", "'a #b'"), ("#a", "'#a'"),
      ("a:", "'a:'"), (" a", "' a'"), ("a ", "'a '"), ("---", "'---'"), ("--- a", "'--- a'"),
      ("...", "'...'"), ("'a'", "'''a'''"), ("\"a\"", "'\"a\"'"), ("[a", "'[a'"), ("{a", "'{a'"),
      ("@a", "'@a'"), ("`a", "'`a'"), ("%a", "'%a'"), ("&a", "'&a'"), ("*a", "'*a'"),
      ("!a", "'!a'"), ("|", "'|'"), (">", "'>'"), ("? a", "'? a'"), (": a", "': a'"),
      ("a\tb", #""a\tb""#), ("\u{0}", #""\0""#), ("\u{7F}", #""\x7F""#), ("\u{FEFF}", #""\uFEFF""#),
      ("a\u{FEFF}", #""a\uFEFF""#), ("\u{85}", #""\N""#), ("a\u{2028}b", #""a\Lb""#),
      ("a\u{2029}", #""a\P""#), ("\r", #""\r""#), ("a\r\nb", #""a\r\nb""#), ("\u{1}", #""\x01""#),
      ("\u{FFFE}", #""\uFFFE""#), ("😀", #""\U0001F600""#), ("a\n b\u{85}", #""a\n b\N""#),
    ])
  func unplain(_ text: String, _ expected: String) throws {
    #expect(try written { tape throws(WireFailure) in try tape.append(text) } == expected + "\n")
  }

  @Test(
    "text of several lines is written as a block",
    arguments: [
      ("a\nb\n", "k: |\n  a\n  b\n"), ("a\nb", "k: |-\n  a\n  b\n"), ("a\n\n", "k: |+\n  a\n\n"),
      (" a\nb", "k: |2-\n   a\n  b\n"), ("a\n\n  b\n", "k: |\n  a\n\n    b\n"),
      ("a \nb", "k: \"a \\nb\"\n"), ("a\tb\n", "k: \"a\\tb\\n\"\n"),
      ("#\n- a: b\n", "k: |\n  #\n  - a: b\n"),
    ])
  func lines(_ text: String, _ expected: String) throws {
    let document = try written { tape throws(WireFailure) in
      var open = OpenContainer()
      try open.open(.map, on: &tape, limit: 9)
      try tape.append("k")
      try tape.append(text)
      open.close(on: &tape)
    }
    // A stream that ends with blank lines which matter is closed explicitly.
    #expect(document == expected || document == expected + "...\n")
  }

  @Test("numbers keep their text, or get a spelling that all readers read as numbers")
  func numbers() throws {
    let document = try written { tape throws(WireFailure) in
      var open = OpenContainer()
      try open.open(.list, on: &tape, limit: 9)
      try tape.append(.numberText, copying: "1e5")
      try tape.append(.numberText, copying: "123456789012345678901234567890")
      try tape.append(.plainText, copying: "0x1F")
      try tape.append(.plainText, copying: "")
      try tape.append(Int64.min)
      try tape.append(UInt64.max)
      try tape.append(Int64(-7))
      for value in [0.1, -2.5, 1e300, 1e-7, .infinity, -.infinity, .nan] { try tape.append(value) }
      try tape.append(Node(float: 0.1))
      try tape.append(Node(float: .infinity))
      try tape.append(Node(.null))
      try tape.append(Node(.true))
      try tape.append(Node(.false))
      open.close(on: &tape)
    }
    let lines = document.split(separator: "\n").map { String($0.dropFirst(2)) }
    #expect(
      lines == [
        "1.0e+05", "123456789012345678901234567890", "0x1F", "null", "-9223372036854775808",
        "18446744073709551615", "-7", "0.1", "-2.5", "1.0e+300", lines.count > 10 ? lines[10] : "",
        ".inf", "-.inf", ".nan", "0.1", ".inf", "null", "true", "false",
      ])
    #expect(Double(lines[10]) == 1e-7)
  }

  @Test("bytes are tagged base64", arguments: ["", "a", "ab", "abc", "\u{0}\u{FF}"])
  func bytes(_ text: String) throws {
    let document = try written { tape throws(WireFailure) in
      try tape.append(.arenaBytes, copying: text)
    }
    #expect(document.hasPrefix("!!binary "))
    #expect(try read(document) == ["<\(text)>"])
  }

  @Test("packed arrays and text in the input are written")
  func packed() throws {
    let integers: [Int64] = [1, -2]
    let doubles = [0.5, -1e21]
    let input = Array("plain 12 é\n".utf8)
    let document = try input.withByteView { input in
      var tape = Tape()
      var open = OpenContainer()
      try open.open(.list, on: &tape, limit: 9)
      try integers.withUnsafeBytes { try tape.append(packing: ByteView($0), of: .int64) }
      try doubles.withUnsafeBytes { try tape.append(packing: ByteView($0), of: .double) }
      try integers.span.bytes.withByteView {
        try tape.append(packing: .init(rebasing: $0[..<0]), of: .int64)
      }
      try tape.append(.text, offset: 0, length: 5)
      try tape.append(.text, offset: 6, length: 2)
      try tape.append(.integerText, offset: 6, length: 2)
      try tape.append(.text, offset: 9, length: 3)
      open.close(on: &tape)
      return try written([TapeView(tape, input: input)])
    }
    #expect(
      document == "- - 1\n  - -2\n- - 0.5\n  - -1.0e+21\n- []\n- plain\n- '12'\n- 12\n- |\n  é\n")
  }

  @Test("aliases are expanded, options change the layout, documents are separated")
  func options() throws {
    try withDocument("b: &x {d: 1, c: [2, {f: 3, e: 4}], h: 5}\na: *x\nempty: [{}, []]\n") {
      view throws in
      let plain = """
        b:
          d: 1
          c:
          - 2
          - f: 3
            e: 4
          h: 5
        a:
          d: 1
          c:
          - 2
          - f: 3
            e: 4
          h: 5
        empty:
        - {}
        - []

        """
      #expect(try written([view]) == plain)
      #expect(
        try written([view], options: .init(sortedKeys: true, flowStyle: true))
          == "{a: {c: [2, {e: 4, f: 3}], d: 1, h: 5}, b: {c: [2, {e: 4, f: 3}], d: 1, h: 5}, "
          + "empty: [{}, []]}\n")
      #expect(try written([view], options: .init(explicitDocumentStart: true)) == "---\n" + plain)
      #expect(try written([view, view]) == plain + "---\n" + plain)
      #expect(try written([view], options: .init(indent: 4)).contains("\n    d: 1\n"))
      #expect(try written([]) == "")
    }
  }

  @Test("long text is folded only on request")
  func width() throws {
    let text = String(repeating: "word ", count: 40) + "end"
    let build = { (tape: inout Tape) throws(WireFailure) in try tape.append(text) }
    #expect(try written(build) == text + "\n")
    let folded = try written(options: .init(width: 30), build)
    #expect(folded.split(separator: "\n").allSatisfy { $0.count < 40 })
    #expect(try read(folded) == ["=" + text])
  }

  @Test("an incomplete model is an error, and the output stays usable")
  func unfinished() throws {
    var tape = Tape()
    try tape.append(Node(.placeholder))
    var output = ByteWriter()
    output.append("kept")
    var writer = YAMLWriter()
    do throws(WireFailure) {
      try writer.write(document: view(of: tape), to: &output)
      Issue.record("a placeholder was written")
    } catch {
      #expect(error.kind == .notRepresentable)
    }
    #expect(output.bytes.starts(with: Array("kept".utf8)))
  }
}
