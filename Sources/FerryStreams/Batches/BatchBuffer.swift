/// The memory of one batch of records.
///
/// It holds whole records, read where they lie, and is then used again for another batch:
///
/// ```
/// base                          count            capacity
///  | record | record | record ... |                  | padding |
/// ```
@safe
package final class BatchBuffer: @unchecked Sendable {
  // One thread at a time uses a buffer: who fills it hands it on.

  package private(set) var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// Whether the memory is the buffer's to free.
  private let isOwner: Bool
  /// Bytes that are filled in.
  package var count = 0

  init(capacity: Int) {
    unsafe base = .allocate(capacity: capacity + Self.padding)
    self.capacity = capacity
    isOwner = true
  }

  /// The memory of `bytes`, which stays where it is as long as the buffer lives, and is only read.
  init(borrowing bytes: UnsafeBufferPointer<UInt8>) {
    isOwner = unsafe bytes.baseAddress == nil
    unsafe base = UnsafeMutablePointer(mutating: bytes.baseAddress) ?? .allocate(capacity: 0)
    capacity = bytes.count
    count = bytes.count
  }

  deinit {
    if isOwner { unsafe base.deallocate() }
  }

  var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: base, count: count) }

  /// Free memory for `size` more bytes behind the contents. Memory that is never written to costs
  /// nothing: the system provides pages on the first write.
  func space(_ size: Int) -> UnsafeMutableRawBufferPointer {
    if capacity - count < size {
      capacity = max(2 * capacity, count + size)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.padding)
      unsafe larger.update(from: base, count: count)
      unsafe base.deallocate()
      unsafe base = larger
    }
    return unsafe UnsafeMutableRawBufferPointer(start: base + count, count: size)
  }

  /// Bytes that may be read behind the contents, whatever they are.
  package static var padding: Int { 64 }

  /// Puts line feeds behind the contents, so that no token of text goes past them.
  func seal() {
    unsafe (base + count).update(repeating: 0x0A, count: Self.padding)
  }

  /// Whether it has the memory of a window rather than of a long record.
  var isSmall: Bool { capacity <= 2 << 20 }

  /// Replaces the contents with `bytes`, which may be a part of them.
  func replace(with bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else {
      count = 0
      return
    }
    // A part of the contents fits; `update` moves as memmove does.
    if bytes.count > capacity {
      count = 0
      _ = unsafe space(bytes.count)
    }
    unsafe base.update(from: source, count: bytes.count)
    count = bytes.count
  }
}
