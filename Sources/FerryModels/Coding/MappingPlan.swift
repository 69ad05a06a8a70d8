import FerryPath

/// The mapping of one type, worked out once: what `KeyMapped` declares, over its properties.
final class MappingPlan: Sendable {
  /// A property and the edges of the tree that lead to its value.
  struct Property: Sendable {
    let name: String
    /// What errors call it.
    let wireName: String
    let isOptional: Bool
    /// Edges in order of preference.
    let edges: [Int]
    /// Values for properties of a child.
    let overlays: [Overlay]
  }

  /// A property of a child, however deep, that is read from this type's place.
  struct Overlay: Sendable {
    /// The way from the child down; not empty.
    let path: ArraySlice<WirePath.Step>
    let edges: [Int]
  }

  let tree: PathTree
  let table: PathTable
  let properties: [Property]
  /// Whether an outer property has values for properties of a child.
  let hasOverlays: Bool
  /// The edge that each property is looked for at first, or -1.
  let firstEdges: [Int32]
  let style: KeyStyle?
  let ignoredKeys: Set<String>
  private let positions: [String: Int]

  private init(_ type: any Any.Type) throws(MappingError) {
    let declaration = (type as? any KeyMapped.Type)?.mappingDeclaration
    let (style, ignored) = (declaration?.style, declaration?.keysIgnoredOnDecoding ?? [])
    let stored = StoredProperty.all(of: type)
    let map = declaration?.decodingMap(of: stored.map(\.name)) ?? [:]
    var claims = PathClaims(type, for: .reading)
    let names = try claims.names(stored, map)
    // Claims first: exact names are a second spelling, for keys that nobody claims.
    var claimed: [[Int]] = []
    for name in names {
      let paths = map[WirePath(keys: name)]?.all ?? [WirePath(keys: style?.name(of: name) ?? name)]
      var edges: [Int] = []
      for path in paths where !ignored.contains(name) {
        let edge = try claims.claim(path, for: name)
        if !edges.contains(edge) { edges.append(edge) }
      }
      claimed.append(edges)
    }
    var properties: [Property] = []
    for (position, name) in names.enumerated() {
      var edges = claimed[position]
      if map[WirePath(keys: name)] == nil, !ignored.contains(name) {
        let exact = try claims.insert(WirePath(keys: name), for: name)
        if claims.owners[exact] ?? name == name, !edges.contains(exact) { edges.append(exact) }
      }
      var overlays: [Overlay] = []
      for (path, paths) in map.overlays(of: name) {
        var edges: [Int] = []
        for path in paths { edges.append(try claims.insert(path, for: name)) }
        overlays.append(Overlay(path: path, edges: edges))
      }
      properties.append(
        Property(
          name: name, wireName: edges.first.map { claims.tree.edges[$0].path.description } ?? name,
          isOptional: position < stored.count && stored[position].isOptional
            || ignored.contains(name), edges: edges, overlays: overlays))
    }
    self.properties = properties
    self.style = style
    ignoredKeys = ignored
    tree = claims.tree
    table = PathTable(tree)
    firstEdges = properties.map { Int32($0.edges.first ?? -1) }
    hasOverlays = properties.contains { !$0.overlays.isEmpty }
    positions = Dictionary(
      properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The index of a property in ``properties``, tried first at the one that is expected.
  func position(of name: String, expected: Int = -1) -> Int? {
    if properties.indices.contains(expected), properties[expected].name == name { return expected }
    return positions[name]
  }

  /// The names of the properties that are missing, `key` among them, in the order of declaration.
  func missingNames(_ key: any CodingKey, where isMissing: (Property) -> Bool) -> [String] {
    let name = key.stringValue
    let names = properties.filter { $0.name == name || !$0.isOptional && isMissing($0) }
      .map(\.wireName)
    if positions[name] != nil { return names }
    return names + [WirePath(keys: style?.name(of: name) ?? name).description]
  }

  private static let plans = PlanCache { type throws(MappingError) in try MappingPlan(type) }

  /// The plan by which `type` is decoded: that of its mapping, or for a type without one the names
  /// of its properties.
  /// - Throws: ``MappingError``
  static func decoding(_ type: any Any.Type) throws(MappingError) -> MappingPlan {
    try plans.plan(of: type)
  }
}
