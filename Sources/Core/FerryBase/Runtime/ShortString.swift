#if !Portable
/// Strings that fit into the two words of a `String`, built from their bits.
///
/// Most names and words are so short, and the standard library needs a hundred instructions to
/// detect this. The layout of `String` is frozen. On 64-bit platforms, its two words contain up to
/// fifteen bytes of UTF-8, followed by zeros.
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

  /// Creates a string from two little-endian words. The bytes after the first `count`, at most
  /// fifteen, must be zero.
  @inlinable @inline(__always)
  package init(low: UInt64, high: UInt64 = 0, count: Int) {
    let isASCII = (low | high) & 0x8080_8080_8080_8080 == 0
    let mark: UInt64 = isASCII ? 0xE0 : 0xA0
    self.low = low
    self.high = high | (mark | UInt64(truncatingIfNeeded: count)) &<< 56
  }

  /// Creates a string from the first `count` bytes at `start`, at most fifteen. Sixteen bytes must
  /// be readable.
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

  /// Returns the string of bytes that are known to be well-formed UTF-8; `nil` if they do not fit
  /// or the platform's strings have another layout.
  @usableFromInline @inline(never)
  package static func make(validated bytes: ByteView) -> String? {
    guard bytes.count <= capacity else { return nil }
    let (low, high) = unsafe load(bytes.start, bytes.count)
    return ShortString(low: low, high: high, count: bytes.count).text
  }

  /// The maximum number of bytes of a string.
  @inlinable package static var capacity: Int { 15 }

  /// Whether all bytes are ASCII. Readers need not check such bytes.
  @inlinable package var isASCII: Bool { high &>> 60 == 0xE }

  /// The string, if the bytes are well-formed UTF-8; `nil` if the platform's strings have another
  /// layout.
  @inlinable @inline(__always)
  package var text: String? {
    guard Self.isLayoutKnown else { return nil }
    var words = (low, high)
    // The two words are those of a short string. The code moves them, because a cast would retain
    // the string.
    return unsafe withUnsafeMutablePointer(to: &words) {
      unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: String.self).move()
    }
  }

  /// Whether strings of the standard library have the expected layout. The compiler evaluates this.
  @inlinable @inline(__always)
  static var isLayoutKnown: Bool {
    #if _pointerBitWidth(_64) && _endian(little)
    guard LayoutChecks.mayPass else { return false }
    let ascii = unsafe unsafeBitCast("abcdefghijklmno", to: (UInt64, UInt64).self)
    let other = unsafe unsafeBitCast("\u{e9}", to: (UInt64, UInt64).self)
    return ascii == (0x6867_6665_6463_6261, 0xEF6F_6E6D_6C6B_6A69)
      && other == (0xA9C3, 0xA200_0000_0000_0000)
    #else
    return false
    #endif
  }

  /// Returns the bytes as two little-endian words without reading the bytes after them. Loads from
  /// both ends overlap in the middle.
  @inline(__always)
  private static func load(_ start: UnsafePointer<UInt8>, _ count: Int) -> (UInt64, UInt64) {
    let bytes = unsafe UnsafeRawPointer(start)
    if count >= 8 {
      let last = unsafe bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      // The shift has two steps, because a shift by 64 would be a shift by 0.
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
