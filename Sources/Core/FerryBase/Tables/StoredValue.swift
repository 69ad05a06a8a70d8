#if !hasFeature(Embedded)
/// The operations on memory that holds values of one type. The loops over tables know types only by
/// these operations.
public protocol _StoredValue {
  /// The type of the values.
  associatedtype _StoredType

  /// The number of bytes of a value.
  static var _size: Int { get }
  /// The distance of consecutive values in bytes.
  static var _stride: Int { get }
  /// Whether the bytes of a value differ from those of an optional with this value.
  static var _needsWrapping: Bool { get }

  /// Destroys consecutive values.
  static func _deinitialize(at place: UnsafeMutableRawPointer, count: Int)
  /// Moves consecutive values to uninitialized memory.
  static func _move(
    _ count: Int, from source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer)
  /// Initializes memory with an array, which takes consecutive values over.
  static func _initializeArray(
    at place: UnsafeMutableRawPointer, moving count: Int, from source: UnsafeMutableRawPointer)
  /// Initializes memory with an array, which takes consecutive values over. `fill` adds further ones
  /// at the address of the first, up to the capacity, and changes their number.
  static func _initializeArray(
    at place: UnsafeMutableRawPointer, capacity: Int, moving count: Int,
    from source: UnsafeMutableRawPointer, _ fill: (UnsafeMutableRawPointer, inout Int) -> Void)
  /// Appends a value to the array at `place`.
  static func _append(
    from source: UnsafeMutableRawPointer, toArrayAt place: UnsafeMutableRawPointer)
  /// Destroys the array at `place`.
  static func _deinitializeArray(at place: UnsafeMutableRawPointer)
  /// Lends the elements of the array at `place`.
  static func _lendArray(
    at place: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) throws(WireFailure) -> Void
  ) throws(WireFailure)

  /// Initializes an optional with `nil`.
  static func _initializeNil(at place: UnsafeMutableRawPointer)
  /// Makes the value at `place` an optional value.
  static func _wrap(at place: UnsafeMutableRawPointer)
  /// Returns whether the optional at `place` is `nil`.
  static func _isNil(at place: UnsafeRawPointer) -> Bool
  /// Destroys an optional.
  static func _deinitializeOptional(at place: UnsafeMutableRawPointer)
}

// Records are compiled with the type: the compiler specializes what loops call for each value.
extension _StoredValue {
  /// The number of bytes of a value.
  public static var _size: Int { MemoryLayout<_StoredType>.size }

  /// The distance of consecutive values.
  public static var _stride: Int { MemoryLayout<_StoredType>.stride }

  /// Whether an optional has a byte behind the value.
  public static var _needsWrapping: Bool {
    // The ABI of Swift uses invalid bit patterns of the value for `nil`, if it has any.
    MemoryLayout<_StoredType?>.size != MemoryLayout<_StoredType>.size
  }

  /// Destroys consecutive values.
  public static func _deinitialize(at place: UnsafeMutableRawPointer, count: Int) {
    unsafe place.assumingMemoryBound(to: _StoredType.self).deinitialize(count: count)
  }

  /// Moves consecutive values.
  public static func _move(
    _ count: Int, from source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer
  ) {
    unsafe target.assumingMemoryBound(to: _StoredType.self)
      .moveInitialize(from: source.assumingMemoryBound(to: _StoredType.self), count: count)
  }

  /// Makes an array.
  @inlinable
  public static func _initializeArray(
    at place: UnsafeMutableRawPointer, moving count: Int, from source: UnsafeMutableRawPointer
  ) {
    let values = unsafe source.assumingMemoryBound(to: _StoredType.self)
    // The compiler does not specialize the initializer with a capacity.
    var array: [_StoredType] = []
    array.reserveCapacity(count)
    for index in 0..<count { unsafe array.append((values + index).move()) }
    unsafe place.initializeMemory(as: [_StoredType].self, to: array)
  }

  /// Makes an array, whose further elements are made in place.
  @inlinable
  public static func _initializeArray(
    at place: UnsafeMutableRawPointer, capacity: Int, moving count: Int,
    from source: UnsafeMutableRawPointer, _ fill: (UnsafeMutableRawPointer, inout Int) -> Void
  ) {
    let array = unsafe [_StoredType](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      unsafe start.moveInitialize(
        from: source.assumingMemoryBound(to: _StoredType.self), count: count)
      initialized = count
      unsafe fill(UnsafeMutableRawPointer(start), &initialized)
    }
    unsafe place.initializeMemory(as: [_StoredType].self, to: array)
  }

  /// Appends a value.
  @inlinable
  public static func _append(
    from source: UnsafeMutableRawPointer, toArrayAt place: UnsafeMutableRawPointer
  ) {
    unsafe place.assumingMemoryBound(to: [_StoredType].self).pointee
      .append(source.assumingMemoryBound(to: _StoredType.self).move())
  }

  /// Destroys an array.
  public static func _deinitializeArray(at place: UnsafeMutableRawPointer) {
    unsafe place.assumingMemoryBound(to: [_StoredType].self).deinitialize(count: 1)
  }

  /// Lends the elements.
  @inlinable
  public static func _lendArray(
    at place: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    try unsafe place.assumingMemoryBound(to: [_StoredType].self).pointee
      .withUnsafeBufferPointer { elements throws(WireFailure) in
        // The address of an empty array is not used.
        try unsafe body(UnsafeRawPointer(elements.baseAddress) ?? place, elements.count)
      }
  }

  /// Initializes an optional with `nil`.
  public static func _initializeNil(at place: UnsafeMutableRawPointer) {
    unsafe place.initializeMemory(as: _StoredType?.self, to: nil)
  }

  /// Makes a value an optional value.
  public static func _wrap(at place: UnsafeMutableRawPointer) {
    let value = unsafe place.assumingMemoryBound(to: _StoredType.self).move()
    unsafe place.initializeMemory(as: _StoredType?.self, to: value)
  }

  /// Compares the optional without a copy.
  @inlinable
  public static func _isNil(at place: UnsafeRawPointer) -> Bool {
    unsafe isNone(place.assumingMemoryBound(to: _StoredType?.self))
  }

  /// Destroys an optional.
  public static func _deinitializeOptional(at place: UnsafeMutableRawPointer) {
    unsafe place.assumingMemoryBound(to: _StoredType?.self).deinitialize(count: 1)
  }
}

/// Returns whether an optional is `nil`, without a copy.
@inlinable @inline(__always)
func isNone<Value: ~Copyable>(_ optional: UnsafePointer<Value?>) -> Bool {
  switch unsafe optional.pointee {
  case .none: true
  case .some: false
  }
}

/// The operations for values of any type.
enum Stored<Value>: _StoredValue {
  typealias _StoredType = Value
}
#endif
