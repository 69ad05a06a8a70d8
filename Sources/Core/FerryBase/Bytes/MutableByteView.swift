/// Writable memory that belongs to another value: an address and a count.
///
/// The rules of ``ByteView`` apply. In addition, no other code may read or write the memory while
/// the view is in use.
@frozen @usableFromInline
@safe
package struct MutableByteView: BitwiseCopyable {
  /// The address of the first byte.
  @usableFromInline package let start: UnsafeMutablePointer<UInt8>
  /// The number of bytes.
  @usableFromInline package let count: Int

  /// Creates a view of the `count` bytes at `start`.
  @inlinable @inline(__always)
  @unsafe
  package init(start: UnsafeMutablePointer<UInt8>, count: Int) {
    assert(count >= 0, "a view has a count of 0 or more")
    unsafe self.start = start
    self.count = count
  }

  /// Creates a view of the memory of `buffer`, which must not be empty.
  @inlinable @inline(__always)
  @unsafe
  package init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    unsafe assert(buffer.baseAddress != nil, "memory has an address")
    unsafe self.init(start: buffer.baseAddress.unsafelyUnwrapped, count: buffer.count)
  }

  /// Calls `body` with `count` uninitialized bytes, which are valid during the call. A small number
  /// of bytes is on the stack.
  @inlinable @inline(__always)
  package static func withScratch<R, E: Error>(
    _ count: Int, _ body: (MutableByteView) throws(E) -> R
  ) throws(E) -> R {
    // The standard function rethrows without the type of the error.
    let result: Result<R, E> = unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: max(count, 1)
    ) { buffer in
      // An allocation of at least one byte has an address.
      let start = unsafe buffer.baseAddress.unsafelyUnwrapped
      do throws(E) {
        return try .success(body(unsafe MutableByteView(start: start, count: count)))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Returns an array of the bytes that `write` writes. `write` gets `limit` bytes of memory and
  /// must return the number of bytes that it wrote.
  @inlinable @inline(__always)
  package static func array(upTo limit: Int, _ write: (MutableByteView) -> Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: max(limit, 1)) { buffer, count in
      // An array with a capacity of at least one byte has an address.
      let start = unsafe buffer.baseAddress.unsafelyUnwrapped
      count = write(unsafe MutableByteView(start: start, count: limit))
    }
  }

  @inlinable
  package subscript(position: Int) -> UInt8 {
    @inline(__always) get {
      assert(position >= 0 && position < count, "the offset is outside the view")
      return unsafe start[position]
    }
    @inline(__always) nonmutating set {
      assert(position >= 0 && position < count, "the offset is outside the view")
      unsafe start[position] = newValue
    }
  }

  /// Stores the bytes of `value` at `offset`, which need not be aligned.
  @inlinable @inline(__always)
  package func store<T: BitwiseCopyable>(_ value: T, at offset: Int) {
    assert(offset >= 0 && offset &+ MemoryLayout<T>.size <= count, "the value is outside the view")
    unsafe UnsafeMutableRawPointer(start + offset).storeBytes(of: value, as: T.self)
  }

  /// Copies `bytes` to `offset`. They must not overlap this memory.
  @inlinable @inline(__always)
  package func copy(_ bytes: ByteView, at offset: Int) {
    assert(offset >= 0 && offset &+ bytes.count <= count, "the bytes are outside the view")
    unsafe (start + offset).copyBytes(from: bytes.start, count: bytes.count)
  }

  /// Copies the elements of `bytes` to `offset`.
  package func copy(_ bytes: some Collection<UInt8>, at offset: Int) {
    precondition(offset >= 0 && offset + bytes.count <= count, "the bytes are outside the view")
    _ = unsafe UnsafeMutableBufferPointer(start: start + offset, count: count - offset)
      .update(fromContentsOf: bytes)
  }

  /// Returns a view of the bytes from `offset` on.
  @inlinable @inline(__always)
  package func suffix(from offset: Int) -> MutableByteView {
    assert(offset >= 0 && offset <= count, "the offset is outside the view")
    return unsafe MutableByteView(start: start + offset, count: count &- offset)
  }

  /// Returns a view of the first `count` bytes, which must have been written.
  @inlinable @inline(__always)
  package func prefix(_ count: Int) -> ByteView {
    assert(count >= 0 && count <= self.count, "the bytes are outside the view")
    return unsafe ByteView(start: UnsafePointer(start), count: count)
  }
}

extension Array<UInt8> {
  /// Calls `body` with a writable view of the elements that is valid during the call.
  @inlinable @inline(__always)
  package mutating func withMutableByteView<R, E: Error>(
    _ body: (MutableByteView) throws(E) -> R
  ) throws(E) -> R {
    try unsafe withUnsafeMutableBufferPointer { bytes throws(E) in
      guard let start = bytes.baseAddress else {
        return try MutableByteView.withScratch(0, body)
      }
      return try body(unsafe MutableByteView(start: start, count: bytes.count))
    }
  }
}
