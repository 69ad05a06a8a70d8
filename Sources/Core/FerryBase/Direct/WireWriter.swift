/// A writer of one document that creates bytes directly from models.
///
/// Each format has one writer. ``DirectEncodable`` types use this protocol and are compiled for
/// each writer. In an object, write a key before each value. In an array, call ``beginElement(_:)``
/// before each value.
public protocol WireWriter: _WireWriter, ~Copyable {
  /// Writes null.
  mutating func writeNull() throws(WireFailure)

  // MARK: Objects

  /// Begins an object with arbitrary keys.
  mutating func beginObject() throws(WireFailure) -> Object
  /// Writes a key.
  mutating func writeKey(_ name: StaticString, in object: inout Object) throws(WireFailure)
  /// Writes a key.
  mutating func writeKey(_ name: String, in object: inout Object) throws(WireFailure)
  /// Ends an object.
  mutating func endObject(_ object: inout Object) throws(WireFailure)

  // MARK: Arrays

  /// Begins an array of `count` values.
  mutating func beginList(count: Int) throws(WireFailure) -> List
  /// Begins the next element of an array.
  mutating func beginElement(_ list: inout List) throws(WireFailure)
  /// Ends an array.
  mutating func endList(_ list: inout List) throws(WireFailure)
}

extension WireWriter where Self: ~Copyable {
  /// Writes a value.
  @inlinable @inline(__always)
  public mutating func write<T: DirectEncodable>(_ value: T) throws(WireFailure) {
    try value.encode(to: &self)
  }

  /// Writes a key and its value.
  @inlinable @inline(__always)
  public mutating func write<T: DirectEncodable>(
    _ value: T, forKey name: StaticString, in object: inout Object
  ) throws(WireFailure) {
    try writeKey(name, in: &object)
    try value.encode(to: &self)
  }

  /// Writes a key and its value, or nothing for `nil`.
  @inlinable @inline(__always)
  public mutating func writeIfPresent<T: DirectEncodable>(
    _ value: T?, forKey name: StaticString, in object: inout Object
  ) throws(WireFailure) {
    guard let value else { return }
    try writeKey(name, in: &object)
    let start = written
    try value.encode(to: &self)
    wrapNull(since: start)
  }

  /// Returns the failure of a value that the format cannot represent. The `EncodingError` contains
  /// the value.
  @inline(never)
  public func invalid<T>(_ value: T, _ description: String) -> WireFailure {
    context.failure(.notRepresentable, at: -1, description, about: .content(value))
  }

  /// Returns the failure of a value that is invalid in the format. The `EncodingError` contains the
  /// outermost value with direct coding.
  @inline(never)
  public func invalid(_ description: String) -> WireFailure {
    context.failure(.notRepresentable, at: -1, description)
  }
}
