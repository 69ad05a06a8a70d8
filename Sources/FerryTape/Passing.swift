public import Synchronization

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
