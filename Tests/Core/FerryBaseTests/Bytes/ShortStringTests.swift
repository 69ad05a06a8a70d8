import FerryBase
import FerryTestSupport
import Testing

@Suite("Short strings", .disabled(if: failsLayoutChecks))
struct ShortStringTests {
  @Test(
    "a string made of its bits equals a string of the standard library",
    arguments: ["abcdefghijklmnop", "naïve façades!", "日本語日本語", "🏝️🏝️", "\0\0\0\0"])
  func equality(sample: String) throws {
    for text in sample.unicodeScalars.indices.map({ sample[..<$0] }) + [sample[...]] {
      let bytes = Array(text.utf8)
      let made = bytes.withByteView { ShortString.make(validated: $0) }
      guard bytes.count <= 15 else {
        #expect(made == nil)
        continue
      }
      let short = try #require(made)
      #expect(short == String(text))
      #expect(short.hashValue == String(text).hashValue)
      #expect(Array(short.utf8) == bytes)
      #expect(short + "!" == text + "!")
      #expect(short.unicodeScalars.count == text.unicodeScalars.count)
    }
  }

  @Test("bytes after a short string are not part of it")
  func ahead() {
    let samples: [(text: String, isASCII: Bool)] = [
      ("", true), ("A", true), ("seven..", true), ("eight...", true), ("nine.....", true),
      ("fifteen letters", true), ("é", false), ("123456é", false), ("1234567é", false),
      ("1234567890123é", false),
    ]
    for sample in samples {
      for filler in [0x00, 0x22, 0xFF] as [UInt8] {
        let bytes = Array(sample.text.utf8) + Array(repeating: filler, count: 16)
        let short = bytes.withByteView {
          ShortString(ahead: $0.start, count: sample.text.utf8.count)
        }
        #expect(short.text == sample.text)
        #expect(short.isASCII == sample.isASCII)
      }
    }
  }
}
