/// An encoder for a place that there is not: it throws `error` at the first value, or without one
/// takes what it is given and forgets it.
struct RefusingEncoder: Encoder, UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let codingPath: [any CodingKey]
  let error: (any Error)?

  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int { 0 }

  func container<K: CodingKey>(keyedBy type: K.Type) -> KeyedEncodingContainer<K> {
    KeyedEncodingContainer(Keyed<K>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { if let error { throw error } }
  func encode<T: Encodable>(_ value: T) throws { try encodeNil() }

  func nestedContainer<K: CodingKey>(keyedBy type: K.Type) -> KeyedEncodingContainer<K> {
    container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { self }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: RefusingEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) throws { try encoder.encodeNil() }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try encoder.encode(value) }
    func nestedContainer<K: CodingKey>(
      keyedBy type: K.Type, forKey key: Key
    ) -> KeyedEncodingContainer<K> {
      encoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }
  }
}
