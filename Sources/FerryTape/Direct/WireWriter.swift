/// Writes one document from its beginning to its end, without anything between model and bytes.
///
/// Each format has one; ``DirectEncodable`` types are written against this protocol and compiled
/// for each. In an object, a key and its value take turns; in a list, ``beginElement(_:)`` comes
/// before each value.
public protocol WireWriter: _WireWriter, ~Copyable {
  /// Writes null.
  mutating func writeNull() throws(Failure)

  // MARK: Objects

  /// Begins an object of any keys.
  mutating func beginObject() throws(Failure) -> Object
  /// Writes a key.
  mutating func writeKey(_ name: StaticString, in object: inout Object) throws(Failure)
  /// Writes a key.
  mutating func writeKey(_ name: String, in object: inout Object) throws(Failure)
  /// Ends an object.
  mutating func endObject(_ object: inout Object) throws(Failure)

  // MARK: Arrays

  /// Begins an array of `count` values.
  mutating func beginList(count: Int) throws(Failure) -> List
  /// Goes on to the next value.
  mutating func beginElement(_ list: inout List) throws(Failure)
  /// Ends an array.
  mutating func endList(_ list: inout List) throws(Failure)
}

extension WireWriter where Self: ~Copyable {
  /// Writes a value.
  @inlinable @inline(__always)
  public mutating func write<T: DirectEncodable>(_ value: T) throws(Failure) {
    try value.encode(to: &self)
  }

  /// Writes a key and its value.
  @inlinable @inline(__always)
  public mutating func write<T: DirectEncodable>(
    _ value: T, forKey name: StaticString, in object: inout Object
  ) throws(Failure) {
    try writeKey(name, in: &object)
    try value.encode(to: &self)
  }

  /// Writes a key and its value, or nothing for `nil`.
  @inlinable @inline(__always)
  public mutating func writeIfPresent<T: DirectEncodable>(
    _ value: T?, forKey name: StaticString, in object: inout Object
  ) throws(Failure) {
    guard let value else { return }
    try writeKey(name, in: &object)
    let start = written
    try value.encode(to: &self)
    wrapNull(since: start)
  }

  /// The failure of a value that the format has no form for. The `EncodingError` holds the value.
  @inline(never)
  public func invalid<T>(_ value: T, _ description: String) -> Failure {
    context.note(
      .unwritable(ValueNote(value), description), Failure(.notRepresentable, offset: -1))
  }

  /// The failure of a value that means nothing to the format. The `EncodingError` holds the
  /// outermost value with direct coding.
  @inline(never)
  public func invalid(_ description: String) -> Failure {
    context.note(.invalid(description), Failure(.notRepresentable, offset: -1))
  }
}
