package import FerryBase
import Synchronization

/// The bytes that a document owns.
@usableFromInline
package protocol DocumentBytes: AnyObject, Sendable {
  /// Lends the bytes, which stay the same for the lifetime of the owner.
  func withBytes<R>(_ body: (ByteView) throws -> R) rethrows -> R
}

/// Bytes in a collection, which is kept without a copy.
package final class CollectionBytes<Bytes: Collection<UInt8> & Sendable>: DocumentBytes {
  private let bytes: Bytes

  private init(_ bytes: Bytes) { self.bytes = bytes }

  /// Returns the owner of `bytes`. A collection without contiguous storage is copied.
  package static func owner(of bytes: Bytes) -> any DocumentBytes {
    // The cast is safe: `Bytes` is `[UInt8]`.
    if Bytes.self == [UInt8].self {
      return ArrayBytes(unsafe unsafeBitCast(bytes, to: [UInt8].self))
    }
    let isContiguous = bytes.withContiguousStorageIfAvailable { _ in true } ?? false
    return isContiguous ? CollectionBytes(bytes) : ArrayBytes(Array(bytes))
  }

  package func withBytes<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    if let result = try bytes.withContiguousBytes(body) { return result }
    // Contiguous storage stays contiguous. The copy is for a collection that breaks this rule.
    return try Array(bytes).withByteView(body)
  }
}

/// Bytes in an array, whose storage is always contiguous.
private final class ArrayBytes: DocumentBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func withBytes<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    try bytes.withByteView(body)
  }
}

/// Bytes with another owner, lent for the duration of one call.
///
/// A document that outlives the call uses a copy, which is made at the end of the call.
final class BorrowedBytes: DocumentBytes, @unchecked Sendable {
  // Sendable: the lock protects all changes, and the end of the call waits for the last reader of
  // the memory.

  private struct State: ~Copyable, @unchecked Sendable {
    var bytes: ByteView
    var readers = 0
    /// The owner of the bytes after they were copied.
    var copy: OwnedBytes?
  }

  private let state: Mutex<State>

  private init(_ bytes: ByteView) {
    state = Mutex(State(bytes: bytes))
  }

  /// Lends an owner of `bytes` to `body`. The owner copies the bytes if it outlives the call.
  static func lend<R>(
    _ bytes: ByteView, to body: (any DocumentBytes) throws -> R
  ) rethrows -> R {
    var owner = BorrowedBytes(bytes)
    defer { if !isKnownUniquelyReferenced(&owner) { owner.copy() } }
    return try body(owner)
  }

  package func withBytes<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    let bytes = state.withLock { state in
      state.readers += 1
      return state.bytes
    }
    defer { state.withLock { $0.readers -= 1 } }
    return try body(bytes)
  }

  private func copy() {
    let isDone = state.withLock { state in
      let copy = OwnedBytes(copying: state.bytes)
      state.bytes = copy.view
      state.copy = consume copy
      return state.readers == 0
    }
    // Another thread may still be reading the memory that becomes invalid after this call.
    while !isDone, state.withLock({ $0.readers > 0 }) {}
  }
}
