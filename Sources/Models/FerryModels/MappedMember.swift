import FerryCoding
import FerryBase

/// A member of a type that is mapped by a declaration, for its schema.
package struct MappedMember {
  /// The name of the property.
  package let name: String
  /// The keys that lead to the value, for reading and for writing.
  package let paths: [[String]]
  /// Whether a document must have the value.
  package let isRequired: Bool
  /// The type of the property.
  package let type: any Any.Type

  init(_ name: String, _ paths: [[String]], isRequired: Bool, _ type: any Any.Type) {
    self.name = name
    self.paths = paths
    self.isRequired = isRequired
    self.type = type
  }

  /// Returns the members of a `KeyMapped` type, or `nil` for any other type.
  /// - Throws: ``Problem`` for a mapping that is not a tree of keys.
  package static func all(of type: any Any.Type) throws -> [MappedMember]? {
    guard let mapping = (type as? any KeyMapped.Type)?.mapping else { return nil }
    let fields = StoredProperty.all(of: type)
    guard !fields.isEmpty else {
      throw Problem.invalidMapping(
        of: type, "the properties are unknown without reflection metadata")
    }
    let codingKeys = KeysDecoder.keys(of: type)
    let allKeys = codingKeys.map { names(of: $0) } ?? []
    let isRenamed = allKeys.isEmpty || !allKeys.allSatisfy { fields.map(\.name).contains($0) }
    return try fields.compactMap { field in
      let name = field.name
      if let codingKeys, codingKeys.init(stringValue: name) == nil {
        guard isRenamed else { return nil }
        throw Problem.invalidMapping(
          of: type,
          "a schema needs coding keys with the names of properties: '\(name)' has another"
            + (allKeys.isEmpty ? " or none; if it has none, make the keys CaseIterable" : ""))
      }
      let isRead = !mapping.ignoredOnDecoding.contains(name)
      let isWritten = !mapping.ignoredOnEncoding.contains(name)
      guard mapping.decoding.overlays(of: name).isEmpty,
        mapping.encoding.overlays(of: name).isEmpty
      else {
        throw Problem.invalidMapping(
          of: type, "a schema cannot have the members of '\(name)' elsewhere")
      }
      func paths(_ map: KeyMap) -> [WirePath] {
        map[WirePath(keys: name)] ?? [WirePath(keys: mapping.style?.name(of: name) ?? name)]
      }
      let all =
        (isRead ? paths(mapping.decoding) : []) + (isWritten ? [paths(mapping.encoding)[0]] : [])
      var keys: [[String]] = []
      for path in all {
        let names = path.keys
        guard names.count == path.steps.count else {
          throw Problem.invalidMapping(
            of: type, "a schema cannot have the path '\(path)', which is not all keys")
        }
        if !keys.contains(names) { keys.append(names) }
      }
      if keys.isEmpty { return nil }
      return MappedMember(name, keys, isRequired: isRead && !field.isOptional, field.type)
    }
  }
}

extension WirePath {
  /// The keys among the steps.
  fileprivate var keys: [String] {
    steps.compactMap { if case .key(let key) = $0 { key } else { nil } }
  }
}

private func names<Key: CodingKey>(of keys: Key.Type) -> [String] {
  EnumCases.keys(of: keys).map(\.stringValue)
}
