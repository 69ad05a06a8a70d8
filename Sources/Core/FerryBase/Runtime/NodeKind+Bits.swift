extension NodeKind {
  #if Portable
  /// Returns the kind with the raw value `bits`.
  @inlinable
  init(bits: UInt8) { self = NodeKind(rawValue: bits) ?? .null }
  #else
  /// Returns the kind with the raw value `bits`. In memory, an enum without payloads is the number
  /// of its case.
  @inlinable @inline(__always)
  init(bits: UInt8) { self = unsafe unsafeBitCast(bits, to: NodeKind.self) }
  #endif
}
