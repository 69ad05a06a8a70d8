#if !Portable && !hasFeature(Embedded)
// Tables rely on the type layout of Swift's ABI. The value of an optional lies at the address of the
// optional. The nil of a value without free bits is zeros with the byte 1 behind them, and the byte is 0
// behind a value that is not nil. The bits of a string, an array or `nil` may be copied.

extension _ValueForm.Kind {
  /// Whether the loops over tables find the value inside of an optional.
  var hasKnownOptional: Bool { true }

  /// Whether the loops over tables code arrays of a type.
  static func hasArrays<Element>(of type: Element.Type) -> Bool { ArrayLayout(of: type) != nil }
}

extension _ValueForm {
  /// Whether a 0 behind a value makes it an optional value.
  var hasKnownWrapping: Bool { NilForm(of: self).test == .byte }

  /// Makes a value an optional value. Code of the type would look up its metadata for each.
  @inlinable @inline(__always)
  func wrap(at place: UnsafeMutableRawPointer) {
    if wrapsByCode {
      unsafe stored.wrap(at: place)
    } else {
      unsafe place.storeBytes(of: 0, toByteOffset: stored.size, as: UInt8.self)
    }
  }
}

extension NilForm {
  /// Finds `nil` in optionals with a form.
  init(of form: _ValueForm) {
    let (size, word) = (form.stored.size, MemoryLayout<UInt>.size)
    let known: NilForm? =
      switch form.kind {
      // The byte behind a value that leaves no bits free.
      case _ where form.needsWrapping && size <= Int(UInt16.max): NilForm(.byte, at: size, value: 1)
      case .bool: NilForm(.byte, value: 2)
      case .string: NilForm(.word, at: size - word)
      case _ where size == word: NilForm(.word)
      case .record: Self.inside(form.stored)
      default: nil
      }
    self = known.flatMap { $0.agrees(with: form.stored) ? $0 : nil } ?? NilForm(.other)
  }

  /// Returns the test for a `nil` that is a value of one byte or word in a struct, such as the missing
  /// address of an array. To find the place, the function changes each byte of a `nil`, and then each
  /// bit of the bytes that matter.
  private static func inside<Stored: StoredValue>(_ stored: Stored.Type) -> NilForm? {
    let size = stored.size
    guard size <= 1024 else { return nil }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: stored.stride, alignment: 16)
    defer { unsafe memory.deallocate() }
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: stored.stride)
    unsafe stored.initializeNil(at: memory)
    let bytes = unsafe memory.assumingMemoryBound(to: UInt8.self)
    func matters(_ place: Int, _ bits: UInt8) -> Bool {
      unsafe bytes[place] ^= bits
      defer { unsafe bytes[place] ^= bits }
      return unsafe !stored.isNil(at: memory)
    }
    let places = (0..<size).filter { matters($0, .max) }
    let bits = (0..<8).map { 1 << $0 as UInt8 }
    guard let first = places.first,
      places.allSatisfy({ place in bits.allSatisfy { matters(place, $0) } })
    else { return nil }
    if places.count == 1 { return unsafe NilForm(.byte, at: first, value: bytes[first]) }
    let word = MemoryLayout<UInt>.size
    guard first % word == 0, places == Array(first..<first + word),
      unsafe memory.load(fromByteOffset: first, as: UInt.self) == 0
    else { return nil }
    return NilForm(.word, at: first)
  }

  /// Returns whether the type finds and makes `nil` in the same way.
  private func agrees<Stored: StoredValue>(with stored: Stored.Type) -> Bool {
    guard LayoutChecks.mayPass else { return false }
    let size = stored.stride + 16
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { unsafe memory.deallocate() }
    func fill() { unsafe memory.initializeMemory(as: UInt8.self, repeating: .max, count: size) }
    fill()
    unsafe stored.initializeNil(at: memory)
    guard unsafe isNil(at: UnsafeRawPointer(memory)) else { return false }
    fill()
    unsafe initialize(at: memory)
    guard unsafe stored.isNil(at: memory) else { return false }
    guard stored.needsWrapping else { return true }
    unsafe memory.storeBytes(of: 0, toByteOffset: stored.size, as: UInt8.self)
    return unsafe !stored.isNil(at: memory)
  }
}

/// A `nil` to copy. Code of the type would look up its metadata for each.
@usableFromInline
@safe
struct NilBytes {
  @usableFromInline let bytes: UnsafeRawPointer
  @usableFromInline let count: Int

  init(of form: _ValueForm) {
    count = form.stored.size + (form.needsWrapping ? 1 : 0)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: form.stored.stride + 1, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: form.stored.stride + 1)
    unsafe form.stored.initializeNil(at: memory)
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
  package func lend<Value, Failure: Error>(
    _ type: Value.Type, to body: (Value) throws(Failure) -> Void
  ) throws(Failure) {
    try unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) {
      memory throws(Failure) in
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
