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

// Failures are trivial; what there is to say about one stays with the context until it leaves the
// outermost call. All of this is cold, so none of it is inlined.
extension WireReader where Self: ~Copyable {
  /// The failure of a value that is no `type`, at a place that ``position`` had.
  @inline(never)
  public func mismatch<T>(_ type: T.Type, at position: Int) -> WireFailure {
    context.note(.mismatch(TypeNote(type)), WireFailure(.typeMismatch, offset: position))
  }

  /// The failure of a value that is no `type`, for the reason given.
  @inline(never)
  package func mismatch<T>(
    _ type: T.Type, _ description: String, at position: Int,
    expecting expectation: Expectation? = nil
  ) -> WireFailure {
    context.note(
      .mismatchBecause(TypeNote(type), description), WireFailure(.typeMismatch, offset: position),
      expecting: expectation)
  }

  /// The failure of a value that has the right type and means nothing.
  @inline(never)
  public func invalid(_ description: String, at position: Int) -> WireFailure {
    context.note(.invalid(description), WireFailure(.invalidValue, offset: position))
  }

  /// The failure of a value that has the right type and is not what was expected.
  @inline(never)
  package func invalid(
    _ description: String, at position: Int, expecting expectation: Expectation
  ) -> WireFailure {
    context.note(
      .invalid(description), WireFailure(.invalidValue, offset: position), expecting: expectation)
  }

  /// `failure` with what was expected, if it is of the value at `position`.
  package func expecting(
    _ expectation: Expectation, _ failure: WireFailure, at position: Int
  ) -> WireFailure {
    guard failure.offset == position, let problem = context.problem(of: failure) else {
      return failure
    }
    return context.note(problem, failure, expecting: expectation)
  }

  /// The failure of an object without a required key.
  @inline(never)
  public func missing(_ name: StaticString, in object: Object) -> WireFailure {
    missing(["\(name)"], at: position(of: object))
  }

  /// The failure of an object without the values at these paths, as `WirePath` spells them.
  @inline(never)
  public func missing(_ paths: [String], in object: Object) -> WireFailure {
    context.note(
      .missing(paths), WireFailure(.keyNotFound, offset: position(of: object)),
      expecting: .keys(paths, arePaths: true))
  }
}

extension _WireReader where Self: WireReader & ~Copyable {
  /// The failure of an object whose key stands for no `Key`: that of the standard library's
  /// dictionaries. The reader stands in front of the key's value.
  @inline(never) @usableFromInline
  package func invalidKey<Key: DirectKey>(_ text: String, as type: Key.Type) -> WireFailure {
    guard type == Int.self else {
      return invalid("Could not convert key \"\(text)\" to \(type).", at: position)
    }
    return mismatch(type, "Expected Int key but found String key instead.", at: position)
  }

  /// The failure of an object without required keys: all of them, in order.
  @inline(never)
  public func missing<Fields: _FieldSet>(
    _ progress: _FieldProgress<Fields>, in object: Object
  ) -> WireFailure {
    missing(progress.missingNames, at: position(of: object))
  }

  /// The failure of an object without required keys, at a place that ``position`` had.
  @inline(never)
  public func missing(_ names: [String], at position: Int) -> WireFailure {
    context.note(
      .missing(names), WireFailure(.keyNotFound, offset: position),
      expecting: .keys(names, arePaths: false))
  }
}
