import Ferry
import FerryBase
import FerryMacros
import FerryTestSupport
import Foundation
import Testing

/// The direct reader expects white space and keys, and looks ahead of them. Memory that ends with
/// the document shows a look too far.
@Suite("Indented documents that are cut")
struct CutIndentedDocumentsTests {
  @DirectCodable
  struct Flags: Equatable {
    var a: Int
    var abcdefghijklmnopqrstuvwxyz: Bool?
    var abcdefghijklmnopqrstuvwxyz0: Bool
    var abcdefghijklmnopqrstuvwxyz012: Bool?
  }

  @Test("each cut of a document is an error, at the end of its memory")
  func cuts() throws {
    let buffer = GuardedBuffer()
    let names = [
      "abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz0", "abcdefghijklmnopqrstuvwxyz012",
    ]
    let model = Flags(
      a: 1, abcdefghijklmnopqrstuvwxyz: true, abcdefghijklmnopqrstuvwxyz0: false,
      abcdefghijklmnopqrstuvwxyz012: nil)
    for width in [0, 1, 7, 8, 15, 16, 29, 30, 31, 32, 40] {
      let run = width == 0 ? "" : "\n" + String(repeating: " ", count: width - 1)
      for (before, after) in [(run, ""), ("", run), (run, run)] {
        for colon in [":", ": ", " : "] {
          let members =
            ["\"a\"\(colon)1"]
            + zip(names, ["true", "false", "null"]).map {
              "\"\($0)\"\(colon)\($1)"
            }
          let text = "{" + after + members.joined(separator: before + "," + after) + before + "}"
          let bytes = Array(text.utf8)
          #expect(try decode(bytes, in: buffer) == model)
          // A document of another type ends where the value of a member should follow.
          let short = Array((text.dropLast(before.count + 5) + "1}").utf8)
          #expect(throws: DecodingError.self) { try decode(short, in: buffer) }
          for length in 0..<bytes.count {
            let cut = Array(bytes[..<length])
            if (try? decode(cut, in: buffer)) != nil { Issue.record("\(length) bytes of \(text)") }
          }
        }
      }
    }
  }

  private func decode(_ bytes: [UInt8], in buffer: GuardedBuffer) throws -> Flags {
    try buffer.lend(bytes) { bytes in
      try JSON.Decoder().decode(Flags.self, from: UnsafeRawBufferPointer(bytes.buffer).bytes)
    }
  }
}
