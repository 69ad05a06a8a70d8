/// The prefix varint of the binary format: a big-endian length whose first byte determines its
/// width.
///
/// ```
/// 0xxxxxxx                    1 byte   below 2^7
/// 10xxxxxx + 1 byte           2 bytes  below 2^14
/// 110xxxxx + 2 bytes          3 bytes  below 2^21
/// 1110xxxx + 3 bytes          4 bytes  below 2^28
/// 11110000 + 8 bytes          9 bytes  everything else
/// ```
///
/// The encoding is minimal: a value has exactly one form, and a reader rejects every other.
@usableFromInline package enum VarInt {
  /// The maximum number of bytes of one value. ``write(_:to:)`` may overwrite all of them.
  @inlinable package static var maximumWidth: Int { 9 }

  /// Returns the number of bytes of `value`: 1, 2, 3, 4 or 9.
  @inlinable package static func width(_ value: UInt64) -> Int {
    if value < 1 << 7 { return 1 }
    if value < 1 << 14 { return 2 }
    if value < 1 << 21 { return 3 }
    return value < 1 << 28 ? 4 : 9
  }

  /// Writes `value` to memory of at least ``maximumWidth`` bytes and returns the number of bytes.
  @inlinable package static func write(_ value: UInt64, to memory: MutableByteView) -> Int {
    assert(memory.count >= maximumWidth, "the value may be wider than the memory")
    return unsafe write(value, to: memory.start)
  }

  /// Writes `value` and returns the number of bytes. `p` must have ``maximumWidth`` bytes of
  /// memory.
  ///
  /// The function may overwrite the bytes after the returned width, up to ``maximumWidth``.
  @inlinable package static func write(_ value: UInt64, to p: UnsafeMutablePointer<UInt8>) -> Int {
    if value < 1 << 7 {
      unsafe p[0] = UInt8(truncatingIfNeeded: value)
      return 1
    }
    let raw = UnsafeMutableRawPointer(p)
    if value < 1 << 28 {
      let width = Self.width(value)
      // The prefixes 10, 110 and 1110 in the top byte of the big-endian number of that width.
      let prefix: UInt32 = width == 2 ? 0x8000_0000 : width == 3 ? 0xC000_0000 : 0xE000_0000
      let shifted = UInt32(truncatingIfNeeded: value) &<< UInt32(truncatingIfNeeded: 32 - 8 * width)
      unsafe raw.storeBytes(of: (shifted | prefix).bigEndian, as: UInt32.self)
      return width
    }
    unsafe p[0] = 0xF0
    unsafe (raw + 1).storeBytes(of: value.bigEndian, as: UInt64.self)
    return 9
  }

  /// Returns the value at `offset` of `bytes` and its width; `nil` if it is incomplete or invalid.
  @inlinable package static func read(
    _ bytes: ByteView, at offset: Int, end: Int
  ) -> (value: UInt64, width: Int)? {
    assert(offset >= 0 && end <= bytes.count, "the value is outside the view")
    return unsafe read(bytes.start + offset, end: bytes.start + end)
  }

  /// Returns the value at `p` and its width in bytes.
  ///
  /// The result is `nil` in three cases: `end` comes too early, the value has a shorter form, or
  /// the first byte is reserved (`0xF1...0xFF`). No bytes at or after `end` are read.
  @inlinable package static func read(
    _ p: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
  ) -> (value: UInt64, width: Int)? {
    let available = unsafe end - p
    guard available > 0 else { return nil }
    let first = unsafe UInt64(p[0])
    if first < 0x80 { return (first, 1) }
    if first < 0xC0 {
      guard available >= 2 else { return nil }
      let value = unsafe (first & 0x3F) << 8 | UInt64(p[1])
      return value >= 1 << 7 ? (value, 2) : nil
    }
    return unsafe readLong(p, available: available)
  }

  /// Reads the forms of three, four and nine bytes. The function is not inlined, because such
  /// lengths are rare.
  ///
  /// The byte at `p` must be 0xC0 or more. `available` bytes, at least 1, must be readable.
  @usableFromInline @inline(never) static func readLong(
    _ p: UnsafePointer<UInt8>, available: Int
  ) -> (value: UInt64, width: Int)? {
    let first = unsafe UInt64(p[0])
    if first < 0xE0 {
      guard available >= 3 else { return nil }
      let value = unsafe (first & 0x1F) << 16 | UInt64(p[1]) << 8 | UInt64(p[2])
      return value >= 1 << 14 ? (value, 3) : nil
    }
    if first < 0xF0 {
      guard available >= 4 else { return nil }
      let word = unsafe UnsafeRawPointer(p).loadUnaligned(as: UInt32.self)
      let value = UInt64(UInt32(bigEndian: word) & 0x0FFF_FFFF)
      return value >= 1 << 21 ? (value, 4) : nil
    }
    guard first == 0xF0, available >= 9 else { return nil }
    let value = unsafe UInt64(bigEndian: UnsafeRawPointer(p + 1).loadUnaligned(as: UInt64.self))
    return value >= 1 << 28 ? (value, 9) : nil
  }

  /// Folds the sign into the lowest bit: 0, -1, 1, -2 become 0, 1, 2, 3.
  @inlinable package static func zigzag(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: value &<< 1 ^ value &>> 63)
  }

  /// Inverts ``zigzag(_:)``.
  @inlinable package static func unzigzag(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value &>> 1 ^ (0 &- (value & 1)))
  }
}
