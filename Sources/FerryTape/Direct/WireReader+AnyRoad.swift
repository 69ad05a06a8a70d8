// For members whose type may have either road: the compiler picks the direct one where it can.
extension WireReader where Self: ~Copyable {
  /// Reads a value on the direct road.
  @inlinable @inline(__always)
  public mutating func readAny<T: DirectDecodable>(_ type: T.Type = T.self) throws(Failure) -> T {
    try T(from: &self)
  }

  /// Reads a value that may be null on the direct road.
  @inlinable @inline(__always)
  public mutating func readAnyIfPresent<T: DirectDecodable>(
    _ type: T.Type = T.self
  ) throws(Failure) -> T? {
    try readIfPresent()
  }

  /// What the null that was just read is to an optional `T` of the direct road.
  @inlinable @inline(__always)
  public mutating func presentAnyNull<T: DirectDecodable>(as type: T.Type) -> T? {
    presentNull(as: T.self)
  }
}

extension WireWriter where Self: ~Copyable {
  /// Writes a value on the direct road.
  @inlinable @inline(__always)
  public mutating func writeAny<T: DirectEncodable>(_ value: T) throws(Failure) {
    try value.encode(to: &self)
  }
}
