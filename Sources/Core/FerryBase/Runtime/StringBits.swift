#if !Portable
/// The two words of a string, which hold its UTF-8 bytes or their address.
///
/// The standard library lends the bytes of a string only to a closure. The layout of `String` is
/// frozen, see ``ShortString``. Strings of more than 15 bytes store an address:
///
/// ```
/// byte  0                     6     8                              15
///      | count ............. | flags | address - 32 ............. | kind |
/// ```
@frozen
@usableFromInline
@safe
package struct StringBits {
  @usableFromInline let low: UInt64
  @usableFromInline let high: UInt64

  /// Reads the words of `text`.
  @inlinable @inline(__always)
  package init(_ text: String) {
    #if _pointerBitWidth(_64) && _endian(little)
    // A cast to another type than words would retain the string.
    let words = unsafe unsafeBitCast(text, to: (UInt64, UInt64).self)
    (low, high) = ShortString.isLayoutKnown && Self.isLayoutKnown ? words : (0, Self.foreign)
    #else
    (low, high) = (0, Self.foreign)
    #endif
  }

  /// The number of bytes if the words hold the bytes; otherwise `nil`.
  @inlinable @inline(__always)
  package var shortCount: Int? {
    high & 1 &<< 61 == 0 ? nil : Int(truncatingIfNeeded: high &>> 56 & 0x0F)
  }

  /// The bytes if the words hold them, the first one lowest. The bytes after them are not zero.
  @inlinable @inline(__always)
  package var shortBytes: UInt128 { UInt128(high) &<< 64 | UInt128(low) }

  /// The bytes in memory, valid as long as the string; `nil` if the words hold the bytes or the
  /// string is not stored as UTF-8.
  @inlinable @inline(__always)
  package var stored: ByteView? {
    // Neither short nor foreign, and the bytes follow the header of the object.
    guard high &>> 60 & 7 == 0, low &>> 60 & 1 == 1,
      let object = unsafe UnsafeRawPointer(
        bitPattern: UInt(truncatingIfNeeded: high & 0x0FFF_FFFF_FFFF_FFFF))
    else { return nil }
    return unsafe ByteView(
      at: object + 32, count: Int(truncatingIfNeeded: low & 0xFFFF_FFFF_FFFF))
  }

  /// The kind of a string that is neither short nor stored.
  @inlinable static var foreign: UInt64 { 0x5000_0000_0000_0000 }

  /// Whether long strings of the standard library have the expected layout. The compiler evaluates
  /// this.
  @inlinable @inline(__always)
  static var isLayoutKnown: Bool {
    let long = unsafe unsafeBitCast("abcdefghijklmnopqrstuvwxyz", to: (UInt64, UInt64).self)
    return long.0 == 0xD000_0000_0000_001A
  }
}
#endif
