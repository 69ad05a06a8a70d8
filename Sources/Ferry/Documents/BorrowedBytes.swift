import Synchronization

/// Bytes that somebody else owns, lent for the time of one call.
///
/// A document that is kept after the call goes on with a copy, which is made then and only then.
final class BorrowedBytes: DocumentBytes, @unchecked Sendable {
  // Sendable: everything that changes is behind the lock, and memory that is about to be taken
  // back is waited for until nobody reads it.

  @safe
  private struct State: @unchecked Sendable {
    var bytes: UnsafeBufferPointer<UInt8>
    var readers = 0
    var isCopy = false
  }

  private let state: Mutex<State>

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    state = unsafe Mutex(State(bytes: bytes))
  }

  deinit {
    state.withLock { if $0.isCopy { unsafe $0.bytes.deallocate() } }
  }

  /// Lends an owner of `bytes` to `body`; whoever keeps it keeps a copy of the bytes.
  static func lend<R>(
    _ bytes: UnsafeBufferPointer<UInt8>, to body: (any DocumentBytes) throws -> R
  ) rethrows -> R {
    var owner = unsafe BorrowedBytes(bytes)
    defer { if !isKnownUniquelyReferenced(&owner) { owner.copy() } }
    return try body(owner)
  }

  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    let bytes = unsafe state.withLock { state in
      state.readers += 1
      return unsafe state.bytes
    }
    defer { state.withLock { $0.readers -= 1 } }
    return try unsafe body(bytes)
  }

  private func copy() {
    let isDone = state.withLock { state in
      let copy = unsafe UnsafeMutableBufferPointer<UInt8>.allocate(capacity: state.bytes.count)
      _ = unsafe copy.initialize(fromContentsOf: state.bytes)
      unsafe state.bytes = UnsafeBufferPointer(copy)
      state.isCopy = true
      return state.readers == 0
    }
    // Another thread may still be reading what goes away with this call.
    while !isDone, state.withLock({ $0.readers > 0 }) {}
  }
}
