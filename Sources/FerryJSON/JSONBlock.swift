#if arch(x86_64)
import CFerryScan

/// 64 bytes of JSON text, and where in them the bytes are that a scan stops for.
///
/// A mask has one bit a byte, the lowest for the first:
///
/// ```
/// bytes      {"[": [1, "x\"y"],...
/// quotes     .1.1......1..1.1.....     the escaped one too
/// brackets   1.1..1..........1....     the one in a string too
/// ```
@safe
struct JSONBlock {
  /// The 64 bytes.
  let bytes: UnsafePointer<UInt8>

  /// The 64 bytes at `bytes`, which are read again for each mask: the compiler loads them once.
  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>) { unsafe self.bytes = unsafe bytes }

  /// Not zero if a byte is beyond ASCII.
  @inline(__always) var highBits: UInt64 { unsafe UInt64(ferry_high_bits(bytes)) }

  /// Whether a byte is a backslash or a control character: most blocks have none.
  @inline(__always) var hasBackslashOrControl: Bool { unsafe ferry_unusual(bytes) != 0 }

  /// The places of `byte`.
  @inline(__always) func places(of byte: UInt8) -> UInt64 { unsafe ferry_places(bytes, byte) }

  /// The places of `{`, `}`, `[` and `]`.
  @inline(__always) var brackets: UInt64 { unsafe ferry_brackets(bytes) }

  /// The places of characters below U+0020.
  @inline(__always) var controls: UInt64 { unsafe ferry_controls(bytes) }
}
#else
typealias JSONBlock = PortableJSONBlock
#endif
