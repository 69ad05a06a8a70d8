// What generated code calls for enums.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads what stands for a case without values: an empty object, or null.
  public mutating func readNothing() throws(WireFailure) {
    if try !readNull() { try readEmptyObject() }
  }

  /// Reads what stands for a case without values where Swift synthesizes it: an object.
  public mutating func readEmptyObject() throws(WireFailure) {
    var object = try beginObject()
    while try nextKey(&object) != nil { try skipValue() }
  }

  /// Goes to one of the values of a case, which are the list at `start`.
  public mutating func nextElement(
    _ list: inout List, at index: Int, of count: Int, from start: Int
  ) throws(WireFailure) {
    guard try nextElement(&list) else {
      throw invalid("Expected \(count) values, found \(index)", at: start)
    }
  }

  /// Leaves a list that has all values of a case.
  public mutating func endList(_ list: inout List, after count: Int) throws(WireFailure) {
    guard try !nextElement(&list) else {
      throw invalid("Expected \(count) values, found more", at: position)
    }
  }

  /// The failure of a document that names no case, or one that `type` does not have.
  @inline(never)
  public func noCase(
    of type: any Any.Type, _ name: String?, among names: [String], at position: Int
  ) -> WireFailure {
    let expected = names.isEmpty ? nil : Expectation.oneOf(names)
    guard let name, let expected else {
      return mismatch(
        type, "The value is not a case of \(type)", at: position, expecting: expected)
    }
    return invalid("'\(name)' is not a case of \(type)", at: position, expecting: expected)
  }

  /// The failure of a document that names several cases.
  @inline(never)
  public func severalCases(of type: any Any.Type, at position: Int) -> WireFailure {
    mismatch(type, "Invalid number of keys found, expected one.", at: position)
  }
}
