import FerryBytes
import Testing

@Suite("Short strings")
struct ShortStringTests {
  @Test(
    "a string made of its bits is the one that the standard library makes",
    arguments: ["abcdefghijklmnop", "naïve façades!", "日本語日本語", "🏝️🏝️", "\0\0\0\0"])
  func equality(sample: String) throws {
    for text in sample.unicodeScalars.indices.map({ sample[..<$0] }) + [sample[...]] {
      let bytes = Array(text.utf8)
      let made = bytes.withUnsafeBufferPointer { ShortString.make(validated: $0) }
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

  @Test("only ASCII is taken unseen")
  func onlyASCII() {
    let samples: [(bytes: [UInt8], text: String?)] = [
      ([], ""), ([0x41], "A"), (Array("fifteen letters".utf8), "fifteen letters"),
      (Array("sixteen letters!".utf8), nil), ([0xC3, 0xA9], nil), ([0x41, 0x80], nil),
      (Array("1234567".utf8) + [0xFF], nil), (Array("12345678901234".utf8) + [0x80], nil),
    ]
    for sample in samples {
      let made = sample.bytes.withUnsafeBufferPointer { ShortString.make(ifASCII: $0) }
      #expect(made == sample.text)
    }
  }
}
