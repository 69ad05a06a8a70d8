/// A cursor over input that is never copied as a whole.
///
/// Scans look up to 64 bytes ahead without a test for the end. This is safe because the reader
/// copies the last 64 bytes and appends zeros. A zero ends every token of a text format.
///
/// ```
/// input   |######################################|--last 64--|
/// main    |  cursor < limit: look ahead freely   ^ limit
/// tail                                           |--last 64--|000000000000...|
/// ```
///
/// A loop that can move further than 64 bytes must test ``needsTail`` in every step. If it is true,
/// the loop must call ``enterTail()``, which moves the cursor to the copy. Offsets do not change.
@frozen @usableFromInline
@safe
package struct ByteReader: ~Copyable {
  /// The next byte.
  @usableFromInline package var cursor: UnsafePointer<UInt8>
  /// The address at which the cursor must move to the tail before it looks ahead.
  @usableFromInline package private(set) var limit: UnsafePointer<UInt8>
  /// The address of byte 0 relative to the current region. It is a number that is never
  /// dereferenced.
  @usableFromInline var origin: UInt
  /// Number of bytes in the input.
  @usableFromInline package let count: Int
  @usableFromInline package let input: ByteView
  @usableFromInline let tail: UnsafeMutablePointer<UInt8>
  @usableFromInline let ownsTail: Bool

  /// The number of bytes after the cursor that may be read.
  @inlinable package static var lookAhead: Int { 64 }

  /// Creates a reader at the start of `input`, whose memory must stay valid while the reader lives.
  package init(_ input: ByteView) {
    unsafe self.init(input, tail: .allocate(capacity: TailMemory.size), ownsTail: true)
  }

  /// Creates a reader at the start of `input`. That memory and the memory for the tail must stay valid
  /// while the reader lives.
  package init(_ input: ByteView, tail memory: borrowing TailMemory) {
    unsafe self.init(input, tail: memory.bytes, ownsTail: false)
  }

  @inline(__always)
  private init(_ input: ByteView, tail: UnsafeMutablePointer<UInt8>, ownsTail: Bool) {
    self.input = input
    count = input.count
    unsafe self.tail = tail
    self.ownsTail = ownsTail
    unsafe tail.initialize(repeating: 0, count: TailMemory.size)
    let tailStart = max(0, count - Self.lookAhead)
    unsafe tail.update(from: input.start + tailStart, count: count - tailStart)
    unsafe cursor = input.start
    unsafe limit = input.start + tailStart
    origin = unsafe UInt(bitPattern: input.start)
    if unsafe cursor == limit { enterTail() }
    ReadingWork.add(count)
  }

  deinit {
    ReadingWork.add(min(offset, count) - count)
    if ownsTail { unsafe tail.deallocate() }
  }

  /// Offset of the cursor in the input.
  @inlinable package var offset: Int { unsafe Int(bitPattern: UInt(bitPattern: cursor) &- origin) }

  /// Returns the offset in the input of a position in the current region.
  @inlinable
  package func offset(of position: UnsafePointer<UInt8>) -> Int {
    Int(bitPattern: UInt(bitPattern: position) &- origin)
  }

  @inlinable package var isAtEnd: Bool { offset >= count }

  @inlinable package var needsTail: Bool { unsafe cursor >= limit }

  /// Moves the cursor to the padded copy of the last bytes.
  @usableFromInline @inline(never)
  package mutating func enterTail() {
    // With the largest address as the limit, the tail is entered only once.
    let noLimit = unsafe UnsafePointer<UInt8>(bitPattern: UInt.max)
    guard let noLimit = unsafe noLimit, unsafe limit != noLimit else { return }
    let offset = self.offset
    let tailStart = max(0, count - Self.lookAhead)
    // The cursor may be up to 64 bytes past `limit`, which is still inside the copy.
    unsafe cursor = UnsafePointer(tail) + (offset - tailStart)
    origin = unsafe UInt(bitPattern: tail) &- UInt(bitPattern: tailStart)
    unsafe limit = noLimit
  }

  /// Moves back to `offset`, which must not be after the cursor. This is a cold path.
  package mutating func rewind(to offset: Int) {
    precondition(offset >= 0 && offset <= self.offset)
    let distance = self.offset - offset
    ReadingWork.add(distance)
    let tailStart = max(0, count - Self.lookAhead)
    if unsafe UInt(bitPattern: limit) == UInt.max, offset < tailStart {
      unsafe cursor = input.start + offset
      unsafe limit = input.start + tailStart
      origin = unsafe UInt(bitPattern: input.start)
    } else {
      unsafe cursor -= distance
    }
  }

  /// Moves ahead by `distance`, at most to the end of the input.
  package mutating func skip(_ distance: Int) {
    precondition(distance >= 0 && distance <= count - offset)
    ReadingWork.add(-distance)
    unsafe cursor += distance
    if needsTail { enterTail() }
  }

  // MARK: Looking ahead by at most 64 bytes

  @inlinable package var byte: UInt8 { unsafe cursor.pointee }

  @inlinable
  package func load<T: BitwiseCopyable>(_ type: T.Type, at distance: Int = 0) -> T {
    assert(distance >= 0 && distance &+ MemoryLayout<T>.size <= Self.lookAhead)
    return unsafe UnsafeRawPointer(cursor + distance).loadUnaligned(as: T.self)
  }
}

/// Memory for the tail of a ``ByteReader``, reused for one input after the other.
@safe
package struct TailMemory: ~Copyable {
  /// The number of bytes: a copy of the last bytes, and zeros for looking ahead.
  static var size: Int { 3 * ByteReader.lookAhead }

  fileprivate let bytes: UnsafeMutablePointer<UInt8>

  package init() { unsafe bytes = .allocate(capacity: Self.size) }

  deinit {
    unsafe bytes.deallocate()
  }
}

extension ByteReader {
  /// Moves to `offset`, at most the end of the input.
  @usableFromInline @inline(never)
  package mutating func move(to offset: Int) {
    let distance = offset - self.offset
    if distance < 0 {
      rewind(to: offset)
    } else {
      skip(distance)
    }
  }

  /// Returns the address of the byte at `offset`, which must be less than the input's length.
  @inlinable
  package func pointer(at offset: Int) -> UnsafePointer<UInt8> {
    assert(offset >= 0 && offset < count, "the offset is outside the input")
    return unsafe input.start + offset
  }

  /// Returns a part of the input.
  @inlinable
  package func slice(from start: Int, to end: Int) -> ByteView {
    input.part(at: start, count: end &- start)
  }
}
