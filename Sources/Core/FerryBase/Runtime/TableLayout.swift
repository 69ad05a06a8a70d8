#if !Portable && !hasFeature(Embedded)
// Tables rely on the type layout of Swift's ABI. The value of an optional lies at the address of the
// optional. The nil of a value without free bits is zeros with the byte 1 behind them, and the byte is 0
// behind a value that is not nil. The bits of a string, an array or `nil` may be copied. Two facts are not part of the
// ABI and are checked when a table is made: all arrays have the same header, and all empty arrays are
// the same object.

extension _ValueForm.Kind {
  /// Whether the loops over tables find the value inside of an optional.
  var hasKnownOptional: Bool { true }

  /// Whether the loops over tables code arrays of a type: in memory, these are like arrays of integers.
  static func hasArrays<Element>(of type: Element.Type) -> Bool {
    let empty: [Element] = []
    var array = empty
    array.reserveCapacity(1)
    let start = unsafe array.withUnsafeBufferPointer { unsafe UnsafeRawPointer($0.baseAddress) }
    return unsafe unsafeBitCast(empty, to: UInt.self) == unsafeBitCast([Int](), to: UInt.self)
      && unsafeBitCast(array, to: [UInt].self).withUnsafeBufferPointer {
        unsafe UnsafeRawPointer($0.baseAddress) == start && $0.isEmpty
      } && unsafeBitCast([0, 0, 0] as [UInt8], to: [UInt].self).count == 3
  }
}

extension UnsafeMutableRawPointer {
  /// Initializes memory with an empty array of the values.
  @inlinable @inline(__always)
  func putEmptyArray(_ stored: any _StoredValue.Type) {
    unsafe initializeMemory(as: [Int].self, to: [])
  }
}

extension _ValueForm {
  /// Makes a value an optional value. Code of the type would look up its metadata for each.
  @inlinable @inline(__always)
  func wrap(at place: UnsafeMutableRawPointer) {
    unsafe place.storeBytes(of: 0, toByteOffset: stored._size, as: UInt8.self)
  }
}

extension NilForm {
  /// Finds `nil` in optionals with a form.
  init(of form: _ValueForm) {
    let (size, word) = (form.stored._size, MemoryLayout<UInt>.size)
    let known =
      switch form.kind {
      // The byte behind a value that leaves no bits free.
      case _ where form.needsWrapping && size <= Int(UInt16.max): NilForm(.byte, at: size, value: 1)
      case .bool: NilForm(.byte, value: 2)
      case .string: NilForm(.word, at: size - word)
      case _ where size == word: NilForm(.word)
      default: NilForm(.other)
      }
    self = known.agrees(with: form.stored) ? known : NilForm(.other)
  }

  /// Returns whether the type finds and makes `nil` in the same way. This code is not compiled for the
  /// type, so it looks at all bytes of the optional; that of the type looks at some.
  private func agrees<Stored: _StoredValue>(with stored: Stored.Type) -> Bool {
    let size = stored._stride + 16
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { unsafe memory.deallocate() }
    func fill() { unsafe memory.initializeMemory(as: UInt8.self, repeating: .max, count: size) }
    func isNilInMemory() -> Bool {
      unsafe memory.assumingMemoryBound(to: Stored._StoredType?.self).pointee == nil
    }
    fill()
    unsafe stored._initializeNil(at: memory)
    guard unsafe isNil(at: UnsafeRawPointer(memory)) else { return false }
    fill()
    unsafe initialize(at: memory)
    guard unsafe stored._isNil(at: memory), isNilInMemory() else { return false }
    guard stored._needsWrapping else { return true }
    unsafe memory.storeBytes(of: 0, toByteOffset: stored._size, as: UInt8.self)
    return unsafe !stored._isNil(at: memory) && !isNilInMemory()
  }
}

/// A `nil` to copy. Code of the type would look up its metadata for each.
@usableFromInline
@safe
struct NilBytes {
  @usableFromInline let bytes: UnsafeRawPointer
  @usableFromInline let count: Int

  init(of form: _ValueForm) {
    count = form.stored._size + (form.needsWrapping ? 1 : 0)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: form.stored._stride + 1, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: form.stored._stride + 1)
    unsafe form.stored._initializeNil(at: memory)
    unsafe bytes = UnsafeRawPointer(memory)
  }

  /// Initializes an optional with `nil`.
  @inlinable @inline(__always)
  func initialize(at place: UnsafeMutableRawPointer) {
    unsafe place.copyMemory(from: bytes, byteCount: count)
  }
}

extension UnsafeRawPointer {
  /// Lends the value at the address without a retain and a release of its memory.
  @inlinable @inline(__always)
  func lend<Value>(
    _ type: Value.Type, to body: (Value) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    try unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) {
      memory throws(WireFailure) in
      let slot = unsafe memory.baseAddress.unsafelyUnwrapped
      unsafe UnsafeMutableRawPointer(slot).copyMemory(
        from: self, byteCount: MemoryLayout<Value>.size)
      let value = unsafe slot.move()
      // The move back forgets the copy, also after an error.
      defer { unsafe slot.initialize(to: value) }
      try body(value)
    }
  }

  /// Lends the value at the address, or the value of the optional there, which is not `nil`.
  @inlinable @inline(__always)
  package func lend<Value>(
    _ type: Value.Type, _ isOptional: Bool, to body: (Value) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    try unsafe body(assumingMemoryBound(to: Value.self).pointee)
  }

  /// Lends the address of the elements of the array at the address, and their number.
  @inlinable @inline(__always)
  func lendElements(
    of form: UnsafePointer<_ValueForm>, to body: (UnsafeRawPointer, Int) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    try unsafe lend([UInt].self) { words throws(WireFailure) in
      try unsafe words.withUnsafeBufferPointer { elements throws(WireFailure) in
        try unsafe body(UnsafeRawPointer(elements.baseAddress) ?? self, elements.count)
      }
    }
  }
}
#endif
