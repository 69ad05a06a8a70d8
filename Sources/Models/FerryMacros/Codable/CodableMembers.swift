#if !hasFeature(Embedded)
internal import FerryCoding
internal import FerryCore
internal import FerryModels

// Generated code calls these functions for members whose types are only `Codable`.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads the members that no other property takes, with values that are only `Codable`.
  @_disfavoredOverload @inlinable
  public mutating func readRest<Fields: _FieldSet, Key: DirectKey, Value: Decodable>(
    of fields: Fields, _ type: [Key: Value].Type,
    isTaken: (FieldKey) -> Bool = { _ in false }
  ) throws(WireFailure) -> [Key: Value] {
    try readRest(of: fields, isTaken) { (reader: inout Self) throws(WireFailure) in
      try reader.readCodable(Value.self)
    }
  }

  /// Reads a value from the members of an object through `Codable`.
  @_disfavoredOverload @inlinable
  public mutating func readMembers<T: Decodable>(_ type: T.Type) throws(WireFailure) -> T {
    try readCodable(T.self)
  }

  /// Reads a value from the members of an object through `Codable`, or returns `nil` if required
  /// ones are missing.
  @_disfavoredOverload @inlinable
  public mutating func readMembers<T: Decodable>(_ type: T?.Type) throws(WireFailure) -> T? {
    try readMembersIfPresent(T.self)
  }

  /// Reads a value through `Codable`. Returns `nil` if required members are missing.
  @_disfavoredOverload
  public mutating func readMembersIfPresent<T: Decodable>(
    _ type: T.Type
  ) throws(WireFailure) -> T? {
    try readCodable(MembersIfPresent<T>.self).value
  }

  /// Fills a slot with the null that was just read.
  @_disfavoredOverload @inlinable @inline(__always)
  public mutating func keepNull<Wrapped: Decodable>(
    in slot: inout Wrapped??, as type: Wrapped?.Type
  ) {
    slot = .some(presentNull(asCodable: Wrapped.self))
  }
}

/// A value, or `nil` if the object lacks a key.
private struct MembersIfPresent<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    do {
      value = try Value(from: decoder)
    } catch DecodingError.keyNotFound(_, let context)
      where context.codingPath.count == decoder.codingPath.count
    {
      value = nil
    }
  }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes the members of a value that is only `Codable`, or whose members cannot be written
  /// directly.
  @_disfavoredOverload @inlinable
  public mutating func writeMembers<T: Encodable>(
    of value: T, in object: inout Object
  ) throws(WireFailure) {
    try writeCodableMembers(of: value, in: &object)
  }

  /// Writes the members of a value that may be `nil` into an object through `Codable`.
  @_disfavoredOverload @inlinable
  public mutating func writeMembers<T: Encodable>(
    of value: T?, in object: inout Object
  ) throws(WireFailure) {
    if let value { try writeCodableMembers(of: value, in: &object) }
  }

  /// Checks the keys of a dictionary whose values may be only `Codable`.
  @_disfavoredOverload
  public func checkRest<Fields: _FieldSet, Key: DirectKey, Value, Other: DirectDecodable>(
    _ rest: [Key: Value], of fields: Fields, beside other: Other.Type,
    isTaken: (FieldKey) -> Bool = { _ in false }
  ) throws(WireFailure) {
    try checkRest(rest, of: fields, beside: other, isTaken) {
      var members: [String: AnyMember] = [:]
      for (key, value) in rest {
        guard let value = value as? any Encodable else { return [] }
        members[key.directKey] = AnyMember(value: value)
      }
      let tree = try? TreeCoding.encode(members)
      return tree.flatMap { try? Binary.encode($0) }.map { missingMembers(of: other, in: $0) } ?? []
    }
  }
}

/// A value of any type that can be encoded.
private struct AnyMember: Encodable {
  let value: any Encodable

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension _Generated {
  /// Returns false, because the keys of a type that is only `Codable` are unknown. A dictionary
  /// beside it then takes its members as well.
  @_disfavoredOverload @inlinable
  public static func takesMember<T: Decodable>(_ type: T.Type, _ key: FieldKey) -> Bool { false }
}

// Generated code calls these functions for types that mention a generic parameter that is only
// `Codable`. The functions check at run time whether the argument is directly codable. If it is,
// they code it directly.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads a value directly.
  @inlinable @inline(__always)
  public mutating func readEither<T: DirectDecodable>(_ type: T.Type) throws(WireFailure) -> T {
    try T(from: &self)
  }

  /// Reads a value directly if its type is directly codable, else through `Codable`.
  @_disfavoredOverload
  public mutating func readEither<T: Decodable>(_ type: T.Type) throws(WireFailure) -> T {
    guard let direct = T.self as? any DirectDecodable.Type else { return try readCodable(T.self) }
    let start = position
    guard let value = try readOpened(direct) as? T else { throw mismatch(T.self, at: start) }
    return value
  }

  private mutating func readOpened<T: DirectDecodable>(_ type: T.Type) throws(WireFailure) -> Any {
    try T(from: &self)
  }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes a value directly.
  @inlinable @inline(__always)
  public mutating func writeEither<T: DirectEncodable>(_ value: T) throws(WireFailure) {
    try value.encode(to: &self)
  }

  /// Writes a value directly if its type is directly codable, else through `Codable`.
  @_disfavoredOverload
  public mutating func writeEither<T: Encodable>(_ value: T) throws(WireFailure) {
    guard T.self is any DirectEncodable.Type, let direct = value as? any DirectEncodable else {
      return try writeCodable(value)
    }
    try direct.encode(to: &self)
  }
}
#endif
