/// Many paths in one trie, so that one visit to a document finds the values at all paths.
///
/// ```
/// paths              edges (number: step)      one visit to {"name": 3, "meta": {"lat": 5}}
/// name               0: name                   found[0] = node of 3
/// meta.lat           1: meta -- 2: lat         found[1] = node of the object, found[2] = of 5
/// meta.tags[0]             \--- 3: tags -- 4: [0]
/// ```
///
/// A tree is built once for a type. The ``PathTable`` of the tree visits documents.
package struct PathTree: Sendable {
  /// One step of at least one path.
  package struct Edge: Sendable {
    /// The step of the edge.
    package let step: WirePath.Step
    /// The number of the edge before this one, or `nil` at the root.
    package let parent: Int?
    /// The path from the root.
    package let path: WirePath
    /// The level below, if a path continues.
    package fileprivate(set) var level: Int?
    let name: [UInt8]
  }

  /// The edges that start at the same point.
  struct Level: Sendable {
    /// Numbers of edges that are keys, in the order in which they were added.
    var keys: [Int] = []
    /// Numbers of edges that are elements of an array.
    var elements: [(index: Int, edge: Int)] = []
    /// Numbers of edges that are a key of an object or an element of an array.
    var either: [(index: Int, edge: Int)] = []
  }

  /// All edges by their number.
  package private(set) var edges: [Edge] = []
  private(set) var levels: [Level] = [Level()]

  /// Creates a tree without paths.
  package init() {}

  /// Adds a path.
  /// - Returns: the number of its last edge. The result is `nil` for the root, which has no edge,
  ///   and for a path with a wildcard, which leads to several values.
  package mutating func insert(_ path: WirePath) -> Int? {
    guard !path.hasWildcard else { return nil }
    var level = 0
    var last: Int?
    for (depth, step) in path.steps.enumerated() {
      if let known = edge(for: step, in: level) {
        last = known
      } else {
        let number = edges.count
        let name = if case .key(let key) = step { Array(key.utf8) } else { [UInt8]() }
        edges.append(
          Edge(
            step: step, parent: last, path: WirePath(steps: Array(path.steps[...depth])),
            level: nil, name: name))
        add(number, step, to: level)
        last = number
      }
      guard depth + 1 < path.steps.count, let edge = last else { break }
      if edges[edge].level == nil {
        edges[edge].level = levels.count
        levels.append(Level())
      }
      level = edges[edge].level ?? 0
    }
    return last
  }

  /// Returns the numbers of the keys below an edge, or below the root, in the order in which they
  /// were added.
  package func keys(under edge: Int?) -> [Int] {
    guard let edge else { return levels[0].keys }
    return edges[edge].level.map { levels[$0].keys } ?? []
  }

  /// The numbers of all keys, each before the keys below it.
  package var orderedEdges: [Int] {
    func all(_ edge: Int?) -> [Int] { keys(under: edge).flatMap { [$0] + all($0) } }
    return all(nil)
  }

  private func edge(for step: WirePath.Step, in level: Int) -> Int? {
    let level = levels[level]
    let numbers = level.keys + level.elements.map { $0.edge } + level.either.map { $0.edge }
    return numbers.first { edges[$0].step == step }
  }

  private mutating func add(_ edge: Int, _ step: WirePath.Step, to level: Int) {
    switch step {
    case .key: levels[level].keys.append(edge)
    case .index(let index): levels[level].elements.append((index, edge))
    case .keyOrIndex(let index): levels[level].either.append((index, edge))
    case .wildcard: break
    }
  }
}
