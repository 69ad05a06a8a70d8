import FerryBase
import FerryTestSupport
import FerryYAML
import Testing

@Suite struct ReaderTests {
  static let samples: [(String, [String])] = [
    ("", []), ("# nothing\n", []), ("---\n", ["="]), ("--- ~", ["=~"]), ("--- |1+", ["\"\""]),
    ("a: 1\nb: 'x'\n", [#"{"a": =1, "b": "x"}"#]),
    ("- a\n- - b\n  - c\n- {d: [e, \"f\"]}\n", [#"[=a, [=b, =c], {"d": [=e, "f"]}]"#]),
    ("a:\n- 1\nb:\n", [#"{"a": [=1], "b": =}"#]),
    ("{}", ["{}"]), ("[]", ["[]"]), ("[{}, [], {a: {}}]", [#"[{}, [], {"a": {}}]"#]),
    ("a: |\n  x\n  y\nb: >-\n  x\n  y\n", ["{\"a\": \"x\ny\n\", \"b\": \"x y\"}"]),
    ("--- 1\n--- 'b'\n...\n---\nc: d\n", ["=1", "\"b\"", "{\"c\": =d}"]),
    ("? a\n: b\n? |\n  c\n: - d", ["{\"a\": =b, \"c\n\": [=d]}"]),
    ("~: a\n? \n: b\n12: c\n\"12 \": d\n", [#"{"~": =a, "": =b, "12": =c, "12 ": =d}"#]),
    ("'<<': {a: 1}\n", [#"{"<<": {"a": =1}}"#]),
    ("!!str 12: a", [#"{"12": =a}"#]),
  ]

  @Test("documents become nodes", arguments: samples)
  func documents(_ text: String, _ expected: [String]) throws {
    #expect(try read(text) == expected)
  }

  @Test(
    "tags determine the type of a scalar",
    arguments: [
      ("!!str 12", "\"12\""), ("! 12", "\"12\""), ("!!str", "\"\""), ("!!int '12'", "=12"),
      ("!!float \"1.5\"", "=1.5"), ("!!bool 'true'", "=true"), ("!!null ''", "="),
      ("!mine 12", "=12"), ("!mine '12'", "\"12\""), ("!!timestamp 2001-12-14", "=2001-12-14"),
      ("!!binary aGVs bG8=", "<hello>"), ("!!binary |\n  aGVs\n  bG8\n", "<hello>"),
      ("!!binary ''", "<>"), ("!!set {a, b}", #"{"a": =, "b": =}"#),
      ("%TAG !e! tag:yaml.org,2002:\n---\n!e!str 12", "\"12\""),
    ])
  func tags(_ text: String, _ expected: String) throws {
    #expect(try read(text) == [expected])
  }

  @Test(
    "a tag of the schema on another type of value is an error",
    arguments: [
      "!!int abc", "!!int ''", "!!int 1.5", "!!int [1]", "!!float x", "!!bool 1", "!!null x",
      "!!str {b: 1}", "!!seq {b: 1}", "!!map [1]", "!!map x", "!!set [b]", "!!omap {b: 1}",
      "!!binary [b]", "!!int 1_000", "!!bool yes",
    ])
  func tagsOfOtherTypes(_ text: String) {
    #expect(refusal(of: "a: " + text) == Refusal(kind: .invalidValue, offset: 3))
  }

  @Test(
    "a tag of the schema on a value of its type changes nothing",
    arguments: [
      "!!int 0x1F", "!!float 1", "!!float .nan", "!!bool TRUE",
      "!!null ~", "!!null", "!!seq []", "!!map {}", "!!omap [b: 1]", "!!pairs [b: 1]",
    ])
  func tagsOfTheirTypes(_ text: String) throws {
    #expect(refusal(of: "a: " + text) == nil)
  }

  @Test(
    "text that is not base64 is an error",
    arguments: ["a", "aGVsbG8==", "aG=s", "aGV$", "aGVsb", "====", "aA==="])
  func notBase64(_ text: String) {
    #expect(refusal(of: "a: !!binary " + text) == Refusal(kind: .invalidValue, offset: 3))
  }

  @Test(
    "equal keys are an error at the second key", arguments: [2, 15, 16, 17, 18, 40, 20_000])
  func duplicateKeys(_ count: Int) throws {
    var text = ""
    for index in 1..<count { text += "key\(index): {a: 1, b: 2}\n" }
    #expect(try read(text).count == 1)
    let offset = text.utf8.count
    #expect(refusal(of: text + "'key1': x") == Refusal(kind: .duplicateKey, offset: offset))
    #expect(
      refusal(of: text + "key\(count - 1): x") == Refusal(kind: .duplicateKey, offset: offset))
  }

  @Test("equal keys of different objects are not duplicates")
  func sameKeysElsewhere() throws {
    let big = (0..<40).map { "k\($0): {a: 1, k\($0): 2}" }.joined(separator: ", ")
    let text = "[{a: 1}, {a: 1}, {\(big), z: {\(big)}, y: [{\(big)}]}, {a: {a: {a: 1}}}]"
    #expect(try read(text).count == 1)
  }

  @Test("keys with equal starts and ends are distinguished")
  func similarKeys() throws {
    #expect(try read("app.kubernetes.io/a/name: 1\napp.kubernetes.io/b/name: 2\n").count == 1)
    #expect(try read("abc: 1\nadc: 2\nabbc: 3\nabcbc: 4\n").count == 1)
  }

  @Test("many keys take linear time")
  func linearKeys() throws {
    try expectLinear(4_000) { count in
      (0..<count).map { "k\($0): 1\n" }.joined()
    } _: { text in
      _ = try read(text)
    }
  }

  @Test("depth is limited while events arrive")
  func depth() throws {
    let limits = YAMLReader.Limits(depth: 4)
    #expect(try read("[[[[1]]]]", limits: limits).count == 1)
    #expect(refusal(of: "[[[[[1]]]]]", limits: limits) == Refusal(kind: .depthLimit, offset: 4))
    let open = String(repeating: "[", count: 600)
    #expect(refusal(of: open) == Refusal(kind: .depthLimit, offset: 512))
  }

  @Test("words, documents and directives are limited")
  func otherLimits() throws {
    #expect(try read("[1, 2]", limits: .init(words: 3)).count == 1)
    #expect(refusal(of: "[1, 2]", limits: .init(words: 2)) == Refusal(kind: .nodeLimit, offset: 4))
    #expect(refusal(of: "--- 1\n--- 2", limits: .init(documents: 1))?.kind == .sizeLimit)
    let directives = (0..<65).map { "%TAG !a\($0)! tag:x,2000:\n" }.joined()
    #expect(refusal(of: directives + "---\nx")?.kind == .sizeLimit)
    #expect(refusal(of: "--- a\n...\n" + directives + "---\nx")?.kind == .sizeLimit)
    let long = "%TAG !a! tag:" + String(repeating: "x", count: 2000) + "\n---\nx"
    #expect(refusal(of: long)?.kind == .sizeLimit)
  }

  @Test("the offset of a node is found again")
  func places() {
    let text = "--- [a]\n---\n# é\nserver:\n  port: [eighty, &x 2]\n  host: *x\n"
    let expected: [(Int, Int, String)] = [
      (0, 0, "[a"), (1, 0, "a]"), (0, 1, "server"), (2, 1, "port"), (4, 1, "[eighty"),
      (5, 1, "eighty"), (6, 1, "&x 2"), (8, 1, "*x"),
    ]
    let bytes = Array(text.utf8)
    bytes.withByteView { input in
      for (node, document, start) in expected {
        let offset = YAMLSource(document: document).offset(ofNode: node, in: input)
        #expect(
          offset.map { String(decoding: input[$0...], as: UTF8.self).hasPrefix(start) } == true)
      }
      #expect(YAMLSource(document: 1).offset(ofNode: 9, in: input) == nil)
      #expect(YAMLSource(document: 2).offset(ofNode: 0, in: input) == nil)
    }
  }

  @Test("a reader fails again after a failure")
  func repeatedFailure() {
    let bytes = Array("--- a\n--- [".utf8)
    bytes.withByteView { input in
      var reader = YAMLReader(input)
      var tape = Tape()
      #expect((try? reader.readDocument(into: &tape)) == true)
      tape.clear()
      #expect((try? reader.readDocument(into: &tape)) == nil)
      #expect((try? reader.readDocument(into: &tape)) == nil)
      #expect(reader.words == "did not find expected node content")
    }
  }

  @Test("the end of a stream stays the end")
  func repeatedEnd() {
    let bytes = Array("a".utf8)
    bytes.withByteView { input in
      var reader = YAMLReader(input)
      var tape = Tape()
      #expect((try? reader.readDocument(into: &tape)) == true)
      tape.clear()
      #expect((try? reader.readDocument(into: &tape)) == false)
      #expect((try? reader.readDocument(into: &tape)) == false)
      #expect(tape.count == 0)
    }
  }
}
