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
@usableFromInline
package enum ShortString {
  /// The string of bytes that are known to be well-formed UTF-8; nil if they do not fit, or the
  /// platform's strings look different.
  @usableFromInline @inline(never)
  package static func make(validated bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.count <= capacity, isLayoutKnown, let start = bytes.baseAddress else { return nil }
    // The two words are those of such a string, which has nothing to retain.
    return unsafe unsafeBitCast(words(start, bytes.count), to: String.self)
  }

  /// The string of any bytes; nil if they do not fit, are not all ASCII, or the platform's strings
  /// look different.
  @usableFromInline @inline(never)
  package static func make(ifASCII bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.count <= capacity, isLayoutKnown, let start = bytes.baseAddress else { return nil }
    let words = unsafe words(start, bytes.count)
    return unsafe words.1 &>> 60 == 0xE ? unsafeBitCast(words, to: String.self) : nil
  }

  /// Bytes of the longest string that fits.
  static var capacity: Int { 15 }

  /// Whether strings that the standard library has made look as they are expected to.
  static let isLayoutKnown: Bool = {
    #if _pointerBitWidth(_64) && _endian(little)
    return ["abcdefghijklmno", "naïve façades"].allSatisfy { sample in
      sample.indices.allSatisfy { looksAsExpected(sample.utf8[..<$0]) }
        && looksAsExpected(sample.utf8[...])
    }
    #else
    return false
    #endif
  }()

  private static func looksAsExpected(_ sample: Substring.UTF8View) -> Bool {
    unsafe Array(sample).withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      return unsafe unsafeBitCast(String(decoding: bytes, as: UTF8.self), to: (UInt64, UInt64).self)
        == words(start, bytes.count)
    }
  }

  /// The words of a string with `count` bytes, which are at most fifteen.
  @inline(__always)
  private static func words(_ start: UnsafePointer<UInt8>, _ count: Int) -> (UInt64, UInt64) {
    let (low, high) = unsafe load(start, count)
    let isASCII = (low | high) & 0x8080_8080_8080_8080 == 0
    let mark: UInt64 = isASCII ? 0xE0 : 0xA0
    return (low, high | (mark | UInt64(truncatingIfNeeded: count)) &<< 56)
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
