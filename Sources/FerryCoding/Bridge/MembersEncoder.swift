/// Encodes the members of a plain `Encodable` type into an object that is already open: the
/// container that the type gets is this object.
package final class MembersEncoder: Encoder {
  package let codingPath: [any CodingKey]
  package let userInfo: [CodingUserInfoKey: Any]
  fileprivate var object: KeyedEncodingContainer<TapeKey>
  /// The keys of the members so far.
  private(set) var keys: Set<String> = []
  /// Whether the type wrote something else than members.
  fileprivate var hasOther = false

  init(_ object: KeyedEncodingContainer<TapeKey>, userInfo: [CodingUserInfoKey: Any]) {
    codingPath = object.codingPath
    self.userInfo = userInfo
    self.object = object
  }

  /// Writes the members of `value` into the object that is `encoder`'s value.
  package static func write<T: Encodable>(_ value: T, to encoder: any Encoder) throws {
    let object = encoder.container(keyedBy: TapeKey.self)
    try MembersEncoder(object, userInfo: encoder.userInfo).write(value)
  }

  /// Writes the members of `value`.
  func write<T: Encodable>(_ value: T) throws {
    try value.encode(to: self)
    guard hasOther else { return }
    throw EncodingError.invalid(
      value, at: codingPath,
      "@Flatten needs a value with members, which this \(T.self) is not.")
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members<Key>(encoder: self))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    hasOther = true
    return Other(encoder: self)
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer { Other(encoder: self) }

  fileprivate func take(_ key: some CodingKey) -> TapeKey {
    keys.insert(key.stringValue)
    return TapeKey(key.stringValue)
  }
}

/// The object, by the keys of the type.
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
    encoder.object.superEncoder(forKey: encoder.take(TapeKey("super")))
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    encoder.object.superEncoder(forKey: encoder.take(key))
  }
}

/// A list or a scalar: nothing that has members, unless it is the one value around one that has.
private struct Other: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let encoder: MembersEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { 0 }

  mutating func encodeNil() throws { encoder.hasOther = true }

  mutating func encode<T: Encodable>(_ value: T) throws {
    switch value {
    case _ where encoder.hasOther: break
    // Their own way is back to here.
    case is Bool, is String, is any BinaryInteger, is any BinaryFloatingPoint:
      encoder.hasOther = true
    default: try value.encode(to: encoder)
    }
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> { encoder.container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  mutating func superEncoder() -> any Encoder { encoder }
}
