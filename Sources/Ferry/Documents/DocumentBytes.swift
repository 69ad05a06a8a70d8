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
