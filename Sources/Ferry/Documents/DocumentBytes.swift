import FerryStreams
internal import FerrySystem
import Synchronization

/// The bytes that a document owns.
protocol DocumentBytes: AnyObject, Sendable {
  /// Lends the bytes, which stay the same for as long as the owner lives.
  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R
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

  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    if let result = try bytes.withContiguousStorageIfAvailable(body) { return result }
    // Storage that was contiguous stays so; this is for a collection that changes its mind.
    return try unsafe Array(bytes).withUnsafeBufferPointer(body)
  }
}

/// Bytes in an array, which need not be asked whether they are contiguous.
private final class ArrayBytes: DocumentBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    try unsafe bytes.withUnsafeBufferPointer(body)
  }
}

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

/// A file as memory. What is not looked at is not read.
@safe
final class MappedFile: DocumentBytes, @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer?
  private let count: Int

  // Sendable: the memory is never written to, and nothing else changes after `init`.

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
    count = Int(status.st_size)
    // Nothing cannot be mapped.
    guard count > 0 else {
      unsafe memory = nil
      return
    }
    let mapped = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
      throw StreamError(name, "read", code: errno)
    }
    unsafe memory = mapped
  }

  deinit {
    if let memory = unsafe memory { unsafe munmap(memory, count) }
  }

  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    // The mapping has `count` bytes and lasts until `deinit`.
    try unsafe body(
      UnsafeBufferPointer(start: memory?.assumingMemoryBound(to: UInt8.self), count: count))
  }
}
