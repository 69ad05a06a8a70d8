public import Synchronization

/// A pool of scratch objects for later calls. All threads share it; each object belongs to the one
/// caller that took it.
@usableFromInline
package final class Pool<Element: AnyObject>: Sendable {
  // Inlinable, because with an unknown element type each call needs metadata lookups.

  @usableFromInline let idle = Passing(Shelf())

  @inlinable
  package init() {}

  /// Takes an idle object, if the pool has one.
  @inlinable
  package func take() -> Element? {
    guard idle.begin() else { return nil }
    defer { idle.end() }
    // A copy of the pointer, because the thread sanitizer counts a change through a property as a
    // change of the property.
    let shelf = unsafe idle.value
    return unsafe shelf.pointee.take()
  }

  /// Puts `element` back into the pool, unless the pool is full.
  @inlinable
  package func give(_ element: consuming Element) {
    guard idle.begin() else { return }
    let shelf = unsafe idle.value
    unsafe shelf.pointee.give(element)
    idle.end()
  }

  /// The idle objects. Their memory moves to a caller and back without a change of reference counts.
  @usableFromInline
  @safe
  struct Shelf: ~Copyable {
    /// The maximum number of idle objects, for as many threads as can benefit.
    @usableFromInline static var limit: Int { 16 }
    @usableFromInline let elements: UnsafeMutablePointer<Element>
    @usableFromInline var count = 0

    @inlinable
    init() { unsafe elements = .allocate(capacity: Self.limit) }

    @inlinable
    deinit {
      unsafe elements.deinitialize(count: count)
      unsafe elements.deallocate()
    }

    @inlinable
    mutating func take() -> Element? {
      guard count > 0 else { return nil }
      count &-= 1
      return unsafe (elements + count).move()
    }

    @inlinable
    mutating func give(_ element: consuming Element) {
      guard count < Self.limit else { return }
      unsafe (elements + count).initialize(to: element)
      count &+= 1
    }
  }
}

/// A value that threads use for a moment each and can do without. A thread that finds it in use
/// does not wait.
@usableFromInline
@safe
package struct Passing<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // Only the thread that has set the flag accesses the value.

  @usableFromInline let isInUse = Atomic<Bool>(false)
  @usableFromInline let value: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ value: consuming Value) {
    unsafe self.value = .allocate(capacity: 1)
    unsafe self.value.initialize(to: value)
  }

  deinit {
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
  }

  /// Begins the use of the value. Returns false if another thread uses it.
  @inlinable @inline(__always)
  func begin() -> Bool { !isInUse.exchange(true, ordering: .acquiring) }

  /// Ends the use of the value.
  @inlinable @inline(__always)
  func end() { isInUse.store(false, ordering: .releasing) }

  /// Calls `body` with the value and returns its result; `nil` if another thread uses the value.
  @inlinable
  @discardableResult
  package func ifFree<R>(_ body: (inout Value) -> R) -> R? {
    guard begin() else { return nil }
    defer { end() }
    let value = unsafe value
    return unsafe body(&value.pointee)
  }
}
