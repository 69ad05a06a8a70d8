import FerryBase
import FerryJSONEngine
import Testing

@Suite("Escapes of JSON strings")
struct EscapesTests {
  private func text(_ source: String) throws -> String {
    try Array("\"\(source)\"".utf8).withByteView { string in
      var output = ByteWriter(capacity: 0)
      try output.append(textOf: string)
      return String(decoding: output.bytes, as: UTF8.self)
    }
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
  func escapes(source: String, expected: String) throws {
    #expect(try text(source) == expected)
  }

  @Test("escapes are found after plain text of every length", arguments: 0..<40)
  func positions(length: Int) throws {
    let plain = String(repeating: "a", count: length)
    #expect(try text(plain + #"\n"#) == plain + "\n")
    #expect(try text(plain + #"\u20ac"# + plain) == plain + "€" + plain)
    #expect(try text(plain + #"\uD83D\uDE00\\"# + plain + "é") == plain + "😀\\" + plain + "é")
    #expect(try text(plain) == plain)
  }

  @Test("characters at the edges of UTF-8 lengths are encoded as the standard library does")
  func encoding() throws {
    for character in "\u{0}\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"
      .unicodeScalars
    {
      let units = String(character).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      #expect(try text(units.joined()) == String(character))
    }
  }
}
