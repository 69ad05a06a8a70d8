import FerryCoding
import FerryPath
import FerryTape
import Synchronization

/// Values that an outer mapping has for properties of a child.
final class OverlayValues {
  var node: Int?
  var children: [String: OverlayValues] = [:]

  /// Adds the value at the end of `path`.
  func insert(_ node: Int, at path: ArraySlice<WirePath.Step>) {
    guard case .key(let name)? = path.first else {
      self.node = node
      return
    }
    let child = children[name] ?? OverlayValues()
    children[name] = child
    child.insert(node, at: path.dropFirst())
  }

  /// Whether there is any value.
  var isEmpty: Bool { node == nil && children.values.allSatisfy(\.isEmpty) }
}

/// How one value is decoded: by a plan, with the values that outer mappings have for it, and with
/// values for keys that are missing.
final class MappedScope: @unchecked Sendable {
  // Sendable where it is shared: without overlays, which are mutable.

  let plan: MappingPlan
  let overlays: OverlayValues?
  /// A map by property names that has what the document does not.
  let fallback: Int?
  /// Whether the plan is all there is, so that keys can be located beforehand.
  private let isPlain: Bool

  init(_ plan: MappingPlan, overlays: OverlayValues? = nil, fallback: Int? = nil) {
    self.plan = plan
    self.overlays = overlays
    self.fallback = fallback
    isPlain = overlays == nil && fallback == nil && !plan.hasOverlays
  }

  private static let scopes = Mutex<[ObjectIdentifier: Result<MappedScope, MappingError>]>([:])

  /// How values of `type` are decoded where nobody says more.
  /// - Throws: ``MappingError``
  static func plain(_ type: Any.Type) throws(MappingError) -> MappedScope {
    let id = ObjectIdentifier(type)
    if let scope = scopes.withLock({ $0[id] }) { return try scope.get() }
    let scope = Result { () throws(MappingError) in
      MappedScope(try MappingPlan.decoding(type))
    }
    scopes.withLock { $0[id] = scope }
    return try scope.get()
  }

  /// A container over the map that `decoder` is at.
  func container<K: CodingKey>(
    _ decoder: TapeDecoder, keyedBy type: K.Type
  ) throws -> KeyedDecodingContainer<K> {
    if isPlain { return try decoder.container(keyedBy: type, located: plan) }
    guard decoder.view[decoder.node].kind == .map else {
      throw decoder.mismatch([String: Any].self)
    }
    return KeyedDecodingContainer(
      MappedKeyedDecodingContainer<K>(cursor: try MappedCursor(decoder, self)))
  }
}

/// A decoder that hands out containers whose keys are found by a mapping. Three words, so that an
/// existential holds it without an allocation.
struct MappedDecoder: Decoder {
  let base: TapeDecoder
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
