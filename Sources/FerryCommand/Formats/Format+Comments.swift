import FerryBytes
import FerryTape

#if YAML
import FerryYAML
#endif

extension Format {
  /// Offsets of the first comment and of the first value with a tag of its own in a valid text of
  /// this format; nil where there is none.
  func firstMarkup(in bytes: UnsafeBufferPointer<UInt8>) -> (comment: Int?, ownTag: Int?) {
    switch self {
    case .json5: return unsafe (Self.firstJSON5Comment(in: bytes), nil)
    #if YAML
    case .yaml:
      let markup = unsafe YAMLMarkup(of: bytes)
      return (markup.firstComment, markup.firstOwnTag)
    #endif
    default: return (nil, nil)
    }
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
