extension _Generated {
  /// Puts a value into a slot. For generated code, whose slots are mostly empty still: nobody has to
  /// look for a value to release then, as an assignment does.
  @inlinable @inline(__always)
  public static func fillSlot<Value>(_ slot: inout Value?, with value: Value) {
    if case .some = slot {
      slot = value
    } else {
      // No value has nothing to be released.
      unsafe withUnsafeMutablePointer(to: &slot) { unsafe $0.initialize(to: value) }
    }
  }
}
