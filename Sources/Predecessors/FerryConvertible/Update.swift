import Ferry

/// A value that is decoded from a document, with the properties of an earlier value for the keys that
/// the document lacks.
struct Update<Value: KeyMapped & Codable>: Decodable {
  let value: Value

  static func updated(
    _ value: Value, from document: JsonValue, _ decoder: JSON.Decoder
  ) throws -> Value {
    let properties = Properties(of: value)
    return try decoder.decode(Self.self, from: document, userInfo: [.properties: properties]).value
  }

  init(from decoder: any Decoder) throws {
    let properties = decoder.userInfo[.properties] as? Properties ?? Properties(of: ())
    let document = try Value._mappedDecoder(over: decoder)
    value = try Value(from: UpdatingDecoder(document: document, properties: properties))
  }
}

extension CodingUserInfoKey {
  fileprivate static let properties: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "convertible.properties") else {
      preconditionFailure("any text is a key")
    }
    return key
  }()
}

/// The stored properties of a value, by name.
private final class Properties: @unchecked Sendable {
  // Sendable: one call of a decoder uses them.

  private var values: [String: Any] = [:]

  init(of value: Any) {
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      for case (let label?, let child) in current.children { values[label] = child }
      mirror = current.superclassMirror
    }
  }

  /// Returns the value of a property. The storage of a wrapper has an underscore before the name.
  subscript(key: some CodingKey) -> Any? {
    values[key.stringValue] ?? values["_" + key.stringValue]
  }
}

private struct UpdatingDecoder: Decoder {
  let document: any Decoder
  let properties: Properties

  var codingPath: [any CodingKey] { document.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      UpdatingContainer(
        document: try document.container(keyedBy: type), properties: properties))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try document.unkeyedContainer() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try document.singleValueContainer()
  }
}

private struct UpdatingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let document: KeyedDecodingContainer<Key>
  let properties: Properties

  var codingPath: [any CodingKey] { document.codingPath }
  var allKeys: [Key] { document.allKeys }

  func contains(_ key: Key) -> Bool { document.contains(key) || properties[key] != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard !document.contains(key), let value = properties[key] else {
      return try document.decodeNil(forKey: key)
    }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(type, key) }

  // The functions of the protocol for 128 bits only throw.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, key) }

  private func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    if !document.contains(key), let value = properties[key] as? T { return value }
    return try document.decode(type, forKey: key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try document.nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try document.nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder { try document.superDecoder() }
  func superDecoder(forKey key: Key) throws -> any Decoder {
    try document.superDecoder(forKey: key)
  }
}
