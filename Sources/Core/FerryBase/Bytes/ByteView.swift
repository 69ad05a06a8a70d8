/// Bytes in memory that belongs to another value: an address and a count.
///
/// A view neither copies nor owns its bytes, so it must not outlive them. Code that makes a view
/// from an address (`init(start:count:)`, `init(_:)`) is marked with `unsafe`. It must guarantee
/// three things until the last use of the view: the memory stays allocated, contains `count` bytes,
/// and does not change. All other rules are checked in debug builds and cost nothing in release
/// builds, as with `UnsafeBufferPointer`.
///
/// ```
/// memory of the owner   |------######################------|
/// view                         ^ start               ^ start + count
/// ```
///
/// A range of a view is a `Slice` with the offsets of the view. `ByteView(rebasing:)` makes a view
/// of the slice, whose offsets begin at 0.
@frozen @usableFromInline
@safe
package struct ByteView: BitwiseCopyable {
  /// The address of the first byte. It is readable even if the view is empty.
  @usableFromInline package let start: UnsafePointer<UInt8>
  /// The number of bytes.
  @usableFromInline package let count: Int

  /// Creates a view of the `count` bytes at `start`.
  @inlinable @inline(__always)
  @unsafe
  package init(start: UnsafePointer<UInt8>, count: Int) {
    assert(count >= 0, "a view has a count of 0 or more")
    unsafe self.start = start
    self.count = count
  }

  /// Creates a view of the `count` bytes at `start`.
  @inlinable @inline(__always)
  @unsafe
  package init(at start: UnsafeRawPointer, count: Int) {
    unsafe self.init(start: start.assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// Creates an empty view.
  @inlinable @inline(__always)
  package init() {
    unsafe self.init(start: Self.nowhere, count: 0)
  }

  /// Creates a view of the bytes of `buffer`.
  @inlinable @inline(__always)
  @unsafe
  package init(_ buffer: UnsafeBufferPointer<UInt8>) {
    unsafe self.init(start: buffer.baseAddress ?? Self.nowhere, count: buffer.count)
  }

  /// Creates a view of the bytes of `buffer`.
  @inlinable @inline(__always)
  @unsafe
  package init(_ buffer: UnsafeRawBufferPointer) {
    unsafe self.init(buffer.assumingMemoryBound(to: UInt8.self))
  }

  /// Creates a view of the UTF-8 bytes of a literal, which live as long as the process.
  @inlinable @inline(__always)
  package init(_ literal: StaticString) {
    unsafe self.init(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
  }

  /// Creates a view of a part of another view.
  @inlinable @inline(__always)
  package init(rebasing slice: Slice<ByteView>) {
    unsafe self.init(
      start: slice.base.start + slice.startIndex, count: slice.endIndex &- slice.startIndex)
  }

  /// Returns a view of the `count` bytes at `offset`.
  @inlinable @inline(__always)
  package func part(at offset: Int, count: Int) -> ByteView {
    assert(
      offset >= 0 && count >= 0 && offset &+ count <= self.count, "the part is outside the view")
    return unsafe ByteView(start: start + offset, count: count)
  }

  /// The address of an empty view: a zero byte.
  @inlinable static var nowhere: UnsafePointer<UInt8> { unsafe ("" as StaticString).utf8Start }

  /// The same bytes as a buffer.
  @inlinable @inline(__always)
  package var buffer: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: start, count: count)
  }

  /// Returns an array of the values stored one after the other in the view.
  @inlinable
  package func array<T: BitwiseCopyable>(of type: T.Type) -> [T] {
    let elements = count / MemoryLayout<T>.stride
    return unsafe [T](unsafeUninitializedCapacity: elements) { memory, initialized in
      unsafe UnsafeMutableRawBufferPointer(memory).copyMemory(
        from: UnsafeRawBufferPointer(start: start, count: elements * MemoryLayout<T>.stride))
      initialized = elements
    }
  }

  /// Feeds the bytes to `hasher`.
  package func hash(into hasher: inout Hasher) {
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(buffer))
  }

  /// Loads the `T` at `offset`, which need not be aligned.
  @inlinable @inline(__always)
  package func load<T: BitwiseCopyable>(_ type: T.Type, at offset: Int) -> T {
    assert(offset >= 0 && offset &+ MemoryLayout<T>.size <= count, "the value is outside the view")
    return unsafe UnsafeRawPointer(start + offset).loadUnaligned(as: T.self)
  }
}

extension ByteView: RandomAccessCollection {
  @usableFromInline package typealias Index = Int
  @usableFromInline package typealias Indices = Range<Int>
  @usableFromInline package typealias SubSequence = Slice<ByteView>

  @inlinable package var startIndex: Int { 0 }

  @inlinable package var endIndex: Int { count }

  @inlinable
  package subscript(position: Int) -> UInt8 {
    @inline(__always) get {
      assert(position >= 0 && position < count, "the offset is outside the view")
      return unsafe start[position]
    }
  }

  @inlinable
  package subscript(bounds: Range<Int>) -> Slice<ByteView> {
    @inline(__always) get {
      assert(bounds.lowerBound >= 0 && bounds.upperBound <= count, "the range is outside the view")
      return Slice(base: self, bounds: bounds)
    }
  }

  #if !hasFeature(Embedded)
  // Embedded Swift has no errors without a type. There, algorithms go byte by byte.
  @inlinable
  package func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R? {
    try unsafe body(buffer)
  }
  #endif
}

extension ByteView {
  /// Calls `body` with a view of the bytes of `value` that is valid during the call.
  @inlinable @inline(__always)
  package static func with<T: BitwiseCopyable, R, E: Error>(
    bytesOf value: T, _ body: (ByteView) throws(E) -> R
  ) throws(E) -> R {
    try unsafe withUnsafeBytes(of: value) { bytes throws(E) in try body(unsafe ByteView(bytes)) }
  }
}

extension ArraySlice<UInt8> {
  /// Calls `body` with a view of the elements that is valid during the call.
  @inlinable @inline(__always)
  package func withByteView<R, E: Error>(_ body: (ByteView) throws(E) -> R) throws(E) -> R {
    try unsafe withUnsafeBufferPointer { bytes throws(E) in try body(unsafe ByteView(bytes)) }
  }
}

extension Array<UInt8> {
  /// Creates an array of the bytes of `view`. The initializer for any collection takes longer.
  @inlinable @inline(__always)
  package init(_ view: ByteView) { unsafe self.init(view.buffer) }

  /// Calls `body` with a view of the elements that is valid during the call.
  @inlinable @inline(__always)
  package func withByteView<R, E: Error>(_ body: (ByteView) throws(E) -> R) throws(E) -> R {
    try unsafe withUnsafeBufferPointer { bytes throws(E) in try body(unsafe ByteView(bytes)) }
  }
}

extension String {
  /// Calls `body` with a view of the UTF-8 bytes that is valid during the call.
  @inlinable @inline(__always)
  package mutating func withByteView<R, E: Error>(
    _ body: (ByteView) throws(E) -> R
  ) throws(E) -> R {
    #if hasFeature(Embedded)
    // All strings of Embedded Swift are contiguous. The other way needs 12 kB of code for those that
    // are not.
    return try unsafe utf8.withContiguousBytes(body).unsafelyUnwrapped
    #else
    // The standard function rethrows without the type of the error.
    let result: Result<R, E> = withUTF8 { bytes in
      do throws(E) {
        return .success(try body(unsafe ByteView(bytes)))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
    #endif
  }
}

extension Collection<UInt8> {
  /// Calls `body` with a view of the elements that is valid during the call. Returns `nil` if the
  /// elements are not contiguous.
  @inlinable @inline(__always)
  package func withContiguousBytes<R, E: Error>(
    _ body: (ByteView) throws(E) -> R
  ) throws(E) -> R? {
    let result: Result<R, E>? = withContiguousStorageIfAvailable { bytes in
      do throws(E) {
        return .success(try body(unsafe ByteView(bytes)))
      } catch {
        return .failure(error)
      }
    }
    return try result?.get()
  }
}

extension RawSpan {
  /// Calls `body` with a view of the bytes that is valid during the call.
  @inlinable @inline(__always)
  package func withByteView<R, E: Error>(_ body: (ByteView) throws(E) -> R) throws(E) -> R {
    try unsafe withUnsafeBytes { bytes throws(E) in try body(unsafe ByteView(bytes)) }
  }
}
