// Generated code calls these functions for `@Flatten`.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads the members of an object that neither `Fields` nor another property takes.
  @inlinable
  public mutating func readRest<Fields: _FieldSet, Key: DirectKey, Value: DirectDecodable>(
    of fields: Fields, _ type: [Key: Value].Type,
    isTaken: (FieldKey) -> Bool = { _ in false }
  ) throws(WireFailure) -> [Key: Value] {
    try readRest(of: fields, isTaken) { (reader: inout Self) throws(WireFailure) in
      try Value(from: &reader)
    }
  }

  @inlinable @inline(__always)
  mutating func readRest<Fields: _FieldSet, Key: DirectKey, Value>(
    of fields: Fields, _ isTaken: (FieldKey) -> Bool,
    _ read: (inout Self) throws(WireFailure) -> Value
  ) throws(WireFailure) -> [Key: Value] {
    var rest: [Key: Value] = [:]
    let start = position
    var object = try beginObject()
    while let key = try nextRestKey(&object, at: start, of: fields, as: Key.self, isTaken) {
      // If an object has equal keys, the first one counts, as everywhere.
      if rest[key] == nil {
        rest.keepFirst(try read(&self), forKey: key)
      } else {
        try skipValue()
      }
    }
    return rest
  }

  /// Returns the next key of a member that neither `Fields` nor another property takes. The function is
  /// not inlined, so that its variables are not on the stack of values inside of values.
  @inlinable @inline(never)
  mutating func nextRestKey<Fields: _FieldSet, Key: DirectKey>(
    _ object: inout Object, at start: Int, of fields: Fields, as type: Key.Type,
    _ isTaken: (FieldKey) -> Bool
  ) throws(WireFailure) -> Key? {
    while let name = try nextKey(&object) {
      if slot(of: name, in: object, fields) >= 0 || isTaken(name)
        || context.isTaken(name, at: start)
      {
        try skipValue()
        continue
      }
      let text = dataKey(name, in: object)
      guard let key = Key(directKey: text) else { throw invalidKey(text, as: Key.self) }
      return key
    }
    return nil
  }

  /// Begins to read the members of the object at `position` into other values, inside of the type with
  /// these fields. `isTaken` returns whether a key belongs to the type, so that their dictionaries do
  /// not take it.
  /// - Returns: the argument for ``endSharing(_:)``.
  public func shareObject<Fields: _FieldSet>(
    at position: Int, of fields: Fields, _ isTaken: @escaping (FieldKey) -> Bool
  ) -> Int {
    context.shareObject(at: position, of: fields.identity, isTaken)
  }

  /// Ends the reading of other values from an object.
  public func endSharing(_ shared: Int) { context.endSharing(shared) }

  /// Reads a value from the members of an object.
  @inlinable @inline(__always)
  public mutating func readMembers<T: DirectDecodable>(_ type: T.Type) throws(WireFailure) -> T {
    try T(from: &self)
  }

  /// Warns about a dictionary behind an alias, which the macro cannot distinguish from other types.
  @available(
    *, deprecated, message: "write the type of the @Flatten dictionary without an alias"
  )
  public mutating func readMembers<Key: DirectKey, Value: DirectDecodable>(
    _ type: [Key: Value].Type
  ) throws(WireFailure) -> [Key: Value] {
    try [Key: Value](from: &self)
  }

  /// Reads a value from the members of an object, or returns `nil` if required ones are missing.
  @inlinable
  public mutating func readMembers<T: DirectDecodable>(_ type: T?.Type) throws(WireFailure) -> T? {
    try readMembersIfPresent(T.self)
  }

  /// Reads a value from the members of an object, or returns `nil` if required ones are missing.
  @inlinable
  public mutating func readMembersIfPresent<T: DirectDecodable>(
    _ type: T.Type
  ) throws(WireFailure) -> T? {
    let start = position
    do throws(WireFailure) {
      return try T(from: &self)
    } catch {
      // Only missing members of the object itself mean `nil`. A missing member of an inner object
      // is an error.
      guard error.kind == .keyNotFound, error.offset == start else { throw error }
      return nil
    }
  }

}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes the members of `value` into an object.
  @inlinable
  public mutating func writeMembers<T: _DirectMembersEncodable>(
    of value: T, in object: inout Object
  ) throws(WireFailure) {
    try value.encodeMembers(to: &self, in: &object)
  }

  /// Writes the members of a value that may be `nil` into an object.
  @inlinable
  public mutating func writeMembers<T: _DirectMembersEncodable>(
    of value: T?, in object: inout Object
  ) throws(WireFailure) {
    if let value { try writeMembers(of: value, in: &object) }
  }

  /// Reports a type whose members cannot be written.
  @available(
    *, unavailable, message: "@Flatten needs a type that is _DirectMembersEncodable or Encodable"
  )
  public mutating func writeMembers<T: DirectEncodable>(
    of value: T, in object: inout Object
  ) throws(WireFailure) {}
}

extension _Generated {
  /// Whether a type reads a member of this name from an object that it shares with others.
  @inlinable
  public static func takesMember<T: DirectDecodable>(_ type: T.Type, _ key: FieldKey) -> Bool {
    T._takesMember(key)
  }

}
