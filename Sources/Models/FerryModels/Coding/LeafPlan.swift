import FerryCoding
import FerryBase

/// The tree of keys for the leaves of a coding tree or a shape. It is made once per type.
package final class LeafPlan: Sendable {
  private let number = PlanNumber.next()
  package let tree: PathTree
  /// The last edge of each leaf; shorter if there is a problem.
  package let edges: [Int]
  private let table: PathTable
  private let problem: Problem?

  package init(
    of type: any Any.Type, _ leaves: [(path: [String], property: String, isWritten: Bool)]
  ) {
    var claims = PathClaims(type, for: .both)
    var edges: [Int] = []
    var problem: Problem?
    do throws(Problem) {
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

  /// Calls `body` with the members of the object at `decoder`.
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
      try unsafe tape.visit(tree, table, found)
      return try unsafe body(MemberSource(tree, tape, found: found))
    }
  }

  /// Returns the writer of the members of the value at `encoder`.
  package func writer(_ encoder: any Encoder) throws -> MemberWriter {
    if let problem { throw problem }
    return try MemberWriter(encoder, plan: number)
  }

  /// Returns the paths of edges in the form that errors use.
  package func paths(_ edges: [Int]) -> [String] { edges.map { tree.edges[$0].path.description } }
}

/// Returns the decoder as Ferry's own, or `nil` if it is another library's.
func tapeDecoder(_ decoder: any Decoder) -> TapeDecoder? {
  func opened<D: Decoder>(_ decoder: D) -> TapeDecoder? {
    // Comparing metatypes is ten times as fast as a cast. It proves that the types are the same.
    unsafe D.self == TapeDecoder.self ? unsafeBitCast(decoder, to: TapeDecoder.self) : nil
  }
  return opened(decoder)
}

/// Returns the encoder as Ferry's own, or `nil` if it is another library's.
func tapeEncoder(_ encoder: any Encoder) -> TapeEncoder? {
  func opened<E: Encoder>(_ encoder: E) -> TapeEncoder? {
    // The metatypes are compared for the same reason as above.
    unsafe E.self == TapeEncoder.self ? unsafeBitCast(encoder, to: TapeEncoder.self) : nil
  }
  return opened(encoder)
}
