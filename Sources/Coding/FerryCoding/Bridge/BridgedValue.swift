internal import FerryBase

/// A value for an encoder without direct coding.
indirect enum BridgedValue: Encodable {
  /// A member of an object.
  struct Member {
    /// The key. `nil` for a value whose members become members of the object (`@Flatten`).
    let key: String?
    let value: BridgedValue
  }

  case null
  case value(any Encodable)
  case object([Member])
  case list([BridgedValue])

  /// The content in a form that an error can hold.
  var content: Any {
    switch self {
    case .null: Any?.none as Any
    case .value(let value): value
    case .object(let members): members.map { ($0.key ?? "", $0.value.content) }
    case .list(let elements): elements.map(\.content)
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .value(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .list(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try element.append(to: &container) }
    case .object(let members): try Self.encode(members, to: encoder)
    }
  }

  // Values go into containers unchanged, because encoders have special code for some types, such as
  // dates.

  private func append(to container: inout any UnkeyedEncodingContainer) throws {
    switch self {
    case .null: try container.encodeNil()
    case .value(let value): try container.encode(value)
    case .object, .list: try container.encode(self)
    }
  }

  private static func encode(_ members: [Member], to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TapeKey.self)
    var sharedKeys = Set(members.compactMap(\.key))
    for member in members {
      switch (member.key.map { TapeKey($0) }, member.value) {
      case (let key?, .null): try container.encodeNil(forKey: key)
      case (let key?, .value(let value)): try container.encode(value, forKey: key)
      case (let key?, let value): try container.encode(value, forKey: key)
      case (nil, .value(let value)):
        let members = MembersEncoder(container, userInfo: encoder.userInfo)
        try members.write(value)
        for key in members.keys where !sharedKeys.insert(key).inserted {
          throw EncodingError.invalid(
            value, at: container.codingPath + [TapeKey(key)], Problem.sharedTwice(key))
        }
      case (nil, _): break
      }
    }
  }
}

/// A value with direct coding inside a value that a foreign coder codes.
struct Bridged<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension Bridged: Decodable where Value: DirectDecodable {
  init(from decoder: any Decoder) throws { value = try Value(bridging: decoder) }
}

extension Bridged: Encodable where Value: DirectEncodable {
  func encode(to encoder: any Encoder) throws { try value.bridge(to: encoder) }
}

/// An encoder that writes the members of a plain `Encodable` type into an object that is already
/// open. The type's container is this object.
package final class MembersEncoder: Encoder {
  package let codingPath: [any CodingKey]
  package let userInfo: [CodingUserInfoKey: Any]
  fileprivate var object: KeyedEncodingContainer<TapeKey>
  /// The keys of the members so far.
  private(set) var keys: Set<String> = []
  /// Whether the type wrote a value that is not a member.
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
      "@Flatten needs a value with members; this \(T.self) has no members.")
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
    encoder.object.superEncoder(forKey: encoder.take(TapeKey("super")))
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    encoder.object.superEncoder(forKey: encoder.take(key))
  }
}

/// A container for an array or a scalar, which has no members. A single value that has members is
/// accepted.
private struct Other: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let encoder: MembersEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { 0 }

  mutating func encodeNil() throws { encoder.hasOther = true }

  mutating func encode<T: Encodable>(_ value: T) throws {
    switch value {
    case _ where encoder.hasOther: break
    // Their `encode(to:)` calls this function again.
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
