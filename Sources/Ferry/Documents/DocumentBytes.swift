import FerryBytes
import FerryStreams
internal import FerrySystem
import Synchronization

/// The bytes that a document owns.
protocol DocumentBytes: AnyObject, Sendable {
  /// Lends the bytes, which stay the same for as long as the owner lives.
  func withBytes<R>(_ body: (ByteView) throws -> R) rethrows -> R
}

/// Bytes in a collection that is kept as it is.
final class CollectionBytes<Bytes: Collection<UInt8> & Sendable>: DocumentBytes {
  private let bytes: Bytes

  private init(_ bytes: Bytes) { self.bytes = bytes }

  /// The owner of `bytes`; a collection without contiguous storage is copied.
  static func owner(of bytes: Bytes) -> any DocumentBytes {
    // `bytes` is an array under another name.
    if Bytes.self == [UInt8].self {
      return ArrayBytes(unsafe unsafeBitCast(bytes, to: [UInt8].self))
    }
    let isContiguous = bytes.withContiguousStorageIfAvailable { _ in true } ?? false
    return isContiguous ? CollectionBytes(bytes) : ArrayBytes(Array(bytes))
  }

  func withBytes<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    if let result = try bytes.withContiguousBytes(body) { return result }
    // Storage that was contiguous stays so; this is for a collection that changes its mind.
    return try Array(bytes).withByteView(body)
  }
}

/// Bytes in an array, which need not be asked whether they are contiguous.
private final class ArrayBytes: DocumentBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func withBytes<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    try bytes.withByteView(body)
  }
}

/// Bytes that somebody else owns, lent for the time of one call.
///
/// A document that is kept after the call goes on with a copy, which is made then and only then.
final class BorrowedBytes: DocumentBytes, @unchecked Sendable {
  // Sendable: everything that changes is behind the lock, and memory that is about to be taken
  // back is waited for until nobody reads it.

  private struct State: ~Copyable, @unchecked Sendable {
    var bytes: ByteView
    var readers = 0
    /// Owns the bytes once they are a copy.
    var copy: OwnedBytes?
  }

  private let state: Mutex<State>

  private init(_ bytes: ByteView) {
    state = Mutex(State(bytes: bytes))
  }

  /// Lends an owner of `bytes` to `body`; whoever keeps it keeps a copy of the bytes.
  static func lend<R>(
    _ bytes: ByteView, to body: (any DocumentBytes) throws -> R
  ) rethrows -> R {
    var owner = BorrowedBytes(bytes)
    defer { if !isKnownUniquelyReferenced(&owner) { owner.copy() } }
    return try body(owner)
  }

  func withBytes<R>(_ body: (ByteView) throws -> R) rethrows -> R {
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
    // Another thread may still be reading what goes away with this call.
    while !isDone, state.withLock({ $0.readers > 0 }) {}
  }
}

/// A file as memory. What is not looked at is not read.
final class MappedFile: DocumentBytes {
  /// `nil` for a file of no bytes, which cannot be mapped.
  private let memory: MappedMemory?

  /// Maps the file at `path`.
  convenience init(_ path: String) throws(StreamError) {
    let source = try DescriptorSource(path: FileName(path))
    try self.init(source.descriptor, name: path)
  }

  /// Maps the file behind an open descriptor, which is not needed afterwards.
  init(_ descriptor: Int32, name: String) throws(StreamError) {
    guard let status = status(of: descriptor) else {
      throw StreamError(name, "read", code: errno)
    }
    let count = Int(status.st_size)
    memory = count > 0 ? MappedMemory(descriptor, count: count) : nil
    if memory == nil, count > 0 { throw StreamError(name, "read", code: errno) }
  }

  func withBytes<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    try body(memory?.bytes ?? ByteView())
  }
}
