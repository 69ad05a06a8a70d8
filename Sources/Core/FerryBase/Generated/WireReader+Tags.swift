// Generated code and the loops over tables call these functions for types without members and for tags.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads an object of which the model knows no keys.
  public mutating func readEmptyObject() throws(WireFailure) {
    var object = try beginObject()
    while try nextName(&object) != nil { try skipValue() }
  }

  /// Reads a value of a type without members. Any value fits, as for the synthesized code.
  public mutating func readNoMembers() throws(WireFailure) {
    if !context.isForeign, try nextKind() == .object {
      try readEmptyObject()
    } else {
      try skipValue()
    }
  }

  /// Reads the text of the member `name` of the next object, without moving. Enums use it for their
  /// tag.
  /// - Returns: `nil` if the object has no such member or the member is null.
  @inlinable
  public mutating func peekString(forKey name: StaticString) throws(WireFailure) -> String? {
    if context.isObserved { context.note(enumAt: position, tag: name) }
    let start = mark()
    var object = try beginObject()
    while let key = try nextName(&object) {
      if isKey(key, name, in: object) {
        let text: String? = try readIfPresent()
        rewind(to: start)
        return text
      }
      try skipValue()
    }
    rewind(to: start)
    return nil
  }
}
