// What generated code calls for types that mention a generic parameter that is only `Codable`: of
// its arguments, directly codable ones are coded directly, which is found out when the code runs.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads a value directly.
  @inlinable @inline(__always)
  public mutating func readEither<T: DirectDecodable>(_ type: T.Type) throws(WireFailure) -> T {
    try T(from: &self)
  }

  /// Reads a value directly if its type is directly codable, else through `Codable`.
  @_disfavoredOverload
  public mutating func readEither<T: Decodable>(_ type: T.Type) throws(WireFailure) -> T {
    guard let direct = T.self as? any DirectDecodable.Type else { return try readCodable(T.self) }
    let start = position
    guard let value = try readOpened(direct) as? T else { throw mismatch(T.self, at: start) }
    return value
  }

  private mutating func readOpened<T: DirectDecodable>(_ type: T.Type) throws(WireFailure) -> Any {
    try T(from: &self)
  }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes a value directly.
  @inlinable @inline(__always)
  public mutating func writeEither<T: DirectEncodable>(_ value: T) throws(WireFailure) {
    try value.encode(to: &self)
  }

  /// Writes a value directly if its type is directly codable, else through `Codable`.
  @_disfavoredOverload
  public mutating func writeEither<T: Encodable>(_ value: T) throws(WireFailure) {
    guard T.self is any DirectEncodable.Type, let direct = value as? any DirectEncodable else {
      return try writeCodable(value)
    }
    try direct.encode(to: &self)
  }
}
