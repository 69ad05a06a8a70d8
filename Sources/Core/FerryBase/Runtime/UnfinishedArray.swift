#if !Portable && !hasFeature(Embedded)
internal import CFerryScan

/// The memory of arrays whose elements have one type, for code that does not know the type.
///
/// ```
/// Array ─▶ │ class │ references │ count │ 2 × capacity + flag │ element │ element │ …
///          0       1            2       3                     4 words
/// ```
/// The standard library's code in programs makes such memory, so its ABI contains the layout. It is
/// checked for each type as well.
@usableFromInline
@safe
struct ArrayLayout {
  /// The metadata of the class.
  fileprivate let storage: UnsafeRawPointer
  fileprivate let flag: UInt
  fileprivate let stride: Int

  fileprivate static let countOffset = 2 * MemoryLayout<UInt>.stride
  fileprivate static let capacityOffset = 3 * MemoryLayout<UInt>.stride
  /// The alignment of the memory as well.
  fileprivate static let headerSize = 4 * MemoryLayout<UInt>.stride

  /// Returns `nil` if the arrays have another layout, or if the bytes of a value cannot be moved.
  init?<Element>(of type: Element.Type) {
    guard LayoutChecks.mayPass, _isBitwiseTakable(type), MemoryLayout<Element>.alignment <= 16
    else { return nil }
    let empty: [Element] = []
    var array = empty
    array.reserveCapacity(1)
    // An array is a reference to an object.
    let object = unsafe unsafeBitCast(array, to: AnyObject.self)
    let memory = unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    let bits = unsafe memory.load(fromByteOffset: Self.capacityOffset, as: UInt.self)
    unsafe storage = unsafeBitCast(Swift.type(of: object), to: UnsafeRawPointer.self)
    flag = bits & 1
    stride = MemoryLayout<Element>.stride
    guard
      unsafe unsafeBitCast(empty, to: UInt.self) == unsafeBitCast([Int](), to: UInt.self)
        && bits >> 1 == array.capacity && Self.hasHeader(array)
    else { return nil }
    let (made, count) = unsafe withUnsafeTemporaryAllocation(of: [Element].self, capacity: 1) {
      let place = unsafe $0.baseAddress.unsafelyUnwrapped
      var array = UnfinishedArray(self, capacity: 3)
      array.count = 2
      unsafe array.move(to: UnsafeMutableRawPointer(place))
      let count = unsafe place.pointee.count
      // The two elements are not initialized, so the array must not destroy them.
      let object = unsafe UnsafeRawPointer(place).load(as: UnsafeMutableRawPointer.self)
      unsafe object.storeBytes(of: 0, toByteOffset: Self.countOffset, as: Int.self)
      return unsafe (place.move(), count)
    }
    guard count == 2, made.isEmpty, made.capacity == 3, Self.hasHeader(made) else { return nil }
  }

  /// Returns whether the elements follow the header.
  private static func hasHeader<Element>(_ array: [Element]) -> Bool {
    let start = unsafe array.withUnsafeBufferPointer { unsafe UnsafeRawPointer($0.baseAddress) }
    return unsafe unsafeBitCast(array, to: UnsafeRawPointer.self) + headerSize == start
  }

  /// Initializes memory with an empty array.
  @inlinable @inline(__always)
  func initializeEmpty(at place: UnsafeMutableRawPointer) {
    // All empty arrays are the same object.
    unsafe place.initializeMemory(as: [Int].self, to: [])
  }
}

/// An array whose elements are initialized one after the other, in the array's own memory.
@usableFromInline
@safe
struct UnfinishedArray: ~Copyable {
  private let layout: ArrayLayout
  @usableFromInline let stride: Int
  /// The address of the first element. The count in the header stays 0 until the array is finished.
  @usableFromInline private(set) var start: UnsafeMutableRawPointer
  @usableFromInline private(set) var capacity: Int
  /// The number of initialized elements.
  @usableFromInline var count = 0

  @usableFromInline
  init(_ layout: ArrayLayout, capacity: Int) {
    self.layout = layout
    stride = layout.stride
    self.capacity = capacity
    unsafe start = Self.allocate(layout, capacity)
  }

  @inlinable deinit { destroy() }

  /// Returns the memory for the next element, which the caller initializes and counts.
  @inlinable @inline(__always)
  mutating func end() -> UnsafeMutableRawPointer {
    if count == capacity { grow() }
    return unsafe start + count &* stride
  }

  /// Takes the first elements over. The capacity must suffice.
  @usableFromInline
  mutating func take(_ count: Int, from source: UnsafeMutableRawPointer) {
    unsafe start.copyMemory(from: UnsafeRawPointer(source), byteCount: count * stride)
    self.count = count
  }

  /// Initializes memory with the array.
  @usableFromInline
  consuming func move(to place: UnsafeMutableRawPointer) {
    setCount()
    unsafe place.storeBytes(of: start - ArrayLayout.headerSize, as: UnsafeMutableRawPointer.self)
    discard self
  }

  @usableFromInline @inline(never)
  mutating func grow() {
    let larger = unsafe Self.allocate(layout, 2 * capacity)
    unsafe larger.copyMemory(from: start, byteCount: count * stride)
    // The memory that is left behind has no elements by its header.
    unsafe Self.release(start)
    unsafe start = larger
    capacity *= 2
  }

  /// Destroys the elements and frees the memory.
  @usableFromInline @inline(never)
  func destroy() {
    setCount()
    unsafe Self.release(start)
  }

  private func setCount() {
    let offset = ArrayLayout.countOffset - ArrayLayout.headerSize
    unsafe start.storeBytes(of: count, toByteOffset: offset, as: Int.self)
  }

  private static func allocate(_ layout: ArrayLayout, _ capacity: Int) -> UnsafeMutableRawPointer {
    let object = unsafe ferry_allocate_object(
      layout.storage, ArrayLayout.headerSize + capacity * layout.stride, 15)
    unsafe object.storeBytes(of: 0, toByteOffset: ArrayLayout.countOffset, as: Int.self)
    unsafe object.storeBytes(
      of: UInt(bitPattern: capacity) << 1 | layout.flag, toByteOffset: ArrayLayout.capacityOffset,
      as: UInt.self)
    return unsafe object + ArrayLayout.headerSize
  }

  private static func release(_ start: UnsafeMutableRawPointer) {
    unsafe Unmanaged<AnyObject>.fromOpaque(start - ArrayLayout.headerSize).release()
  }
}
#endif
