#if arch(x86_64)
public import CFerryScan

/// 64 bytes of JSON text, and where in them the bytes are that a scan stops for.
///
/// A mask has one bit a byte, the lowest for the first:
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

  /// The 64 bytes at `bytes`, which are read again for each mask: the compiler loads them once.
  @inlinable @inline(__always)
  package init(_ bytes: UnsafePointer<UInt8>) { unsafe self.bytes = unsafe bytes }

  /// Not zero if a byte is beyond ASCII.
  @inlinable @inline(__always) package var highBits: UInt64 {
    unsafe UInt64(ferry_high_bits(bytes))
  }

  /// Whether a byte is a backslash or a control character: most blocks have none.
  @inlinable @inline(__always) package var hasBackslashOrControl: Bool {
    unsafe ferry_unusual(bytes) != 0
  }

  /// The places of `byte`.
  @inlinable @inline(__always) package func places(of byte: UInt8) -> UInt64 {
    unsafe ferry_places(bytes, byte)
  }

  /// The places of `{`, `}`, `[` and `]`.
  @inlinable @inline(__always) package var brackets: UInt64 { unsafe ferry_brackets(bytes) }

  /// The places of characters below U+0020.
  @inlinable @inline(__always) package var controls: UInt64 { unsafe ferry_controls(bytes) }
}
#else
package typealias JSONBlock = PortableJSONBlock
#endif

extension JSONBlock {
  /// All places from the first quote of each pair up to the one before the second.
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
