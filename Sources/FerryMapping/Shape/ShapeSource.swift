import FerryCoding
import FerryPath

/// Where the leaves of a shape are read from, one after the other.
final class ShapeSource {
  private enum Input {
    case tape(TapeDecoder, found: [Int32])
    case foreign(ForeignMembers)
  }

  private let plan: ShapePlan
  private let input: Input
  private var position = 0

  init(_ plan: ShapePlan, _ decoder: TapeDecoder) throws {
    self.plan = plan
    guard decoder.view[decoder.node].kind == .map else {
      throw decoder.mismatch([String: Any].self)
    }
    var found = [Int32](repeating: -1, count: max(plan.tree.edges.count, 1))
    unsafe found.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      // Paths of keys lead through no lists, so there are no packed ones.
      _ = unsafe plan.table.visit(decoder.view, from: decoder.node, found: base)
    }
    input = .tape(decoder, found: found)
  }

  init(_ plan: ShapePlan, _ container: KeyedDecodingContainer<WireKey>) {
    self.plan = plan
    input = .foreign(ForeignMembers(container))
  }

  // MARK: What is missing

  /// Looks for the keys that are required.
  /// - Throws: one error for all that are missing; a type mismatch if a branch is there but is no
  ///   map.
  func check() throws {
    var missing: [String] = []
    for (member, edge) in zip(plan.members, plan.edges) {
      if try !isThere(edge), member.isRequired {
        missing.append(plan.tree.edges[edge].path.description)
      }
    }
    guard let first = missing.first else { return }
    if case .tape(let decoder, _) = input {
      throw decoder.missing(missing, arePaths: true)
    }
    let list = missing.map { "\"\($0)\"" }.joined(separator: ", ")
    throw DecodingError.keyNotFound(
      WireKey(first),
      DecodingError.Context(
        codingPath: [], debugDescription: "No values associated with keys \(list)."))
  }

  /// Whether there is a value at the end of `edge`, be it null.
  /// - Throws: a type mismatch if a branch on the way is there but is no map.
  func isThere(_ edge: Int) throws -> Bool {
    switch input {
    case .tape(let decoder, let found):
      if found[edge] >= 0 { return true }
      try checkShape(above: edge, decoder, found)
      return false
    case .foreign(let root): return try root.parent(of: plan.tree.edges[edge].path) != nil
    }
  }

  private func checkShape(
    above edge: Int, _ decoder: TapeDecoder, _ found: [Int32]
  ) throws {
    var parent = plan.tree.edges[edge].parent
    while let edge = parent {
      if found[edge] >= 0 {
        let node = decoder.view.resolved(Int(found[edge]))
        guard decoder.view[node].kind == .map || decoder.view.isNull(at: node) else {
          throw decoder.mismatch([String: Any].self, at: node)
        }
        return
      }
      parent = plan.tree.edges[edge].parent
    }
  }

  // MARK: Values

  /// The value of the next member, whose type is `type`.
  func next<Root, Value: Codable>(of root: Root.Type, as type: Value.Type) throws -> Value {
    defer { position += 1 }
    // Members are in the order of the types.
    let member = unsafe unsafeDowncast(
      plan.members[position], to: TypedShapeMember<Root, Value>.self)
    return try member.value(plan.edges[position], in: self)
  }

  /// Whether the value at the end of `edge` is missing or null.
  func isNothing(_ edge: Int) throws -> Bool {
    switch input {
    case .tape(let decoder, let found):
      return found[edge] < 0 || decoder.view.isNull(at: Int(found[edge]))
    case .foreign(let root): return try root.isNothing(at: plan.tree.edges[edge].path)
    }
  }

  /// The value at the end of `edge`.
  func value<Value: Decodable>(_ type: Value.Type, _ edge: Int) throws -> Value {
    switch input {
    case .tape(let decoder, let found): try decoder.value(type, at: Int(found[edge]))
    case .foreign(let root): try root.value(type, at: plan.tree.edges[edge].path)
    }
  }
}

/// Where the leaves of a shape are written to, one after the other.
final class ShapeWriter {
  private let plan: ShapePlan
  private let maps: BranchedWriter
  private var position = 0

  init(_ plan: ShapePlan, _ root: Result<MemberWriter, any Error>) {
    self.plan = plan
    maps = BranchedWriter(root, plan.tree)
  }

  /// Writes the next member of `root`, whose type is `type`.
  func writeNext<Root, Value: Codable>(of root: Root, as type: Value.Type) throws {
    defer { position += 1 }
    // Members are in the order of the types.
    let member = unsafe unsafeDowncast(
      plan.members[position], to: TypedShapeMember<Root, Value>.self)
    try member.write(root, plan.edges[position], to: self)
  }

  /// Writes `value` at the end of `edge`.
  func append<Value: Encodable>(_ value: Value, _ edge: Int) throws {
    let map = try maps.map(plan.tree.edges[edge].parent)
    try map.append(value, maps.name(edge), number: edge)
  }

  /// Writes null at the end of `edge`.
  func appendNull(_ edge: Int) throws {
    let map = try maps.map(plan.tree.edges[edge].parent)
    try map.appendNull(maps.name(edge), number: edge)
  }
}
