#if !Portable
/// Strings that fit into a `String` itself, made of their bits.
///
/// Most names and words are that short, and the standard library takes a hundred instructions to
/// find out. The layout of `String` is frozen: on platforms with words of 64 bits, up to fifteen
/// bytes of UTF-8 stand in its two words, with zeros behind them.
///
/// ```
/// byte  0                    8               15
///      | UTF-8 ..............................| 1110 count |   if all are ASCII
///      | UTF-8 ..............................| 1010 count |   otherwise
/// ```
@frozen
@usableFromInline
package struct ShortString {
  @usableFromInline let low: UInt64
  @usableFromInline let high: UInt64

  /// The bytes of two little-endian words, zeros behind the first `count`, which are at most fifteen.
  @inlinable @inline(__always)
  package init(low: UInt64, high: UInt64 = 0, count: Int) {
    let isASCII = (low | high) & 0x8080_8080_8080_8080 == 0
    let mark: UInt64 = isASCII ? 0xE0 : 0xA0
    self.low = low
    self.high = high | (mark | UInt64(truncatingIfNeeded: count)) &<< 56
  }

  /// The first `count` bytes, at most fifteen, of sixteen that can be loaded.
  @inlinable @inline(__always)
  package init(ahead start: UnsafePointer<UInt8>, count: Int) {
    let bytes = unsafe UnsafeRawPointer(start)
    let low = unsafe bytes.loadUnaligned(as: UInt64.self).littleEndian
    let mask = (1 &<< UInt64(truncatingIfNeeded: 8 &* (count & 7))) &- 1 as UInt64
    if count < 8 {
      self.init(low: low & mask, count: count)
    } else {
      let high = unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian
      self.init(low: low, high: high & mask, count: count)
    }
  }

  /// The string of bytes that are known to be well-formed UTF-8; nil if they do not fit, or the
  /// platform's strings look different.
  @usableFromInline @inline(never)
  package static func make(validated bytes: ByteView) -> String? {
    guard bytes.count <= capacity else { return nil }
    let (low, high) = unsafe load(bytes.start, bytes.count)
    return ShortString(low: low, high: high, count: bytes.count).text
  }

  /// Bytes of the longest string that fits.
  @inlinable package static var capacity: Int { 15 }

  /// Whether all bytes are ASCII, which no reader has to check.
  @inlinable package var isASCII: Bool { high &>> 60 == 0xE }

  /// The string, if the bytes are well-formed UTF-8; nil if the platform's strings look different.
  @inlinable @inline(__always)
  package var text: String? {
    guard Self.isLayoutKnown else { return nil }
    var words = (low, high)
    // The two words are those of such a string. Moved and not cast: a cast retains what it makes.
    return unsafe withUnsafeMutablePointer(to: &words) {
      unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: String.self).move()
    }
  }

  /// Whether strings of the standard library look as they are expected to, which the compiler
  /// finds out.
  @inlinable @inline(__always)
  static var isLayoutKnown: Bool {
    #if _pointerBitWidth(_64) && _endian(little)
    let ascii = unsafe unsafeBitCast("abcdefghijklmno", to: (UInt64, UInt64).self)
    let other = unsafe unsafeBitCast("\u{e9}", to: (UInt64, UInt64).self)
    return ascii == (0x6867_6665_6463_6261, 0xEF6F_6E6D_6C6B_6A69)
      && other == (0xA9C3, 0xA200_0000_0000_0000)
    #else
    return false
    #endif
  }

  /// The bytes as two little-endian words, without a look at what is behind them: loads from both
  /// ends, which overlap in the middle.
  @inline(__always)
  private static func load(_ start: UnsafePointer<UInt8>, _ count: Int) -> (UInt64, UInt64) {
    let bytes = unsafe UnsafeRawPointer(start)
    if count >= 8 {
      let last = unsafe bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      // By one first: a shift by all 64 bits would be one by none.
      let high = (last &>> 1) &>> UInt64(truncatingIfNeeded: 127 &- 8 &* count)
      return unsafe (bytes.loadUnaligned(as: UInt64.self), high)
    }
    if count >= 4 {
      let first = unsafe UInt64(bytes.loadUnaligned(as: UInt32.self))
      let last = unsafe UInt64(bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      return (first | last &<< UInt64(truncatingIfNeeded: 8 &* (count &- 4)), 0)
    }
    if count == 0 { return (0, 0) }
    let middle = count &>> 1
    let low =
      unsafe UInt64(start[0]) | UInt64(start[middle]) &<< UInt64(truncatingIfNeeded: 8 &* middle)
      | UInt64(start[count &- 1]) &<< UInt64(truncatingIfNeeded: 8 &* (count &- 1))
    return (low, 0)
  }
}
#endif
