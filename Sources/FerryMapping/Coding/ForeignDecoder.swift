import FerryPath

/// A decoder that finds keys by a mapping in the containers of another coder.
struct ForeignDecoder: Decoder {
  let base: any Decoder
  let plan: MappingPlan
  var overlays: ForeignOverlays?

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<K: CodingKey>(keyedBy type: K.Type) throws -> KeyedDecodingContainer<K> {
    KeyedDecodingContainer(
      ForeignKeyedContainer<K>(
        base: try base.container(keyedBy: WireKey.self), plan: plan, overlays: overlays))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try base.singleValueContainer()
  }
}

/// Values that an outer mapping has for properties of a child.
final class ForeignOverlays {
  var source: ForeignSource?
  var children: [String: ForeignOverlays] = [:]

  func insert(_ source: ForeignSource, at path: ArraySlice<WirePath.Step>) {
    guard case .key(let name)? = path.first else {
      self.source = source
      return
    }
    let child = children[name] ?? ForeignOverlays()
    children[name] = child
    child.insert(source, at: path.dropFirst())
  }
}

/// Where a value is.
struct ForeignSource {
  let container: KeyedDecodingContainer<WireKey>
  let key: WireKey
}

/// A map of another coder, read by the names of properties.
private struct ForeignKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<WireKey>
  let plan: MappingPlan
  let overlays: ForeignOverlays?

  var codingPath: [any CodingKey] { base.codingPath }

  var allKeys: [Key] {
    plan.properties.compactMap { Key(stringValue: $0.name) }.filter(contains)
  }

  func contains(_ key: Key) -> Bool {
    do {
      return try source(key.stringValue) != nil || !childOverlays(key.stringValue).children.isEmpty
    } catch {
      return true
    }
  }

  private func source(_ name: String) throws -> ForeignSource? {
    if let source = overlays?.children[name]?.source { return source }
    guard let position = plan.position(of: name, expected: 0) else {
      if plan.ignoredKeys.contains(name) { return nil }
      let names = [plan.style?.name(of: name), name].compactMap { $0.map { WireKey($0) } }
      return names.first(where: base.contains).map { ForeignSource(container: base, key: $0) }
    }
    return try source(at: plan.properties[position].edges)
  }

  private func source(at edges: [Int]) throws -> ForeignSource? {
    for edge in edges {
      var container = base
      var isThere = true
      let steps = plan.tree.edges[edge].path.steps
      for step in steps.dropLast() {
        let key = try wireKey(step)
        guard container.contains(key), try !container.decodeNil(forKey: key) else {
          isThere = false
          break
        }
        container = try container.nestedContainer(keyedBy: WireKey.self, forKey: key)
      }
      guard isThere, let last = steps.last else { continue }
      let key = try wireKey(last)
      if container.contains(key) { return ForeignSource(container: container, key: key) }
    }
    return nil
  }

  private func wireKey(_ step: WirePath.Step) throws -> WireKey {
    switch step {
    case .key(let name): return WireKey(name)
    case .keyOrIndex(let number): return WireKey(String(number))
    case .index, .wildcard:
      throw MappingError(Key.self, "another library's coder has no elements by index")
    }
  }

  /// Values for properties of the child `name`.
  private func childOverlays(_ name: String) throws -> ForeignOverlays {
    let values = ForeignOverlays()
    if let position = plan.position(of: name, expected: 0) {
      for overlay in plan.properties[position].overlays {
        if let source = try source(at: overlay.edges) { values.insert(source, at: overlay.path) }
      }
    }
    for (name, child) in overlays?.children[name]?.children ?? [:] { values.children[name] = child }
    return values
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let source = try source(key.stringValue) else {
      if try !childOverlays(key.stringValue).children.isEmpty { return false }
      throw missing(key)
    }
    return try source.container.decodeNil(forKey: source.key)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let source = try source(key.stringValue)
    let overlays = try childOverlays(key.stringValue)
    if !overlays.children.isEmpty {
      let decoder = try source?.container.superDecoder(forKey: source?.key ?? WireKey(""))
      return try T(
        from: ForeignDecoder(
          base: decoder ?? EmptyDecoder(codingPath: codingPath),
          plan: try MappingPlan.decoding(type), overlays: overlays))
    }
    guard let source else { throw missing(key) }
    return try source.container.decode(Mapped<T>.self, forKey: source.key).value
  }

  private func missing(_ key: Key) -> any Error {
    var names: [String] = []
    for property in plan.properties {
      let isAsked = property.name == key.stringValue
      if isAsked || !property.isOptional && ((try? source(property.name)) ?? nil) == nil {
        names.append(property.wireName)
      }
    }
    if names.isEmpty { names.append(key.stringValue) }
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return DecodingError.keyNotFound(
      WireKey(names[0]),
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "No values associated with keys \(list)."))
  }

  private func required(_ key: Key) throws -> ForeignSource {
    guard let source = try source(key.stringValue) else { throw missing(key) }
    return source
  }

  func nestedContainer<N: CodingKey>(
    keyedBy type: N.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<N> {
    let source = try required(key)
    return try source.container.nestedContainer(keyedBy: type, forKey: source.key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    let source = try required(key)
    return try source.container.nestedUnkeyedContainer(forKey: source.key)
  }

  func superDecoder() throws -> any Decoder { try base.superDecoder() }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    let source = try required(key)
    return try source.container.superDecoder(forKey: source.key)
  }
}

/// A decoder over a map without members.
private struct EmptyDecoder: Decoder {
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<K: CodingKey>(keyedBy type: K.Type) throws -> KeyedDecodingContainer<K> {
    KeyedDecodingContainer(Keyed<K>(codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw mismatch }

  private var mismatch: DecodingError {
    .typeMismatch(
      [String: Any].self,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "Only a keyed type is put together of values."))
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]

    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { false }
    func decodeNil(forKey key: Key) throws -> Bool { throw missing(key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { throw missing(key) }
    func nestedContainer<N: CodingKey>(
      keyedBy type: N.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<N> {
      throw missing(key)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw missing(key)
    }
    func superDecoder() throws -> any Decoder { EmptyDecoder(codingPath: codingPath) }
    func superDecoder(forKey key: Key) throws -> any Decoder {
      EmptyDecoder(codingPath: codingPath)
    }

    private func missing(_ key: Key) -> DecodingError {
      .keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "No value associated with key \(key)."))
    }
  }
}
