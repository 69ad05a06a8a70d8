#if !hasFeature(Embedded)
/// The operations on memory that holds values of one type. The loops over tables know types only by
/// these operations. They are compiled once for all types, because code for each type would make models
/// large.
@usableFromInline
package protocol StoredValue {
  /// The type of the values.
  associatedtype Value

  /// The number of bytes of a value.
  static var size: Int { get }
  /// The distance of consecutive values in bytes.
  static var stride: Int { get }
  /// Whether the bytes of a value differ from those of an optional with this value.
  static var needsWrapping: Bool { get }

  /// Destroys consecutive values.
  static func deinitialize(at place: UnsafeMutableRawPointer, count: Int)
  /// Moves consecutive values to uninitialized memory.
  static func move(
    _ count: Int, from source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer)

  /// Initializes an optional with `nil`.
  static func initializeNil(at place: UnsafeMutableRawPointer)
  /// Makes the value at `place` an optional value.
  static func wrap(at place: UnsafeMutableRawPointer)
  /// Returns whether the optional at `place` is `nil`.
  static func isNil(at place: UnsafeRawPointer) -> Bool
  /// Destroys an optional.
  static func deinitializeOptional(at place: UnsafeMutableRawPointer)
}

extension StoredValue {
  /// The memory of arrays of the values.
  static var layoutOfArrays: ArrayLayout? { ArrayLayout(of: Value.self) }
}

/// The operations for values of any type.
@usableFromInline
package enum Stored<Value>: StoredValue {
  @usableFromInline
  package static var size: Int { MemoryLayout<Value>.size }
  @usableFromInline
  package static var stride: Int { MemoryLayout<Value>.stride }

  @usableFromInline
  package static var needsWrapping: Bool {
    // The ABI of Swift uses invalid bit patterns of the value for `nil`, if it has any.
    MemoryLayout<Value?>.size != MemoryLayout<Value>.size
  }

  @usableFromInline
  package static func deinitialize(at place: UnsafeMutableRawPointer, count: Int) {
    unsafe place.assumingMemoryBound(to: Value.self).deinitialize(count: count)
  }

  @usableFromInline
  package static func move(
    _ count: Int, from source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer
  ) {
    unsafe target.assumingMemoryBound(to: Value.self)
      .moveInitialize(from: source.assumingMemoryBound(to: Value.self), count: count)
  }

  @usableFromInline
  package static func initializeNil(at place: UnsafeMutableRawPointer) {
    unsafe place.initializeMemory(as: Value?.self, to: nil)
  }

  @usableFromInline
  package static func wrap(at place: UnsafeMutableRawPointer) {
    let value = unsafe place.assumingMemoryBound(to: Value.self).move()
    unsafe place.initializeMemory(as: Value?.self, to: value)
  }

  @usableFromInline
  package static func isNil(at place: UnsafeRawPointer) -> Bool {
    unsafe isNone(place.assumingMemoryBound(to: Value?.self))
  }

  @usableFromInline
  package static func deinitializeOptional(at place: UnsafeMutableRawPointer) {
    unsafe place.assumingMemoryBound(to: Value?.self).deinitialize(count: 1)
  }
}

/// Returns whether an optional is `nil`. A copy of a copyable value would retain its memory.
private func isNone<Value: ~Copyable>(_ optional: UnsafePointer<Value?>) -> Bool {
  switch unsafe optional.pointee {
  case .none: true
  case .some: false
  }
}
#endif
