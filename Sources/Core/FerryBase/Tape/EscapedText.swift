/// The escapes of JSON strings (RFC 8259, section 7). A reader has already checked them.
@usableFromInline
package enum EscapedText {
  /// Writes the text that `source`, the inside of a JSON string, represents. Returns its length in
  /// bytes. Decoding never makes text longer: `destination` holds `source.count` bytes.
  package static func decode(
    _ source: ByteView, to destination: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let base = unsafe source.start
    var output = unsafe destination
    var index = 0
    while index < source.count {
      // The text only gets shorter, so the rest of `source` fits.
      let run = unsafe copyPlain(base + index, count: source.count - index, to: output)
      unsafe output += run
      index += run
      guard index + 1 < source.count else { break }
      let escape = source[index + 1]
      index += 2
      if escape == UInt8(ascii: "u") {
        var scalar = unit(source, at: index)
        index += 4
        if (0xD800..<0xDC00).contains(scalar), index + 6 <= source.count {
          scalar =
            0x10000 + (scalar - 0xD800) << 10 + (unit(source, at: index + 2) - 0xDC00)
          index += 6
        }
        unsafe output += encode(scalar, to: output)
      } else {
        unsafe output.pointee = ByteScan.character(escapedAs: escape)
        unsafe output += 1
      }
    }
    return unsafe output - destination
  }

  /// Writes the text that `source` represents to `output` and returns its length in bytes.
  package static func decode(_ source: ByteView, to output: MutableByteView) -> Int {
    assert(source.count <= output.count, "the text may be longer than the memory")
    return unsafe decode(source, to: output.start)
  }

  /// Returns the text that `source` represents, in `scratch`, which holds at least as many bytes.
  package static func decode(_ source: ByteView, to scratch: MutableByteView) -> ByteView {
    scratch.prefix(decode(source, to: scratch))
  }

  /// Returns the text that `source` represents.
  @usableFromInline
  package static func string(_ source: ByteView) -> String {
    // The text is decoded into scratch memory, because a string that is filled in place is
    // validated again.
    MutableByteView.withScratch(source.count) { scratch in
      TapeView.string(validated: decode(source, to: scratch))
    }
  }

  /// The maximum length of a character in UTF-8.
  @inlinable package static var longestCharacter: Int { 4 }

  /// Writes `scalar` as UTF-8 and returns the number of bytes.
  @inlinable
  package static func encode(_ scalar: UInt32, to output: UnsafeMutablePointer<UInt8>) -> Int {
    let low = UInt8(truncatingIfNeeded: scalar & 0x3F) | 0x80
    switch scalar {
    case ..<0x80:
      unsafe output[0] = UInt8(truncatingIfNeeded: scalar)
      return 1
    case ..<0x800:
      unsafe output[0] = UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
      unsafe output[1] = low
      return 2
    case ..<0x10000:
      unsafe output[0] = UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
      unsafe output[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
      unsafe output[2] = low
      return 3
    default:
      unsafe output[0] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
      unsafe output[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F)
      unsafe output[2] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
      unsafe output[3] = low
      return 4
    }
  }

  private static func unit(_ source: ByteView, at index: Int) -> UInt32 {
    // The digits have been checked.
    Hexadecimal.value(source, at: index, count: 4) ?? 0
  }

  /// Copies bytes up to the next backslash, and possibly some bytes after it. `target` holds
  /// `count` bytes.
  /// - Returns: the number of bytes before the backslash.
  private static func copyPlain(
    _ source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let bytes = unsafe UnsafeRawPointer(source)
    let output = UnsafeMutableRawPointer(target)
    var index = 0
    while index &+ 16 <= count {
      // Both blocks are in range: at least sixteen bytes are left.
      let block = unsafe bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      unsafe output.storeBytes(of: block, toByteOffset: index, as: SIMD16<UInt8>.self)
      // The text is valid, so only a backslash stops the scan.
      let stop = unsafe ByteScan.firstStringStop(at: source + index)
      index &+= stop
      if stop < 16 { return index }
    }
    if index &+ 8 <= count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      unsafe output.storeBytes(of: word.littleEndian, toByteOffset: index, as: UInt64.self)
      let stops = ByteScan.stringStops(word)
      if stops != 0 { return index &+ stops.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while index < count, unsafe source[index] != UInt8(ascii: "\\") {
      unsafe target[index] = source[index]
      index &+= 1
    }
    return index
  }
}
