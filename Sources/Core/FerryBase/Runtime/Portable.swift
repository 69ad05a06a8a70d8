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

extension UnsafeMutableRawPointer {
  /// Initializes memory with an empty array of the values.
  @inlinable
  func putEmptyArray(_ stored: any _StoredValue.Type) {
    unsafe stored._initializeArray(at: self, capacity: 0, moving: 0, from: self) { _, _ in }
  }
}

extension _ValueForm {
  /// Makes a value an optional value.
  @inlinable
  func wrap(at place: UnsafeMutableRawPointer) { unsafe stored._wrap(at: place) }
}

extension NilForm {
  /// Only code of the type finds `nil`.
  init(of form: _ValueForm) { self.init(.other) }
}

/// The operation that makes `nil`.
@usableFromInline
struct NilBytes {
  @usableFromInline let stored: any _StoredValue.Type

  init(of form: _ValueForm) { stored = form.stored }

  /// Initializes an optional with `nil`.
  @inlinable
  func initialize(at place: UnsafeMutableRawPointer) { unsafe stored._initializeNil(at: place) }
}

extension UnsafeRawPointer {
  /// Lends the value at the address.
  @inlinable
  func lend<Value>(
    _ type: Value.Type, to body: (Value) throws(WireFailure) -> Void
  ) throws(WireFailure) {
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
    try unsafe form.pointee.stored._lendArray(at: self, body)
  }
}
#endif
#endif
