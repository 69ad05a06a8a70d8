internal import FerryCore

// Generated code calls these functions before it writes a dictionary that `@Flatten` puts among
// other members. A key that another member would read is an error: decoding would put its value
// into that member.
extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Checks that no key of a dictionary is read as a member of `Fields`, or as a member of a
  /// flattened value that is written with it.
  @inlinable
  public func checkRest<Fields: _FieldSet, Key: DirectKey, Value>(
    _ rest: [Key: Value], of fields: Fields, isTaken: (FieldKey) -> Bool = { _ in false }
  ) throws(WireFailure) {
    for (key, value) in rest {
      let text = key.directKey
      guard
        FieldKey.withKey(text, { key in fields.slot(for: key) >= 0 || isTaken(key) })
      else { continue }
      throw misreadKey(text, value)
    }
  }

  /// Checks that a flattened value that is not written would not be read from the keys of a
  /// dictionary. The value stays absent as long as the object lacks a member that the value needs.
  public func checkRest<
    Fields: _FieldSet, Key: DirectKey, Value: DirectEncodable, Other: DirectDecodable
  >(
    _ rest: [Key: Value], of fields: Fields, beside other: Other.Type,
    isTaken: (FieldKey) -> Bool = { _ in false }
  ) throws(WireFailure) {
    try checkRest(rest, of: fields, beside: other, isTaken) {
      (try? Binary.encode(rest)).map { missingMembers(of: other, in: $0) } ?? []
    }
  }

  func checkRest<Fields: _FieldSet, Key: DirectKey, Value, Other: DirectDecodable>(
    _ rest: [Key: Value], of fields: Fields, beside other: Other.Type,
    _ isTaken: (FieldKey) -> Bool, missingMembers: () -> [String]
  ) throws(WireFailure) {
    let entry = rest.first { FieldKey.withKey($0.key.directKey, Other._takesMember) }
    guard let entry else { return }
    // The type itself or another flattened value may write the missing member into the object.
    let staysAbsent = missingMembers().contains { name in
      !FieldKey.withKey(name) { fields.slot(for: $0) >= 0 || isTaken($0) }
    }
    if !staysAbsent { throw misreadKey(entry.key.directKey, entry.value) }
  }

  /// Does nothing for a type whose members are unknown.
  @_disfavoredOverload @inlinable
  public func checkRest<Fields: _FieldSet, Key: DirectKey, Value, Other>(
    _ rest: [Key: Value], of fields: Fields, beside other: Other.Type,
    isTaken: (FieldKey) -> Bool = { _ in false }
  ) throws(WireFailure) {}

  /// Returns the failure for a key of a dictionary that another member would read, with its value.
  @inline(never) @usableFromInline
  func misreadKey<Value>(_ key: String, _ value: Value) -> WireFailure {
    invalid(
      value,
      "The key '\(key)' of a @Flatten dictionary is the key of another member")
  }

  /// Returns the names of the members that are missing if a value is read from `document`, which is
  /// binary. Returns an empty array if no member is missing, or if the value does not decode.
  func missingMembers<Other: DirectDecodable>(
    of type: Other.Type, in document: [UInt8]
  ) -> [String] {
    let probe = try? Binary.decode(Probe<Other>.self, from: document)
    return probe?.missing ?? []
  }
}

/// The result of an attempt to read a value: the members that the object lacks.
private struct Probe<Value: DirectDecodable>: DirectDecodable {
  var missing: [String] = []

  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    let start = (position: reader.position, mark: reader.mark())
    do throws(WireFailure) {
      _ = try Value(from: &reader)
    } catch {
      if error.kind == .keyNotFound, error.offset == start.position,
        case .keys(let names, _) = reader.context.problem(of: error)?.expectation
      {
        missing = names
      }
    }
    reader.rewind(to: start.mark)
    try reader.skipValue()
  }
}
