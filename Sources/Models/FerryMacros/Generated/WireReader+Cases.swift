// Generated code calls these functions for enums.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads the content of a case without values: an object or null.
  public mutating func readNothing() throws(WireFailure) {
    if try !readNull() { try readEmptyObject() }
  }

  /// Reads the content of a case without values as Swift synthesizes it: an object.
  public mutating func readEmptyObject() throws(WireFailure) {
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
