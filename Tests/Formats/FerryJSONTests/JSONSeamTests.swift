import FerryJSONEngine
import FerryBase
import FerryTestSupport
import Foundation
import Testing

/// The reader goes over from the input to a copy of its last 64 bytes; no token may notice.
@Suite("The seam between input and tail")
struct JSONSeamTests {
  private static let step = isDebugBuild ? 3 : 1

  private static let documents = [
    "true", "-1234567.5000000000000000000000000000000000000000000e-00",
    "[0.0000000000000000000000000001]",
    #""plain text of more than forty-eight bytes, in one piece""#,
    #""\u00e9\ud83d\ude00\n\"\\\/ and \u20ac \ud83d\ude00\t\t\t\t\t\t\t\t\t\t\t\t""#,
    #"{"key":[1,{},[],null,false],"\u006bey two":"é😀中"}"#,
    #"[[[[[[[[[[{"a":{"b":{"c":[[[[[[[]]]]]]]}}}]]]]]]]]]]"#,
    "[\n      1,\n      2,\n\t\t\t\t\t\t\t\t\t\t\t\t[                         ]\n]",
  ]

  @Test("documents are the same wherever the seam is", arguments: documents)
  func values(document: String) throws {
    let expected = try JSONDecoder().decode(AnyValue.self, from: Data(document.utf8))
    let buffer = GuardedBuffer()
    var wrong = 0
    for before in stride(from: 0, through: 70, by: Self.step) {
      for after in 0...70 {
        let bytes = blanks(before) + Array(document.utf8) + blanks(after)
        let value = buffer.lend(bytes) { TapeJSON.read($0) }
        if value != .success(expected) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test("strings of every length are read to their end", arguments: ["", #"\n"#, #"\u00e9"#, "é"])
  func strings(ending: String) throws {
    let buffer = GuardedBuffer()
    for length in 0...200 {
      let plain = String(repeating: "x", count: length)
      let end = try JSONDecoder().decode(String.self, from: Data("\"\(ending)\"".utf8))
      let text = "[\"\(plain)\(ending)\",{\"\(plain)\(ending)\":\"\(ending)\(plain)\"}]"
      let expected: AnyValue = [
        .string(plain + end), .object([plain + end: .string(end + plain)]),
      ]
      let value = buffer.lend(Array(text.utf8)) { TapeJSON.read($0) }
      if value != .success(expected) { #expect(value == .success(expected)) }
    }
  }

  @Test("numbers of every length are read to their end")
  func numbers() throws {
    let buffer = GuardedBuffer()
    for length in 1...200 {
      let digits = String((0..<length).map { Character("\(1 + $0 % 9)") })
      for number in [digits, "-\(digits).\(digits)", "0.\(digits)e-\(length)"] {
        for text in [number, "[\(number)]", "{\"a\":\(number) }"] {
          let value = buffer.lend(Array(text.utf8)) { TapeJSON.read($0) }
          let found = try value.get()
          let kept = (found[0] ?? found["a"] ?? found).number?.text
          if kept != number { #expect(kept == number, "\(text)") }
        }
      }
    }
  }

  @Test(
    "failures are the same wherever the seam is",
    arguments: [
      "[trux]", "[1 2]", "[\"abc\u{1}\"]", #"["\u12G4"]"#, #"["\ud83d\u0020"]"#, #"["\ud83d"]"#,
      "[-]", "[1.]", "[1e]", "[01]", "[1,]", "{1:2}", #"{"a" 1}"#, "[]]",
      #"["0123456789abcdef\q"]"#,
      "[12345678901234567890.x]", "{\"a\":1]", "[\u{0}]", "'a'",
    ])
  func failures(text: String) throws {
    let expected = try #require(TapeJSON.failure(Array((text + " ").utf8)))
    let buffer = GuardedBuffer()
    for before in stride(from: 0, through: 80, by: Self.step) {
      for after in 1...70 {
        let bytes = blanks(before) + Array(text.utf8) + blanks(after)
        let failure = buffer.lend(bytes) { input -> WireFailure? in
          if case .failure(let failure) = TapeJSON.read(input) { failure } else { nil }
        }
        let moved = WireFailure(expected.kind, offset: expected.offset + before)
        if failure != moved { #expect(failure == moved, "\(before) before, \(after) after") }
      }
    }
  }

  @Test("truncated documents fail at every position of the seam", arguments: documents)
  func truncations(document: String) {
    let buffer = GuardedBuffer()
    let bytes = Array(document.utf8)
    // A number, cut off, is a shorter number.
    guard bytes[0] != UInt8(ascii: "-") else { return }
    for before in stride(from: 0, through: 70, by: 7) {
      for length in 0..<bytes.count {
        let input = blanks(before) + bytes.prefix(length)
        let result = buffer.lend(input) { TapeJSON.read($0) }
        if case .success = result { Issue.record("\(length) bytes after \(before) blanks") }
      }
    }
  }

  @Test("brackets alone are read to their end and no further", arguments: ["[", "{\"\":"])
  func brackets(opening: String) {
    let closing = opening == "[" ? "]" : "}"
    let buffer = GuardedBuffer()
    for depth in [1, 60, 63, 64, 65, 66, 127, 128, 129, 130, 200, 500] {
      for missing in [0, 1, 2, 64, 65, 66, 500] where missing <= depth {
        for inner in ["1", "[]", #""é""#] {
          let text =
            String(repeating: opening, count: depth) + inner
            + String(repeating: closing, count: depth - missing)
          let expected: WireFailure? =
            missing == 0 ? nil : WireFailure(.unexpectedEnd, offset: text.utf8.count)
          let failure = buffer.lend(Array(text.utf8)) { input -> WireFailure? in
            if case .failure(let failure) = TapeJSON.read(input) { failure } else { nil }
          }
          if failure != expected { #expect(failure == expected, "\(depth) - \(missing), \(inner)") }
        }
      }
    }
  }

  private func blanks(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: count) }
}
