/// Lends the bytes of `input` where they lie; only a collection without contiguous storage is
/// copied.
@inlinable
func withBytes<Bytes: Collection<UInt8>, R>(
  of input: Bytes, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
) throws -> R {
  if let result = try input.withContiguousStorageIfAvailable(body) { return result }
  return try unsafe Array(input).withUnsafeBufferPointer(body)
}

/// Lends the bytes of `span`.
@inlinable
func withBytes<R>(
  of span: RawSpan, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
) throws -> R {
  try unsafe span.withUnsafeBytes { try unsafe body($0.assumingMemoryBound(to: UInt8.self)) }
}
