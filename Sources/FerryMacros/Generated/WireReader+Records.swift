// What generated code calls for `@Flatten`.
extension WireReader where Self: ~Copyable {
  /// Reads the members of a record that `Fields` does not have and nobody else took.
  @inlinable
  public mutating func readRest<Fields: FieldSet, Value: DirectDecodable>(
    of fields: Fields.Type, _ type: Value.Type, isTaken: (FieldKey) -> Bool = { _ in false }
  ) throws(Failure) -> [String: Value] {
    var rest: [String: Value] = [:]
    var record = try beginRecord()
    while let key = try nextKey(&record) {
      if Fields.slot(for: key) >= 0 || isTaken(key) {
        try skipValue()
        continue
      }
      let name = key.string
      let value = try Value(from: &self)
      // Of equal keys the first counts, as everywhere.
      if rest[name] == nil { rest[name] = value }
    }
    return rest
  }

  /// Reads a value from the members of a record, or returns `nil` where required ones are missing.
  @inlinable
  public mutating func readMembersIfPresent<T: DirectDecodable>(
    _ type: T.Type
  ) throws(Failure) -> T? {
    let start = position
    do throws(Failure) {
      return try T(from: &self)
    } catch {
      // Of the record itself; a record further inside that lacks something is an error.
      guard error.kind == .keyNotFound, error.offset == start else { throw error }
      return nil
    }
  }
}

extension WireWriter where Self: ~Copyable {
  /// Writes the members of `value` into a record.
  @inlinable
  public mutating func writeMembers<T: DirectMembersEncodable>(
    of value: T, in record: inout Record
  ) throws(Failure) {
    try value.encodeMembers(to: &self, in: &record)
  }

  /// Writes the members of a dictionary into a record.
  @inlinable
  public mutating func writeMembers<Value: DirectEncodable>(
    of members: [String: Value], in record: inout Record
  ) throws(Failure) {
    for (key, value) in members {
      try writeKey(key, in: &record)
      try value.encode(to: &self)
    }
  }
}
