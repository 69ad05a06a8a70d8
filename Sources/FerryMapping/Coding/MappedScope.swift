import FerryCoding
import FerryPath
import FerryTape

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
final class MappedScope {
  let plan: MappingPlan
  let overlays: OverlayValues?
  /// A map by property names that has what the document does not.
  let fallback: Int?

  init(_ plan: MappingPlan, overlays: OverlayValues? = nil, fallback: Int? = nil) {
    self.plan = plan
    self.overlays = overlays
    self.fallback = fallback
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
    guard base.view[base.node].kind == .map else { throw base.mismatch([String: Any].self) }
    return KeyedDecodingContainer(
      MappedKeyedDecodingContainer<K>(cursor: try MappedCursor(base, scope)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try base.singleValueContainer()
  }
}
