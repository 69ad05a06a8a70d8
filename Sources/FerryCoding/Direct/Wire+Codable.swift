public import FerryTape

// For values whose types have no direct coding. Where a type has both, the compiler picks the other
// overload.
extension WireReader where Self: ~Copyable {
  /// Reads a value through `Codable`.
  @_disfavoredOverload @inlinable
  public mutating func read<T: Decodable>(_ type: T.Type = T.self) throws(WireFailure) -> T {
    try readCodable(T.self)
  }

  /// Reads a value that may be null through `Codable`.
  @_disfavoredOverload @inlinable
  public mutating func readIfPresent<T: Decodable>(
    _ type: T.Type = T.self
  ) throws(WireFailure) -> T? {
    if try readNull() { return presentNull(asCodable: T.self) }
    return try readCodable(T.self)
  }
}

extension WireWriter where Self: ~Copyable {
  /// Writes a value through `Codable`.
  @_disfavoredOverload @inlinable
  public mutating func write<T: Encodable>(_ value: T) throws(WireFailure) {
    try writeCodable(value)
  }
}

extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads a value of a type without direct coding.
  @inlinable
  public mutating func readCodable<T: Decodable>(_ type: T.Type) throws(WireFailure) -> T {
    try read(by: CodableReading<T>(context))
  }

  /// What the null that was just read is to an optional `T`, see ``presentNull(as:)``.
  @inlinable
  public mutating func presentNull<T: Decodable>(asCodable type: T.Type) -> T? {
    presentNull(by: CodableReading<T>(context))
  }

  /// The meaning of the null just read for an optional `T` without direct coding.
  @_disfavoredOverload @inlinable
  public mutating func presentAnyNull<T: Decodable>(as type: T.Type) -> T? {
    presentNull(asCodable: T.self)
  }

  /// Reads an array through `Codable`, without the elements that fail to decode.
  @_disfavoredOverload @inlinable
  public mutating func readLossyArray<T: Decodable>(
    of type: T.Type = T.self
  ) throws(WireFailure) -> [T] {
    try readLossyElements { (reader: inout Self) throws(WireFailure) in
      try reader.readCodable(T.self)
    }
  }

  /// Reads an object through `Codable`, without the members that fail to decode.
  @_disfavoredOverload @inlinable
  public mutating func readLossyDictionary<Key: DirectKey, T: Decodable>(
    of type: T.Type = T.self, by keys: Key.Type
  ) throws(WireFailure) -> [Key: T] {
    try readLossyMembers { (reader: inout Self) throws(WireFailure) in
      try reader.readCodable(T.self)
    }
  }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes a value of a type without direct coding.
  @inlinable
  public mutating func writeCodable<T: Encodable>(_ value: T) throws(WireFailure) {
    try write(by: CodableWriting(value, context))
  }

  /// Writes the members of a value of a type without direct coding into an object that
  /// others write to as well (`@Flatten`).
  @inlinable
  public mutating func writeCodableMembers<T: Encodable>(
    of value: T, in object: inout Object
  ) throws(WireFailure) {
    try writeMembers(by: CodableWriting(value, context), in: &object)
  }
}
