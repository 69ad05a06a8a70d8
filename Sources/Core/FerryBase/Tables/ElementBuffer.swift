#if !hasFeature(Embedded)
/// The elements of an array while they are read, since their number is unknown.
///
/// The elements of arrays that are read at the same time lie one above the other. An array grows only
/// between two elements, when no array inside of it is read. So elements do not move while they are
/// read.
///
/// ```
/// ElementMemory │ elements of an array │ elements of an array inside │ free │
///                                                                    ▲ top  ▲ room bytes on
/// ```
@usableFromInline
@safe
struct ElementBuffer: ~Copyable {
  @usableFromInline let form: UnsafePointer<_ValueForm>
  @usableFromInline let stride: Int
  @usableFromInline let memory: UnsafeMutablePointer<ElementMemory>
  /// The address of the first element, and the number of bytes from there.
  @usableFromInline var start: UnsafeMutableRawPointer?
  @usableFromInline var size: Int
  @usableFromInline var count = 0
  /// The memory that the array has grown into.
  @usableFromInline var owned: UnsafeMutableRawPointer?
  // The state of the memory before and after the array.
  @usableFromInline var outerTop: UnsafeMutableRawPointer?
  @usableFromInline var outerRoom: Int

  @inlinable @inline(__always)
  init(of form: UnsafePointer<_ValueForm>, in memory: UnsafeMutablePointer<ElementMemory>) {
    unsafe self.form = form
    stride = unsafe form.pointee.stride
    unsafe self.memory = memory
    unsafe start = memory.pointee.top
    size = unsafe memory.pointee.room
    unsafe owned = nil
    unsafe outerTop = start
    outerRoom = size
  }

  @inlinable deinit {
    unsafe memory.pointee.top = outerTop
    unsafe memory.pointee.room = outerRoom
    if let owned = unsafe owned { unsafe memory.pointee.giveBack(owned, size) }
  }

  /// Returns the memory for the next element. Arrays inside of it use the memory behind it.
  @inlinable @inline(__always)
  mutating func end() -> UnsafeMutableRawPointer {
    let end = (count &+ 1) &* stride
    if end > size { grow() }
    // The size is a multiple of 16 as well.
    let next = (end &+ 15) & ~15
    let start = unsafe start.unsafelyUnwrapped
    unsafe memory.pointee.top = start + next
    unsafe memory.pointee.room = size &- next
    return unsafe start + count &* stride
  }

  @usableFromInline @inline(never)
  mutating func grow() {
    let few = max(count + 1, Reservation.capacity(of: 8, stride: stride))
    let (larger, capacity) = unsafe memory.pointee.take(
      atLeast: max(2 * size, few * stride, ElementMemory.firstSize))
    if let start = unsafe start { unsafe form.pointee.stored.move(count, from: start, to: larger) }
    if let owned = unsafe owned { unsafe memory.pointee.giveBack(owned, size) }
    unsafe start = larger
    size = capacity
    if unsafe memory.pointee.first == nil {
      // The first array of the call. The memory stays for the others.
      unsafe memory.pointee.first = larger
      unsafe outerTop = larger
      outerRoom = capacity
    } else {
      unsafe owned = larger
    }
  }

  /// Destroys the elements.
  @usableFromInline
  func deinitialize() {
    unsafe form.pointee.stored.deinitialize(at: start.unsafelyUnwrapped, count: count)
  }

  /// Moves the elements into an array with at least this capacity.
  @usableFromInline
  mutating func moveToArray(capacity: Int) -> UnfinishedArray {
    var array = unsafe UnfinishedArray(
      form.pointee.arrays.unsafelyUnwrapped, capacity: max(capacity, count))
    if let start = unsafe start { unsafe array.take(count, from: start) }
    count = 0
    return array
  }
}

/// The memory for the elements of a call's arrays.
@usableFromInline
@safe
package struct ElementMemory: ~Copyable {
  /// The address of the free memory, and its number of bytes, a multiple of 16.
  @usableFromInline var top: UnsafeMutableRawPointer?
  @usableFromInline var room = 0
  /// The memory at the start of the call.
  fileprivate(set) var first: UnsafeMutableRawPointer?
  /// Memory that an array has grown into, for the next such array.
  private var spare: UnsafeMutableRawPointer?
  private var spareSize = 0

  static var firstSize: Int { 8 << 10 }

  deinit {
    unsafe first?.deallocate()
    unsafe spare?.deallocate()
  }

  /// Returns at least `size` bytes, a multiple of 16.
  fileprivate mutating func take(atLeast size: Int) -> (UnsafeMutableRawPointer, Int) {
    let size = (size + 15) & ~15
    if let spare = unsafe spare, spareSize >= size {
      unsafe self.spare = nil
      return unsafe (spare, spareSize)
    }
    return (.allocate(byteCount: size, alignment: 16), size)
  }

  /// Takes memory back that an array has grown into.
  @usableFromInline
  mutating func giveBack(_ memory: UnsafeMutableRawPointer, _ size: Int) {
    // A coder keeps the memory for its next call, but not that of an unusually long array.
    guard unsafe (spare == nil || size > spareSize) && size <= 1 << 20 else {
      return unsafe memory.deallocate()
    }
    unsafe spare?.deallocate()
    unsafe spare = memory
    spareSize = size
  }
}
#endif
