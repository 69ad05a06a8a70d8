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
    /// The numbers of the edges that continue a path, in the order in which they were added.
    package fileprivate(set) var children: [Int] = []

    /// The key of the edge; `nil` for an element.
    var key: String? { if case .key(let key) = step { key } else { nil } }
  }

  /// All edges by their number.
  package private(set) var edges: [Edge] = []
  private var first: [Int] = []

  /// Creates a tree without paths.
  package init() {}

  /// Returns the numbers of the edges below an edge, or below the root, in the order in which they
  /// were added.
  func children(of edge: Int?) -> [Int] { edge.map { edges[$0].children } ?? first }

  /// Adds a path.
  /// - Returns: the number of its last edge. The result is `nil` for the root, which has no edge,
  ///   and for a path with a wildcard, which leads to several values.
  package mutating func insert(_ path: WirePath) -> Int? {
    guard !path.hasWildcard else { return nil }
    var last: Int?
    for (depth, step) in path.steps.enumerated() {
      if let known = children(of: last).first(where: { edges[$0].step == step }) {
        last = known
        continue
      }
      if let last { edges[last].children.append(edges.count) } else { first.append(edges.count) }
      let path = WirePath(steps: Array(path.steps[...depth]))
      edges.append(Edge(step: step, parent: last, path: path))
      last = edges.count - 1
    }
    return last
  }

  /// Returns the numbers of the keys below an edge, or below the root, in the order in which they
  /// were added.
  package func keys(under edge: Int?) -> [Int] {
    children(of: edge).filter { edges[$0].key != nil }
  }

  /// The numbers of all keys, each before the keys below it.
  package var orderedEdges: [Int] {
    func all(_ edge: Int?) -> [Int] { keys(under: edge).flatMap { [$0] + all($0) } }
    return all(nil)
  }
}
