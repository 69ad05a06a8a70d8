/// Base64 (RFC 4648, section 4), with the standard alphabet and padding.
package enum Base64 {
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  /// Appends `bytes` as one line. `escapingSlashes` escapes slashes, which are in the alphabet, for
  /// JSON text.
  package static func encode(
    _ bytes: ByteView, escapingSlashes: Bool = false, to output: inout ByteWriter
  ) {
    let letters = ByteView(alphabet)
    output.reserve((bytes.count + 2) / 3 * (escapingSlashes ? 8 : 4))
    var index = 0
    while index < bytes.count {
      let left = min(3, bytes.count - index)
      var group = UInt32(bytes[index]) << 16
      if left > 1 { group |= UInt32(bytes[index + 1]) << 8 }
      if left > 2 { group |= UInt32(bytes[index + 2]) }
      for position in 0..<4 {
        let letter = letters[Int(group >> UInt32(18 - 6 * position) & 63)]
        if position > left {
          output.appendUnchecked(UInt8(ascii: "="))
        } else {
          if escapingSlashes, letter == UInt8(ascii: "/") {
            output.appendUnchecked(UInt8(ascii: "\\"))
          }
          output.appendUnchecked(letter)
        }
      }
      index += left
    }
  }

  /// Decodes `text` to `output`, which must hold at least `text.count` bytes.
  ///
  /// White space is skipped, because YAML folds lines with it. The padding may be missing.
  /// - Returns: The number of bytes; `nil` if `text` is not base64.
  package static func decode(
    _ text: ByteView, to output: MutableByteView
  ) -> Int? {
    var count = 0
    var bits: UInt32 = 0
    var digits = 0
    var padding = 0
    for position in text.indices {
      let byte = text[position]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      case UInt8(ascii: "="):
        padding += 1
        continue
      default: break
      }
      guard padding == 0, let digit = digit(byte) else { return nil }
      bits = bits << 6 | digit
      // The last three of every four digits complete a byte.
      let place = digits & 3
      if place > 0 {
        output[count] = UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * place))
        count += 1
      }
      digits += 1
    }
    let isComplete = padding == 0 ? digits & 3 != 1 : padding <= 2 && (digits + padding) & 3 == 0
    return isComplete ? count : nil
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte &- 0x41)
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte &- 0x47)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte &+ 4)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
