extension _Generated {
  /// Puts a value into a slot. Most slots of generated code are empty, and an empty slot is filled
  /// without releasing an old value.
  @inlinable @inline(__always)
  public static func fillSlot<Value>(_ slot: inout Value?, with value: Value) {
    if case .some = slot {
      slot = value
    } else {
      // An empty slot owns no memory that an initialization could leak.
      unsafe withUnsafeMutablePointer(to: &slot) { unsafe $0.initialize(to: value) }
    }
  }
}
