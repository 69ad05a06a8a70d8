package import FerryBase

/// The memory of one batch of records.
///
/// The buffer holds complete records, which are read in place. Afterwards another batch reuses the
/// buffer:
///
/// ```
/// base                          count            capacity
///  | record | record | record ... |                  | padding |
/// ```
@safe
package final class BatchBuffer: @unchecked Sendable {
  // Sendable: only one thread at a time uses a buffer. The thread that fills it passes it on.

  package private(set) var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// Whether the buffer has to free the memory.
  private let isOwner: Bool
  /// The number of bytes that are filled in.
  package var count = 0

  package init(capacity: Int) {
    unsafe base = .allocate(capacity: capacity + Self.padding)
    self.capacity = capacity
    isOwner = true
  }

  /// Creates a buffer over the memory of `bytes`, which is only read. The memory has to stay in
  /// place as long as the buffer lives.
  package init(borrowing bytes: ByteView) {
    isOwner = false
    unsafe base = UnsafeMutablePointer(mutating: bytes.start)
    capacity = bytes.count
    count = bytes.count
  }

  deinit {
    if isOwner { unsafe base.deallocate() }
  }

  package var bytes: ByteView { unsafe ByteView(start: base, count: count) }

  /// Returns free memory for `size` more bytes behind the contents. Unused memory costs nothing:
  /// the system provides pages on the first write.
  package func space(_ size: Int) -> MutableByteView {
    if capacity - count < size {
      capacity = max(2 * capacity, count + size)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.padding)
      unsafe larger.update(from: base, count: count)
      unsafe base.deallocate()
      unsafe base = larger
    }
    return unsafe MutableByteView(start: base + count, count: size)
  }

  /// The number of bytes behind the contents that may be read. Their values are undefined.
  package static var padding: Int { 64 }

  /// Writes line feeds behind the contents, so that no token of a text extends past the end.
  package func seal() {
    unsafe (base + count).update(repeating: 0x0A, count: Self.padding)
  }

  /// Fills ranges with white space of JSON: carriage returns, and a tab as the last byte. Line feeds
  /// stay, because they count in locations.
  ///
  /// In JSON5, a backslash may continue a text on the next line. Blanks would become a part of such a
  /// text, and a carriage return makes it an error.
  package func blank(_ ranges: [Range<Int>]) {
    for range in ranges {
      for index in range where unsafe base[index] != 0x0A {
        unsafe base[index] = index == range.upperBound - 1 ? 0x09 : 0x0D
      }
    }
  }

  /// Whether the buffer has the size of a window, not of a long record.
  package var isSmall: Bool { capacity <= 2 << 20 }

  /// Replaces the contents with `bytes`, which may be a part of the contents.
  package func replace(with bytes: ByteView) {
    // A part of the contents always fits. `update` allows overlapping memory, as `memmove` does.
    if bytes.count > capacity {
      count = 0
      _ = space(bytes.count)
    }
    unsafe base.update(from: bytes.start, count: bytes.count)
    count = bytes.count
  }
}
