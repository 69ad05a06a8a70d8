/// An initialiser, and the tree that provides its arguments.
///
/// Models refer to it as `Shape`.
public struct ModelShape<Root>: @unchecked Sendable {
  // Sendable: all properties are constants, and the key paths in them are literals of the type.

  let decode: (any Decoder) throws -> Root
  let encode: (Root, any Encoder) throws -> Void
  let members: [ShapeMember]

  /// Creates a shape. The leaves of the tree are the arguments of `initialiser`, in order.
  public init<each Value: Codable>(
    _ initialiser: @escaping (repeat each Value) -> Root,
    @ShapeBuilder<Root> _ leaves: () -> ShapeLeaves<Root, repeat each Value>
  ) {
    let leaves = leaves()
    var members: [ShapeMember] = []
    repeat members.append(TypedShapeMember(each leaves.leaves))
    let plan = LeafPlan(of: Root.self, members.map { ($0.path, $0.property, true) })
    let all = members
    self.members = all
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

/// An iterator over the leaves of a shape.
private final class ShapeWalk {
  private let members: [ShapeMember]
  private let edges: [Int]
  private var position = 0

  init(_ members: [ShapeMember], _ edges: [Int]) {
    self.members = members
    self.edges = edges
  }

  /// Calls `body` with the next member, of the type `type`, and its edge.
  func next<Root, Value: Codable, R>(
    of root: Root.Type, as type: Value.Type,
    _ body: (TypedShapeMember<Root, Value>, Int) throws -> R
  ) throws -> R {
    defer { position += 1 }
    // The cast is safe: members are in the order of the types.
    let member = unsafe unsafeDowncast(
      members[position], to: TypedShapeMember<Root, Value>.self)
    return try body(member, edges[position])
  }
}

/// A leaf for reading and writing. It is a class so that code without its type need not look up the
/// type's metadata for each value.
class ShapeMember {
  let path: [String]
  /// Whether a missing key is an error.
  let isRequired: Bool
  /// The name of the property, for errors.
  var property: String { "" }
  /// The type of the property.
  var valueType: any Any.Type { Any.self }

  fileprivate init(path: [String], isRequired: Bool) {
    self.path = path
    self.isRequired = isRequired
  }
}

/// A leaf with a known type.
final class TypedShapeMember<Root, Value: Codable>: ShapeMember {
  private let keyPath: KeyPath<Root, Value>
  /// The byte offset of a stored property in its struct.
  private let offset: Int?
  /// A function that returns the value for a missing key.
  private let absent: (() -> Value)?
  private let isNil: (Value) -> Bool
  /// Whether nil is written as null and null is read as nil, because a missing key is another
  /// value.
  private let hasNull: Bool

  init(_ leaf: ShapeLeaf<Root, Value>) {
    keyPath = leaf.property
    offset = MemoryLayout<Root>.offset(of: leaf.property)
    absent = leaf.absent.map { value in { value } }
    isNil = leaf.isNil
    let nilIsAbsent = leaf.absent.map(leaf.isNil) ?? false
    hasNull = Value.self is any NilRepresenting.Type && !nilIsAbsent
    super.init(path: leaf.path, isRequired: leaf.absent == nil)
  }

  override var property: String { keyPath.propertyName }
  override var valueType: any Any.Type { Value.self }

  /// Returns the value at `edge`.
  func value(_ edge: Int, in source: MemberSource) throws -> Value {
    let place = try source.place(at: edge)
    if let absent, try place.map({ try !hasNull && source.isNull($0) }) ?? true { return absent() }
    guard let place else { throw source.missing([path.joined(separator: ".")]) }
    return try source.value(Value.self, at: place)
  }

  /// Writes the property of `root` at `edge`, unless it is a nil that is omitted.
  func write(_ root: Root, _ edge: Int, to writer: BranchedWriter) throws {
    guard let offset else { return try write(root[keyPath: keyPath], edge, to: writer) }
    // Using a key path costs as much as writing the value.
    try unsafe withUnsafePointer(to: root) { root in
      let value = unsafe UnsafeRawPointer(root) + offset
      // The standard library guarantees that a value of this type is at the offset.
      try write(unsafe value.assumingMemoryBound(to: Value.self).pointee, edge, to: writer)
    }
  }

  private func write(_ value: Value, _ edge: Int, to writer: BranchedWriter) throws {
    if !isNil(value) {
      try writer.append(value, edge)
    } else if hasNull {
      try writer.appendNull(edge)
    }
  }
}
