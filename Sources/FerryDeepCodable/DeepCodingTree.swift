import FerryModels
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

  private let plan: LeafPlan
  /// The leaves that are decoded, in the order of the tree.
  private let decoded: [(edge: Int, leaf: DecodedLeaf<Root>)]
  /// The leaves that are encoded, by their edges.
  private let encoded: [Int: EncodedLeaf<Root>]

  /// The tree of the keys in the block.
  public init(@Builder _ builder: () -> [DeepCodingNode<Root>]) {
    self.init(nodes: builder())
  }

  /// The tree of these keys.
  public init(nodes: [DeepCodingNode<Root>]) {
    let leaves = nodes.flatMap(\.leaves)
    plan = LeafPlan(
      of: Root.self, leaves.map { ($0.path, $0.leaf.property, $0.leaf.encoded != nil) })
    let byEdge = Dictionary(zip(plan.edges, leaves.map(\.leaf)), uniquingKeysWith: { $1 })
    decoded = plan.tree.orderedEdges.compactMap { edge in
      byEdge[edge]?.decoded.map { (edge, $0) }
    }
    encoded = byEdge.compactMapValues(\.encoded)
  }
}

extension DeepCodingTree where Root: DeepDecodable {
  /// Decodes the leaves into `target`; in an update, only those that are there.
  func decode(from decoder: any Decoder, into target: inout Root, isUpdate: Bool = false) throws {
    try plan.read(decoder) { source in
      func isNeeded(_ leaf: DecodedLeaf<Root>) -> Bool {
        !leaf.isOptional && !leaf.hasValue(target)
      }
      var missing: [Int] = []
      for (edge, leaf) in decoded {
        guard let place = try source.place(at: edge) else {
          if !isUpdate, isNeeded(leaf) { missing.append(edge) }
          continue
        }
        // Null for a value that is required is the decoder's own error. A default of an optional
        // stands when the key is missing, not when it is null.
        if try !source.isNull(place) || isNeeded(leaf) {
          try leaf.decode(source, place, &target)
        } else {
          leaf.decodeNull(&target)
        }
      }
      if !missing.isEmpty { throw source.missing(plan.paths(missing)) }
    }
  }
}

extension DeepCodingTree where Root: DeepEncodable {
  /// Encodes the leaves of `root` that have a value.
  func encode(_ root: Root, to encoder: any Encoder) throws {
    try encode(plan.tree.keys(under: nil), of: root, to: plan.writer(encoder))
  }

  private func encode(_ edges: [Int], of root: Root, to map: MemberWriter) throws {
    for edge in edges {
      guard case .key(let name) = plan.tree.edges[edge].step else { continue }
      guard let leaf = encoded[edge] else {
        let below = plan.tree.keys(under: edge)
        guard below.contains(where: { hasContent($0, root) }) else { continue }
        try encode(below, of: root, to: map.branch(name, number: edge))
        continue
      }
      switch leaf.presence(in: root) {
      case .absent: break
      case .null: try map.appendNull(name, number: edge)
      case .value: try leaf.encode(root, map, name, edge)
      }
    }
  }

  /// Whether anything of a key is written.
  private func hasContent(_ edge: Int, _ root: Root) -> Bool {
    if let leaf = encoded[edge] { return leaf.presence(in: root) != .absent }
    return plan.tree.keys(under: edge).contains { hasContent($0, root) }
  }
}
