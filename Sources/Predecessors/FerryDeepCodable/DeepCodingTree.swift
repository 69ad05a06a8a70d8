import FerryModels
import FerryBase

/// A tree of the keys of a document, with the property of each leaf.
///
/// Models refer to it as `CodingTree`. It is built once per type. The same key in two blocks is one
/// key.
public struct DeepCodingTree<Root>: @unchecked Sendable {
  // Sendable: all properties are constants.

  /// A builder that collects the keys of a block.
  @resultBuilder
  public enum Builder {
    /// Returns one key.
    public static func buildExpression(_ node: DeepCodingNode<Root>) -> [DeepCodingNode<Root>] {
      [node]
    }
    /// Returns the keys of a block.
    public static func buildBlock(_ nodes: [DeepCodingNode<Root>]...) -> [DeepCodingNode<Root>] {
      nodes.flatMap { $0 }
    }
    /// Returns the keys in an `if`.
    public static func buildOptional(_ nodes: [DeepCodingNode<Root>]?) -> [DeepCodingNode<Root>] {
      nodes ?? []
    }
    /// Returns the keys in an `if` with an `else`.
    public static func buildEither(first nodes: [DeepCodingNode<Root>]) -> [DeepCodingNode<Root>] {
      nodes
    }
    /// Returns the keys in an `else`.
    public static func buildEither(second nodes: [DeepCodingNode<Root>]) -> [DeepCodingNode<Root>] {
      nodes
    }
    /// Returns the keys of a loop.
    public static func buildArray(_ nodes: [[DeepCodingNode<Root>]]) -> [DeepCodingNode<Root>] {
      nodes.flatMap { $0 }
    }
  }

  private let plan: LeafPlan
  /// The decoded leaves, in the order of the tree.
  private let decoded: [(edge: Int, leaf: DecodedLeaf<Root>)]
  /// The encoded leaves, by their edges.
  private let encoded: [Int: EncodedLeaf<Root>]

  /// Creates the tree of the keys in the block.
  public init(@Builder _ builder: () -> [DeepCodingNode<Root>]) {
    self.init(nodes: builder())
  }

  /// Creates the tree of these keys.
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
  /// Decodes the leaves into `target`. If `isUpdate` is true, missing keys are ignored.
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
        // A null in place of a required value is the decoder's own error. A default of an optional
        // property applies to a missing key, but not to null.
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

  /// Returns whether a key has any value to write.
  private func hasContent(_ edge: Int, _ root: Root) -> Bool {
    if let leaf = encoded[edge] { return leaf.presence(in: root) != .absent }
    return plan.tree.keys(under: edge).contains { hasContent($0, root) }
  }
}
