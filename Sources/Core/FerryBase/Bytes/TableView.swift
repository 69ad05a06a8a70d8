/// Values of one trivial type, one after the other in memory that belongs to another value.
///
/// Unlike an array, a table has no reference count. The rules of ``ByteView`` apply.
@frozen @usableFromInline
package struct TableView<Element: BitwiseCopyable>: BitwiseCopyable {
  @usableFromInline let bytes: ByteView

  /// Creates a view of the elements that `bytes` contain.
  @inlinable @inline(__always)
  package init(_ bytes: ByteView) { self.bytes = bytes }

  /// The number of elements.
  @inlinable package var count: Int { bytes.count / MemoryLayout<Element>.stride }

  @inlinable
  package subscript(index: Int) -> Element {
    @inline(__always) get {
      bytes.load(Element.self, at: index &* MemoryLayout<Element>.stride)
    }
  }
}

/// Tables that are collected in one block of bytes.
package struct TableWriter: ~Copyable {
  /// The bytes of all tables.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty block.
  package init() {}

  /// Appends a table and returns its range.
  package mutating func append<T: BitwiseCopyable>(_ elements: [T]) -> Range<Int> {
    let start = bytes.count
    unsafe elements.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    // The last element has the stride of the others.
    let size = elements.count * MemoryLayout<T>.stride
    bytes.append(contentsOf: repeatElement(0, count: start + size - bytes.count))
    return start..<start + size
  }
}
