import FerryBase
import FerryJSONEngine
import FerryTestSupport
import Testing

@Suite("JSON from text to text without a tape")
struct CompactorTests {
  /// The result of the compactor for `text`.
  private func compacted(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    let sealed = bytes + [UInt8](repeating: 0x0A, count: JSONCompactor.padding)
    var output = ByteWriter()
    var isDone = false
    sealed.withByteView { sealed in
      output.append(upTo: bytes.count + JSONCompactor.padding) { target in
        let copied = JSONCompactor.copy(
          ByteView(rebasing: sealed[..<bytes.count]), to: target)
        isDone = copied != nil
        return copied ?? 0
      }
    }
    return isDone ? String(decoding: output.bytes, as: UTF8.self) : nil
  }

  /// The result of reading and writing.
  private func rewritten(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    return bytes.withByteView { input in
      var reader = JSONReader(input)
      var tape = Tape()
      var output = ByteWriter()
      do throws(WireFailure) {
        try reader.readDocument(into: &tape)
        try JSONWireWriter.write(TapeView(tape, input: input), to: &output)
      } catch {
        return nil
      }
      return String(decoding: output.bytes, as: UTF8.self)
    }
  }

  @Test(
    "blanks between tokens are removed, everything else stays",
    arguments: [
      "1", " -0 ", "0.10", "1e5", "1E+05", "-12.5e-3", "true", "false", "null", "\"\"", "[]",
      "{}", " [ ] ", "{ }", "[1,2]", "[ 1 , 2 ]", "{\"a\":1}", "{ \"a\" : 1 , \"b\" : [ ] }",
      "\"a \\n \\\" \\\\ \\t\\b\\f\\r é 語 😀 of some length\"", "[[[[{\"a\":[{}]}]]]]",
      "[\"\u{2028}\",\"/\",\"\u{7F}\"]", "\t\r\n[\t1\r\n]\n", "[-1,0,1.0,18446744073709551616]",
      "{\"a\":{\"b\":{\"c\":null}},\"d\":[true,false]}",
    ])
  func valid(_ text: String) {
    #expect(compacted(text) == rewritten(text))
    #expect(compacted(text) != nil)
  }

  @Test(
    "invalid text and text that needs another spelling are left to the reader",
    arguments: [
      "", " ", "01", "-", "1.", ".5", "1e", "1e+", "+1", "tru", "True", "nul", "nan", "\"", "\"a",
      "\"\\u00e9\"", "\"\\/\"", "\"\\x\"", "\"a\u{1}\"", "\"\t\"", "[", "]", "[1", "[1,", "[1,]",
      "[,1]", "[1 2]", "{", "}", "{\"a\"}", "{\"a\":}", "{\"a\":1", "{\"a\":1,}", "{a:1}", "{1:1}",
      "[1}", "{\"a\":1]", "1 2", "[]]", "[] []", "\u{FEFF}1", "'a'", "[1]x", "\"a\"b", "truex",
    ])
  func invalid(_ text: String) {
    #expect(compacted(text) == nil)
  }

  @Test("it agrees with reader and writer on random and damaged documents")
  func agreement() {
    var generator = SeededGenerator(for: "CompactorTests")
    let alphabet = Array("{}[]\",:0123456789.eE+-tfn\\ \n a".utf8)
    var copied = 0
    for _ in 0..<20_000 {
      var bytes: [UInt8] = Array(
        #"{"id":12, "tags":["a","bc"],"x":{"y":-1.5e3,"z":[true,false,null]},"s":"é\n"}"#.utf8)
      for _ in 0..<generator.int(0..<4) {
        let index = generator.int(0..<bytes.count)
        switch generator.int(0..<3) {
        case 0: bytes[index] = alphabet.randomElement(using: &generator) ?? 0x20
        case 1: bytes.remove(at: index)
        default: bytes.insert(alphabet.randomElement(using: &generator) ?? 0x20, at: index)
        }
      }
      // The caller has checked the encoding.
      guard let text = String(validating: bytes, as: UTF8.self) else { continue }
      guard let result = compacted(text) else { continue }
      copied += 1
      #expect(result == rewritten(text), "\(text)")
    }
    #expect(copied > 1000)
  }

  @Test("every truncated document is rejected, except a number")
  func truncations() {
    let text = #"{"a":[1,-2.5e3,true,null,"é \n"],"b":{"c":{},"d":[[]]},"long":"0123456789abcdef"}"#
    for end in text.indices { #expect(compacted(String(text[..<end])) == nil) }
    #expect(compacted(text) == text)
  }

  @Test("containers beyond 63 levels are left to the reader")
  func depth() {
    for depth in [1, 62, 63, 64, 65, 500] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let result = compacted(text)
      #expect(result == nil || result == text)
      #expect((result != nil) == (depth <= 63), "\(depth)")
    }
  }
}
