import FerryBase

/// The paths of a type's properties in one tree, during the creation of its plan. Each path belongs
/// to one property.
struct PathClaims {
  /// The use of the paths.
  enum Use: String {
    case reading = "read from"
    case writing = "written to"
  }

  private let type: any Any.Type
  private let use: Use
  private(set) var tree = PathTree()
  /// The property that claimed each edge.
  private(set) var owners: [Int: String] = [:]

  init(_ type: any Any.Type, for use: Use) {
    self.type = type
    self.use = use
  }

  /// Returns the names of the stored properties, and the additional keys that only the mapping
  /// declares.
  func names(_ stored: [StoredProperty], _ map: KeyMap) throws(Problem) -> [String] {
    var names = stored.map(\.name)
    for entry in map.entries {
      guard case .key(let name)? = entry.property.steps.first else {
        throw Problem.invalidMapping(of: type, "'\(entry.property)' is not a property")
      }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Returns the last edge of a path, which other properties may share.
  mutating func insert(_ path: WirePath, for name: String) throws(Problem) -> Int {
    if use != .reading, !path.isAllKeys {
      throw Problem.invalidMapping(
        of: type,
        "'\(name)' cannot be written to '\(path)': the path contains a step that is not a key"
      )
    }
    guard let edge = tree.insert(path) else {
      throw Problem.invalidMapping(
        of: type,
        path.isRoot
          ? "'\(name)' cannot be \(use.rawValue) the root" : "'\(path)' is a query")
    }
    return edge
  }

  /// Returns the last edge of a path that belongs to one property.
  mutating func claim(_ path: WirePath, for name: String) throws(Problem) -> Int {
    let edge = try insert(path, for: name)
    if let other = owners.updateValue(name, forKey: edge), other != name {
      throw Problem.invalidMapping(
        of: type, "'\(other)' and '\(name)' are both \(use.rawValue) '\(path)'")
    }
    return edge
  }

  /// Returns the values for properties of the child `name`. A written value has one path.
  mutating func overlays(of name: String, _ map: KeyMap) throws(Problem) -> [MappingPlan.Overlay] {
    var overlays: [MappingPlan.Overlay] = []
    for (path, paths) in map.overlays(of: name) {
      var edges: [Int] = []
      if use == .reading {
        for path in paths { edges.append(try insert(path, for: name)) }
      } else if let target = paths.first {
        edges = [try claim(target, for: WirePath(steps: [.key(name)] + path).description)]
      }
      overlays.append(MappingPlan.Overlay(path: path, edges: edges))
    }
    return overlays
  }

  /// Throws if a claimed edge has children: a written value cannot also be a branch.
  func checkBranches() throws(Problem) {
    let branch = owners.keys.filter { !tree.edges[$0].children.isEmpty }.min()
    guard let branch, let name = owners[branch] else { return }
    let path = tree.edges[branch].path
    throw Problem.invalidMapping(
      of: type, "'\(path)' is written as the property '\(name)' and as a branch")
  }
}

extension KeyMap {
  /// Returns the entries for properties of the child `name`.
  func overlays(of name: String) -> [(path: ArraySlice<WirePath.Step>, paths: [WirePath])] {
    entries.filter { $0.property.steps.count > 1 && $0.property.steps[0] == .key(name) }
      .map { ($0.property.steps.dropFirst(), $0.paths) }
  }
}

/// Values for properties of a child, at any depth, by name.
final class PropertyTree<Value> {
  private(set) var value: Value?
  private(set) var children: [String: PropertyTree] = [:]

  /// Stores the value at the end of `path`.
  func insert(_ value: Value, at path: ArraySlice<WirePath.Step>) {
    guard case .key(let name)? = path.first else {
      self.value = value
      return
    }
    let child = children[name] ?? PropertyTree()
    children[name] = child
    child.insert(value, at: path.dropFirst())
  }

  /// Adds the values of `other`, which replace the own ones.
  func merge(_ other: PropertyTree) {
    value = other.value ?? value
    for (name, child) in other.children {
      if let own = children[name] { own.merge(child) } else { children[name] = child }
    }
  }

  /// Whether the tree has no value.
  var isEmpty: Bool { value == nil && children.values.allSatisfy(\.isEmpty) }
}
