import FerryCoding
import FerryBase

/// The mapping of one type in one direction: a tree of keys, and the properties at their ends. It is
/// made once from the `KeyMapped` declaration and the type's properties.
final class MappingPlan: Sendable {
  /// A property and the edges of the tree that lead to its value.
  struct Property: Sendable {
    let name: String
    /// The name of the property in errors.
    let wireName: String
    let isOptional: Bool
    /// The edges in order of preference; none for an ignored property.
    let edges: [Int]
    /// The values for properties of a child.
    let overlays: [Overlay]
  }

  /// A property of a child, at any depth, whose value is in this type's object.
  struct Overlay: Sendable {
    /// The path from the child to the property; not empty.
    let path: ArraySlice<WirePath.Step>
    let edges: [Int]
  }

  let type: any Any.Type
  let number = PlanNumber.next()
  let tree: PathTree
  let table: PathTable
  let properties: [Property]
  /// Whether an ignored property may need a value that is not nil.
  let makesValues: Bool
  /// The edges that lead to values of properties.
  private let ends: Set<Int>
  /// Whether any property has values for properties of a child.
  let hasOverlays: Bool
  /// The first edge of each property, or -1.
  let firstEdges: [Int32]
  let style: KeyStyle?
  let ignoredKeys: Set<String>
  private let positions: [String: Int]

  private init(_ type: any Any.Type, for use: PathClaims.Use) throws(Problem) {
    let mapping = (type as? any KeyMapped.Type)?.mapping
    let isRead = use == .reading
    let style = mapping?.style
    let ignored = (isRead ? mapping?.ignoredOnDecoding : mapping?.ignoredOnEncoding) ?? []
    let map = (isRead ? mapping?.decoding : mapping?.encoding) ?? KeyMap()
    let stored = StoredProperty.all(of: type)
    var claims = PathClaims(type, for: use)
    let names = try claims.names(stored, map)
    // Declared paths come first: exact names are a second spelling for unclaimed keys.
    var claimed: [[Int]] = []
    for name in names {
      let paths = map[WirePath(keys: name)] ?? [WirePath(keys: style?.name(of: name) ?? name)]
      var edges: [Int] = []
      for path in paths.prefix(isRead ? paths.count : 1) where !ignored.contains(name) {
        let edge = try claims.claim(path, for: name)
        if !edges.contains(edge) { edges.append(edge) }
      }
      claimed.append(edges)
    }
    var properties: [Property] = []
    for (position, name) in names.enumerated() {
      var edges = claimed[position]
      if isRead, map[WirePath(keys: name)] == nil, !ignored.contains(name) {
        let exact = try claims.insert(WirePath(keys: name), for: name)
        if claims.owners[exact] ?? name == name, !edges.contains(exact) { edges.append(exact) }
      }
      let isUsed = isRead || !ignored.contains(name)
      let overlays = try isUsed ? claims.overlays(of: name, map) : []
      properties.append(
        Property(
          name: name, wireName: edges.first.map { claims.tree.edges[$0].path.description } ?? name,
          isOptional: !StoredFields.areKnown || ignored.contains(name)
            || position < stored.count && stored[position].isOptional,
          edges: edges, overlays: overlays))
    }
    if !isRead { try claims.checkBranches() }
    self.type = type
    self.properties = properties
    ends = Set(properties.flatMap(\.edges))
    makesValues = ignored.contains { name in !stored.contains { $0.name == name && $0.isOptional } }
    self.style = style
    ignoredKeys = ignored
    tree = claims.tree
    table = PathTable(tree)
    firstEdges = properties.map { Int32($0.edges.first ?? -1) }
    hasOverlays = properties.contains { !$0.overlays.isEmpty }
    positions = Dictionary(
      properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the index of a property in ``properties``. The expected index is tried first.
  func position(of name: String, expected: Int = -1) -> Int? {
    if properties.indices.contains(expected), properties[expected].name == name { return expected }
    return positions[name]
  }

  /// Returns the names of the missing properties, including `key`, in the order of declaration.
  func missingNames(_ key: any CodingKey, where isMissing: (Property) -> Bool) -> [String] {
    let name = key.stringValue
    let names = properties.filter { $0.name == name || !$0.isOptional && isMissing($0) }
      .map(\.wireName)
    if positions[name] != nil { return names }
    return names + [WirePath(keys: style?.name(of: name) ?? name).description]
  }

  private static let reading = PlanCache { type throws(Problem) in
    try MappingPlan(type, for: .reading)
  }
  private static let writing = PlanCache { type throws(Problem) in
    try MappingPlan(type, for: .writing)
  }

  /// Returns the plan for decoding `type`: its mapping, or the names of its properties.
  /// - Throws: ``Problem``
  static func decoding(_ type: any Any.Type) throws(Problem) -> MappingPlan {
    try reading.plan(of: type)
  }

  /// Returns the plan for encoding `type`.
  /// - Throws: ``Problem``
  static func encoding(_ type: any Any.Type) throws(Problem) -> MappingPlan {
    try writing.plan(of: type)
  }
}

// The usual mapping: own paths, and no values for properties of children.
extension MappingPlan: LocatedKeys {
  /// The number of properties plus the number of edges of the tree, which counts as at least one.
  var indexCount: Int { properties.count + max(table.edgeCount, 1) }

  func locate(_ decoder: TapeDecoder, _ nodes: UnsafeMutablePointer<Int32>) throws {
    let found = unsafe nodes + properties.count
    try unsafe decoder.visit(tree, table, found, ends: ends)
    if decoder.options.notesKeys {
      let styled = style.map { style in ignoredKeys.map { style.name(of: $0) } } ?? []
      decoder.note(asked: [], skipped: ignoredKeys + styled, of: decoder.node)
    }
    for position in 0..<firstEdges.count {
      let edge = firstEdges[position]
      let node = unsafe edge >= 0 ? found[Int(edge)] : -1
      if node >= 0 {
        unsafe nodes[position] = node
      } else {
        unsafe nodes[position] = try unsafe otherNode(position, decoder, found)
      }
    }
  }

  /// Returns the node of a property that is not at its first path.
  private func otherNode(
    _ position: Int, _ decoder: TapeDecoder, _ found: UnsafePointer<Int32>
  ) throws -> Int32 {
    let edges = properties[position].edges
    for edge in edges where unsafe found[edge] >= 0 { return unsafe found[edge] }
    for edge in edges { try unsafe decoder.checkShape(above: edge, in: tree, found) }
    return -1
  }

  func place(of name: String) -> Int? { position(of: name) }

  func node(ofOther name: String, _ decoder: TapeDecoder) -> Int? {
    guard !ignoredKeys.contains(name) else { return nil }
    let view = decoder.view
    let styled = style?.name(of: name)
    decoder.note(asked: [name], skipped: styled.map { [$0] } ?? [], of: decoder.node)
    return styled.flatMap { view.value(ofKey: $0, inMap: decoder.node) }
      ?? view.value(ofKey: name, inMap: decoder.node)
  }

  func names(_ decoder: TapeDecoder, _ nodes: UnsafePointer<Int32>) -> [String] {
    let view = decoder.view
    var names = properties.indices.filter { unsafe nodes[$0] >= 0 }.map { properties[$0].name }
    var seen = Set(properties.map(\.name))
    for position in view.keys(ofMap: decoder.node) {
      let name = view.string(view[view.resolved(position)])
      if seen.insert(name).inserted, !ignoredKeys.contains(name) { names.append(name) }
    }
    return names
  }

  func missing(
    _ key: any CodingKey, _ decoder: TapeDecoder, _ nodes: UnsafePointer<Int32>
  ) -> any Error {
    let names = missingNames(key) { property in
      position(of: property.name).map { unsafe nodes[$0] < 0 } ?? true
    }
    return decoder.missing(names, arePaths: true)
  }
}

extension TapeDecoder {
  /// Stores the node at each edge of a tree, or -1. The model knows the keys on the paths, and the
  /// types of the values at `ends` know further keys.
  fileprivate func visit(
    _ tree: PathTree, _ table: PathTable, _ found: UnsafeMutablePointer<Int32>, ends: Set<Int>
  ) throws {
    unsafe found.initialize(repeating: -1, count: table.edgeCount)
    // Unpacking appends to the tape, which makes the earlier view invalid.
    for list in unsafe table.visit(view, from: node, found: found) {
      let index = try unpack(list.node)
      unsafe table.fill(list, in: view, unpackedAt: index, found: found)
    }
    guard options.notesKeys else { return }
    note(asked: [], of: node)
    for edge in tree.edges where edge.parent.map({ !ends.contains($0) }) ?? true {
      let header = edge.parent.map { unsafe Int(found[$0]) } ?? node
      guard case .key(let name) = edge.step, header >= 0 else { continue }
      note(asked: [name], of: view.resolved(header))
    }
  }

  /// Throws if a branch on the path is not a container. Otherwise its values would count as
  /// missing.
  fileprivate func checkShape(
    above edge: Int, in tree: PathTree, _ found: UnsafePointer<Int32>
  ) throws {
    var step = tree.edges[edge].step
    var parent = tree.edges[edge].parent
    while let number = parent {
      if unsafe found[number] >= 0 {
        let node = unsafe view.resolved(Int(found[number]))
        let isFitting =
          switch (view[node].kind, step) {
          case (.map, .key), (.map, .keyOrIndex): true
          case (.list, .index), (.list, .keyOrIndex): true
          case (.packed, .index), (.packed, .keyOrIndex): true
          default: view.isNull(at: node)
          }
        guard isFitting else {
          let type: Any.Type = if case .index = step { [Any].self } else { [String: Any].self }
          throw mismatch(type, at: node)
        }
        return
      }
      step = tree.edges[number].step
      parent = tree.edges[number].parent
    }
  }
}
