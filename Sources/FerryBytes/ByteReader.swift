/// A cursor over input that is never copied whole.
///
/// Scans look up to 64 bytes ahead without asking for the end. That is safe because the last 64
/// bytes are read from a copy with zeros behind it, and zero ends every token of a text format:
///
/// ```
/// input   |######################################|--last 64--|
/// main    |  cursor < limit: look ahead freely   ^ limit
/// tail                                           |--last 64--|000000000000...|
/// ```
///
/// A loop that can go further than 64 bytes asks ``needsTail`` once a step, and when it is true
/// calls ``enterTail()``, which moves the cursor over to the copy. Offsets go on unchanged.
@frozen @usableFromInline
@safe
package struct ByteReader: ~Copyable {
  /// The next byte.
  @usableFromInline package var cursor: UnsafePointer<UInt8>
  /// At or past it, the cursor has to move to the tail before it looks ahead.
  @usableFromInline package private(set) var limit: UnsafePointer<UInt8>
  /// Address of byte 0 as the current region sees it: a number, never dereferenced.
  @usableFromInline var origin: UInt
  /// Number of bytes in the input.
  @usableFromInline package let count: Int
  @usableFromInline package let input: ByteView
  @usableFromInline let tail: UnsafeMutablePointer<UInt8>

  /// How many bytes from the cursor may be looked at.
  @inlinable package static var lookAhead: Int { 64 }

  /// A reader at the start of `input`, which has to stay where it is as long as the reader lives.
  package init(_ input: ByteView) {
    self.input = input
    count = input.count
    unsafe tail = .allocate(capacity: 3 * Self.lookAhead)
    unsafe tail.initialize(repeating: 0, count: 3 * Self.lookAhead)
    let tailStart = max(0, count - Self.lookAhead)
    unsafe tail.update(from: input.start + tailStart, count: count - tailStart)
    unsafe cursor = input.start
    unsafe limit = input.start + tailStart
    origin = unsafe UInt(bitPattern: input.start)
    if unsafe cursor == limit { enterTail() }
  }

  deinit {
    unsafe tail.deallocate()
  }

  /// Offset of the cursor in the input.
  @inlinable package var offset: Int { unsafe Int(bitPattern: UInt(bitPattern: cursor) &- origin) }

  /// Offset in the input of a position that the cursor has or had in the current region.
  @inlinable
  package func offset(of position: UnsafePointer<UInt8>) -> Int {
    Int(bitPattern: UInt(bitPattern: position) &- origin)
  }

  @inlinable package var isAtEnd: Bool { offset >= count }

  @inlinable package var needsTail: Bool { unsafe cursor >= limit }

  /// Moves the cursor over to the padded copy of the last bytes.
  @usableFromInline @inline(never)
  package mutating func enterTail() {
    // No position is beyond the greatest address, so the tail is entered once.
    let noLimit = unsafe UnsafePointer<UInt8>(bitPattern: UInt.max)
    guard let noLimit = unsafe noLimit, unsafe limit != noLimit else { return }
    let offset = self.offset
    let tailStart = max(0, count - Self.lookAhead)
    // A loop may have looked ahead of `limit`, by at most 64 bytes: still inside the copy.
    unsafe cursor = UnsafePointer(tail) + (offset - tailStart)
    origin = unsafe UInt(bitPattern: tail) &- UInt(bitPattern: tailStart)
    unsafe limit = noLimit
  }

  /// Moves back to `offset`, which the cursor has passed already, in a cold path.
  package mutating func rewind(to offset: Int) {
    precondition(offset >= 0 && offset <= self.offset)
    let distance = self.offset - offset
    let tailStart = max(0, count - Self.lookAhead)
    if unsafe UInt(bitPattern: limit) == UInt.max, offset < tailStart {
      unsafe cursor = input.start + offset
      unsafe limit = input.start + tailStart
      origin = unsafe UInt(bitPattern: input.start)
    } else {
      unsafe cursor -= distance
    }
  }

  /// Moves ahead by `distance`, to a place inside of the input or to its end.
  package mutating func skip(_ distance: Int) {
    precondition(distance >= 0 && distance <= count - offset)
    unsafe cursor += distance
    if needsTail { enterTail() }
  }

  // MARK: Looking ahead, at most 64 bytes from the cursor

  @inlinable package var byte: UInt8 { unsafe cursor.pointee }

  @inlinable
  package func load<T: BitwiseCopyable>(_ type: T.Type, at distance: Int = 0) -> T {
    assert(distance >= 0 && distance &+ MemoryLayout<T>.size <= Self.lookAhead)
    return unsafe UnsafeRawPointer(cursor + distance).loadUnaligned(as: T.self)
  }
}

extension ByteReader {
  /// Moves back or forth to `offset`, a place inside of the input or its end.
  @usableFromInline @inline(never)
  package mutating func move(to offset: Int) {
    let distance = offset - self.offset
    if distance < 0 {
      rewind(to: offset)
    } else {
      skip(distance)
    }
  }

  /// The byte of the input at `offset`, which is less than the input's length, and all behind it.
  @inlinable
  package func pointer(at offset: Int) -> UnsafePointer<UInt8> {
    assert(offset >= 0 && offset < count, "the offset is outside the input")
    return unsafe input.start + offset
  }

  /// A part of the input.
  @inlinable
  package func slice(from start: Int, to end: Int) -> ByteView {
    input.part(at: start, count: end &- start)
  }
}
