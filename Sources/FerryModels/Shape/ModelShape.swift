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
    let plan = LeafPlan(of: Root.self, members.map { ($0.path, $0.property, true) })
    let all = members
    decode = { decoder in
      try plan.read(decoder) { source in
        let missing = try zip(all, plan.edges).filter { member, edge in
          try source.place(at: edge) == nil && member.isRequired
        }
        if !missing.isEmpty { throw source.missing(plan.paths(missing.map(\.1))) }
        let walk = ShapeWalk(all, plan.edges)
        return initialiser(
          repeat try walk.next(of: Root.self, as: (each Value).self) {
            try $0.value($1, in: source)
          })
      }
    }
    encode = { root, encoder in
      let writer = BranchedWriter(.success(try plan.writer(encoder)), plan.tree)
      let walk = ShapeWalk(all, plan.edges)
      repeat try walk.next(of: Root.self, as: (each Value).self) {
        try $0.write(root, $1, to: writer)
      }
    }
  }
}

/// The leaves of a shape, one after the other.
private final class ShapeWalk {
  private let members: [ShapeMember]
  private let edges: [Int]
  private var position = 0

  init(_ members: [ShapeMember], _ edges: [Int]) {
    self.members = members
    self.edges = edges
  }

  /// Calls `body` with the next member, whose type is `type`, and its edge.
  func next<Root, Value: Codable, R>(
    of root: Root.Type, as type: Value.Type,
    _ body: (TypedShapeMember<Root, Value>, Int) throws -> R
  ) throws -> R {
    defer { position += 1 }
    // Members are in the order of the types.
    let member = unsafe unsafeDowncast(
      members[position], to: TypedShapeMember<Root, Value>.self)
    return try body(member, edges[position])
  }
}
