import FerryPath
import Synchronization

/// How the properties of a type are written, worked out once.
final class MappingEncodingPlan: Sendable {
  /// Where a property goes.
  struct Target: Sendable {
    /// The last edge of the path.
    let edge: Int
    /// Properties of the child that are written from here.
    let overlays: [(path: ArraySlice<WirePath.Step>, edge: Int)]
  }

  let number = PlanNumber.next()
  let tree: PathTree
  let style: KeyStyle?
  let ignoredKeys: Set<String>
  private let targets: [String: Target]

  private init(_ type: Any.Type, _ mapped: (any KeyMapped.Type)?) throws(MappingError) {
    let declaration = mapped?.mappingDeclaration
    style = declaration?.style
    ignoredKeys = declaration?.keysIgnoredOnEncoding ?? []
    var names = StoredProperty.all(of: type).map(\.name)
    let map = declaration?.encodingMap(of: names) ?? [:]
    for entry in map.entries {
      guard case .key(let name)? = entry.property.steps.first else {
        throw MappingError(type, "'\(entry.property)' is not a property")
      }
      if !names.contains(name) { names.append(name) }
    }
    var tree = PathTree()
    var owners: [Int: String] = [:]
    var targets: [String: Target] = [:]
    func claim(_ path: WirePath, for name: String) throws(MappingError) -> Int {
      for step in path.steps {
        guard case .key = step else {
          throw MappingError(
            type, "'\(name)' cannot be written to '\(path)', which is not all keys")
        }
      }
      guard let edge = tree.insert(path) else {
        throw MappingError(type, "'\(name)' cannot be written to the root")
      }
      if let other = owners[edge], other != name {
        throw MappingError(type, "'\(other)' and '\(name)' are both written to '\(path)'")
      }
      owners[edge] = name
      return edge
    }
    for name in names where !ignoredKeys.contains(name) {
      let path =
        map[WirePath(keys: name)]?.all.first ?? WirePath(keys: style?.name(of: name) ?? name)
      let edge = try claim(path, for: name)
      var overlays: [(ArraySlice<WirePath.Step>, Int)] = []
      for entry in map.entries
      where entry.property.steps.count > 1 && entry.property.steps[0] == .key(name) {
        guard let path = entry.paths.all.first else { continue }
        let edge = try claim(path, for: entry.property.description)
        overlays.append((entry.property.steps.dropFirst(), edge))
      }
      targets[name] = Target(edge: edge, overlays: overlays)
    }
    // What is a value cannot be a branch as well.
    for (edge, name) in owners {
      var parent = tree.edges[edge].parent
      while let above = parent {
        if let other = owners[above] {
          throw MappingError(
            type, "'\(name)' is written into '\(tree.edges[above].path)', the value of '\(other)'")
        }
        parent = tree.edges[above].parent
      }
    }
    self.tree = tree
    self.targets = targets
  }

  /// Where a property goes; `nil` if the plan does not know it.
  func target(of name: String) -> Target? { targets[name] }

  // MARK: Cache

  private static let plans = Mutex<[ObjectIdentifier: Result<MappingEncodingPlan, MappingError>]>(
    [:])

  /// The plan by which `type` is encoded.
  /// - Throws: ``MappingError``
  static func encoding(_ type: Any.Type) throws(MappingError) -> MappingEncodingPlan {
    let id = ObjectIdentifier(type)
    if let plan = plans.withLock({ $0[id] }) { return try plan.get() }
    let plan = Result { () throws(MappingError) in
      try MappingEncodingPlan(type, type as? any KeyMapped.Type)
    }
    plans.withLock { $0[id] = plan }
    return try plan.get()
  }
}
