/// Bytes in their own memory, which neither move nor change.
///
/// An array cannot replace this type, because it lends its memory only during a call.
@safe
package struct OwnedBytes: ~Copyable {
  /// The bytes; valid as long as this value lives.
  package let view: ByteView
  private let memory: UnsafeMutablePointer<UInt8>

  /// Copies `bytes`.
  package init(copying bytes: ByteView) {
    unsafe memory = .allocate(capacity: max(bytes.count, 1))
    unsafe memory.initialize(from: bytes.start, count: bytes.count)
    view = unsafe ByteView(start: memory, count: bytes.count)
  }

  /// Copies the UTF-8 bytes of `text`.
  package init(copying text: String) {
    let count = text.utf8.count
    unsafe memory = .allocate(capacity: max(count, 1))
    _ = unsafe UnsafeMutableBufferPointer(start: memory, count: count).initialize(from: text.utf8)
    view = unsafe ByteView(start: memory, count: count)
  }

  /// Copies `bytes`.
  package init(copying bytes: [UInt8]) {
    unsafe memory = .allocate(capacity: max(bytes.count, 1))
    _ = unsafe UnsafeMutableBufferPointer(start: memory, count: bytes.count)
      .initialize(from: bytes)
    view = unsafe ByteView(start: memory, count: bytes.count)
  }

  deinit {
    unsafe memory.deallocate()
  }
}
