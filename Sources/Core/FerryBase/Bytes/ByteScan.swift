#if arch(x86_64) || arch(arm64)
internal import CFerryScan
#endif

/// Optional features of the processor.
package enum Processor {
  #if arch(x86_64) || arch(arm64)
  /// Whether the processor can process blocks of 64 bytes at once, as `CFerryScan` does.
  package static let hasWideBlocks = ferry_has_wide_blocks() != 0
  #else
  package static let hasWideBlocks = false
  #endif
}

/// Byte searches over 8 and 16 bytes at a time, in plain Swift on every platform.
///
/// The masks are written in the form that the compiler vectorizes. Both operands have the explicit
/// type `SIMD16<UInt8>`, and results are combined after a bit cast. Generic SIMD operators process
/// one lane at a time and are 100 times slower.
@usableFromInline
package enum ByteScan {
  /// Returns the high bit of each zero byte in `word`. Bits above the lowest such byte may be
  /// wrong.
  @inlinable @inline(__always)
  package static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// Returns the high bit of each byte that ends or interrupts a JSON string: `"`, `\` and
  /// controls. Bits above the lowest such byte may be wrong.
  @inlinable @inline(__always)
  package static func stringStops(_ word: UInt64) -> UInt64 {
    let quotes = word ^ 0x2222_2222_2222_2222
    let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
    let found =
      (quotes &- 0x0101_0101_0101_0101) & ~quotes
      | (backslashes &- 0x0101_0101_0101_0101) & ~backslashes
      | (word &- 0x2020_2020_2020_2020) & ~word
    return found & 0x8080_8080_8080_8080
  }

  /// Returns all bits of the bytes before the lowest byte in `marks`. At least one high bit must be
  /// set in `marks`.
  @inlinable @inline(__always)
  package static func bytesBelow(_ marks: UInt64) -> UInt64 {
    (marks & (0 &- marks)) &>> 7 &- 1
  }

  /// Returns the offset of the first byte among 16 that is not a space, or 16.
  @inlinable @inline(__always)
  package static func firstNonSpace(_ bytes: SIMD16<UInt8>) -> Int {
    let spaces = unsafe unsafeBitCast(
      bytes .== SIMD16<UInt8>(repeating: 0x20), to: SIMD2<UInt64>.self)
    if ~spaces[0] != 0 { return (~spaces[0]).trailingZeroBitCount >> 3 }
    return 8 + (~spaces[1]).trailingZeroBitCount >> 3
  }

  /// Returns the high bit of each byte that is not an ASCII digit.
  @inlinable @inline(__always)
  package static func nonDigits(_ word: UInt64) -> UInt64 {
    // A digit becomes 0...9. Adding 0x76 to it gives less than 0x80, and no byte carries over.
    let digits = word ^ 0x3030_3030_3030_3030
    let sums = (digits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676
    return (sums | digits) & 0x8080_8080_8080_8080
  }
}

extension UInt8 {
  /// Whether the byte is white space between the tokens of JSON (RFC 8259, section 2) and of YAML:
  /// a space, a tab, a line feed or a carriage return.
  @inlinable @inline(__always)
  package var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
