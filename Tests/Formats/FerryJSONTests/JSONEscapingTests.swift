import FerryBase
import FerryJSONEngine
import FerryTestSupport
import Foundation
import Testing

@Suite("Escapes of JSON strings")
struct JSONEscapingTests {
  /// The text of RFC 8259, section 7, one byte at a time.
  private static func escaped(_ bytes: [UInt8], slashes: Bool) -> [UInt8] {
    var text: [UInt8] = [0x22]
    for byte in bytes {
      switch byte {
      case 0x22: text += Array(#"\""#.utf8)
      case 0x5C: text += Array(#"\\"#.utf8)
      case 0x2F where slashes: text += Array(#"\/"#.utf8)
      case 0x08: text += Array(#"\b"#.utf8)
      case 0x09: text += Array(#"\t"#.utf8)
      case 0x0A: text += Array(#"\n"#.utf8)
      case 0x0C: text += Array(#"\f"#.utf8)
      case 0x0D: text += Array(#"\r"#.utf8)
      case ..<0x20: text += Array(String(format: "\\u%04x", Int(byte)).utf8)
      default: text.append(byte)
      }
    }
    return text + [0x22]
  }

  private static func written(_ text: ByteView, slashes: Bool) -> [UInt8] {
    // The writer grows, and the bytes before the text stay.
    var writer = ByteWriter(capacity: 64)
    writer.append("before")
    writer.appendJSON(text, escapedSlash: slashes ? 0x2F : 0x22)
    let bytes = Array(writer.bytes)
    #expect(bytes.starts(with: Array("before".utf8)))
    return Array(bytes.dropFirst(6))
  }

  private static func differs(_ text: [UInt8], in guarded: GuardedBuffer) -> Bool {
    guarded.lend(text) { view in
      [false, true].contains { slashes in
        written(view, slashes: slashes) != escaped(text, slashes: slashes)
      }
    }
  }

  @Test("one escape at any position of any length is written as the RFC requires")
  func positions() {
    let guarded = GuardedBuffer()
    for length in 1...200 {
      let plain = (0..<length).map { UInt8(truncatingIfNeeded: 0x61 &+ $0 % 26) }
      for position in 0..<length {
        for byte in [0x22, 0x5C, 0x2F, 0x0A, 0x01] as [UInt8] {
          var text = plain
          text[position] = byte
          if Self.differs(text, in: guarded) {
            Issue.record("\(byte) at \(position) of \(length)")
          }
        }
      }
    }
  }

  @Test("any bytes of 0 to 200 are escaped as the RFC requires")
  func random() {
    var random = SeededGenerator(for: "any bytes of 0 to 200 are escaped as the RFC requires")
    let guarded = GuardedBuffer()
    let stops: [UInt8] = [0x22, 0x5C, 0x2F, 0x0A, 0x0D, 0x09, 0x00, 0x1F, 0x0B, 0x0E, 0x20, 0x7F]
    for length in 0...200 {
      for density in [1, 2, 4, 16, 64] {
        let text = (0..<length).map { _ in
          random.oneIn(density)
            ? stops[random.int(0..<stops.count)] : UInt8(random.int(0..<256))
        }
        if Self.differs(text, in: guarded) { Issue.record("\(text)") }
      }
    }
  }

  @Test("masks in plain Swift are the masks of the processor")
  func masks() {
    for byte in UInt8.min...UInt8.max {
      for position in 0..<16 {
        for slash in [0x22, 0x2F] as [UInt8] {
          // Neighbours with all kinds of bits show carries from one byte to the next.
          for neighbour in [0x00, 0x1F, 0x20, 0x22, 0x61, 0x80, 0xFF] as [UInt8] {
            var block: UInt128 = 0
            for index in 0..<16 {
              let own = index == position ? byte : neighbour
              block |= UInt128(own) << UInt128(8 * index)
            }
            let isEqual =
              ByteScan.stringStops(block, or: slash)
              == ByteScan.portableStringStops(block, or: slash)
            if !isEqual { Issue.record("\(byte) at \(position) between \(neighbour)") }
          }
        }
      }
    }
  }

  @Test("a string of any kind is encoded directly as Foundation reads it")
  func strings() throws {
    let long = String(repeating: "läng/er ", count: 30)
    let samples: [String] = [
      "", "a", "\"", "/", "é", "fifteen letters", "fifteen/letter\"", "sixteen letters!",
      "ab\"cd\\ef/gh\nij", "日本語日本語\u{1}日本語", long, String(long.dropFirst(3)),
      String(long.prefix(14)), "\u{0}\u{1F}\u{7F}\u{80}", long + "\"",
      String(decoding: Array("shared bytes of a text".utf8), as: UTF8.self),
      NSString(string: "a bridged \"text\" of Foundation") as String,
    ]
    for sample in samples {
      let text = try DirectText.write(sample)
      #expect(try JSONDecoder().decode(String.self, from: Data(text)) == sample)
      #expect(text == Self.escaped(Array(sample.utf8), slashes: true))
    }
  }
}
