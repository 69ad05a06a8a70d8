extension NodeKind {
  #if Portable
  /// The kind whose raw value is `bits`.
  @inlinable
  init(bits: UInt8) { self = NodeKind(rawValue: bits) ?? .null }
  #else
  /// The kind whose raw value is `bits`. An enum without payloads is its case's number in memory.
  @inlinable @inline(__always)
  init(bits: UInt8) { self = unsafe unsafeBitCast(bits, to: NodeKind.self) }
  #endif
}
