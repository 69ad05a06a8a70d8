import FerryCoding
import FerryPath

/// The keys of a document as a tree, with the property that each leaf holds.
///
/// Types see it as `CodingTree`. It is built once for a type; the same key in two blocks is one key.
public struct DeepCodingTree<Root>: @unchecked Sendable {
  // Sendable: constants only.

  /// Collects the keys of a block.
  @resultBuilder
  public enum Builder {
    /// One key.
    public static func buildExpression(_ node: DeepCodingNode<Root>) -> [DeepCodingNode<Root>] {
      [node]
    }
    /// The keys of a block.
    public static func buildBlock(_ nodes: [DeepCodingNode<Root>]...) -> [DeepCodingNode<Root>] {
      nodes.flatMap { $0 }
    }
    /// Keys that stand in an `if`.
    public static func buildOptional(_ nodes: [DeepCodingNode<Root>]?) -> [DeepCodingNode<Root>] {
      nodes ?? []
    }
    /// Keys that stand in an `if` with an `else`.
    public static func buildEither(first nodes: [DeepCodingNode<Root>]) -> [DeepCodingNode<Root>] {
      nodes
    }
    /// Keys that stand in an `else`.
    public static func buildEither(second nodes: [DeepCodingNode<Root>]) -> [DeepCodingNode<Root>] {
      nodes
    }
    /// Keys that a loop makes.
    public static func buildArray(_ nodes: [[DeepCodingNode<Root>]]) -> [DeepCodingNode<Root>] {
      nodes.flatMap { $0 }
    }
  }

  /// A key with everything that the blocks say of it.
  struct Member {
    let name: String
    /// Number of the key's edge.
    let edge: Int
    var leaf: DeepLeaf<Root>?
    var children: [Member] = []
    /// Whether all leaves below may be missing.
    var isOptional: Bool { (leaf?.isOptional ?? true) && children.allSatisfy(\.isOptional) }
  }

  /// A leaf that is decoded, and its edge.
  struct DecodedMember {
    let edge: Int
    let leaf: DeepLeaf<Root>
  }

  let number = PlanNumber.next()
  let members: [Member]
  let decoded: [DecodedMember]
  let paths: PathTree
  let table: PathTable
  let problem: MappingError?

  /// The tree of the keys in the block.
  public init(@Builder _ builder: () -> [DeepCodingNode<Root>]) {
    self.init(nodes: builder())
  }

  /// The tree of these keys.
  public init(nodes: [DeepCodingNode<Root>]) {
    var assembly = Assembly<Root>()
    members = assembly.merge(nodes, at: .root)
    paths = assembly.paths
    table = PathTable(assembly.paths)
    problem = assembly.problem
    decoded = Self.decodedMembers(of: members)
  }

  /// The leaves that are decoded, in the order of the tree.
  private static func decodedMembers(of members: [Member]) -> [DecodedMember] {
    members.flatMap { member -> [DecodedMember] in
      var decoded: [DecodedMember] = []
      if let leaf = member.leaf, leaf.isDecoded {
        decoded.append(.init(edge: member.edge, leaf: leaf))
      }
      return decoded + decodedMembers(of: member.children)
    }
  }
}

/// Merges the blocks of a tree.
private struct Assembly<Root> {
  typealias Member = DeepCodingTree<Root>.Member

  var paths = PathTree()
  var problem: MappingError?

  mutating func merge(_ nodes: [DeepCodingNode<Root>], at path: WirePath) -> [Member] {
    var members: [Member] = []
    var branches: [Int: [DeepCodingNode<Root>]] = [:]
    for node in nodes {
      let place = path.appending(.key(node.key))
      // A path of keys has no wildcard and is not the root, so there is an edge.
      guard let edge = paths.insert(place) else { continue }
      if !members.contains(where: { $0.edge == edge }) {
        members.append(Member(name: node.key, edge: edge))
      }
      switch node.content {
      case .branch(let children): branches[edge, default: []] += children
      case .leaf(let leaf):
        guard let position = members.firstIndex(where: { $0.edge == edge }) else { continue }
        if let other = members[position].leaf {
          fail("'\(other.property)' and '\(leaf.property)' both claim the key '\(place)'")
        }
        members[position].leaf = leaf
      }
    }
    for position in members.indices {
      let member = members[position]
      guard let children = branches[member.edge] else { continue }
      members[position].children = merge(children, at: path.appending(.key(member.name)))
      if let leaf = member.leaf, leaf.isEncoded {
        let path = paths.edges[member.edge].path
        fail("'\(path)' is written as the property '\(leaf.property)' and as a branch")
      }
    }
    return members
  }

  private mutating func fail(_ text: String) {
    problem = problem ?? MappingError(Root.self, text)
  }
}
