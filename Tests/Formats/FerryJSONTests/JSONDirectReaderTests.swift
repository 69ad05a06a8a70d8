import FerryBase
import FerryJSONEngine
import FerryTestSupport
import Foundation
import Testing

/// The laws of `JSONReader`, for the reader of direct coding.
@Suite("The direct reader of JSON")
struct JSONDirectReaderTests {
  private static let folder = "conformance/JSONTestSuite/test_parsing"

  /// Expects all ways through `bytes` to agree with the reader of tapes.
  private func check(_ bytes: [UInt8], _ name: String) {
    let expected = TapeJSON.read(bytes)
    let direct = DirectText.read(AnyValue.self, bytes)
    let isRead = DirectText.isRead(expected)
    #expect(DirectText.isRead(direct) == isRead, "\(name)")
    #expect(DirectText.isRead(DirectText.read(Skipped.self, bytes)) == isRead, "\(name), skipped")
    guard case .success(let found) = direct, case .success(let expected) = expected else { return }
    #expect(found == expected, "\(name)")
  }

  @Test("verdicts and values on JSONTestSuite are the tape's")
  func suite() throws {
    for file in try Corpora.files(in: Self.folder) { check(file.bytes, file.name) }
  }

  @Test("every prefix of every y_ case has the tape's verdict")
  func truncations() throws {
    for file in try Corpora.files(in: Self.folder)
    where file.name.hasPrefix("y_") && file.bytes.count < 500 {
      for length in 0..<file.bytes.count {
        check(Array(file.bytes.prefix(length)), "\(file.name), \(length) bytes")
      }
    }
  }

  @Test("changed bytes have the tape's verdict")
  func mutations() throws {
    var random = SeededGenerator(for: "DirectReaderTests.mutations")
    for _ in 0..<(isDebugBuild ? 300 : 3000) {
      let value = random.anyValue()
      var bytes = try DirectText.write(value)
      check(bytes, "\(value)")
      for _ in 0..<4 where !bytes.isEmpty {
        let place = random.int(0..<bytes.count)
        switch random.int(0..<3) {
        case 0: bytes[place] ^= 1 << UInt8(random.int(0..<8))
        case 1: bytes.remove(at: place)
        default: bytes.insert(Array("{}[],:\"\\ -.e0t\u{80}".utf8)[random.int(0..<16)], at: place)
        }
        check(bytes, String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  @Test("text of any length around the end of the input is read whole")
  func lengths() {
    for length in 0..<200 {
      for key in [1, 7, 8, 15, 60, 130] {
        let name = String(repeating: "k", count: key)
        let text = String(repeating: "x", count: length)
        check(Array("{\"\(name)\":\"\(text)\"}".utf8), "\(key), \(length)")
        check(Array("{\"\(name)\":\"\\n\(text)\" , \"é\":[1.5e3]}".utf8), "\(key), \(length), é")
      }
    }
  }

  @Test(
    "text with an escape at any place is the text that Foundation reads",
    arguments: [
      #"\n"#, #"\t"#, #"\r"#, #"\b"#, #"\f"#, #"\""#, #"\\"#, #"\/"#, #"\u00e9"#, #"\u20ac"#,
      #"\ud83d\ude00"#, #"\u0000"#, "é", "日本", "😀",
    ])
  func escapesAnywhere(escape: String) throws {
    for length in Array(0...100) + Array(980...1060) {
      for tail in [0, 1, 15, 16, 17, 33, 70] {
        let plain = String(repeating: "x", count: length)
        let end = String(repeating: "y", count: tail)
        let text = "\"\(plain)\(escape)\(end)\(escape)\""
        let expected = try JSONDecoder().decode(String.self, from: Data(text.utf8))
        let read = DirectText.read(String.self, text)
        if read != .success(expected) { #expect(read == .success(expected)) }
      }
    }
  }

  @Test(
    "escapes that JSON does not have are errors at any place",
    arguments: [#"\x"#, #"\"#, #"\0"#, #"\N"#, #"\'"#, #"\u12"#, #"\ud83d"#, #"\ud83dx"#, "\u{1}"])
  func invalidEscapes(escape: String) {
    for length in 0...100 {
      let text = "\"\(String(repeating: "x", count: length))\(escape)\""
      #expect(!DirectText.isRead(DirectText.read(String.self, text)), "\(text)")
    }
  }

  @Test("decoding escapes writes no byte after the memory", arguments: 16...64)
  func escapesStayInTheMemory(capacity: Int) throws {
    for (escape, character) in [(#"\n"#, "\n"), (#"\u20ac"#, "€"), (#"\ud83d\ude00"#, "😀")] {
      for length in 0...capacity {
        let plain = String(repeating: "x", count: length)
        let input = Array("\(plain)\(escape)\"".utf8)
        var memory = [UInt8](repeating: 0xAA, count: capacity + 48)
        let read = try input.withByteView { input in
          try memory.withMutableByteView { memory in
            var output = ByteWriter(
              borrowing: MutableByteView(start: memory.start, count: capacity))
            var reader = ByteReader(input)
            try reader.copyEscapedText(to: &output, inTextAt: 1)
            return Array(output.bytes)
          }
        }
        #expect(memory[capacity...].allSatisfy { $0 == 0xAA }, "\(escape) behind \(length) letters")
        #expect(read.elementsEqual((plain + character).utf8))
      }
    }
  }

  @Test("512 containers are read and 513 are not, skipped or not")
  func depth() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      for depth in [1, 64, 65, 128, 512, 513, 600] {
        let inner = open == "[" ? "" : "1"
        let text =
          String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
        #expect(DirectText.isRead(DirectText.read(AnyValue.self, text)) == (depth <= 512))
        #expect(DirectText.isRead(DirectText.read(Skipped.self, text)) == (depth <= 512))
      }
      let unclosed = String(repeating: open, count: 100_000)
      #expect(!DirectText.isRead(DirectText.read(Skipped.self, unclosed)))
    }
  }

  @Test("brackets that do not match are an error beyond 64 of them, too")
  func mixedBrackets() {
    var random = SeededGenerator(for: "DirectReaderTests.mixedBrackets")
    for _ in 0..<200 {
      let isMap = (0..<random.int(60..<200)).map { _ in random.oneIn(2) }
      var closing = isMap.reversed().map { $0 ? "}" : "]" }
      let opening = isMap.map { $0 ? "{\"a\":" : "[" }.joined()
      #expect(DirectText.isRead(DirectText.read(Skipped.self, opening + "1" + closing.joined())))
      let place = random.int(0..<closing.count)
      closing[place] = closing[place] == "}" ? "]" : "}"
      #expect(!DirectText.isRead(DirectText.read(Skipped.self, opening + "1" + closing.joined())))
    }
  }

  @Test("trailing commas are read only if the option is set")
  func trailingCommas() {
    var lenient = JSONReadingOptions()
    lenient.allowsTrailingCommas = true
    for text in ["[1,]", "{\"a\":[1,],}", "[[],]"] {
      let bytes = Array(text.utf8)
      #expect(!DirectText.isRead(DirectText.read(AnyValue.self, bytes)))
      #expect(DirectText.isRead(DirectText.read(AnyValue.self, bytes, options: lenient)))
      #expect(DirectText.isRead(DirectText.read(Skipped.self, bytes, options: lenient)))
    }
    for text in ["[,]", "{,}", "[1,,]"] {
      #expect(
        !DirectText.isRead(DirectText.read(AnyValue.self, Array(text.utf8), options: lenient)))
    }
  }
}
