public import Synchronization

/// A pool of scratch objects for later calls. All threads share it; each object belongs to the one
/// caller that took it.
@usableFromInline
package final class Pool<Element: AnyObject & Sendable>: Sendable {
  // Inlinable, because with an unknown element type each call needs metadata lookups.

  @usableFromInline let idle = Passing<[Element]>([])
  /// The maximum number of idle objects, for as many threads as can benefit.
  @usableFromInline static var limit: Int { 16 }

  @inlinable
  package init() {}

  /// Takes an idle object, if the pool has one.
  @inlinable
  package func take() -> Element? {
    idle.ifFree { $0.popLast() } ?? nil
  }

  /// Puts `element` back into the pool, unless the pool is full.
  @inlinable
  package func give(_ element: Element) {
    idle.ifFree { idle in
      if idle.count < Self.limit { idle.append(element) }
    }
  }
}

/// A value that threads use for a moment each and can do without. A thread that finds it in use
/// does not wait.
@usableFromInline
@safe
package struct Passing<Value>: ~Copyable, @unchecked Sendable {
  // Only the thread that has set the flag accesses the value.

  @usableFromInline let isInUse = Atomic<Bool>(false)
  @usableFromInline let value: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ value: Value) {
    unsafe self.value = .allocate(capacity: 1)
    unsafe self.value.initialize(to: value)
  }

  deinit {
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
  }

  /// Calls `body` with the value and returns its result; `nil` if another thread uses the value.
  @inlinable
  @discardableResult
  package func ifFree<R>(_ body: (inout Value) -> R) -> R? {
    if isInUse.exchange(true, ordering: .acquiring) { return nil }
    defer { isInUse.store(false, ordering: .releasing) }
    return unsafe body(&value.pointee)
  }
}
