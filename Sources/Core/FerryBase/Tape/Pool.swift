public import CFerryScan
public import Synchronization

/// A pool of scratch objects for later calls. All threads share it; each object belongs to the one
/// caller that took it.
@usableFromInline
package final class Pool<Element: AnyObject>: Sendable {
  // Inlinable, because with an unknown element type each call needs metadata lookups.

  @usableFromInline let idle = TryLock(IdleObjects())

  @inlinable
  package init() {}

  /// Takes an idle object, if the pool has one.
  @inlinable
  package func take() -> Element? {
    guard idle.tryLock() else { return nil }
    defer { idle.unlock() }
    // A copy of the pointer, because the thread sanitizer counts a change through a property as a
    // change of the property.
    let objects = unsafe idle.value
    return unsafe objects.pointee.take()
  }

  /// Puts `element` back into the pool, unless the pool is full.
  @inlinable
  package func give(_ element: consuming Element) {
    guard idle.tryLock() else { return }
    let objects = unsafe idle.value
    unsafe objects.pointee.give(element)
    idle.unlock()
  }

  /// The idle objects. Their memory moves to a caller and back without a change of reference counts.
  @usableFromInline
  @safe
  struct IdleObjects: ~Copyable {
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

/// A value behind a lock that no thread waits for: a thread that finds it locked does without the
/// value.
@usableFromInline
@safe
package struct TryLock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // Only the thread that has set the flag accesses the value.

  @usableFromInline let isLocked = Atomic<Bool>(false)
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

  /// Locks the value. Returns false if another thread has locked it.
  @inlinable @inline(__always)
  func tryLock() -> Bool { !isLocked.exchange(true, ordering: .acquiring) }

  /// Unlocks the value.
  @inlinable @inline(__always)
  func unlock() {
    // An object that was read under the lock must be retained before another thread can release it.
    ferry_keep_retains_before()
    isLocked.store(false, ordering: .releasing)
  }

  /// Calls `body` with the value and returns its result; `nil` if another thread has
  /// locked it.
  @inlinable
  @discardableResult
  package func withLockIfAvailable<R>(_ body: (inout Value) -> R) -> R? {
    guard tryLock() else { return nil }
    defer { unlock() }
    let value = unsafe value
    return unsafe body(&value.pointee)
  }
}
