/// A look at the directives in front of a document before libyaml takes them all: it compares each
/// `%TAG` with all before it and copies a prefix for each use, so few and short ones are let through.
enum DirectiveScan {
  private static var lineLimit: Int { 1024 }

  /// Whether more than `limit` directives follow, or one of more than 1024 bytes.
  static func exceeds(_ limit: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    var count = 0
    var index = 0
    while index < text.count {
      let start = index
      switch unsafe text[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        index += 1
        continue
      case UInt8(ascii: "%"):
        count += 1
        if count > limit { return true }
      case UInt8(ascii: "#"), UInt8(ascii: "."), 0xEF:
        // A comment, the end of a document, a byte order mark. Text that starts in such a way only
        // makes the look longer.
        break
      default:
        return false
      }
      while index < text.count, unsafe text[index] != UInt8(ascii: "\n"), unsafe text[index] != 0 {
        index += 1
      }
      if unsafe text[start] == UInt8(ascii: "%"), index - start > lineLimit { return true }
      if index < text.count, unsafe text[index] == 0 { return false }
    }
    return false
  }
}
