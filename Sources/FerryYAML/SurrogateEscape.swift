import FerryBytes

/// The twelve letters `\ud83d\ude00`.
enum SurrogateEscape {
  /// Offset of the next pair that would be one in double quotes: its backslash is not escaped.
  static func firstPair(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    while index + 12 <= bytes.count {
      if unsafe bytes[index] != UInt8(ascii: "\\") {
        index += 1
      } else if unsafe pair(bytes, at: index) != nil {
        return index
      } else {
        index += 2
      }
    }
    return nil
  }

  /// The character that the twelve bytes at `index` stand for.
  static func pair(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Unicode.Scalar? {
    guard index + 12 <= bytes.count, unsafe bytes[index] == UInt8(ascii: "\\"),
      unsafe bytes[index + 1] == UInt8(ascii: "u"), unsafe bytes[index + 6] == UInt8(ascii: "\\"),
      unsafe bytes[index + 7] == UInt8(ascii: "u"),
      let high = unsafe Hexadecimal.value(bytes, at: index + 2, count: 4), high & 0xFC00 == 0xD800,
      let low = unsafe Hexadecimal.value(bytes, at: index + 8, count: 4), low & 0xFC00 == 0xDC00
    else { return nil }
    return Unicode.Scalar(0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF))
  }
}
