/// An encoder for a place that there is not: it throws `error` at the first value, or without one
/// takes what it is given and forgets it.
struct RefusingEncoder: Encoder {
  let codingPath: [any CodingKey]
  let error: (any Error)?

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<K: CodingKey>(keyedBy type: K.Type) -> KeyedEncodingContainer<K> {
    KeyedEncodingContainer(Keyed<K>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(encoder: self) }
  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  func refuse() throws { if let error { throw error } }

  private struct Single: SingleValueEncodingContainer {
    let encoder: RefusingEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    mutating func encodeNil() throws { try encoder.refuse() }
    mutating func encode<T: Encodable>(_ value: T) throws { try encoder.refuse() }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let encoder: RefusingEncoder
    var count = 0
    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() throws { try encoder.refuse() }
    mutating func encode<T: Encodable>(_ value: T) throws { try encoder.refuse() }
    mutating func nestedContainer<N: CodingKey>(
      keyedBy type: N.Type
    ) -> KeyedEncodingContainer<N> {
      encoder.container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      encoder.unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { encoder }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: RefusingEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil(forKey key: Key) throws { try encoder.refuse() }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try encoder.refuse() }
    mutating func nestedContainer<N: CodingKey>(
      keyedBy type: N.Type, forKey key: Key
    ) -> KeyedEncodingContainer<N> {
      encoder.container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
  }
}
