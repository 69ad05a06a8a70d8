import FerryBase
import Testing

@Suite("EscapedText")
struct EscapedTextTests {
  private func text(_ source: String) -> String {
    Array(source.utf8).withByteView { EscapedText.string($0) }
  }

  @Test(
    "each escape is decoded to its character",
    arguments: [
      (#"\""#, "\""), (#"\\"#, "\\"), (#"\/"#, "/"), (#"\b"#, "\u{8}"), (#"\f"#, "\u{C}"),
      (#"\n"#, "\n"), (#"\r"#, "\r"), (#"\t"#, "\t"), (#"\u0000"#, "\u{0}"), (#"\u0041"#, "A"),
      (#"\u00e9"#, "é"), (#"\u00E9"#, "é"), (#"\u07ff"#, "\u{7FF}"), (#"\u0800"#, "\u{800}"),
      (#"\ud7ff"#, "\u{D7FF}"), (#"\uE000"#, "\u{E000}"), (#"\uffff"#, "\u{FFFF}"),
      (#"\uD800\uDC00"#, "\u{10000}"), (#"\uD83D\ude00"#, "😀"), (#"\uDBFF\uDFFF"#, "\u{10FFFF}"),
      (#"\\u0041"#, "\\u0041"), (#"\\\""#, "\\\""), ("", ""),
    ])
  func escapes(source: String, expected: String) {
    #expect(text(source) == expected)
  }

  @Test("escapes are found after plain text of every length", arguments: 0..<40)
  func positions(length: Int) {
    let plain = String(repeating: "a", count: length)
    #expect(text(plain + #"\n"#) == plain + "\n")
    #expect(text(plain + #"\u20ac"# + plain) == plain + "€" + plain)
    #expect(text(plain + #"\uD83D\uDE00\\"# + plain + "é") == plain + "😀\\" + plain + "é")
    #expect(text(plain) == plain)
  }

  @Test("scalars at the edges of UTF-8 lengths are encoded as the standard library does")
  func encoding() {
    for value in [0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF]
      as [UInt32]
    {
      let bytes = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { buffer in
        Array(buffer[..<(buffer.baseAddress.map { EscapedText.encode(value, to: $0) } ?? 0)])
      }
      #expect(Unicode.Scalar(value).map { Array(String(Character($0)).utf8) } == bytes)
    }
  }
}
