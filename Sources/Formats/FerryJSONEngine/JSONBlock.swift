internal import FerryBase

#if arch(x86_64) || arch(arm64)
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

/// A block in plain Swift, eight bytes at a time, for processors for which `CFerryScan` has no masks.
/// It returns the same masks; see ``JSONBlock``.
@safe
package struct PortableJSONBlock {
  /// The 64 bytes.
  package let bytes: UnsafePointer<UInt8>

  /// Creates a block of the 64 bytes at `bytes`.
  @inline(__always)
  package init(_ bytes: UnsafePointer<UInt8>) { unsafe self.bytes = bytes }

  /// A value that is not zero if a byte is beyond ASCII.
  @inline(__always)
  package var highBits: UInt64 { any { $0 & ~Self.lowBits } }

  /// Whether the block has a backslash or a control character. Most blocks have neither.
  @inline(__always)
  package var hasBackslashOrControl: Bool {
    any { Self.equal($0, ASCII.backslash) | Self.controls($0) } != 0
  }

  /// Returns the positions of `byte`.
  @inline(__always)
  package func places(of byte: UInt8) -> UInt64 { mask { Self.equal($0, byte) } }

  /// The positions of `{`, `}`, `[` and `]`.
  @inline(__always)
  package var brackets: UInt64 {
    // Braces and square brackets differ in one bit, so one comparison finds both.
    mask {
      let folded = $0 | Self.each(0x20)
      return Self.equal(folded, 0x7B) | Self.equal(folded, 0x7D)
    }
  }

  /// The positions of characters below U+0020.
  @inline(__always)
  package var controls: UInt64 { mask { Self.controls($0) } }

  /// Returns all bits that `marks` returns for some word.
  @inline(__always)
  private func any(_ marks: (UInt64) -> UInt64) -> UInt64 {
    (0..<8).reduce(0) { $0 | marks(word($1)) }
  }

  /// Returns one bit for each byte whose highest bit is set in the result of `marks`. The other bits
  /// of the result must be zero.
  @inline(__always)
  private func mask(_ marks: (UInt64) -> UInt64) -> UInt64 {
    (0..<8).reduce(0) { mask, index in
      // Each product moves the mark of one byte to another bit of the highest byte.
      let bits = ((marks(word(index)) >> 7) &* 0x0102_0408_1020_4080) >> 56
      return mask | bits << UInt64(8 * index)
    }
  }

  @inline(__always)
  private func word(_ index: Int) -> UInt64 {
    // The reader guarantees 64 readable bytes from its cursor on.
    unsafe UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
      .littleEndian
  }

  @inline(__always)
  private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  private static var lowBits: UInt64 { 0x7F7F_7F7F_7F7F_7F7F }

  /// Returns the high bit of each byte that is `byte`. Sums of low bits have no carry.
  @inline(__always)
  private static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let difference = word ^ each(byte)
    return ~((difference & lowBits) &+ lowBits | difference | lowBits)
  }

  /// Returns the high bit of each byte below 0x20.
  @inline(__always)
  private static func controls(_ word: UInt64) -> UInt64 {
    ~((word & lowBits) &+ each(0x60) | word | lowBits)
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
