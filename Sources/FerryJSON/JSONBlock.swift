#if arch(x86_64)
public import CFerryScan

/// 64 bytes of JSON text, with masks of the positions at which a scan stops.
///
/// A mask has one bit for each byte, the lowest bit for the first byte:
///
/// ```
/// bytes      {"[": [1, "x\"y"],...
/// quotes     .1.1......1..1.1.....     the escaped one too
/// brackets   1.1..1..........1....     the one in a string too
/// ```
@frozen @usableFromInline
@safe
package struct JSONBlock {
  /// The 64 bytes.
  @usableFromInline package let bytes: UnsafePointer<UInt8>

  /// Creates a block of the 64 bytes at `bytes`. Each mask reads the bytes again; the compiler
  /// loads them once.
  @inlinable @inline(__always)
  package init(_ bytes: UnsafePointer<UInt8>) { unsafe self.bytes = unsafe bytes }

  /// A value that is not zero if a byte is beyond ASCII.
  @inlinable @inline(__always) package var highBits: UInt64 {
    unsafe UInt64(ferry_high_bits(bytes))
  }

  /// Whether the block has a backslash or a control character. Most blocks have neither.
  @inlinable @inline(__always) package var hasBackslashOrControl: Bool {
    unsafe ferry_unusual(bytes) != 0
  }

  /// Returns the positions of `byte`.
  @inlinable @inline(__always) package func places(of byte: UInt8) -> UInt64 {
    unsafe ferry_places(bytes, byte)
  }

  /// The positions of `{`, `}`, `[` and `]`.
  @inlinable @inline(__always) package var brackets: UInt64 { unsafe ferry_brackets(bytes) }

  /// The positions of characters below U+0020.
  @inlinable @inline(__always) package var controls: UInt64 { unsafe ferry_controls(bytes) }
}
#else
package typealias JSONBlock = PortableJSONBlock
#endif

extension JSONBlock {
  /// Returns all positions from the first quote of each pair up to the one before the second quote.
  @inlinable @inline(__always)
  package static func places(between quotes: UInt64) -> UInt64 {
    var places = quotes
    places ^= places << 1
    places ^= places << 2
    places ^= places << 4
    places ^= places << 8
    places ^= places << 16
    places ^= places << 32
    return places
  }
}

/// A block in plain Swift, for processors without an instruction that makes a mask. It returns the
/// same masks as `CFerryScan` does on x86; see ``JSONBlock``.
@safe
package struct PortableJSONBlock {
  /// The 64 bytes.
  package let bytes: UnsafePointer<UInt8>
  private let first: SIMD16<UInt8>
  private let second: SIMD16<UInt8>
  private let third: SIMD16<UInt8>
  private let fourth: SIMD16<UInt8>

  /// Creates a block of the 64 bytes at `bytes`.
  @inline(__always)
  package init(_ bytes: UnsafePointer<UInt8>) {
    unsafe self.bytes = bytes
    // The reader guarantees 64 readable bytes from its cursor on.
    let bytes = unsafe UnsafeRawPointer(bytes)
    first = unsafe bytes.loadUnaligned(as: SIMD16<UInt8>.self)
    second = unsafe bytes.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
    third = unsafe bytes.loadUnaligned(fromByteOffset: 32, as: SIMD16<UInt8>.self)
    fourth = unsafe bytes.loadUnaligned(fromByteOffset: 48, as: SIMD16<UInt8>.self)
  }

  /// A value that is not zero if a byte is beyond ASCII.
  @inline(__always)
  package var highBits: UInt64 {
    let words = unsafe unsafeBitCast(first | second | third | fourth, to: SIMD2<UInt64>.self)
    return (words[0] | words[1]) & 0x8080_8080_8080_8080
  }

  /// Whether the block has a backslash or a control character. Most blocks have neither.
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

  /// Returns the positions of `byte`.
  @inline(__always)
  package func places(of byte: UInt8) -> UInt64 {
    let pattern = SIMD16<UInt8>(repeating: byte)
    return Self.mask(first .== pattern, second .== pattern, third .== pattern, fourth .== pattern)
  }

  /// The positions of `{`, `}`, `[` and `]`.
  @inline(__always)
  package var brackets: UInt64 {
    Self.mask(
      Self.brackets(first), Self.brackets(second), Self.brackets(third), Self.brackets(fourth))
  }

  /// The positions of characters below U+0020.
  @inline(__always)
  package var controls: UInt64 {
    let space = SIMD16<UInt8>(repeating: 0x20)
    return Self.mask(first .< space, second .< space, third .< space, fourth .< space)
  }

  @inline(__always)
  private static func brackets(_ bytes: SIMD16<UInt8>) -> SIMD2<UInt64> {
    // Braces and square brackets differ in one bit, so one comparison finds both.
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

  /// Returns one bit for each byte of four vectors whose bytes are all ones or zero.
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

  /// Returns one bit for each of eight bytes that are all ones or zero.
  @inline(__always)
  private static func bits(_ word: UInt64) -> UInt64 {
    // Each product moves the lowest bit of one byte to another bit of the highest byte.
    ((word & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) >> 56
  }
}

/// The bytes that a backslash before them escapes, block by block.
///
/// ```
/// bytes     a\"b\\"\
/// escaped   ..1..1..    and the first byte of the next block
/// ```
package struct Escapes: Sendable {
  /// Whether the byte after the last block is escaped.
  package var isNextByteEscaped = false

  /// Creates the state before the first block.
  package init() {}

  /// Returns the positions after those backslashes that are not escaped themselves.
  @inlinable @inline(__always)
  package mutating func places(behind backslashes: UInt64) -> UInt64 {
    var escaped: UInt64 = isNextByteEscaped ? 1 : 0
    isNextByteEscaped = false
    var left = backslashes & ~escaped
    while left != 0 {
      let backslash = left & (0 &- left)
      let place = backslash << 1
      if place == 0 { isNextByteEscaped = true }
      escaped |= place
      left &= ~(backslash | place)
    }
    return escaped
  }
}
