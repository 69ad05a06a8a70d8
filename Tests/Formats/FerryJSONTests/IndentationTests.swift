import FerryBase
import FerryJSONEngine
import FerryTestSupport
import Foundation
import Testing

/// Readers expect the white space of the last member of a depth. The text decides.
@Suite("Indented JSON")
struct IndentationTests {
  @Test(
    "indented documents have the values that Foundation finds",
    arguments: [
      "  ", "\t", "", "    ", "\r", " \t", "      ", "\t\t\t\t\t", "                ",
    ])
  func evenIndentation(blanks: String) throws {
    for lineBreak in ["\n", "\r\n", "\n\n", " \n", ""] {
      let text = indented { lineBreak + String(repeating: blanks, count: $0) }
      try expectFoundationsValue(of: text)
    }
  }

  @Test("white space of random lengths and characters is skipped")
  func randomIndentation() throws {
    var random = SeededGenerator(for: "IndentationTests.random")
    for _ in 0..<(isDebugBuild ? 300 : 3_000) {
      // Most runs repeat the usual one, so that readers expect it.
      let usual = Int.random(in: 0...4, using: &random)
      let text = indented { depth in
        if Int.random(in: 0..<4, using: &random) > 0 {
          return "\n" + String(repeating: " ", count: depth * usual)
        }
        let count = Int.random(in: 0...40, using: &random)
        return (0..<count).map { _ in ["\n", " ", "\t", "\r"].randomElement(using: &random)! }
          .joined()
      }
      try expectFoundationsValue(of: text)
    }
  }

  @Test(
    "a character that is not white space is an error in an expected run",
    arguments: ["\u{0}", "\u{B}", "\u{C}", "\u{1F}", "!", "\u{A0}"])
  func foreignCharacters(character: String) throws {
    for width in 1...40 {
      let run = "\n" + String(repeating: " ", count: width)
      for place in 0...width {
        var characters = Array(run)
        characters[place] = Character(character)
        let text = "[" + run + "1," + run + "2," + String(characters) + "3\n]"
        #expect(TapeJSON.failure(Array(text.utf8)) != nil, "\(text)")
        #expect(!DirectText.isRead(DirectText.read([Int].self, text)), "\(text)")
      }
    }
  }

  /// Returns a document with the white space that `run` returns for a depth.
  private func indented(_ run: (Int) -> String) -> String {
    var text = ""
    var depth = 0
    for token in Self.tokens {
      switch token {
      case "{", "[":
        depth += 1
        text += token + run(depth)
      case "}", "]":
        depth -= 1
        text += run(depth) + token
      case ",": text += token + run(depth)
      default: text += token
      }
    }
    return text
  }

  private static let tokens: [String] =
    #"{|"a":|1|,|"b":|[|1|,|22|,|333|]|,|"c":|{|"d":|[|[|]|,|{|}|,|[|[|[|[|[|[|[|"x"|,|"y"|]|]|]|]|]|]|]|]|,|"e":|"text"|}|,|"f":|[|{|"g":|null|,|"h":|true|}|,|{|"g":|0.5|,|"h":|false|}|]|}"#
    .split(separator: "|").map(String.init)

  private func expectFoundationsValue(of text: String) throws {
    let expected = try JSONDecoder().decode(AnyValue.self, from: Data(text.utf8))
    let bytes = Array(text.utf8)
    if TapeJSON.read(bytes) != .success(expected) {
      Issue.record("the tape has another value: \(text)")
    }
    guard case .success(let value) = DirectText.read(AnyValue.self, text), value == expected else {
      Issue.record("the direct reader has another value: \(text)")
      return
    }
    if !DirectText.isRead(DirectText.read(Skipped.self, text)) {
      Issue.record("the value is not skipped: \(text)")
    }
  }
}
