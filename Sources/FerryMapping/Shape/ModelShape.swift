import FerryPath

/// An initialiser and the tree that its arguments come from.
///
/// Types see it as `Shape`.
public struct ModelShape<Root>: @unchecked Sendable {
  // Sendable: constants only; the key paths in them are literals of the type's own.

  let decode: (any Decoder) throws -> Root
  let encode: (Root, any Encoder) throws -> Void

  /// The arguments of `initialiser`, in their order, are the leaves of the tree.
  public init<each Value: Codable>(
    _ initialiser: @escaping (repeat each Value) -> Root,
    @ShapeBuilder<Root> _ leaves: () -> ShapeLeaves<Root, repeat each Value>
  ) {
    let leaves = leaves()
    var paths: [[String]] = []
    repeat paths.append((each leaves.leaves).path)
    let plan = ShapePlan(of: Root.self, paths)
    decode = { decoder in
      let source = try plan.source(decoder)
      repeat try source.check(each leaves.leaves)
      try source.throwMissing()
      return initialiser(repeat try source.next(each leaves.leaves))
    }
    encode = { root, encoder in
      let writer = try plan.writer(encoder)
      repeat try writer.next(root, each leaves.leaves)
    }
  }
}

/// The paths of a shape's leaves, in order.
final class ShapePlan: @unchecked Sendable {
  // Sendable: constants only.

  let number = PlanNumber.next()
  let tree: PathTree
  let table: PathTable
  /// The last edge of each leaf.
  let edges: [Int]
  private let problem: MappingError?

  init(of type: Any.Type, _ paths: [[String]]) {
    var tree = PathTree()
    var edges: [Int] = []
    var problem: MappingError?
    for keys in paths {
      let path = WirePath(keys: keys)
      guard let edge = tree.insert(path) else {
        problem = MappingError(type, "a leaf without a key")
        edges.append(0)
        continue
      }
      if edges.contains(edge) { problem = MappingError(type, "two properties claim '\(path)'") }
      edges.append(edge)
    }
    for edge in edges where edge < tree.edges.count && tree.edges[edge].level != nil {
      problem = MappingError(type, "'\(tree.edges[edge].path)' is a property and a branch")
    }
    self.tree = tree
    table = PathTable(tree)
    self.edges = edges
    self.problem = problem
  }

  func source(_ decoder: any Decoder) throws -> ShapeSource {
    if let problem { throw problem }
    if let tape = tapeDecoder(decoder) { return try ShapeSource(self, tape) }
    return ShapeSource(self, try decoder.container(keyedBy: WireKey.self))
  }

  func writer(_ encoder: any Encoder) throws -> ShapeWriter {
    if let problem { throw problem }
    return ShapeWriter(
      self,
      Result {
        if let tape = tapeEncoder(encoder) {
          MemberWriter(try tape.members(ofPlan: number))
        } else {
          MemberWriter(encoder.container(keyedBy: WireKey.self))
        }
      })
  }
}
