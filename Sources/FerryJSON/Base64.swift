import FerryBytes

/// Base64 (RFC 4648, section 4) for bytes that no model has given another form.
enum Base64 {
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  /// Appends `bytes` as a JSON string.
  static func write(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter) {
    let letters = alphabet.utf8Start
    output.append(ASCII.quote)
    var index = 0
    while index < bytes.count {
      let left = bytes.count - index
      var group = UInt32(bytes[index]) << 16
      if left > 1 { group |= UInt32(bytes[index + 1]) << 8 }
      if left > 2 { group |= UInt32(bytes[index + 2]) }
      output.append(letters[Int(group >> 18)])
      output.append(letters[Int(group >> 12 & 63)])
      output.append(left > 1 ? letters[Int(group >> 6 & 63)] : UInt8(ascii: "="))
      output.append(left > 2 ? letters[Int(group & 63)] : UInt8(ascii: "="))
      index += 3
    }
    output.append(ASCII.quote)
  }
}
