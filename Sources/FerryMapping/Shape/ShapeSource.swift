import FerryCoding
import FerryPath

/// Where the leaves of a shape are read from, one after the other.
final class ShapeSource {
  private enum Input {
    case tape(TapeDecoder, found: [Int32])
    case foreign(KeyedDecodingContainer<WireKey>)
  }

  private let plan: ShapePlan
  private let input: Input
  private var position = 0
  private var missing: [String] = []

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
    input = .foreign(container)
  }

  // MARK: First round: what is missing

  /// Notes the next leaf if its key is required and missing.
  /// - Throws: a type mismatch if a branch is there but is no map.
  func check<Root, Value>(_ leaf: ShapeLeaf<Root, Value>) throws {
    let edge = plan.edges[position]
    position += 1
    let isThere: Bool
    switch input {
    case .tape(let decoder, let found):
      isThere = found[edge] >= 0
      if !isThere { try checkShape(above: edge, decoder, found) }
    case .foreign(let container):
      isThere = try Self.parent(of: plan.tree.edges[edge].path, container) != nil
    }
    if !isThere, leaf.absent == nil { missing.append(plan.tree.edges[edge].path.description) }
  }

  /// Ends the first round.
  /// - Throws: one error for all keys that are missing.
  func throwMissing() throws {
    position = 0
    guard let first = missing.first else { return }
    if case .tape(let decoder, _) = input {
      throw decoder.missing(WireKey(first), allOf: missing)
    }
    let list = missing.map { "\"\($0)\"" }.joined(separator: ", ")
    throw DecodingError.keyNotFound(
      WireKey(first),
      DecodingError.Context(
        codingPath: [], debugDescription: "No values associated with keys \(list)."))
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

  // MARK: Second round: values

  /// The value of the next leaf.
  func next<Root, Value: Decodable>(_ leaf: ShapeLeaf<Root, Value>) throws -> Value {
    let edge = plan.edges[position]
    position += 1
    switch input {
    case .tape(let decoder, let found):
      let node = Int(found[edge])
      if let absent = leaf.absent, node < 0 || decoder.view.isNull(at: node) { return absent }
      return try decoder.value(Value.self, at: node)
    case .foreign(let container):
      let path = plan.tree.edges[edge].path
      guard case .key(let name)? = path.steps.last,
        let parent = try Self.parent(of: path, container)
      else {
        if let absent = leaf.absent { return absent }
        throw DecodingError.valueNotFound(
          Value.self,
          DecodingError.Context(codingPath: container.codingPath, debugDescription: "No '\(path)'.")
        )
      }
      let key = WireKey(name)
      if let absent = leaf.absent, try parent.decodeNil(forKey: key) { return absent }
      return try parent.decode(Value.self, forKey: key)
    }
  }

  /// The container that has the last key of a path, if there is one.
  private static func parent(
    of path: WirePath, _ root: KeyedDecodingContainer<WireKey>
  ) throws -> KeyedDecodingContainer<WireKey>? {
    var container = root
    for step in path.steps.dropLast() {
      guard case .key(let name) = step, container.contains(WireKey(name)),
        try !container.decodeNil(forKey: WireKey(name))
      else { return nil }
      container = try container.nestedContainer(keyedBy: WireKey.self, forKey: WireKey(name))
    }
    guard case .key(let name)? = path.steps.last, container.contains(WireKey(name)) else {
      return nil
    }
    return container
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

  /// Writes the value of the next leaf, unless it is nil.
  func next<Root, Value: Encodable>(_ root: Root, _ leaf: ShapeLeaf<Root, Value>) throws {
    let edge = plan.edges[position]
    position += 1
    let value = root[keyPath: leaf.property]
    if Value.self is any NilRepresenting.Type, isNilValue(value) { return }
    var map = try maps.map(plan.tree.edges[edge].parent)
    try map.append(value, maps.name(edge), number: edge)
  }
}
