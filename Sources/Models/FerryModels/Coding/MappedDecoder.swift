import FerryCoding
import FerryBase

/// The rules for decoding one value: its plan, and the values from outer mappings.
final class MappedScope: @unchecked Sendable {
  // Sendable: a shared scope has no overlays, which are mutable.

  let plan: MappingPlan
  let overlays: PropertyTree<MappedMembers.Place>?
  /// Whether the plan is the only rule, so that keys can be located in advance.
  private let isPlain: Bool

  init(_ plan: MappingPlan, overlays: PropertyTree<MappedMembers.Place>? = nil) {
    self.plan = plan
    self.overlays = overlays
    isPlain = overlays == nil && !plan.hasOverlays && !plan.makesValues
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
    if isPlain, let tape = tapeDecoder(decoder) {
      return try tape.container(keyedBy: type, located: plan)
    }
    return KeyedDecodingContainer(
      MappedKeyedDecodingContainer<K>(cursor: try MappedCursor(decoder, self)))
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

  var codingPath: [any CodingKey] { cursor.members.codingPath }

  var allKeys: [Key] {
    let keys = cursor.plan.properties.compactMap { Key(stringValue: $0.name) }.filter(contains)
    let known = Set(keys.map(\.stringValue))
    let others = try? cursor.members.tape?.container(keyedBy: Key.self).allKeys
    return keys + (others?.filter { !known.contains($0.stringValue) } ?? [])
  }

  func contains(_ key: Key) -> Bool {
    // If a branch is not an object, decoding reports the error.
    if case .none? = try? cursor.find(key.stringValue) { false } else { true }
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    switch try cursor.find(key.stringValue) {
    case .none: throw cursor.missing(key)
    case .value(let place): try cursor.members.isNull(place)
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
      return cursor.members.tape == nil
        ? try foreign(type, at: place) : try cursor.members.value(type, at: place)
    case .child(let place, let values): return try child(type, at: place, values)
    }
  }

  // These functions are not inlined, because the metadata of generic types is looked up at the
  // start of a function.

  /// Decodes a value through another library's coder, which does not know mappings.
  @inline(never)
  private func foreign<T: Decodable>(_ type: T.Type, at place: MappedMembers.Place) throws -> T {
    try cursor.members.value(KeyMappedValue<T>.self, at: place).value
  }

  @inline(never)
  private func child<T: Decodable>(
    _ type: T.Type, at place: MappedMembers.Place?, _ values: PropertyTree<MappedMembers.Place>
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
  private func decoder(_ place: MappedMembers.Place?) throws -> any Decoder {
    if let place, try !cursor.members.isNull(place) { return try cursor.members.decoder(at: place) }
    return AbsentDecoder(codingPath: codingPath, userInfo: cursor.members.userInfo)
  }

  /// Returns the decoder of a value, without its mapping; `nil` if the document lacks the value.
  private func decoder(_ name: String) throws -> (any Decoder)? {
    switch try cursor.find(name) {
    case .value(let place), .child(let place?, _): try cursor.members.decoder(at: place)
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
    guard let tape = cursor.members.tape else {
      return try cursor.members.root?.container.superDecoder() ?? decoder(nil)
    }
    return try decoder("super") ?? tape.absentValue(TapeKey("super"))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    if let decoder = try decoder(key.stringValue) { return decoder }
    guard let tape = cursor.members.tape else { throw cursor.missing(key) }
    return try tape.absentValue(key)
  }
}
