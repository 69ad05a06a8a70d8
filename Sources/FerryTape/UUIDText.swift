import FerryBytes

/// A UUID as text: RFC 9562, section 4, with upper-case digits, as Foundation writes it.
package enum UUIDText {
  /// Characters of every UUID.
  package static let length = 36

  /// Writes the text of the 16 `bytes` to `target`, which holds ``length`` bytes.
  package static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) {
    var place = unsafe target
    for index in bytes.indices {
      let byte = unsafe bytes[index]
      if index == 4 || index == 6 || index == 8 || index == 10 {
        unsafe place.pointee = UInt8(ascii: "-")
        unsafe place += 1
      }
      unsafe place[0] = digit(byte >> 4)
      unsafe place[1] = digit(byte & 15)
      unsafe place += 2
    }
  }

  /// The text of the 16 `bytes`.
  package static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    unsafe String(unsafeUninitializedCapacity: length) { buffer in
      guard let target = buffer.baseAddress else { return 0 }
      unsafe write(bytes, to: target)
      return length
    }
  }

  /// The bytes of the UUID that `text` is; `nil` for anything but digits and four dashes in their
  /// places.
  package static func bytes(_ text: UnsafeBufferPointer<UInt8>) -> SIMD16<UInt8>? {
    guard text.count == length else { return nil }
    var bytes = SIMD16<UInt8>()
    var place = 0
    for index in 0..<16 {
      if index == 4 || index == 6 || index == 8 || index == 10 {
        guard unsafe text[place] == UInt8(ascii: "-") else { return nil }
        place += 1
      }
      guard let byte = unsafe Hexadecimal.value(text, at: place, count: 2) else { return nil }
      bytes[index] = UInt8(truncatingIfNeeded: byte)
      place += 2
    }
    return bytes
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
  }
}
