import FerryCoding
import FerryTape

/// A map of a tape, read by the names of properties.
struct MappedKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let cursor: MappedCursor

  var codingPath: [any CodingKey] { cursor.decoder.codingPath }

  var allKeys: [Key] {
    var keys = cursor.scope.plan.properties.compactMap { Key(stringValue: $0.name) }
      .filter(contains)
    let known = Set(keys.map(\.stringValue))
    let others = try? cursor.decoder.container(keyedBy: Key.self).allKeys
    keys += others?.filter { !known.contains($0.stringValue) } ?? []
    return keys
  }

  func contains(_ key: Key) -> Bool {
    switch try? cursor.source(of: key.stringValue) {
    case .some(.none): false
    // A branch of the wrong shape is an error for whoever decodes.
    default: true
    }
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    switch try cursor.source(of: key.stringValue) {
    case .none: throw cursor.missing(key)
    case .node(let node), .fallback(let node): cursor.decoder.view.isNull(at: node)
    case .child: false
    }
  }

  /// The node for a key whose value needs no mapping.
  @inline(__always)
  private func node(_ key: Key) throws -> Int {
    switch try cursor.source(of: key.stringValue) {
    case .node(let node), .fallback(let node): return node
    case .child(let node?, _): return node
    case .child, .none: throw cursor.missing(key)
    }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    switch try cursor.source(of: key.stringValue) {
    case .none: throw cursor.missing(key)
    case .node(let node): return try cursor.decoder.value(type, at: node)
    case .child(let node, let values): return try child(type, node, values)
    case .fallback(let node): return try fallback(type, node)
    }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    switch try cursor.source(of: key.stringValue) {
    case .none: return nil
    case .node(let node):
      if cursor.decoder.view.isNull(at: node) { return nil }
      return try cursor.decoder.value(type, at: node)
    case .child(let node, let values): return try child(type, node, values)
    case .fallback(let node):
      if cursor.decoder.view.isNull(at: node) { return nil }
      return try fallback(type, node)
    }
  }

  /// A child of which an outer mapping knows some values.
  private func child<T: Decodable>(
    _ type: T.Type, _ node: Int?, _ values: OverlayValues
  ) throws -> T {
    var map = node
    if let node, cursor.decoder.view.isNull(at: node) { map = nil }
    let base = cursor.decoder.decoder(at: try map ?? cursor.decoder.append(.object([:])))
    let scope = MappedScope(try MappingPlan.decoding(type), overlays: values)
    return try T(from: MappedDecoder(base: base, scope: scope))
  }

  /// A value that another value of the type has encoded, by the names of properties throughout.
  private func fallback<T: Decodable>(_ type: T.Type, _ node: Int) throws -> T {
    try cursor.decoder.value(type, at: node)
  }

  func nestedContainer<N: CodingKey>(
    keyedBy type: N.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<N> {
    try cursor.decoder.decoder(at: node(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try cursor.decoder.decoder(at: node(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard case .node(let node) = try cursor.source(of: "super") else {
      return try cursor.decoder.absentValue(WireKey("super"))
    }
    return cursor.decoder.decoder(at: node)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    if case .none = try cursor.source(of: key.stringValue) {
      return try cursor.decoder.absentValue(key)
    }
    return cursor.decoder.decoder(at: try node(key))
  }

  // MARK: Scalars

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try cursor.decoder.bool(at: node(key))
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try cursor.decoder.string(at: node(key))
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try cursor.decoder.double(at: node(key))
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try cursor.decoder.float(at: node(key))
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try cursor.decoder.integer(at: node(key))
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try cursor.decoder.integer(at: node(key))
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try cursor.decoder.integer(at: node(key))
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try cursor.decoder.integer(at: node(key))
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try cursor.decoder.integer(at: node(key))
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try cursor.decoder.integer(at: node(key))
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try cursor.decoder.integer(at: node(key))
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try cursor.decoder.integer(at: node(key))
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try cursor.decoder.integer(at: node(key))
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try cursor.decoder.integer(at: node(key))
  }
}
