import FerryCoding
import FerryBase

/// The rules for decoding one value: its plan, the values from outer mappings, and values for
/// missing keys.
final class MappedScope: @unchecked Sendable {
  // Sendable: a shared scope has no overlays, which are mutable.

  let plan: MappingPlan
  let overlays: PropertyTree<MemberSource.Place>?
  /// An object keyed by property names with the values that the document lacks.
  let fallback: Int?
  /// Whether the plan is the only rule, so that keys can be located in advance.
  private let isPlain: Bool

  init(
    _ plan: MappingPlan, overlays: PropertyTree<MemberSource.Place>? = nil, fallback: Int? = nil
  ) {
    self.plan = plan
    self.overlays = overlays
    self.fallback = fallback
    isPlain = overlays == nil && fallback == nil && !plan.hasOverlays && !plan.makesValues
  }

  private static let scopes = PlanCache { type throws(Problem) in
    MappedScope(try MappingPlan.decoding(type))
  }

  /// Returns the rules for values of `type` without outer mappings.
  /// - Throws: ``Problem``
  static func plain(_ type: any Any.Type) throws(Problem) -> MappedScope {
    try scopes.plan(of: type)
  }

  /// Returns a container over the object at `decoder`.
  func container<K: CodingKey>(
    _ decoder: some Decoder, keyedBy type: K.Type
  ) throws -> KeyedDecodingContainer<K> {
    guard let tape = tapeDecoder(decoder) else {
      return KeyedDecodingContainer(
        MappedKeyedDecodingContainer<K>(cursor: try MappedCursor(decoder, self)))
    }
    if isPlain { return try tape.container(keyedBy: type, located: plan) }
    guard tape.view[tape.node].kind == .map else { throw tape.mismatch([String: Any].self) }
    return KeyedDecodingContainer(
      MappedKeyedDecodingContainer<K>(cursor: try MappedCursor(tape, self)))
  }
}

/// A decoder whose containers find their keys by a mapping. Over a tape it takes three words, so
/// that an existential holds it without an allocation.
struct MappedDecoder<Base: Decoder>: Decoder {
  let base: Base
  let scope: MappedScope

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<K: CodingKey>(keyedBy type: K.Type) throws -> KeyedDecodingContainer<K> {
    try scope.container(base, keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try base.singleValueContainer()
  }
}

/// A container that reads an object by the names of properties.
struct MappedKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let cursor: MappedCursor

  var codingPath: [any CodingKey] { cursor.source.codingPath }

  var allKeys: [Key] {
    let keys = cursor.plan.properties.compactMap { Key(stringValue: $0.name) }.filter(contains)
    let known = Set(keys.map(\.stringValue))
    let others = try? cursor.source.tape?.container(keyedBy: Key.self).allKeys
    return keys + (others?.filter { !known.contains($0.stringValue) } ?? [])
  }

  func contains(_ key: Key) -> Bool {
    // If a branch is not an object, decoding reports the error.
    if case .none? = try? cursor.find(key.stringValue) { false } else { true }
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    switch try cursor.find(key.stringValue) {
    case .none: throw cursor.missing(key)
    case .value(let place): try cursor.source.isNull(place)
    case .child: false
    }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(type, key) }

  // The functions of the protocol for 128 bits only throw.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, key) }

  private func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    switch try cursor.find(key.stringValue) {
    case .none: return try cursor.absentValue(type, key)
    case .value(let place):
      if case .node = place { return try cursor.source.value(type, at: place) }
      return try foreign(type, at: place)
    case .child(let place, let values): return try child(type, at: place, values)
    }
  }

  // These functions are not inlined, because the metadata of generic types is looked up at the
  // start of a function.

  /// Decodes a value through another library's coder, which does not know mappings.
  @inline(never)
  private func foreign<T: Decodable>(_ type: T.Type, at place: MemberSource.Place) throws -> T {
    try cursor.source.value(KeyMappedValue<T>.self, at: place).value
  }

  @inline(never)
  private func child<T: Decodable>(
    _ type: T.Type, at place: MemberSource.Place?, _ values: PropertyTree<MemberSource.Place>
  ) throws -> T {
    let scope = MappedScope(try MappingPlan.decoding(type), overlays: values)
    func decode(_ base: some Decoder) throws -> T {
      try T(from: MappedDecoder(base: base, scope: scope))
    }
    let base = try decoder(place)
    return try decode(base)
  }

  /// Returns a decoder of a child. If the document lacks the child, the decoder is at an empty
  /// object.
  private func decoder(_ place: MemberSource.Place?) throws -> any Decoder {
    if let place, try !cursor.source.isNull(place) { return try cursor.source.decoder(at: place) }
    guard let tape = cursor.source.tape else { return AbsentDecoder(codingPath: codingPath) }
    return tape.decoder(at: try tape.append(.object([:])))
  }

  /// Returns the decoder of a value, without its mapping; `nil` if the document lacks the value.
  private func decoder(_ name: String) throws -> (any Decoder)? {
    switch try cursor.find(name) {
    case .value(let place), .child(let place?, _): try cursor.source.decoder(at: place)
    case .child, .none: nil
    }
  }

  private func required(_ key: Key) throws -> any Decoder {
    guard let decoder = try decoder(key.stringValue) else { throw cursor.missing(key) }
    return decoder
  }

  func nestedContainer<N: CodingKey>(
    keyedBy type: N.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<N> {
    try required(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try required(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard let tape = cursor.source.tape else {
      return try cursor.source.foreign?.container.superDecoder()
        ?? AbsentDecoder(codingPath: codingPath)
    }
    return try decoder("super") ?? tape.absentValue(TapeKey("super"))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    if let decoder = try decoder(key.stringValue) { return decoder }
    guard let tape = cursor.source.tape else { throw cursor.missing(key) }
    return try tape.absentValue(key)
  }
}
