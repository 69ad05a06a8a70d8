/// A growing buffer of bytes.
///
/// ```
/// base              cursor                end
/// | written bytes   | free                |
/// ```
///
/// For a group of writes, call `reserve` once and then the `…Unchecked` functions. The other
/// functions reserve memory themselves. ``clear(retaining:)`` keeps the memory for the next use.
@frozen @usableFromInline
@safe
package struct ByteWriter: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  /// The address of the next byte.
  @usableFromInline package var cursor: UnsafeMutablePointer<UInt8>
  @usableFromInline var end: UnsafeMutablePointer<UInt8>
  /// False while `base` is memory of the caller. The writer does not free it.
  @usableFromInline var isOwner: Bool

  package init(capacity: Int = 1024) {
    unsafe base = .allocate(capacity: max(capacity, 64))
    unsafe cursor = base
    unsafe end = base + max(capacity, 64)
    isOwner = true
  }

  /// Creates a writer to memory of the caller. If the memory is too small, the writer allocates its
  /// own.
  package init(borrowing memory: MutableByteView) {
    unsafe base = memory.start
    unsafe cursor = base
    unsafe end = base + memory.count
    isOwner = false
  }

  /// Ends the writing to memory of the caller. Sets `count` to the number of bytes there, or
  /// returns the bytes if they did not fit.
  package consuming func finish(_ count: inout Int) -> [UInt8]? {
    if isOwner { return [UInt8](bytes) }
    count = self.count
    return nil
  }

  deinit {
    if isOwner { unsafe base.deallocate() }
  }

  /// The number of written bytes.
  @inlinable package var count: Int { unsafe cursor - base }

  /// The number of bytes that fit without more memory.
  @inlinable package var freeCount: Int { unsafe end - cursor }

  /// The written bytes; valid until the next write.
  @inlinable
  package var bytes: ByteView {
    unsafe ByteView(start: base, count: count)
  }

  /// Removes the contents. Keeps the memory, unless it exceeds `limit` bytes.
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
    if freeCount < count { grow(by: count) }
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
  package mutating func append(_ bytes: ByteView) {
    reserve(bytes.count)
    appendUnchecked(bytes)
  }

  /// Writes bytes to reserved memory.
  @inlinable @inline(__always)
  package mutating func appendUnchecked(_ bytes: ByteView) {
    unsafe cursor.copyBytes(from: bytes.start, count: bytes.count)
    unsafe cursor += bytes.count
  }

  /// Writes the `count` bytes of `literal` to reserved memory. If the compiler knows the literal,
  /// these are a few stores.
  @inlinable @inline(__always)
  package mutating func appendUnchecked(_ literal: StaticString, count: Int) {
    unsafe cursor.copyBytes(from: literal.utf8Start, count: count)
    unsafe cursor += count
  }

  /// Writes `count` bytes. 32 bytes must be readable there, and reserved here.
  @inlinable @inline(__always)
  package mutating func appendPadded(_ start: UnsafePointer<UInt8>, count: Int) {
    let source = unsafe UnsafeRawPointer(start)
    let target = unsafe UnsafeMutableRawPointer(cursor)
    let (head, tail) = unsafe (
      source.loadUnaligned(as: SIMD16<UInt8>.self),
      source.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
    )
    unsafe target.storeBytes(of: head, as: SIMD16<UInt8>.self)
    unsafe target.storeBytes(of: tail, toByteOffset: 16, as: SIMD16<UInt8>.self)
    unsafe cursor += count
  }

  /// The maximum number of bytes that ``appendAgain(from:count:)`` appends.
  @inlinable package static var longestRepetition: Int { 32 }

  /// Appends another copy of the `count` written bytes at `offset`.
  @inlinable @inline(__always)
  package mutating func appendAgain(from offset: Int, count: Int) {
    reserve(Self.longestRepetition)
    // The function copies 32 bytes at once. The memory is reserved.
    unsafe appendPadded(base + offset, count: count)
  }

  @inlinable
  package mutating func append(_ literal: StaticString) {
    append(ByteView(literal))
  }

  /// Writes the UTF-8 bytes of `text`.
  package mutating func append(text: String) {
    var text = text
    text.withByteView { append($0) }
  }

  /// Writes the little-endian bytes of `value`.
  @inlinable
  package mutating func append<T: FixedWidthInteger & BitwiseCopyable>(littleEndian value: T) {
    reserve(MemoryLayout<T>.size)
    unsafe UnsafeMutableRawPointer(cursor).storeBytes(of: value.littleEndian, as: T.self)
    unsafe cursor += MemoryLayout<T>.size
  }

  /// Writes `byte` and then the lowest `width` bytes (1...8) of `value`, the highest of them first.
  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8, bigEndian value: UInt64, width: Int) {
    reserve(9)
    // The store writes eight bytes; the next write replaces the excess.
    let bytes = (value &<< UInt64(truncatingIfNeeded: 64 &- 8 &* width)).bigEndian
    unsafe cursor.pointee = byte
    unsafe UnsafeMutableRawPointer(cursor + 1).storeBytes(of: bytes, as: UInt64.self)
    unsafe cursor += 1 &+ width
  }

  /// Calls `write` with up to `limit` bytes at the cursor. `write` must return the number of bytes
  /// that it wrote.
  @inlinable
  package mutating func append(
    upTo limit: Int, _ write: (MutableByteView) -> Int
  ) {
    reserve(limit)
    let count = write(unsafe MutableByteView(start: cursor, count: limit))
    assert(count >= 0 && count <= limit, "more was written than was reserved")
    unsafe cursor += count
  }

  /// Removes the written bytes from `offset` on; `offset` must not exceed ``count``.
  package mutating func truncate(to offset: Int) {
    precondition(offset >= 0 && offset <= count)
    unsafe cursor = base + offset
  }

  /// Opens a gap of `length` bytes at `offset` and moves the bytes after it.
  package mutating func insertGap(at offset: Int, length: Int) {
    precondition(offset >= 0 && offset <= count && length >= 0)
    reserve(length)
    let start = unsafe base + offset
    // The ranges overlap; `update` moves bytes like memmove.
    unsafe (start + length).update(from: start, count: cursor - start)
    unsafe cursor += length
  }

  /// The written byte at `offset`.
  @inlinable
  package subscript(offset: Int) -> UInt8 {
    get {
      precondition(offset >= 0 && offset < count)
      return unsafe base[offset]
    }
    nonmutating set {
      precondition(offset >= 0 && offset < count)
      unsafe base[offset] = newValue
    }
  }

  /// Returns the written bytes from `start` on; valid until the next write.
  @inlinable
  package func bytes(from start: Int) -> ByteView {
    precondition(start >= 0 && start <= count)
    return unsafe ByteView(start: base + start, count: count - start)
  }

  /// Overwrites the bytes at `offset` with those of `value`.
  @inlinable @inline(__always)
  package func store<T: BitwiseCopyable>(_ value: T, at offset: Int) {
    precondition(offset >= 0 && MemoryLayout<T>.size <= count - offset)
    unsafe UnsafeMutableRawPointer(base + offset).storeBytes(of: value, as: T.self)
  }

  /// Overwrites the bytes at `offset` with `bytes`, which must not overlap the written ones.
  package mutating func replace(at offset: Int, with bytes: ByteView) {
    precondition(offset >= 0 && bytes.count <= count - offset)
    unsafe (base + offset).update(from: bytes.start, count: bytes.count)
  }

  /// Moves the bytes from `start` to the end down to `target` and truncates the rest.
  package mutating func moveEnd(from start: Int, to target: Int) {
    precondition(target >= 0 && target <= start && start <= count)
    let length = count - start
    // The ranges may overlap; `update` moves bytes like memmove.
    unsafe (base + target).update(from: base + start, count: length)
    truncate(to: target + length)
  }

  /// Returns the address of the byte at `offset`, for values that are filled in later.
  @inlinable
  package func pointer(at offset: Int) -> UnsafeMutablePointer<UInt8> {
    precondition(offset >= 0 && offset <= count)
    return unsafe base + offset
  }
}
