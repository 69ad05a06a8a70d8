/// An encoding of text other than UTF-8. The readers need UTF-8, so such text is converted.
package struct TextEncoding: Sendable {
  /// The number of bytes of a code unit: 2 or 4.
  package let width: Int
  package let isBigEndian: Bool
  /// The number of bytes of the byte order mark.
  package let markLength: Int

  /// Detects the encoding of `bytes`; `nil` for UTF-8. The encoding follows from a byte order mark,
  /// or from the zeros around the first characters. These are ASCII in all supported formats (RFC
  /// 4627, section 3).
  ///
  /// `FE FF 00 00` is not valid as UTF-16. It is therefore read as the mark of little-endian
  /// UTF-32, which some writers write with exchanged halves.
  package init?(of bytes: ByteView) {
    guard bytes.count >= 2, bytes[0] == 0 || bytes[1] == 0 || bytes[0] >= 0xFE else {
      return nil
    }
    let first = (0..<4).map { $0 < bytes.count ? bytes[$0] : 1 }
    switch (first[0], first[1], first[2], first[3]) {
    case (0xFF, 0xFE, 0, 0), (0xFE, 0xFF, 0, 0):
      self.init(width: 4, isBigEndian: false, markLength: 4)
    case (0, 0, 0xFE, 0xFF): self.init(width: 4, isBigEndian: true, markLength: 4)
    case (0xFF, 0xFE, _, _): self.init(width: 2, isBigEndian: false, markLength: 2)
    case (0xFE, 0xFF, _, _): self.init(width: 2, isBigEndian: true, markLength: 2)
    case (0, 0, 0, 1...): self.init(width: 4, isBigEndian: true, markLength: 0)
    case (1..., 0, 0, 0): self.init(width: 4, isBigEndian: false, markLength: 0)
    case (0, 1..., _, _): self.init(width: 2, isBigEndian: true, markLength: 0)
    case (1..., 0, _, _): self.init(width: 2, isBigEndian: false, markLength: 0)
    default: return nil
    }
  }

  /// Detects the encoding of `bytes` as Foundation's `JSONDecoder` does; `nil` for UTF-8.
  ///
  /// Foundation does not know the mark `FF FE 00 00`. Without a mark, it looks at two characters.
  package init?(foundationOf bytes: ByteView) {
    let isShort = bytes.count == 2
    let first = (0..<4).map { $0 < bytes.count ? Int(bytes[$0]) : -1 }
    switch (first[0], first[1], first[2], first[3]) {
    case (0xFE, 0xFF, 0, 0): self.init(width: 4, isBigEndian: false, markLength: 4)
    case (0, 0, 0xFE, 0xFF): self.init(width: 4, isBigEndian: true, markLength: 4)
    case (0xFF, 0xFE, _, _): self.init(width: 2, isBigEndian: false, markLength: 2)
    case (0xFE, 0xFF, _, _): self.init(width: 2, isBigEndian: true, markLength: 2)
    case (0, 0, 0, 1...): self.init(width: 4, isBigEndian: true, markLength: 0)
    case (1..., 0, 0, 0): self.init(width: 4, isBigEndian: false, markLength: 0)
    case (0, 1..., 0, 1...): self.init(width: 2, isBigEndian: true, markLength: 0)
    case (1..., 0, 1..., 0): self.init(width: 2, isBigEndian: false, markLength: 0)
    case (0, 1..., _, _) where isShort: self.init(width: 2, isBigEndian: true, markLength: 0)
    case (1..., 0, _, _) where isShort: self.init(width: 2, isBigEndian: false, markLength: 0)
    default: return nil
    }
  }

  private init(width: Int, isBigEndian: Bool, markLength: Int) {
    self.width = width
    self.isBigEndian = isBigEndian
    self.markLength = markLength
  }

  /// The name of the encoding for people.
  package var name: String { "UTF-\(8 * width)" }

  /// Appends the text of `bytes` in UTF-8 to `output`.
  /// - Returns: The offset of the first unit that is not part of a character, at which the
  ///   conversion stopped; `nil` if all units were valid.
  package func convert(
    _ bytes: ByteView, to output: inout ByteWriter
  ) -> Int? {
    var offset = markLength
    while offset < bytes.count {
      let start = offset
      guard var value = unit(of: bytes, at: offset) else { return start }
      offset += width
      if width == 2, (0xD800..<0xDC00).contains(value),
        let low = unit(of: bytes, at: offset), (0xDC00..<0xE000).contains(low)
      {
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        offset += width
      }
      guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else {
        return start
      }
      for byte in encoded { output.append(byte) }
    }
    return nil
  }

  /// Returns the offset in the original text for `offset` in its UTF-8 form `text`.
  package func offset(
    ofConverted offset: Int, in text: ByteView
  ) -> Int {
    var units = 0
    for position in 0..<min(offset, text.count) {
      let byte = text[position]
      if byte & 0xC0 == 0x80 { continue }
      // Four bytes of UTF-8 are a surrogate pair in UTF-16.
      units += width == 2 && byte >= 0xF0 ? 2 : 1
    }
    return markLength + width * units
  }

  /// Returns the code unit at `offset`, or `nil` if it is incomplete.
  private func unit(of bytes: ByteView, at offset: Int) -> UInt32? {
    guard offset + width <= bytes.count else { return nil }
    var value: UInt32 = 0
    for position in 0..<width {
      let byte = bytes[offset + (isBigEndian ? position : width - 1 - position)]
      value = value << 8 | UInt32(byte)
    }
    return value
  }
}
