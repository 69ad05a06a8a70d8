/// A growing buffer of bytes.
///
/// ```
/// base              cursor                end
/// | written bytes   | free                |
/// ```
///
/// For a group of writes, call `reserve` once and then the `…Unchecked` functions. The others
/// reserve by themselves. ``clear(retaining:)`` keeps the memory for the next use.
@frozen @usableFromInline
@safe
package struct ByteWriter: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  /// Where the next byte goes.
  @usableFromInline package var cursor: UnsafeMutablePointer<UInt8>
  @usableFromInline var end: UnsafeMutablePointer<UInt8>
  /// False while `base` is memory of the caller's, which is left to it.
  @usableFromInline var isOwner: Bool

  package init(capacity: Int = 1024) {
    unsafe base = .allocate(capacity: max(capacity, 64))
    unsafe cursor = base
    unsafe end = base + max(capacity, 64)
    isOwner = true
  }

  /// Writes to memory that belongs to the caller, for as long as it suffices.
  package init(borrowing buffer: UnsafeMutableBufferPointer<UInt8>) {
    if let base = buffer.baseAddress {
      unsafe self.init(borrowing: buffer, base: base)
    } else {
      self.init(capacity: 64)
    }
  }

  /// Ends writing to memory of the caller's, which has `count` bytes then; returns the bytes if they
  /// did not fit.
  package consuming func finish(_ count: inout Int) -> [UInt8]? {
    if isOwner { return unsafe [UInt8](bytes) }
    count = self.count
    return nil
  }

  private init(
    borrowing buffer: UnsafeMutableBufferPointer<UInt8>, base: UnsafeMutablePointer<UInt8>
  ) {
    unsafe self.base = base
    unsafe cursor = base
    unsafe end = base + buffer.count
    isOwner = false
  }

  deinit {
    if isOwner { unsafe base.deallocate() }
  }

  /// Makes an array of what `body` writes. The array's own memory is written to directly unless it
  /// outgrows the `estimate` in bytes; pages of it that are not touched cost nothing.
  package static func array<E: Error>(
    estimate: Int, _ body: (inout ByteWriter) throws(E) -> Void
  ) throws(E) -> [UInt8] {
    var failure: E?
    var outgrown: [UInt8]?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(estimate, 64)) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      var writer = unsafe ByteWriter(borrowing: buffer, base: base)
      do throws(E) {
        try body(&writer)
      } catch {
        failure = error
        return
      }
      if writer.isOwner {
        outgrown = unsafe [UInt8](writer.bytes)
      } else {
        count = writer.count
      }
    }
    if let failure { throw failure }
    return outgrown ?? bytes
  }

  /// Bytes written so far.
  @inlinable package var count: Int { unsafe cursor - base }

  /// What was written; valid until the next write.
  @inlinable
  package var bytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: base, count: count)
  }

  /// Forgets the contents and keeps the memory, unless there is more than `limit` bytes of it.
  package mutating func clear(retaining limit: Int = 8 << 20) {
    if isOwner, unsafe end - base > limit {
      unsafe base.deallocate()
      unsafe base = .allocate(capacity: 1024)
      unsafe end = base + 1024
    }
    unsafe cursor = base
  }

  /// Reserves memory for `count` more bytes.
  @inlinable
  package mutating func reserve(_ count: Int) {
    if unsafe end - cursor < count { grow(by: count) }
  }

  @usableFromInline @inline(never)
  mutating func grow(by count: Int) {
    let written = self.count
    let capacity = unsafe max((end - base) * 2, written + count)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe moved.update(from: base, count: written)
    if isOwner { unsafe base.deallocate() }
    isOwner = true
    unsafe base = moved
    unsafe cursor = moved + written
    unsafe end = moved + capacity
  }

  // MARK: Writing

  @inlinable
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    appendUnchecked(byte)
  }

  /// Writes one byte to reserved memory.
  @inlinable
  package mutating func appendUnchecked(_ byte: UInt8) {
    unsafe cursor.pointee = byte
    unsafe cursor += 1
  }

  @inlinable
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count)
    unsafe appendUnchecked(bytes)
  }

  /// Writes bytes to reserved memory.
  @inlinable
  package mutating func appendUnchecked(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    unsafe cursor.copyBytes(from: source, count: bytes.count)
    unsafe cursor += bytes.count
  }

  /// The most that ``appendAgain(from:count:)`` appends.
  @inlinable package static var longestRepetition: Int { 32 }

  /// Appends the `count` bytes at `offset`, which were written before, once more.
  @inlinable @inline(__always)
  package mutating func appendAgain(from offset: Int, count: Int) {
    reserve(Self.longestRepetition)
    // All 32 at once: the memory is reserved, and the next write replaces what follows the `count`.
    let source = unsafe UnsafeRawPointer(base + offset)
    let head = unsafe source.loadUnaligned(as: SIMD16<UInt8>.self)
    let tail = unsafe source.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
    unsafe UnsafeMutableRawPointer(cursor).storeBytes(of: head, as: SIMD16<UInt8>.self)
    unsafe UnsafeMutableRawPointer(cursor).storeBytes(
      of: tail, toByteOffset: 16, as: SIMD16<UInt8>.self)
    unsafe cursor += count
  }

  @inlinable
  package mutating func append(_ literal: StaticString) {
    unsafe append(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Writes the UTF-8 bytes of `text`.
  package mutating func append(text: String) {
    var text = text
    text.withUTF8 { unsafe append($0) }
  }

  /// Writes the little-endian bytes of `value`.
  @inlinable
  package mutating func append<T: FixedWidthInteger & BitwiseCopyable>(littleEndian value: T) {
    reserve(MemoryLayout<T>.size)
    unsafe UnsafeMutableRawPointer(cursor).storeBytes(of: value.littleEndian, as: T.self)
    unsafe cursor += MemoryLayout<T>.size
  }

  /// Lets `write` put up to `limit` bytes at the cursor and return their number.
  @inlinable
  package mutating func append(
    upTo limit: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    reserve(limit)
    unsafe cursor += write(cursor)
  }

  /// Replaces what was written from `offset` on; `offset` is at most ``count``.
  package mutating func truncate(to offset: Int) {
    precondition(offset >= 0 && offset <= count)
    unsafe cursor = base + offset
  }

  /// Opens a gap of `length` bytes at `offset`, moving what follows.
  package mutating func insertGap(at offset: Int, length: Int) {
    precondition(offset >= 0 && offset <= count && length >= 0)
    reserve(length)
    let start = unsafe base + offset
    // The ranges overlap; `update` moves as memmove does.
    unsafe (start + length).update(from: start, count: cursor - start)
    unsafe cursor += length
  }

  /// The memory at `offset`, for filling in what is known later only.
  @inlinable
  package func pointer(at offset: Int) -> UnsafeMutablePointer<UInt8> {
    precondition(offset >= 0 && offset <= count)
    return unsafe base + offset
  }
}
