/// An encoder that writes the members of a plain `Encodable` type into an object that is already
/// open. The type's container is this object.
final class MembersEncoder: Encoder {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]
  fileprivate var object: KeyedEncodingContainer<TapeKey>
  /// The keys of the members so far.
  private var keys: Set<String> = []
  /// Whether the type wrote a value that is not a member.
  private var hasOther = false

  private init(_ object: KeyedEncodingContainer<TapeKey>, userInfo: [CodingUserInfoKey: Any]) {
    codingPath = object.codingPath
    self.userInfo = userInfo
    self.object = object
  }

  /// Writes the members of `value` into `object`.
  /// - Returns: their keys.
  @discardableResult
  static func write<T: Encodable>(
    _ value: T, into object: KeyedEncodingContainer<TapeKey>, userInfo: [CodingUserInfoKey: Any]
  ) throws -> Set<String> {
    let encoder = MembersEncoder(object, userInfo: userInfo)
    try value.encode(to: encoder)
    guard encoder.hasOther else { return encoder.keys }
    throw EncodingError.invalid(
      value, at: object.codingPath,
      "@Flatten needs a value with members; this \(T.self) has no members.")
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    hasOther = true
    return self
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  fileprivate func take(_ key: some CodingKey) -> TapeKey {
    keys.insert(key.stringValue)
    return TapeKey(key.stringValue)
  }
}

// The container of an array or a scalar, which has no members. A single value that has members is
// accepted.
extension MembersEncoder: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  var count: Int { 0 }

  func encodeNil() { hasOther = true }

  func encode<T: Encodable>(_ value: T) throws {
    switch value {
    case _ where hasOther: break
    // Their `encode(to:)` calls this function again.
    case is Bool, is String, is any BinaryInteger, is any BinaryFloatingPoint: hasOther = true
    default: try value.encode(to: self)
    }
  }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { self }
}

/// The container of the open object for the keys of the type.
private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: MembersEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil(forKey key: Key) throws {
    try encoder.object.encodeNil(forKey: encoder.take(key))
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try encoder.object.encode(value, forKey: encoder.take(key))
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> {
    encoder.object.nestedContainer(keyedBy: type, forKey: encoder.take(key))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.object.nestedUnkeyedContainer(forKey: encoder.take(key))
  }

  mutating func superEncoder() -> any Encoder {
    encoder.object.superEncoder(forKey: encoder.take(TapeKey.super))
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    encoder.object.superEncoder(forKey: encoder.take(key))
  }
}
