import FerryCoding
import FerryPath

/// The tree of keys whose leaves a coding tree or a shape names, made once for a type.
package final class LeafPlan: Sendable {
  private let number = PlanNumber.next()
  package let tree: PathTree
  /// The last edge of each leaf; fewer if there is a problem.
  package let edges: [Int]
  private let table: PathTable
  private let problem: MappingError?

  package init(
    of type: any Any.Type, _ leaves: [(path: [String], property: String, isWritten: Bool)]
  ) {
    var claims = PathClaims(type, for: .both)
    var edges: [Int] = []
    var problem: MappingError?
    do throws(MappingError) {
      for leaf in leaves {
        edges.append(try claims.claim(WirePath(keys: leaf.path), for: leaf.property))
      }
      try claims.checkBranches(zip(edges, leaves).filter(\.1.isWritten).map(\.0))
    } catch {
      problem = error
    }
    tree = claims.tree
    table = PathTable(tree)
    self.edges = edges
    self.problem = problem
  }

  /// Calls `body` with the members of the map that `decoder` is at.
  package func read<R>(_ decoder: any Decoder, _ body: (MemberSource) throws -> R) throws -> R {
    if let problem { throw problem }
    guard let tape = tapeDecoder(decoder) else {
      let container = try decoder.container(keyedBy: TapeKey.self)
      return try body(MemberSource(tree, container, at: decoder.codingPath))
    }
    guard tape.view[tape.node].kind == .map else { throw tape.mismatch([String: Any].self) }
    return try unsafe withUnsafeTemporaryAllocation(
      of: Int32.self, capacity: max(table.edgeCount, 1)
    ) { buffer in
      guard let found = buffer.baseAddress else { throw tape.mismatch([String: Any].self) }
      try unsafe tape.visit(table, found)
      return try unsafe body(MemberSource(tree, tape, found: found))
    }
  }

  /// Where the members of the value of `encoder` are written to.
  package func writer(_ encoder: any Encoder) throws -> MemberWriter {
    if let problem { throw problem }
    return try MemberWriter(encoder, plan: number)
  }

  /// The paths of edges, as errors have them.
  package func paths(_ edges: [Int]) -> [String] { edges.map { tree.edges[$0].path.description } }
}

/// The decoder as Ferry's own, if it is one.
func tapeDecoder(_ decoder: any Decoder) -> TapeDecoder? {
  func opened<D: Decoder>(_ decoder: D) -> TapeDecoder? {
    // The metatypes are compared: a cast costs ten times as much. They are the same type then.
    unsafe D.self == TapeDecoder.self ? unsafeBitCast(decoder, to: TapeDecoder.self) : nil
  }
  return opened(decoder)
}

/// The encoder as Ferry's own, if it is one.
func tapeEncoder(_ encoder: any Encoder) -> TapeEncoder? {
  func opened<E: Encoder>(_ encoder: E) -> TapeEncoder? {
    // As above.
    unsafe E.self == TapeEncoder.self ? unsafeBitCast(encoder, to: TapeEncoder.self) : nil
  }
  return opened(encoder)
}
