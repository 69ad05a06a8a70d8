/// A value in memory of its own. Reading or changing it counts no references and checks no
/// exclusivity, unlike a stored property of a class.
@safe
struct Handle<Value: ~Copyable> {
  private let memory: UnsafeMutablePointer<Value>

  /// Moves `value` to new memory. The caller frees it with ``deallocate()``.
  init(_ value: consuming Value) {
    unsafe memory = .allocate(capacity: 1)
    unsafe memory.initialize(to: value)
  }

  /// Destroys the value. No copy of the handle may be used any more.
  func deallocate() {
    unsafe memory.deinitialize(count: 1)
    unsafe memory.deallocate()
  }

  var value: Value {
    @inline(__always) _read { yield unsafe memory.pointee }
    @inline(__always) nonmutating _modify { yield unsafe &memory.pointee }
  }
}
