// Passes values on in place. Reading a value through `pointee` or `if let` copies it: this retains
// and releases every reference in it, and generic code looks up metadata for the storage of the
// copy. A function over `~Copyable` types can only borrow the value.

extension UnsafePointer where Pointee: ~Copyable {
  /// Lends the value at the pointer.
  @inline(__always)
  func lend(_ body: (borrowing Pointee) throws -> Void) rethrows {
    try unsafe body(pointee)
  }
}

extension Optional where Wrapped: ~Copyable {
  /// Lends what there is.
  /// - Returns: false if there is nothing.
  @inline(__always)
  borrowing func lend(_ body: (borrowing Wrapped) throws -> Void) rethrows -> Bool {
    switch self {
    case .some(let value):
      try body(value)
      return true
    case nil:
      return false
    }
  }
}
