import FerryBase
import FerryYAML
import Testing

@Suite struct FailureTests {
  @Test(
    "syntax errors have their location",
    arguments: [
      ("a: b: c", 4), ("é: [1, 2", 9), ("a: 'x", 3), ("a: \"é\\q\"", 6), ("- a\nb: c", 4),
      ("{a: 1", 5), ("a: @x", 3), ("a:\n\tb: 1", 3), ("server:\n  port: 80\n   hosts: [a\n", 27),
      ("\r\n\r\né: *", 9),
    ])
  func syntax(_ text: String, _ offset: Int) {
    #expect(refusal(of: text) == Refusal(kind: .yamlSyntax, offset: offset))
  }

  @Test("an error of libyaml is the error of each further call", arguments: ["'x", "[a", "{"])
  func furtherCalls(_ rest: String) {
    let bytes = Array("--- a\n--- \(rest)\n".utf8)
    bytes.withByteView { input in
      var reader = YAMLReader(input)
      var tape = Tape()
      func refusal(_ body: () throws(WireFailure) -> Void) -> Refusal? {
        do throws(WireFailure) {
          try body()
          return nil
        } catch {
          return Refusal(kind: error.kind, offset: error.offset)
        }
      }
      var errors: [Refusal?] = []
      for _ in 0..<4 {
        errors.append(refusal { () throws(WireFailure) in _ = try reader.startOfAnotherDocument() })
      }
      for _ in 0..<3 {
        errors.append(
          refusal { () throws(WireFailure) in _ = try reader.readDocument(into: &tape) })
      }
      errors.removeFirst(errors.prefix { $0 == nil }.count)
      #expect(errors.count > 3)
      #expect(errors.allSatisfy { $0?.kind == .yamlSyntax && $0 == errors[0] }, "\(errors)")
    }
  }

  @Test("the messages of libyaml are kept")
  func words() {
    let bytes = Array("a: b: c".utf8)
    bytes.withByteView { input in
      var reader = YAMLReader(input)
      var tape = Tape()
      #expect(throws: WireFailure.self) { try reader.readDocument(into: &tape) }
      #expect(reader.words == "mapping values are not allowed in this context")
    }
  }

  @Test(
    "invalid text that libyaml accepts is an error",
    arguments: [
      ("a: \"value\"# no", 10), ("[a, b]#no", 6), ("[a,#no\nb]", 3), ("a: ># no\n  text", 4),
      ("a: |-#no\n  text", 5), ("{a: 'b'}#no", 8), ("a: &x 'é'# no", 10),
      ("a: 1 # ok\nb: 'x'#no", 16),
      ("[-, -]", 1), ("[&a -]", 1), ("[-]#", 1), ("[[-]]", 2), ("a: b\n%YAML 1.2\n---\n", 5),
      ("---\n%YAML 1.2\n---\n", 4),
      ("\"\\ud83d\\ude00\"#no", 14), ("--- a\n--- \"\\ud83d\\ude00\"#no", 24),
    ])
  func stricter(_ text: String, _ offset: Int) {
    #expect(refusal(of: text) == Refusal(kind: .yamlSyntax, offset: offset))
  }

  @Test(
    "text that resembles an adjacent comment is text",
    arguments: [
      "a: \"x\\\"#y\"", "a: 'x''#y'", "a: b]#c", "a,#b: c", "# \"x\"#y\na: b", "a: 1 # [x]#y,#z",
      "a: |\n  \"x\"#y\n  ]#z\nb: c", "a: >- # x,#y\n  text", "- a-#b\n- b+#c", "a: &x # b,#c\n  d",
      "a: \"\n  x\n  ,#y\"", "--- \"a,#b\"\n--- 'a,#b'\n", "a: |\n  x\n# ]#y\nb: ',#'",
      "[a, # b,#c\nd]",
      "--- a\n...\n# x\n%YAML 1.1\n--- b", "%YAML 1.1\n%TAG ! tag:x,2000:\n--- b", "- -\n- - -",
      "--", "-a",
      "'-'", "- '-'", "--- 'a,#b'\n--- \"\\ud83d\\ude00,#\"", "- !a # x,#y\n  &b # z,#\n  'c,#d'",
    ])
  func lookalikes(_ text: String) {
    #expect(refusal(of: text) == nil)
  }

  @Test(
    "arrays and objects as keys are an error",
    arguments: [("[a]: b", 0), ("{{a: 1}: b}", 1), ("? - a\n: b", 2)])
  func collectionKeys(_ text: String, _ offset: Int) {
    #expect(refusal(of: text) == Refusal(kind: .nonScalarKey, offset: offset))
  }

  @Test("every prefix of a document is an error inside of it, or a value, in place and not")
  func prefixes() {
    let text = "a: [1, {b: \"\\u00e9\"}, 'x']\nb: &c |\n  d\ne: *c\n--- !!str >-\n f\n"
    for length in 0..<text.utf8.count {
      let prefix = Array(text.utf8.prefix(length))
      let inPlace = Result { () throws(Refusal) in try read(prefix) }
      let copied = Result { () throws(Refusal) in try read(prefix, readsInPlace: false) }
      #expect(inPlace == copied, "\(length) bytes")
      if case .failure(let refusal) = inPlace { #expect((0...length).contains(refusal.offset)) }
    }
  }
}
