import FerryCoding
import FerryBase

/// The targets of a child's properties that an outer mapping redirects.
typealias Redirections = PropertyTree<RedirectionTarget>

struct RedirectionTarget {
  let cursor: MappedEncodingCursor
  let edge: Int
}

/// An encoder whose containers write keys to the targets of a mapping.
struct MappedEncoder: Encoder {
  let base: any Encoder
  let plan: MappingPlan
  var redirections: Redirections?

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<K: CodingKey>(keyedBy type: K.Type) -> KeyedEncodingContainer<K> {
    let writer = Result { try MemberWriter(base, plan: plan.number) }
    return KeyedEncodingContainer(
      MappedKeyedEncodingContainer<K>(cursor: MappedEncodingCursor(writer, plan, redirections)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { base.unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer { base.singleValueContainer() }
}

/// The objects that receive the properties of one value.
final class MappedEncodingCursor {
  private let plan: MappingPlan
  private let maps: BranchedWriter
  private let redirections: Redirections?
  /// The property that is expected next, because types encode in the order of declaration.
  private var expected = 0
  /// Whether each edge, by number, has a value.
  private var written: [Bool]

  init(
    _ root: Result<MemberWriter, any Error>, _ plan: MappingPlan,
    _ redirections: Redirections?
  ) {
    maps = BranchedWriter(root, plan.tree)
    self.plan = plan
    self.redirections = redirections
    written = [Bool](repeating: false, count: plan.tree.edges.count)
  }

  var codingPath: [any CodingKey] { maps.codingPath }
  var writesNil: Bool { maps.writesNil }

  /// Calls `body` with the object of a property, and the property's name and number there.
  func write(
    property: String, _ body: (MemberWriter, String, Int, Redirections?) throws -> Void
  ) throws {
    let inner = redirections?.children[property]
    if let target = inner?.value { return try target.cursor.write(edge: target.edge, nil, body) }
    let position = plan.position(of: property, expected: expected)
    expected = (position ?? expected) + 1
    guard let known = position.map({ plan.properties[$0] }), let edge = known.edges.first else {
      guard !plan.ignoredKeys.contains(property) else { return }
      // The type uses a key that the plan does not know. It may equal any other name.
      let writer = try maps.map(nil)
      writer.allowDuplicates()
      let name = plan.style?.name(of: property) ?? property
      return try body(writer, name, .max, inner)
    }
    guard !known.overlays.isEmpty else { return try write(edge: edge, inner, body) }
    let redirections = Redirections()
    for overlay in known.overlays {
      guard let edge = overlay.edges.first else { continue }
      redirections.insert(.init(cursor: self, edge: edge), at: overlay.path)
    }
    // Outer mappings override this one.
    if let inner { redirections.merge(inner) }
    try write(edge: edge, redirections, body)
  }

  private func write(
    edge: Int, _ redirections: Redirections?,
    _ body: (MemberWriter, String, Int, Redirections?) throws -> Void
  ) throws {
    let writer = try maps.map(plan.tree.edges[edge].parent)
    if written[edge] { writer.allowDuplicates() }
    written[edge] = true
    try body(writer, maps.name(edge), edge, redirections)
  }
}

/// A container that writes the properties of a value by their names.
struct MappedKeyedEncodingContainer<Key: CodingKey>: NilWritingContainer {
  let cursor: MappedEncodingCursor

  var codingPath: [any CodingKey] { cursor.codingPath }
  var writesNil: Bool { cursor.writesNil }

  mutating func encodeNil(forKey key: Key) throws {
    try cursor.write(property: key.stringValue) { writer, name, number, _ in
      try writer.appendNull(name, number: number)
    }
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try write(value, key)
  }

  mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    if let value { return try encode(value, forKey: key) }
    if writesNil { try encodeNil(forKey: key) }
  }

  // The functions of the protocol for 128 bits only throw.
  mutating func encode(_ value: Int128, forKey key: Key) throws { try write(value, key) }
  mutating func encode(_ value: UInt128, forKey key: Key) throws { try write(value, key) }

  private func write<T: Encodable>(_ value: T, _ key: Key) throws {
    try cursor.write(property: key.stringValue) { writer, name, number, redirections in
      guard let redirections else { return try writer.append(value, name, number: number) }
      let plan = try MappingPlan.encoding(T.self)
      try writer.write(name, number: number) { encoder in
        try value.encode(
          to: MappedEncoder(base: encoder, plan: plan, redirections: redirections))
      }
    }
  }

  mutating func nestedContainer<N: CodingKey>(
    keyedBy type: N.Type, forKey key: Key
  ) -> KeyedEncodingContainer<N> {
    superEncoder(forKey: key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    superEncoder(forKey: key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder("super") }

  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key.stringValue) }

  private func encoder(_ property: String) -> any Encoder {
    var encoder: (any Encoder)?
    do {
      try cursor.write(property: property) { writer, name, number, _ in
        encoder = try writer.placeholder(name, number: number)
      }
      return encoder ?? RefusingEncoder(codingPath: codingPath, error: nil)
    } catch {
      return RefusingEncoder(codingPath: codingPath, error: error)
    }
  }
}

/// An encoder without a target. It throws `error` at the first value; if `error` is `nil`, it
/// discards all values.
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
