import FerryPath
import Synchronization

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
    var overlays: [Overlay]
  }

  /// A property of a child, however deep, that is read from this type's place.
  struct Overlay: Sendable {
    /// The way from the child down; not empty.
    let path: ArraySlice<WirePath.Step>
    let edges: [Int]
  }

  /// Distinguishes plans from each other.
  let number: Int
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

  /// The plan by which `type` is decoded.
  /// - Throws: ``MappingError``
  init(decoding type: Any.Type, _ mapped: (any KeyMapped.Type)?) throws(MappingError) {
    number = PlanNumber.next()
    let declaration = mapped?.mappingDeclaration
    style = declaration?.style
    ignoredKeys = declaration?.keysIgnoredOnDecoding ?? []
    let stored = StoredProperty.all(of: type)
    let map = declaration?.decodingMap(of: stored.map(\.name)) ?? [:]
    var builder = Builder(type, stored, map, style, ignoredKeys)
    properties = try builder.properties()
    tree = builder.tree
    table = PathTable(tree)
    firstEdges = properties.map { Int32($0.edges.first ?? -1) }
    hasOverlays = properties.contains { !$0.overlays.isEmpty }
    positions = Dictionary(
      properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The place of a property in ``properties``. `expected` is tried first.
  @inline(__always)
  func position(of name: String, expected: Int) -> Int? {
    if expected < properties.count, properties[expected].name == name { return expected }
    return positions[name]
  }

  // MARK: Cache

  private static let plans = Mutex<[ObjectIdentifier: Result<MappingPlan, MappingError>]>([:])

  /// The plan by which `type` is decoded: that of its mapping, or for a type without one the names
  /// of its properties.
  /// - Throws: ``MappingError``
  static func decoding(_ type: Any.Type) throws(MappingError) -> MappingPlan {
    let id = ObjectIdentifier(type)
    if let plan = plans.withLock({ $0[id] }) { return try plan.get() }
    let plan = Result { () throws(MappingError) in
      try MappingPlan(decoding: type, type as? any KeyMapped.Type)
    }
    plans.withLock { $0[id] = plan }
    return try plan.get()
  }
}

/// Numbers for plans, each given once.
enum PlanNumber {
  private static let last = Atomic<Int>(0)

  static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// Puts a plan together.
private struct Builder {
  let type: Any.Type
  let stored: [StoredProperty]
  let map: KeyMap
  let style: KeyStyle?
  let ignored: Set<String>
  var tree = PathTree()
  /// Who has claimed an edge as its own, and not only as another spelling.
  private var owners: [Int: String] = [:]

  init(
    _ type: Any.Type, _ stored: [StoredProperty], _ map: KeyMap, _ style: KeyStyle?,
    _ ignored: Set<String>
  ) {
    self.type = type
    self.stored = stored
    self.map = map
    self.style = style
    self.ignored = ignored
  }

  mutating func properties() throws(MappingError) -> [MappingPlan.Property] {
    var names = stored.map(\.name)
    // A key of the type's own coding keys, which its properties do not tell.
    for entry in map.entries {
      guard case .key(let name)? = entry.property.steps.first else {
        throw MappingError(type, "'\(entry.property)' is not a property")
      }
      if !names.contains(name) { names.append(name) }
    }
    // Claims first: exact names are a second spelling, for keys that nobody claims.
    var claims: [[Int]] = []
    for name in names { claims.append(try claim(name)) }
    var properties: [MappingPlan.Property] = []
    for (position, name) in names.enumerated() {
      let isMapped = map[WirePath(keys: name)] != nil
      var edges = claims[position]
      if !isMapped, !ignored.contains(name), let exact = tree.insert(WirePath(keys: name)),
        owners[exact] == nil || owners[exact] == name, !edges.contains(exact)
      {
        edges.append(exact)
      }
      properties.append(
        MappingPlan.Property(
          name: name, wireName: edges.first.map { tree.edges[$0].path.description } ?? name,
          isOptional: position < stored.count && stored[position].isOptional
            || ignored.contains(name), edges: edges, overlays: try overlays(of: name)))
    }
    return properties
  }

  /// The edges that belong to a property alone.
  private mutating func claim(_ name: String) throws(MappingError) -> [Int] {
    guard !ignored.contains(name) else { return [] }
    let paths =
      map[WirePath(keys: name)]?.all ?? [WirePath(keys: style?.name(of: name) ?? name)]
    var edges: [Int] = []
    for path in paths {
      let edge = try insert(path)
      if let other = owners[edge], other != name {
        throw MappingError(type, "'\(other)' and '\(name)' are both read from '\(path)'")
      }
      owners[edge] = name
      if !edges.contains(edge) { edges.append(edge) }
    }
    return edges
  }

  private mutating func overlays(of name: String) throws(MappingError) -> [MappingPlan.Overlay] {
    var overlays: [MappingPlan.Overlay] = []
    for entry in map.entries where entry.property.steps.count > 1 {
      guard entry.property.steps[0] == .key(name) else { continue }
      var edges: [Int] = []
      for path in entry.paths.all { edges.append(try insert(path)) }
      overlays.append(MappingPlan.Overlay(path: entry.property.steps.dropFirst(), edges: edges))
    }
    return overlays
  }

  private mutating func insert(_ path: WirePath) throws(MappingError) -> Int {
    guard let edge = tree.insert(path) else {
      throw MappingError(
        type, path.isRoot ? "a property cannot be read from the root" : "'\(path)' is a query")
    }
    return edge
  }
}
