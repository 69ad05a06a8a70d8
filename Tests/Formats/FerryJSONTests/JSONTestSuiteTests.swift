import Ferry
import FerryBase
import FerryJSONEngine
import FerryTestSupport
import Foundation
import Testing

/// The parsing cases of github.com/nst/JSONTestSuite, named by verdict.
@Suite("JSONTestSuite")
struct JSONTestSuiteTests {
  private static let folder = "conformance/JSONTestSuite/test_parsing"

  private func cases(_ verdict: String) throws -> [Corpora.File] {
    let files = try Corpora.files(in: Self.folder).filter { $0.name.hasPrefix(verdict) }
    if Corpora.folder != nil { try #require(!files.isEmpty) }
    return files
  }

  @Test("all y_ cases are accepted, as Foundation's value")
  func accepted() throws {
    for file in try cases("y_") {
      let value = TapeJSON.read(file.bytes)
      guard case .success(let value) = value else {
        Issue.record("\(file.name): \(value)")
        continue
      }
      if let expected = try? JSONDecoder().decode(AnyValue.self, from: Data(file.bytes)),
        !file.name.contains("duplicated_key")
      {
        #expect(value == expected, "\(file.name)")
      }
    }
  }

  @Test("all n_ cases are rejected, with an offset in the input")
  func rejected() throws {
    for file in try cases("n_") {
      let failure = TapeJSON.failure(file.bytes)
      #expect(failure != nil, "\(file.name)")
      let offset = failure?.offset ?? 0
      #expect(offset >= 0 && offset <= file.bytes.count, "\(file.name)")
    }
  }

  @Test(
    "all ways of decoding agree on every case, the i_ cases included",
    arguments: ["y_", "n_", "i_"])
  func waysOfDecoding(verdict: String) throws {
    for file in try cases(verdict) {
      let bytes = inUTF8(file.bytes)
      let isRead = TapeJSON.failure(bytes) == nil
      let decoded = try? JSON.decode(AnyValue.self, from: file.bytes)
      let text = try? TapeJSON.rewritten(bytes, writing: JSONWritingOptions())
      #expect((decoded != nil) == isRead, "\(file.name)")
      #expect((text != nil) == isRead, "\(file.name)")
      // Numbers that no type holds are still values when nobody asks for them.
      #expect(((try? JSON.decode(Ignored.self, from: file.bytes)) != nil) == isRead, "\(file.name)")
      guard let decoded, let text else { continue }
      #expect(TapeJSON.read(text) == .success(decoded), "\(file.name)")
      #expect(try JSON.encode(decoded) == text, "\(file.name)")
    }
  }

  /// The UTF-8 text that the entry point makes of a document in UTF-16.
  private func inUTF8(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withByteView { bytes in
      guard let encoding = TextEncoding(of: bytes) else { return Array(bytes) }
      var text = ByteWriter()
      return encoding.convert(bytes, to: &text) == nil ? Array(text.bytes) : Array(bytes)
    }
  }

  @Test("transform cases keep their text")
  func transforms() throws {
    for file in try Corpora.files(in: "conformance/JSONTestSuite/test_transform") {
      guard let text = try? TapeJSON.rewritten(file.bytes) else {
        // Only surrogates without a partner may be an error.
        #expect(file.name.contains("codepoint"), "\(file.name)")
        continue
      }
      #expect(try TapeJSON.rewritten(text) == text, "\(file.name)")
      if file.name.hasPrefix("number_") || file.name.hasPrefix("object_") {
        #expect(text == file.bytes.filter { $0 != 0x20 && $0 != 0x0A }, "\(file.name)")
      }
    }
  }

  @Test("every prefix of every y_ case is an error or a value")
  func truncations() throws {
    for file in try cases("y_") where file.bytes.count <= 4096 {
      let isNumber = file.bytes.first.map { $0 == 0x2D || (0x30...0x39).contains($0) } ?? false
      let end = file.bytes.lastIndex { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } ?? 0
      Truncation.check(file.bytes, isComplete: { isNumber || $0.count > end }) {
        _ = try TapeJSON.read($0).get()
      }
    }
  }
}

/// A model that reads nothing.
private struct Ignored: Decodable {
  init(from decoder: any Decoder) throws {}
}
