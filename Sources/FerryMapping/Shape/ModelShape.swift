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
    var members: [ShapeMember] = []
    repeat members.append(TypedShapeMember(each leaves.leaves))
    let plan = ShapePlan(of: Root.self, members)
    decode = { decoder in
      let source = try plan.source(decoder)
      try source.check()
      return initialiser(repeat try source.next(of: Root.self, as: (each Value).self))
    }
    encode = { root, encoder in
      let writer = try plan.writer(encoder)
      repeat try writer.writeNext(of: root, as: (each Value).self)
    }
  }
}

/// The leaves of a shape, in order, and the tree of their paths.
final class ShapePlan: @unchecked Sendable {
  // Sendable: constants only.

  let members: [ShapeMember]

  let number = PlanNumber.next()
  let tree: PathTree
  let table: PathTable
  /// The last edge of each leaf.
  let edges: [Int]
  private let problem: MappingError?

  init(of type: Any.Type, _ members: [ShapeMember]) {
    var tree = PathTree()
    var edges: [Int] = []
    var problem: MappingError?
    for member in members {
      let path = WirePath(keys: member.path)
      guard let edge = tree.insert(path) else {
        problem = MappingError(type, "a leaf without a key")
        edges.append(0)
        continue
      }
      if let other = edges.firstIndex(of: edge) {
        let names = "'\(members[other].property)' and '\(member.property)'"
        problem = MappingError(type, "\(names) both claim the key '\(path)'")
      }
      edges.append(edge)
    }
    for edge in edges where edge < tree.edges.count && tree.edges[edge].level != nil {
      problem = MappingError(type, "'\(tree.edges[edge].path)' is a property and a branch")
    }
    self.members = members
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
