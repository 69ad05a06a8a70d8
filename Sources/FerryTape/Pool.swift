public import Synchronization

/// Scratch objects that wait for the next call. Shared by all threads; each object belongs to the
/// one caller that took it.
@usableFromInline
package final class Pool<Element: AnyObject & Sendable>: Sendable {
  // Inlinable: where the element is unknown, each call would look types up.

  @usableFromInline let idle = Passing<[Element]>([])
  /// As many as there may be threads that profit.
  @usableFromInline static var limit: Int { 16 }

  @inlinable
  package init() {}

  /// One of those that wait.
  @inlinable
  package func take() -> Element? {
    idle.ifFree { $0.popLast() } ?? nil
  }

  /// Keeps `element` for the next call, unless enough wait already.
  @inlinable
  package func give(_ element: Element) {
    idle.ifFree { idle in
      if idle.count < Self.limit { idle.append(element) }
    }
  }
}

/// A value that threads use for a moment each and can do without: who finds it in use does not wait.
@usableFromInline
@safe
package struct Passing<Value>: ~Copyable, @unchecked Sendable {
  // Only who has set the flag touches the value.

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

  /// What `body` makes of the value; `nil` if another thread has it.
  @inlinable
  @discardableResult
  package func ifFree<R>(_ body: (inout Value) -> R) -> R? {
    if isInUse.exchange(true, ordering: .acquiring) { return nil }
    defer { isInUse.store(false, ordering: .releasing) }
    return unsafe body(&value.pointee)
  }
}
