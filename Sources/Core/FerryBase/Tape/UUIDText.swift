/// The text form of UUIDs: RFC 9562, section 4, with upper-case digits as in Foundation.
package enum UUIDText {
  /// The number of characters.
  package static let length = 36

  /// Writes the text of the 16 `bytes` to `target`, which holds ``length`` bytes.
  package static func write(
    _ bytes: ByteView, to target: MutableByteView
  ) {
    var place = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if index == 4 || index == 6 || index == 8 || index == 10 {
        target[place] = UInt8(ascii: "-")
        place += 1
      }
      target[place] = digit(byte >> 4)
      target[place + 1] = digit(byte & 15)
      place += 2
    }
  }

  /// Returns the text of the 16 `bytes`.
  package static func string(_ bytes: ByteView) -> String {
    MutableByteView.withScratch(length) { scratch in
      write(bytes, to: scratch)
      return String(decoding: scratch.prefix(length), as: UTF8.self)
    }
  }

  /// Returns the bytes of the UUID in `text`; `nil` if the text is not 32 digits with four dashes
  /// at the correct positions.
  package static func bytes(_ text: ByteView) -> SIMD16<UInt8>? {
    guard text.count == length else { return nil }
    var bytes = SIMD16<UInt8>()
    var place = 0
    for index in 0..<16 {
      if index == 4 || index == 6 || index == 8 || index == 10 {
        guard text[place] == UInt8(ascii: "-") else { return nil }
        place += 1
      }
      guard let byte = Hexadecimal.value(text, at: place, count: 2) else { return nil }
      bytes[index] = UInt8(truncatingIfNeeded: byte)
      place += 2
    }
    return bytes
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
  }
}
