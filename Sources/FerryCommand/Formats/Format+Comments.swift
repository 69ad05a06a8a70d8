import FerryBytes
import FerryTape

#if YAML
import FerryYAML
#endif

extension Format {
  /// Offset of the first comment in a valid text of this format, or nil if there is none.
  func firstComment(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    switch self {
    case .json5: return unsafe Self.firstJSON5Comment(in: bytes)
    case .yaml:
      #if YAML
      return unsafe YAMLMarkup.firstComment(in: bytes)
      #else
      return nil
      #endif
    case .json, .ndjson, .seq, .binary: return nil
    }
  }

  /// Offset of the first value with a tag of its own in a valid text of this format, or nil if there
  /// is none.
  func firstOwnTag(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    #if YAML
    return unsafe self == .yaml ? YAMLMarkup.firstOwnTag(in: bytes) : nil
    #else
    return nil
    #endif
  }

  /// In JSON5, a slash is a comment wherever it does not stand in a text.
  private static func firstJSON5Comment(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var quote: UInt8?
    var isEscaped = false
    for offset in 0..<bytes.count {
      let byte = unsafe bytes[offset]
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "/") {
        return offset
      }
    }
    return nil
  }
}
