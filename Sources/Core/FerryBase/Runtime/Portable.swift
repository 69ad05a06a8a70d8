#if Portable
/// Texts of at most fifteen bytes. The standard library makes their strings.
@frozen
@usableFromInline
package struct ShortString {
  @usableFromInline let low: UInt64
  @usableFromInline let high: UInt64
  @usableFromInline let count: Int

  /// Creates a text from two little-endian words. The bytes after the first `count`, at most
  /// fifteen, must be zero.
  @inlinable
  package init(low: UInt64, high: UInt64 = 0, count: Int) {
    self.low = low
    self.high = high
    self.count = count
  }

  /// Creates a text from the first `count` bytes at `start`, at most fifteen.
  @inlinable
  package init(ahead start: UnsafePointer<UInt8>, count: Int) {
    var words: (low: UInt64, high: UInt64) = (0, 0)
    for index in 0..<min(count, 8) {
      unsafe words.low |= UInt64(start[index]) << UInt64(8 * index)
    }
    for index in 8..<max(count, 8) {
      unsafe words.high |= UInt64(start[index]) << UInt64(8 * (index - 8))
    }
    self.init(low: words.low, high: words.high, count: count)
  }

  /// Returns the string of bytes that are known to be well-formed UTF-8; `nil` for more than
  /// fifteen bytes.
  @inlinable
  package static func make(validated bytes: ByteView) -> String? {
    bytes.count <= capacity ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// The maximum number of bytes of a text.
  @inlinable package static var capacity: Int { 15 }

  /// Whether all bytes are ASCII. Readers need not check such bytes.
  @inlinable package var isASCII: Bool { (low | high) & 0x8080_8080_8080_8080 == 0 }

  /// The string, if the bytes are well-formed UTF-8.
  @inlinable package var text: String? {
    let words = (low.littleEndian, high.littleEndian)
    return unsafe withUnsafeBytes(of: words) {
      unsafe String(decoding: $0.prefix(count), as: UTF8.self)
    }
  }
}

#if !hasFeature(Embedded)
extension _ValueForm.Kind {
  /// Whether the loops over tables find the value inside of an optional: those of scalars have their
  /// own code.
  var hasKnownOptional: Bool {
    switch self {
    case .record, .array: false
    default: true
    }
  }

  /// Whether the loops over tables code arrays of a type. They code themselves.
  static func hasArrays<Element>(of type: Element.Type) -> Bool { false }
}

/// Arrays whose elements have one type.
@usableFromInline
struct ArrayLayout {
  fileprivate let stored: any StoredValue.Type

  init?<Element>(of type: Element.Type) { stored = Stored<Element>.self }

  /// Initializes memory with an empty array.
  @usableFromInline
  func initializeEmpty(at place: UnsafeMutableRawPointer) {
    unsafe UnfinishedArray(self, capacity: 1).move(to: place)
  }
}

/// An array whose elements are initialized one after the other, in memory of their own.
@usableFromInline
@safe
struct UnfinishedArray: ~Copyable {
  private let stored: any StoredValue.Type
  private var start: UnsafeMutableRawPointer
  private var capacity: Int
  /// The number of initialized elements.
  @usableFromInline var count = 0

  @usableFromInline
  init(_ layout: ArrayLayout, capacity: Int) {
    stored = layout.stored
    self.capacity = capacity
    unsafe start = Self.allocate(stored, capacity)
  }

  @inlinable deinit { destroy() }

  /// Destroys the elements and frees the memory.
  @usableFromInline
  func destroy() {
    unsafe stored.deinitialize(at: start, count: count)
    unsafe start.deallocate()
  }

  /// Returns the memory for the next element, which the caller initializes and counts.
  @usableFromInline
  mutating func end() -> UnsafeMutableRawPointer {
    if count == capacity {
      let larger = unsafe Self.allocate(stored, 2 * capacity)
      unsafe stored.move(count, from: start, to: larger)
      unsafe start.deallocate()
      unsafe start = larger
      capacity *= 2
    }
    return unsafe start + count * stored.stride
  }

  /// Takes the first elements over. The capacity must suffice.
  @usableFromInline
  mutating func take(_ count: Int, from source: UnsafeMutableRawPointer) {
    unsafe stored.move(count, from: source, to: start)
    self.count = count
  }

  /// Initializes memory with the array.
  @usableFromInline
  consuming func move(to place: UnsafeMutableRawPointer) {
    unsafe stored.makeArray(at: place, moving: count, from: start)
    count = 0
  }

  private static func allocate(
    _ stored: any StoredValue.Type, _ capacity: Int
  ) -> UnsafeMutableRawPointer {
    .allocate(byteCount: capacity * stored.stride, alignment: 16)
  }
}

extension StoredValue {
  /// Initializes memory with an array that takes values over.
  fileprivate static func makeArray(
    at place: UnsafeMutableRawPointer, moving count: Int, from source: UnsafeMutableRawPointer
  ) {
    let array = unsafe [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      unsafe start.moveInitialize(from: source.assumingMemoryBound(to: Value.self), count: count)
      initialized = count
    }
    unsafe place.initializeMemory(as: [Value].self, to: array)
  }

  /// Lends the elements of the array at `place`.
  @usableFromInline
  static func lendArray(
    at place: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    try unsafe place.assumingMemoryBound(to: [Value].self).pointee
      .withUnsafeBufferPointer { elements throws(WireFailure) in
        // The address of an empty array is not used.
        try unsafe body(UnsafeRawPointer(elements.baseAddress) ?? place, elements.count)
      }
  }
}

extension _ValueForm {
  /// False: only code of the type makes optional values.
  var hasKnownWrapping: Bool { false }

  /// Makes a value an optional value.
  @inlinable
  func wrap(at place: UnsafeMutableRawPointer) { unsafe stored.wrap(at: place) }
}

extension NilForm {
  /// Only code of the type finds `nil`.
  init(of form: _ValueForm) { self.init(.other) }
}

/// The operation that makes `nil`.
@usableFromInline
struct NilBytes {
  @usableFromInline let stored: any StoredValue.Type

  init(of form: _ValueForm) { stored = form.stored }

  /// Initializes an optional with `nil`.
  @inlinable
  func initialize(at place: UnsafeMutableRawPointer) { unsafe stored.initializeNil(at: place) }
}

extension UnsafeRawPointer {
  /// Lends the value at the address.
  @inlinable
  package func lend<Value, Failure: Error>(
    _ type: Value.Type, to body: (Value) throws(Failure) -> Void
  ) throws(Failure) {
    try unsafe body(assumingMemoryBound(to: Value.self).pointee)
  }

  /// Lends the value at the address, or the value of the optional there, which is not `nil`.
  @inlinable
  package func lend<Value>(
    _ type: Value.Type, _ isOptional: Bool, to body: (Value) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    if !isOptional {
      try unsafe body(assumingMemoryBound(to: Value.self).pointee)
    } else if let value = unsafe assumingMemoryBound(to: Value?.self).pointee {
      try body(value)
    }
  }

  /// Lends the address of the elements of the array at the address, and their number.
  @inlinable
  func lendElements(
    of form: UnsafePointer<_ValueForm>, to body: (UnsafeRawPointer, Int) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    try unsafe form.pointee.stored.lendArray(at: self, body)
  }
}
#endif
#endif
