import FerryCoding
import FerryTape

/// How one value is decoded: by a plan, with the values that outer mappings have for it, and with
/// values for keys that are missing.
final class MappedScope: @unchecked Sendable {
  // Sendable where it is shared: without overlays, which are mutable.

  let plan: MappingPlan
  let overlays: PropertyTree<MemberSource.Place>?
  /// A map by property names that has what the document does not.
  let fallback: Int?
  /// Whether the plan is all there is, so that keys can be located beforehand.
  private let isPlain: Bool

  init(
    _ plan: MappingPlan, overlays: PropertyTree<MemberSource.Place>? = nil, fallback: Int? = nil
  ) {
    self.plan = plan
    self.overlays = overlays
    self.fallback = fallback
    isPlain = overlays == nil && fallback == nil && !plan.hasOverlays
  }

  private static let scopes = PlanCache { type throws(MappingError) in
    MappedScope(try MappingPlan.decoding(type))
  }

  /// How values of `type` are decoded where nobody says more.
  /// - Throws: ``MappingError``
  static func plain(_ type: any Any.Type) throws(MappingError) -> MappedScope {
    try scopes.plan(of: type)
  }

  /// A container over the map that `decoder` is at.
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

/// A decoder that hands out containers whose keys are found by a mapping. Over a tape it has three
/// words, so that an existential holds it without an allocation.
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
