import FerryBytes

/// Base64 (RFC 4648, section 4) for bytes that no model has given another form.
enum Base64 {
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  /// Appends `bytes` as a JSON string. The slash is a letter of the alphabet.
  static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, escapingSlashes: Bool, to output: inout ByteWriter
  ) {
    let letters = alphabet.utf8Start
    func append(_ index: UInt32) {
      if index == 63, escapingSlashes { output.append(ASCII.backslash) }
      output.append(letters[Int(index)])
    }
    output.append(ASCII.quote)
    var index = 0
    while index < bytes.count {
      let left = bytes.count - index
      var group = UInt32(bytes[index]) << 16
      if left > 1 { group |= UInt32(bytes[index + 1]) << 8 }
      if left > 2 { group |= UInt32(bytes[index + 2]) }
      append(group >> 18)
      append(group >> 12 & 63)
      if left > 1 { append(group >> 6 & 63) } else { output.append(UInt8(ascii: "=")) }
      if left > 2 { append(group & 63) } else { output.append(UInt8(ascii: "=")) }
      index += 3
    }
    output.append(ASCII.quote)
  }
}
