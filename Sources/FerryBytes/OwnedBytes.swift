/// Bytes in memory of their own, which do not move and do not change.
///
/// An array could move them: it lends its memory during a call only.
@safe
package struct OwnedBytes: ~Copyable {
  /// The bytes; valid as long as this value is.
  package let view: ByteView
  private let memory: UnsafeMutablePointer<UInt8>

  /// A copy of `bytes`.
  package init(copying bytes: ByteView) {
    unsafe memory = .allocate(capacity: max(bytes.count, 1))
    unsafe memory.initialize(from: bytes.start, count: bytes.count)
    view = unsafe ByteView(start: memory, count: bytes.count)
  }

  /// A copy of the UTF-8 bytes of `text`.
  package init(copying text: String) {
    let count = text.utf8.count
    unsafe memory = .allocate(capacity: max(count, 1))
    _ = unsafe UnsafeMutableBufferPointer(start: memory, count: count).initialize(from: text.utf8)
    view = unsafe ByteView(start: memory, count: count)
  }

  deinit {
    unsafe memory.deallocate()
  }
}
