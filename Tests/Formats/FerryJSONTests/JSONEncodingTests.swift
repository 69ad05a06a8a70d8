import Ferry
import FerryJSONEngine
import FerryBase
import FerryTestSupport
import Testing

/// The verdicts of `utf8/cases.txt`: hex bytes at the edges of vectors.
@Suite("UTF-8 in JSON")
struct JSONEncodingTests {
  private struct Case {
    let isValid: Bool
    let bytes: [UInt8]
  }

  private func cases() throws -> [Case] {
    try Corpora.lines("conformance/utf8/cases.txt").map { line in
      let fields = line.split(separator: " ")
      // An empty text is a case, too.
      let digits = Array(fields.dropFirst().first ?? "")
      let bytes = try stride(from: 0, to: digits.count, by: 2).map {
        try #require(UInt8(String(digits[$0...$0 + 1]), radix: 16))
      }
      return Case(isValid: fields.first == "valid", bytes: bytes)
    }
  }

  private struct Model: Codable, Equatable {
    var kept: Int
  }

  /// `bytes` without what JSON itself refuses in strings.
  private func isPlain(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
  }

  @Test("a string is valid exactly if its UTF-8 is", arguments: [0, 1, 13, 15, 40, 64, 70])
  func strings(padding: Int) throws {
    for example in try cases() where isPlain(example.bytes) {
      let pad = [UInt8](repeating: 0x61, count: padding)
      let input = [0x22] + pad + example.bytes + [0x22]
      let text = try? JSON.decode(String.self, from: input)
      #expect((text != nil) == example.isValid, "\(example.bytes)")
      if let text { #expect(Array(text.utf8) == pad + example.bytes) }
    }
  }

  @Test("a key is valid exactly if its UTF-8 is", arguments: [0, 1, 13, 15, 40, 64])
  func keys(padding: Int) throws {
    for example in try cases() where isPlain(example.bytes) {
      let pad = [UInt8](repeating: 0x61, count: padding)
      let input = Array("{\"".utf8) + pad + example.bytes + Array("\":1}".utf8)
      let object = try? JSON.decode([String: Int].self, from: input)
      #expect((object != nil) == example.isValid, "\(example.bytes)")
      if let object { #expect(object.keys.map { Array($0.utf8) } == [pad + example.bytes]) }
    }
  }

  @Test("unread values and keys are valid exactly if their UTF-8 is", arguments: [0, 13, 40])
  func skipped(padding: Int) throws {
    for example in try cases() where isPlain(example.bytes) {
      let pad = [UInt8](repeating: 0x61, count: padding)
      for (before, after) in [("{\"kept\":1,\"other\":\"", "\"}"), ("{\"kept\":1,\"", "\":2}")] {
        let input = Array(before.utf8) + pad + example.bytes + Array(after.utf8)
        let model = try? JSON.decode(Model.self, from: input)
        #expect((model != nil) == example.isValid, "\(example.bytes)")
      }
    }
  }

  @Test("a failure is at the first invalid byte")
  func places() throws {
    for example in try cases() where !example.isValid {
      let failure = TapeJSON.failure(Array("[\"".utf8) + example.bytes + Array("\"]".utf8))
      #expect(failure?.kind == .invalidUTF8)
      #expect((2...2 + example.bytes.count).contains(failure?.offset ?? 0))
    }
  }
}
