#if !hasFeature(Embedded)
/// The elements of an array while they are read, since their number is unknown.
///
/// The memory belongs to the context of the call. Arrays inside of the elements use other memory, so
/// an element does not move while it is read.
@usableFromInline
@safe
struct ElementBuffer: ~Copyable {
  private let stored: any _StoredValue.Type
  @usableFromInline let stride: Int
  @usableFromInline let context: _WireContext
  @usableFromInline var memory: ElementMemory
  @usableFromInline var count = 0

  @usableFromInline
  init(_ stored: any _StoredValue.Type, in context: _WireContext) {
    self.stored = stored
    stride = stored._stride
    self.context = context
    memory = context.elementStack.pop() ?? ElementMemory()
    // A few elements in one allocation.
    if memory.size < 2 * stride { memory.grow(to: max(8 * stride, 1024), keeping: 0, stored) }
  }

  @inlinable deinit { context.giveBack(memory) }

  /// The memory for the next element.
  @inlinable @inline(__always)
  mutating func end() -> UnsafeMutableRawPointer {
    let offset = count &* stride
    if offset &+ stride > memory.size { grow() }
    return unsafe memory.start.unsafelyUnwrapped + offset
  }

  @usableFromInline @inline(never)
  mutating func grow() { memory.grow(to: memory.size * 2, keeping: count, stored) }

  /// Destroys the elements.
  @usableFromInline
  func deinitialize() {
    unsafe stored._deinitialize(at: memory.start.unsafelyUnwrapped, count: count)
  }

  /// Moves the elements into an array of their number.
  @usableFromInline
  mutating func moveToArray(at place: UnsafeMutableRawPointer) {
    unsafe moveToArray(at: place, capacity: count) { _, _ in }
  }

  /// Moves the elements into an array with at least this capacity. `fill` adds further elements in
  /// place.
  @usableFromInline
  mutating func moveToArray(
    at place: UnsafeMutableRawPointer, capacity: Int,
    _ fill: (UnsafeMutableRawPointer, inout Int) -> Void
  ) {
    unsafe stored._initializeArray(
      at: place, capacity: max(capacity, count), moving: count,
      from: memory.start.unsafelyUnwrapped, fill)
    count = 0
  }
}

/// Memory for elements of any type.
@usableFromInline
@safe
struct ElementMemory {
  @usableFromInline private(set) var start: UnsafeMutableRawPointer?
  @usableFromInline private(set) var size = 0

  /// Replaces the memory with a larger one, and moves the first elements there.
  mutating func grow(to size: Int, keeping count: Int, _ stored: any _StoredValue.Type) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    if let start = unsafe start { unsafe stored._move(count, from: start, to: memory) }
    free()
    unsafe start = memory
    self.size = size
  }

  func free() { unsafe start?.deallocate() }
}

extension _WireContext {
  @usableFromInline
  func giveBack(_ memory: ElementMemory) { elementStack.push(memory) }
}

/// The memory for arrays of one call, one inside the other, that is not used at the moment.
package final class ElementStack {
  private var free: [ElementMemory] = []

  deinit { free.forEach { $0.free() } }

  func pop() -> ElementMemory? { free.popLast() }

  func push(_ memory: ElementMemory) {
    // A coder keeps the memory for its next call, but not that of an unusually long array.
    if memory.size > 1 << 20 { memory.free() } else { free.append(memory) }
  }
}
#endif
