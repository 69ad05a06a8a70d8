#if !Portable && !hasFeature(Embedded)
// Tables rely on these facts of Swift's ABI. The value of an optional lies at the address of the
// optional. All arrays are one reference, and all empty arrays are the same object. The bits of a
// string may be copied.

extension _ValueForm.Kind {
  /// Whether the loops over tables find the value inside of an optional.
  var hasKnownOptional: Bool { true }

  /// The kind of arrays.
  static var arrayKind: Self { .array }
}

extension UnsafeMutableRawPointer {
  /// Initializes memory with an empty array of the values.
  @inlinable @inline(__always)
  func putEmptyArray(_ stored: any _StoredValue.Type) {
    unsafe initializeMemory(as: [Int].self, to: [])
  }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes the string at `place` without a retain and a release of its memory.
  @inlinable @inline(__always)
  mutating func writeString(lentAt place: UnsafeRawPointer) throws(WireFailure) {
    try unsafe withUnsafeTemporaryAllocation(of: String.self, capacity: 1) {
      memory throws(WireFailure) in
      let slot = unsafe memory.baseAddress.unsafelyUnwrapped
      unsafe UnsafeMutableRawPointer(slot).copyMemory(
        from: place, byteCount: MemoryLayout<String>.size)
      let text = unsafe slot.move()
      // The move back forgets the copy, also after an error.
      defer { unsafe slot.initialize(to: text) }
      try writeString(text)
    }
  }
}
#endif
