/// Reads one document from its beginning to its end, without anything between bytes and model.
///
/// Each format has one; ``DirectDecodable`` types are written against this protocol and compiled
/// for each. The reader always stands in front of a value (or behind the last one). Every value has
/// to be read or skipped before the next key or element is asked for.
///
/// Failures are small and cheap, so a type may catch one, ``rewind(to:)`` to a mark and try
/// something else.
public protocol WireReader: _WireReader, ~Copyable {
  /// A place to come back to.
  associatedtype Mark

  // MARK: Looking

  /// The place of the value that comes next: a byte offset, or a number that the reader alone
  /// understands. Failures name it.
  var position: Int { get }

  /// What the next value is, without reading it.
  mutating func nextKind() throws(WireFailure) -> AnyValue.Kind

  /// Where the reader is.
  func mark() -> Mark

  /// Goes back (or forth again) to where the reader was.
  mutating func rewind(to mark: Mark)

  // MARK: Values

  /// Reads null if it comes next; else reads nothing and returns false.
  mutating func readNull() throws(WireFailure) -> Bool

  /// Moves behind the next value, which has to be well-formed but nothing else.
  mutating func skipValue() throws(WireFailure)

  // MARK: Objects

  /// Enters an object.
  mutating func beginObject() throws(WireFailure) -> Object

  /// The next key, or `nil` behind the last. A key that comes again comes again.
  mutating func nextKey(_ object: inout Object) throws(WireFailure) -> FieldKey?

  /// The text of `key`, which ``nextKey(_:)`` has just returned, as data: no strategy for keys
  /// converts it.
  func dataKey(_ key: FieldKey, in object: Object) -> String

  // MARK: Arrays

  /// Enters an array.
  mutating func beginList() throws(WireFailure) -> List

  /// Moves to the next element; false behind the last.
  mutating func nextElement(_ list: inout List) throws(WireFailure) -> Bool
}

extension WireReader where Self: ~Copyable {
  /// Reads a value of the type that is wanted.
  @inlinable @inline(__always)
  public mutating func read<T: DirectDecodable>(_ type: T.Type = T.self) throws(WireFailure) -> T {
    try T(from: &self)
  }

  /// Reads a value that may be null.
  @inlinable @inline(__always)
  public mutating func readIfPresent<T: DirectDecodable>(
    _ type: T.Type = T.self
  ) throws(WireFailure) -> T? {
    if try readNull() { return presentNull(as: T.self) }
    return try T(from: &self)
  }

  /// The key as it is: the reader converts none.
  @inlinable
  public func dataKey(_ key: FieldKey, in object: Object) -> String { context.string(of: key) }
}
