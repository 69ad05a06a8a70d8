/// A reader of one document that creates models directly from bytes.
///
/// Each format has one reader. ``DirectDecodable`` types use this protocol and are compiled for
/// each reader. The reader is always before a value, or after the last value. Read or skip every
/// value before you move to the next key or element.
///
/// Failures are small and cheap. A type may catch a failure, return to a mark with ``rewind(to:)``
/// and try something else.
public protocol WireReader: _WireReader, ~Copyable {
  /// A position to which the reader can return.
  associatedtype Mark

  // MARK: Looking

  /// The position of the next value: a byte offset, or a number with a meaning only for the reader.
  /// Failures contain it.
  var position: Int { get }

  /// Returns the kind of the next value without reading it.
  mutating func nextKind() throws(WireFailure) -> AnyValue.Kind

  /// Returns the current position of the reader.
  func mark() -> Mark

  /// Moves back or forward to `mark`.
  mutating func rewind(to mark: Mark)

  /// Returns to `mark` after a failure. The keys that were read since then are not known.
  mutating func _retry(from mark: Mark)

  /// Returns to `mark` after a failure, to read the value as another case of the same enum.
  mutating func _tryNext(from mark: Mark)

  // MARK: Values

  /// Reads null if it comes next. Otherwise reads nothing and returns false.
  mutating func readNull() throws(WireFailure) -> Bool

  /// Moves after the next value. The value must be well-formed; its type does not matter.
  mutating func skipValue() throws(WireFailure)

  // MARK: Objects

  /// Enters an object.
  mutating func beginObject() throws(WireFailure) -> Object

  /// Returns the next key, or `nil` after the last key. Repeated keys are returned again.
  mutating func nextKey(_ object: inout Object) throws(WireFailure) -> FieldKey?

  /// Returns the text of `key` as data: key strategies do not convert it. `key` is the last key
  /// that ``nextKey(_:)`` returned.
  func dataKey(_ key: FieldKey, in object: Object) -> String

  // MARK: Arrays

  /// Enters an array.
  mutating func beginList() throws(WireFailure) -> List

  /// Moves to the next element. Returns false after the last element.
  mutating func nextElement(_ list: inout List) throws(WireFailure) -> Bool
}

extension WireReader where Self: ~Copyable {
  /// Reads a value of type `T`.
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

  /// Returns the key unchanged: this reader converts no keys.
  @inlinable
  public func dataKey(_ key: FieldKey, in object: Object) -> String { context.string(of: key) }
}

// Failures are trivial values. Their details stay in the context until the failure leaves the
// outermost call. This code rarely runs, so it is not inlined.
extension WireReader where Self: ~Copyable {
  /// Returns the failure of a value that is not a `type`. `position` is an earlier value of
  /// ``position``.
  @inline(never)
  public func mismatch<T>(_ type: T.Type, at position: Int) -> WireFailure {
    context.failure(.typeMismatch, at: position, about: .about(type))
  }

  /// Returns the failure of a value that is not a `type`, for the given reason.
  @inline(never)
  package func mismatch<T>(
    _ type: T.Type, _ description: String, at position: Int,
    expecting expectation: Problem.Expectation? = nil
  ) -> WireFailure {
    context.failure(
      .typeMismatch, at: position, description, about: .about(type), expecting: expectation)
  }

  /// Returns the failure of an invalid value of the right type.
  @inline(never)
  public func invalid(_ description: String, at position: Int) -> WireFailure {
    context.failure(.invalidValue, at: position, description)
  }

  /// Returns the failure of a value of the right type that differs from the expectation.
  @inline(never)
  package func invalid(
    _ description: String, at position: Int, expecting expectation: Problem.Expectation
  ) -> WireFailure {
    context.failure(.invalidValue, at: position, description, expecting: expectation)
  }

  /// Adds `expectation` to `failure` if it is the failure of the value at `position`.
  package func expecting(
    _ expectation: Problem.Expectation, _ failure: WireFailure, at position: Int
  ) -> WireFailure {
    guard failure.offset == position, var problem = context.problem(of: failure) else {
      return failure
    }
    problem.expectation = expectation
    return context.note(problem, of: failure)
  }

  /// Returns the failure of an object without a required key.
  @inline(never)
  public func missing(_ name: StaticString, in object: Object) -> WireFailure {
    missing(["\(name)"], at: position(of: object))
  }

  /// Returns the failure of an object without the values at these paths, in the notation of
  /// `WirePath`.
  @inline(never)
  public func missing(_ paths: [String], in object: Object) -> WireFailure {
    context.failure(
      .keyNotFound, at: position(of: object), expecting: .keys(paths, arePaths: true))
  }
}

extension _WireReader where Self: WireReader & ~Copyable {
  /// Returns the failure of an object with a key that is not a valid `Key`, with the message of the
  /// standard library's dictionaries. The reader is before the value of the key.
  @inline(never) @usableFromInline
  package func invalidKey<Key: DirectKey>(_ text: String, as type: Key.Type) -> WireFailure {
    guard type == Int.self else {
      return invalid("Could not convert key \"\(text)\" to \(type).", at: position)
    }
    return mismatch(
      type, "Expected Int key but found String key instead.", at: position,
      expecting: .dataKey(text))
  }

  /// Returns the failure of an object without required keys, which lists all of them in order.
  @inline(never)
  public func missing<Fields: _FieldSet>(
    _ progress: _FieldProgress<Fields>, in object: Object
  ) -> WireFailure {
    missing(progress.missingNames, at: position(of: object))
  }

  /// Returns the failure of an object without required keys. `position` is an earlier value of
  /// ``position``.
  @inline(never)
  public func missing(_ names: [String], at position: Int) -> WireFailure {
    context.failure(.keyNotFound, at: position, expecting: .keys(names, arePaths: false))
  }
}
