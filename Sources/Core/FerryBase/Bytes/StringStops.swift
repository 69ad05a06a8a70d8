public import CFerryScan

// The bytes that end or interrupt a string of JSON: quotes, backslashes and control characters. A
// mask has one bit for each byte, the lowest bit for the first byte:
//
// bytes   say \"hi\"", "next"
// mask    ....1..1..1.1..1....1
extension ByteScan {
  /// Returns the mask of the 32 bytes at `place`.
  @inlinable @inline(__always)
  package static func stringStops(at place: UnsafePointer<UInt8>) -> UInt32 {
    unsafe stringStops(of16At: place, or: 0x22) | stringStops(of16At: place + 16, or: 0x22) &<< 16
  }

  /// Returns the offset of the first such byte among the 16 at `place`, or 16.
  @inlinable @inline(__always)
  package static func firstStringStop(at place: UnsafePointer<UInt8>) -> Int {
    unsafe (stringStops(of16At: place, or: 0x22) | 1 &<< 16).trailingZeroBitCount
  }

  /// Returns the mask of the 16 bytes at `place`. Bytes that equal `other` have a bit as well.
  @inlinable @inline(__always)
  package static func stringStops(
    of16At place: UnsafePointer<UInt8>, or other: UInt8
  ) -> UInt32 {
    #if arch(x86_64) || arch(arm64)
    return unsafe ferry_escapes(place, other)
    #else
    let block = unsafe UnsafeRawPointer(place).loadUnaligned(as: UInt128.self)
    return portableStringStops(block.littleEndian, or: other)
    #endif
  }

  /// Returns the mask of the 16 bytes of `block`, the first byte lowest. Bytes that equal `other`
  /// have a bit as well.
  @inlinable @inline(__always)
  package static func stringStops(_ block: UInt128, or other: UInt8) -> UInt32 {
    #if arch(x86_64) || arch(arm64)
    return ferry_word_escapes(
      UInt64(truncatingIfNeeded: block), UInt64(truncatingIfNeeded: block &>> 64), other)
    #else
    return portableStringStops(block, or: other)
    #endif
  }

  /// Returns the same in plain Swift, for processors without an instruction that makes a mask.
  @inlinable @inline(__always)
  package static func portableStringStops(_ block: UInt128, or other: UInt8) -> UInt32 {
    portableStringStops(UInt64(truncatingIfNeeded: block), or: other)
      | portableStringStops(UInt64(truncatingIfNeeded: block &>> 64), or: other) &<< 8
  }

  @inlinable
  static func portableStringStops(_ word: UInt64, or other: UInt8) -> UInt32 {
    assert(other < 0x80, "the sums below would carry")
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Without their high bits, bytes can be added without a carry. A sum of 0x80 or more means that
    // the byte is another one than the pattern, or not a control character.
    let low = word & (0x7F &* ones)
    let noQuote = (low ^ 0x22 &* ones) &+ 0x7F &* ones
    let noBackslash = (low ^ 0x5C &* ones) &+ 0x7F &* ones
    let noOther = (low ^ UInt64(other) &* ones) &+ 0x7F &* ones
    let noControl = low &+ 0x60 &* ones
    let plain = (noQuote & noBackslash & noOther & noControl) | word
    // The product moves the bits of all bytes into the highest byte.
    let marks = (~plain &>> 7) & ones
    return UInt32(truncatingIfNeeded: (marks &* 0x0102_0408_1020_4080) &>> 56)
  }

  /// Returns the character that a backslash and `byte` represent in JSON; 0 for `u` and for bytes
  /// without a meaning.
  @inlinable @inline(__always)
  package static func character(escapedAs byte: UInt8) -> UInt8 { ferry_escaped_character(byte) }
}
