package import FerryBase

extension ByteWriter {
  /// Appends the text of a JSON string, with its quotes, with all escapes resolved.
  package mutating func append(textOf string: ByteView) throws(WireFailure) {
    var bytes = ByteReader(string)
    bytes.skip(1)
    try bytes.copyEscapedText(to: &self, inTextAt: 1)
  }

  /// Appends a character as UTF-8 to reserved memory, up to four bytes.
  mutating func appendUnchecked(character: UInt32) {
    let low = UInt8(truncatingIfNeeded: character & 0x3F) | 0x80
    let middle = UInt8(truncatingIfNeeded: character >> 6 & 0x3F) | 0x80
    switch character {
    case ..<0x80:
      appendUnchecked(UInt8(truncatingIfNeeded: character))
      return
    case ..<0x800:
      appendUnchecked(UInt8(truncatingIfNeeded: 0xC0 | character >> 6))
    case ..<0x10000:
      appendUnchecked(UInt8(truncatingIfNeeded: 0xE0 | character >> 12))
      appendUnchecked(middle)
    default:
      appendUnchecked(UInt8(truncatingIfNeeded: 0xF0 | character >> 18))
      appendUnchecked(UInt8(truncatingIfNeeded: 0x80 | character >> 12 & 0x3F))
      appendUnchecked(middle)
    }
    appendUnchecked(low)
  }
}
