import FerryJSONEngine
import FerryBase
import Testing

/// A text that is not JSON, and what is wrong with it.
struct SyntaxCase: Sendable, CustomTestStringConvertible {
  let text: String
  let kind: FailureKind
  let offsets: ClosedRange<Int>
  var testDescription: String { text.debugDescription }

  init(_ text: String, _ kind: FailureKind, _ offset: Int) {
    self.init(text, kind, in: offset...offset)
  }

  init(_ text: String, _ kind: FailureKind, in offsets: ClosedRange<Int>) {
    self.text = text
    self.kind = kind
    self.offsets = offsets
  }
}

enum SyntaxTable {
  static let ends: [SyntaxCase] = [
    .init("", .unexpectedEnd, 0), .init(" ", .unexpectedEnd, 1), .init("\n\n", .unexpectedEnd, 2),
    .init("[", .unexpectedEnd, 1), .init("[1", .unexpectedEnd, 2), .init("[1,", .unexpectedEnd, 3),
    .init("[1 ", .unexpectedEnd, 3), .init("{", .unexpectedEnd, 1), .init("{ ", .unexpectedEnd, 2),
    .init(#"{"a""#, .unexpectedEnd, 4), .init(#"{"a":"#, .unexpectedEnd, 5),
    .init(#"{"a":1"#, .unexpectedEnd, 6), .init(#"{"a":1,"#, .unexpectedEnd, 7),
    .init("[[]", .unexpectedEnd, 3), .init("tru", .unexpectedEnd, 3), .init("-", .unexpectedEnd, 1),
    .init("1.", .unexpectedEnd, 2), .init("1e", .unexpectedEnd, 2), .init("1e+", .unexpectedEnd, 3),
    .init("\u{FEFF}", .unexpectedEnd, 3), .init(#"""#, .unterminatedString, 0),
    .init(#"["abc"#, .unterminatedString, 1), .init(#"{"abc"#, .unterminatedString, 1),
    .init(#"["\n"#, .unterminatedString, 1),
    .init(#"["0123456789012345678901"#, .unterminatedString, 1),
  ]

  static let structure: [SyntaxCase] = [
    .init("[1}", .mismatchedBracket, 2), .init(#"{"a":1]"#, .mismatchedBracket, 6),
    .init("[1 2]", .missingComma, 3), .init(#"{"a":1 "b":2}"#, .missingComma, 7),
    .init("[1:2]", .missingComma, 2), .init("[true\u{0}]", .missingComma, 5),
    .init("[0x1]", .missingComma, 2), .init("[1/**/]", .missingComma, 2),
    .init(#"{"a" 1}"#, .missingColon, 5), .init(#"{"a",1}"#, .missingColon, 4),
    .init("{1:2}", .missingKey, 1), .init("{,}", .missingKey, 1), .init("{a:1}", .missingKey, 1),
    .init("{'a':1}", .missingKey, 1), .init("{]", .missingKey, 1), .init("{/**/}", .missingKey, 1),
    .init(#"{"a":1,}"#, .trailingComma, in: 6...7), .init("[1,]", .trailingComma, in: 2...3),
    .init("[1, ]", .trailingComma, in: 2...4),
    .init("[,1]", .unexpectedCharacter, 1), .init("[1,,2]", .unexpectedCharacter, 3),
    .init(#"{"a":}"#, .unexpectedCharacter, 5), .init("]", .unexpectedCharacter, 0),
    .init("1 2", .trailingContent, 2), .init("[]]", .trailingContent, 2),
    .init("{}\u{0}", .trailingContent, 2), .init("nulll", .trailingContent, 4),
    .init("[] //", .trailingContent, 3),
  ]

  static let tokens: [SyntaxCase] = [
    .init("trux", .invalidLiteral, 3), .init("[nulL]", .invalidLiteral, 4),
    .init("[fals]", .invalidLiteral, 5), .init("True", .unexpectedCharacter, 0),
    .init("NaN", .unexpectedCharacter, 0), .init("Infinity", .unexpectedCharacter, 0),
    .init("+1", .unexpectedCharacter, 0), .init(".5", .unexpectedCharacter, 0),
    .init("'a'", .unexpectedCharacter, 0), .init("/**/1", .unexpectedCharacter, 0),
    .init("\u{0}", .unexpectedCharacter, 0), .init("[\u{FEFF}1]", .unexpectedCharacter, 1),
    .init("\u{A0}1", .unexpectedCharacter, 0), .init("[\u{C}]", .unexpectedCharacter, 1),
    .init("[-]", .invalidNumber, 2), .init("-Infinity", .invalidNumber, in: 0...1),
    .init("[1.]", .invalidNumber, 3), .init("[1.e5]", .invalidNumber, 3),
    .init("[1e]", .invalidNumber, 3), .init("[1e+]", .invalidNumber, 4),
    .init("[01]", .invalidNumber, in: 1...3), .init("[-01]", .invalidNumber, in: 1...4),
    .init("01", .invalidNumber, in: 0...1), .init("-012", .invalidNumber, in: 0...2),
    .init("\"a\u{1}\"", .controlCharacter, 2), .init("\"\n\"", .controlCharacter, 1),
    .init("\"\u{0}\"", .controlCharacter, 1), .init("[\"\\n\t\"]", .controlCharacter, 4),
    .init("{\"\u{1F}\":1}", .controlCharacter, 2), .init(#""\x""#, .invalidEscape, 1),
    .init(#""\u12G4""#, .invalidEscape, 1), .init(#""\u123""#, .invalidEscape, 1),
    .init(#""a\'""#, .invalidEscape, 2), .init(#""\U0041""#, .invalidEscape, 1),
    .init("\"\\\n\"", .invalidEscape, 1), .init(#"{"\q":1}"#, .invalidEscape, 2),
    .init(#""\uD800""#, .loneSurrogate, 1), .init(#""a\uDC00""#, .loneSurrogate, 2),
    .init(#""\uD800\u0041""#, .loneSurrogate, 1), .init(#""\uD800\n""#, .loneSurrogate, 1),
    .init(#""\uD800\uD800""#, .loneSurrogate, 1), .init(#""\uDC00\uD800""#, .loneSurrogate, 1),
    .init(#"{"\uD800":1}"#, .loneSurrogate, 2),
  ]
}

@Suite("JSON syntax errors")
struct JSONFailureTests {
  @Test("input that ends too early is an error at its end", arguments: SyntaxTable.ends)
  func ends(example: SyntaxCase) { check(example) }

  @Test("wrong structure is an error at its first byte", arguments: SyntaxTable.structure)
  func structure(example: SyntaxCase) { check(example) }

  @Test("a wrong token is an error at its first byte", arguments: SyntaxTable.tokens)
  func tokens(example: SyntaxCase) { check(example) }

  private func check(_ example: SyntaxCase) {
    let failure = TapeJSON.failure(Array(example.text.utf8))
    #expect(failure?.kind == example.kind)
    #expect(
      failure.map { example.offsets.contains($0.offset) } ?? false, "\(String(describing: failure))"
    )
  }

  @Test(
    "invalid UTF-8 is found at its start, in a string, in a key and between tokens",
    arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]
      as [[UInt8]])
  func encoding(bytes: [UInt8]) {
    for (before, after) in [("[\"a", "\"]"), ("{\"", "\":1}"), ("[", "]"), ("", ""), ("[1] ", "")] {
      let input = Array(before.utf8) + bytes + Array(after.utf8)
      #expect(
        TapeJSON.failure(input) == WireFailure(.invalidUTF8, offset: before.utf8.count),
        "\(before)\(bytes)\(after)")
    }
  }
}
