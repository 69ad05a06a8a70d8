/// A key of the document that is being read, for comparison with names.
///
/// ```swift
/// switch key {
/// case "id": ...
/// default: try reader.skipValue()
/// }
/// ```
///
/// The key is valid until the reader moves past the value of the key. To keep it, use ``string``.
@frozen
@safe
public struct FieldKey {
  /// The first 8 bytes in little-endian order. A shorter key is padded with zeros.
  @usableFromInline let head: UInt64
  /// The last 8 bytes of a key with more than 8 bytes, otherwise 0.
  @usableFromInline let tail: UInt64
  @usableFromInline let start: UnsafeRawPointer
  /// The length in UTF-8 bytes.
  @usableFromInline package let count: Int

  /// Creates a key of `count` bytes at `start`, where at least 8 bytes are readable.
  @inlinable @inline(__always)
  package init(padded start: UnsafeRawPointer, count: Int) {
    unsafe self.start = start
    self.count = count
    let word = unsafe UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
    if count >= 8 {
      head = word
      // A key of 8 bytes has no tail.
      tail =
        unsafe count == 8
        ? 0
        : UInt64(littleEndian: start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    } else {
      head = word & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1)
      tail = 0
    }
  }

  /// Creates a key of `bytes`. The memory after the last byte need not be readable.
  @inlinable
  package init(_ bytes: ByteView) {
    guard !bytes.isEmpty else {
      self = FieldKey.empty
      return
    }
    count = bytes.count
    unsafe start = UnsafeRawPointer(bytes.start)
    if bytes.count >= 8 {
      head = unsafe UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
      tail =
        unsafe bytes.count == 8
        ? 0
        : UInt64(
          littleEndian: start.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
    } else {
      var word: UInt64 = 0
      for index in bytes.indices {
        let byte = bytes[index]
        word |= UInt64(byte) << UInt64(index * 8)
      }
      head = word
      tail = 0
    }
  }

  /// Lends `text` as a key to `body`.
  @usableFromInline
  package static func withKey<Result>(_ text: String, _ body: (FieldKey) -> Result) -> Result {
    var text = text
    return text.withByteView { bytes in body(FieldKey(bytes)) }
  }

  @usableFromInline static var empty: FieldKey {
    let text: StaticString = "\0\0\0\0\0\0\0\0"
    return unsafe FieldKey(padded: UnsafeRawPointer(text.utf8Start), count: 0)
  }

  /// The hash with which a field set finds a slot. Equal keys have equal hashes; different keys may
  /// have equal hashes, too.
  ///
  /// `(head ^ (tail &* 0x9E37_79B9_7F4A_7C15)) &+ count`, where `head` is the first 8 bytes in
  /// little-endian order, padded with zeros. `tail` is the last 8 bytes, or 0 if the key has 8 or
  /// fewer.
  @inlinable @inline(__always)
  public var _hash: UInt64 {
    (head ^ (tail &* 0x9E37_79B9_7F4A_7C15)) &+ UInt64(truncatingIfNeeded: count)
  }

  /// Whether all bytes are ASCII.
  package var isASCII: Bool {
    unsafe UnsafeRawBufferPointer(start: start, count: count).allSatisfy { $0 < 0x80 }
  }

  /// The key as a `String`.
  public var string: String {
    unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Returns whether the key equals `name`, byte by byte.
  @inlinable @inline(__always)
  public static func ~= (name: StaticString, key: FieldKey) -> Bool {
    let count = name.utf8CodeUnitCount
    guard count == key.count else { return false }
    let text = unsafe UnsafeRawPointer(name.utf8Start)
    if count < 8 {
      var word: UInt64 = 0
      for index in 0..<count {
        unsafe word |=
          UInt64(text.load(fromByteOffset: index, as: UInt8.self))
          &<< UInt64(truncatingIfNeeded: index &* 8)
      }
      return word == key.head
    }
    guard unsafe UInt64(littleEndian: text.loadUnaligned(as: UInt64.self)) == key.head else {
      return false
    }
    var offset = 8
    while offset &+ 8 <= count {
      guard
        unsafe text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          == key.start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      else { return false }
      offset &+= 8
    }
    // The last 8 bytes overlap the bytes before them. Both texts have at least 8 bytes.
    return unsafe text.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      == key.start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
  }
}

extension FieldKey: CustomStringConvertible {
  /// The key as a `String`.
  public var description: String { string }
}
