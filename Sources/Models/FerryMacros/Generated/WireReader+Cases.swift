// Generated code calls these functions for enums.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads the content of a case without values: an object or null.
  public mutating func readNothing() throws(WireFailure) {
    if try !readNull() { try readEmptyObject() }
  }

  /// Moves after the object of a case that the model does not know. It may have any keys.
  public mutating func skipCase() throws(WireFailure) {
    var object = try beginObject()
    while try nextKey(&object) != nil { try skipValue() }
  }

  /// Moves to the next value of a case, in the array at `start`.
  public mutating func nextElement(
    _ list: inout List, at index: Int, of count: Int, from start: Int
  ) throws(WireFailure) {
    guard try nextElement(&list) else {
      throw invalid("Expected \(count) values, found \(index)", at: start)
    }
  }

  /// Leaves an array after all values of a case.
  public mutating func endList(_ list: inout List, after count: Int) throws(WireFailure) {
    guard try !nextElement(&list) else {
      throw invalid("Expected \(count) values, found more", at: position)
    }
  }

  /// Begins to read a type that may read its bytes several times: an enum whose cases are tried in
  /// order, or a struct with flattened values. If the call remembers the result of an earlier
  /// attempt at this position, moves behind the value and returns the result.
  @inlinable @inline(__always)
  public mutating func beginCases<T>(of type: T.Type) throws(WireFailure) -> T? {
    let known = isRemembering ? try recall(type) : nil
    if known == nil { beginTrying() }
    return known
  }

  /// Keeps a value for further attempts of the types around it.
  @inlinable @inline(__always)
  public func keepCase<T>(_ value: T, at start: Int) {
    if isRemembering { keep(value, of: T.self, at: start) }
  }

  /// Returns the failure for a value that fits no case of `type`.
  @inline(never)
  public mutating func noCaseFits<T>(_ type: T.Type, at start: Int) -> WireFailure {
    if isRemembering { keep(nil, of: T.self, at: start) }
    return noCase(of: type, nil, among: [], at: start)
  }

  /// Ends trying.
  @inline(never)
  public func endCases() { context.endCases() }

  @usableFromInline @inline(never)
  func beginTrying() { context.beginCases() }

  @usableFromInline
  var isRemembering: Bool { context.memory != nil }

  @usableFromInline @inline(never)
  mutating func recall<T>(_ type: T.Type) throws(WireFailure) -> T? {
    let start = position
    guard let origin = origin(of: start) else { return nil }
    let result = context.result(of: T.self, at: start, origin: origin)
    guard result.isKnown else { return nil }
    try skipValue()
    guard let value = result.value else { throw noCase(of: type, nil, among: [], at: start) }
    return value
  }

  @usableFromInline @inline(never)
  func keep<T>(_ value: T?, of type: T.Type, at start: Int) {
    // Reading a short value again costs less.
    guard context.isForeign || position - start > 2, let origin = origin(of: start) else { return }
    context.keep(value, of: T.self, at: start, origin: origin)
  }

  /// Returns the failure for a document that names no case, or a case that `type` does not have.
  @inline(never)
  public func noCase<T>(
    of type: T.Type, _ name: String?, among names: [String], at position: Int
  ) -> WireFailure {
    let expected = names.isEmpty ? nil : Problem.Expectation.oneOf(names)
    guard let name, let expected else {
      return mismatch(
        type, "The value is not a case of \(type)", at: position, expecting: expected)
    }
    return invalid("'\(name)' is not a case of \(type)", at: position, expecting: expected)
  }

  /// Returns the failure for a document that names several cases.
  @inline(never)
  public func severalCases<T>(of type: T.Type, at position: Int) -> WireFailure {
    context.note(enumAt: position, tag: nil)
    return mismatch(type, "Invalid number of keys found, expected one.", at: position)
  }
}
