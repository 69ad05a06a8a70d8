import FerryPath

/// The map of a value, with the maps inside it that its paths go through. Each is made when it is
/// needed first, so that there is no branch without a value.
final class BranchedWriter {
  private let root: Result<MemberWriter, any Error>
  private let tree: PathTree
  /// The branches that are there; few, and the last one is mostly the one that is wanted.
  private var branches: [(edge: Int, writer: MemberWriter)] = []

  init(_ root: Result<MemberWriter, any Error>, _ tree: PathTree) {
    self.root = root
    self.tree = tree
  }

  var codingPath: [any CodingKey] { (try? root.get().codingPath) ?? [] }

  /// The map that an edge leads to; without one, the map of the value.
  func map(_ edge: Int?) throws -> MemberWriter {
    guard let edge else { return try root.get() }
    if let branch = branches.last(where: { $0.edge == edge }) { return branch.writer }
    let parent = try map(tree.edges[edge].parent)
    let branch = try parent.branch(name(edge), number: edge)
    branches.append((edge, branch))
    return branch
  }

  /// Writes `value` at the end of `edge`.
  func append<Value: Encodable>(_ value: Value, _ edge: Int) throws {
    try map(tree.edges[edge].parent).append(value, name(edge), number: edge)
  }

  /// Writes null at the end of `edge`.
  func appendNull(_ edge: Int) throws {
    try map(tree.edges[edge].parent).appendNull(name(edge), number: edge)
  }

  /// The key of an edge.
  func name(_ edge: Int) -> String {
    if case .key(let name) = tree.edges[edge].step { name } else { "" }
  }
}
