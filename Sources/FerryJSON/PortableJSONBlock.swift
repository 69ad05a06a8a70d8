/// A block in plain Swift, for processors without an instruction that makes a mask: the twin of
/// what `CFerryScan` does on x86. Both give the same masks, see ``JSONBlock``.
@safe
package struct PortableJSONBlock {
  /// The 64 bytes.
  package let bytes: UnsafePointer<UInt8>
  private let first: SIMD16<UInt8>
  private let second: SIMD16<UInt8>
  private let third: SIMD16<UInt8>
  private let fourth: SIMD16<UInt8>

  /// The 64 bytes at `bytes`.
  @inline(__always)
  package init(_ bytes: UnsafePointer<UInt8>) {
    unsafe self.bytes = bytes
    // The reader guarantees 64 bytes from its cursor on.
    let bytes = unsafe UnsafeRawPointer(bytes)
    first = unsafe bytes.loadUnaligned(as: SIMD16<UInt8>.self)
    second = unsafe bytes.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
    third = unsafe bytes.loadUnaligned(fromByteOffset: 32, as: SIMD16<UInt8>.self)
    fourth = unsafe bytes.loadUnaligned(fromByteOffset: 48, as: SIMD16<UInt8>.self)
  }

  /// Not zero if a byte is beyond ASCII.
  @inline(__always)
  package var highBits: UInt64 {
    let words = unsafe unsafeBitCast(first | second | third | fourth, to: SIMD2<UInt64>.self)
    return (words[0] | words[1]) & 0x8080_8080_8080_8080
  }

  /// Whether a byte is a backslash or a control character: most blocks have none.
  @inline(__always)
  package var hasBackslashOrControl: Bool {
    let words =
      Self.unusual(first) | Self.unusual(second) | Self.unusual(third)
      | Self.unusual(fourth)
    return words[0] | words[1] != 0
  }

  @inline(__always)
  private static func unusual(_ bytes: SIMD16<UInt8>) -> SIMD2<UInt64> {
    let backslashes = bytes .== SIMD16<UInt8>(repeating: 0x5C)
    let controls = bytes .< SIMD16<UInt8>(repeating: 0x20)
    return unsafe unsafeBitCast(backslashes, to: SIMD2<UInt64>.self)
      | unsafeBitCast(controls, to: SIMD2<UInt64>.self)
  }

  /// The places of `byte`.
  @inline(__always)
  package func places(of byte: UInt8) -> UInt64 {
    let pattern = SIMD16<UInt8>(repeating: byte)
    return Self.mask(first .== pattern, second .== pattern, third .== pattern, fourth .== pattern)
  }

  /// The places of `{`, `}`, `[` and `]`.
  @inline(__always)
  package var brackets: UInt64 {
    Self.mask(
      Self.brackets(first), Self.brackets(second), Self.brackets(third), Self.brackets(fourth))
  }

  /// The places of characters below U+0020.
  @inline(__always)
  package var controls: UInt64 {
    let space = SIMD16<UInt8>(repeating: 0x20)
    return Self.mask(first .< space, second .< space, third .< space, fourth .< space)
  }

  @inline(__always)
  private static func brackets(_ bytes: SIMD16<UInt8>) -> SIMD2<UInt64> {
    // The two kinds of bracket differ in one bit, so a brace or a bracket is found at once.
    let folded = bytes | SIMD16<UInt8>(repeating: 0x20)
    let opening = folded .== SIMD16<UInt8>(repeating: 0x7B)
    let closing = folded .== SIMD16<UInt8>(repeating: 0x7D)
    return unsafe unsafeBitCast(opening, to: SIMD2<UInt64>.self)
      | unsafeBitCast(closing, to: SIMD2<UInt64>.self)
  }

  @inline(__always)
  private static func mask(
    _ first: SIMDMask<SIMD16<Int8>>, _ second: SIMDMask<SIMD16<Int8>>,
    _ third: SIMDMask<SIMD16<Int8>>, _ fourth: SIMDMask<SIMD16<Int8>>
  ) -> UInt64 {
    unsafe mask(
      unsafeBitCast(first, to: SIMD2<UInt64>.self), unsafeBitCast(second, to: SIMD2<UInt64>.self),
      unsafeBitCast(third, to: SIMD2<UInt64>.self), unsafeBitCast(fourth, to: SIMD2<UInt64>.self))
  }

  /// One bit for each byte of four vectors whose bytes are all ones or zero.
  @inline(__always)
  private static func mask(
    _ first: SIMD2<UInt64>, _ second: SIMD2<UInt64>, _ third: SIMD2<UInt64>,
    _ fourth: SIMD2<UInt64>
  ) -> UInt64 {
    bits(first) | bits(second) << 16 | bits(third) << 32 | bits(fourth) << 48
  }

  @inline(__always)
  private static func bits(_ words: SIMD2<UInt64>) -> UInt64 {
    bits(words[0].littleEndian) | bits(words[1].littleEndian) << 8
  }

  /// One bit for each of eight bytes that are all ones or zero.
  @inline(__always)
  private static func bits(_ word: UInt64) -> UInt64 {
    // Each product puts the lowest bit of a byte at another place of the highest byte.
    ((word & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) >> 56
  }
}
