// Values handed on where they lie. Reading them through `pointee` or `if let` makes a copy first,
// which counts every reference in the value twice and, in generic code, looks metadata up for the
// room. To a function that does not know of copies the value can only be lent; that it is a
// copyable one is forgotten on the way.

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
