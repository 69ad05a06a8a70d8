/// The innermost container that is being written to a tape.
///
/// The outer containers need no stack: the header of an open container stores the state to restore
/// when the container is innermost again.
///
/// ```
/// open    kind | count so far       | index of the parent's header, plus 1   (always <= own index)
/// closed  kind | number of elements | index after the contents               (always >  own index)
/// ```
@frozen @usableFromInline
package struct OpenContainer: Sendable {
  /// Index of the header, or -1 outside of any container.
  @usableFromInline package private(set) var header: Int
  /// The number of elements or members so far.
  @usableFromInline package var count: Int
  /// The number of open containers.
  @usableFromInline package private(set) var depth: Int
  @usableFromInline package private(set) var kind: NodeKind

  @inlinable
  package init() {
    header = -1
    count = 0
    depth = 0
    kind = .list
  }

  @inlinable package var isMap: Bool { kind == .map }

  /// The default limit for nested containers in coders.
  @inlinable package static var standardLimit: Int { 512 }

  /// Appends a header to `tape` and enters the container.
  /// - Throws: `depthLimit` if `limit` containers are open already.
  @inlinable
  package mutating func open(
    _ kind: NodeKind, on tape: inout Tape, limit: Int
  ) throws(WireFailure) {
    if depth >= limit { try Self.refuse(at: tape.count) }
    let index = tape.count
    try tape.append(Node(kind, payload: header &+ 1))
    if header >= 0 {
      let outer = tape.node(at: header)
      tape.replace(
        header, with: Node(outer.kind, length: Self.saturated(count), payload: outer.payload))
    }
    header = index
    count = 0
    depth &+= 1
    self.kind = kind
  }

  @usableFromInline @inline(never)
  static func refuse(at node: Int) throws(WireFailure) {
    throw WireFailure(.depthLimit, node: node)
  }

  /// Completes the header and returns to the parent. The count of the parent does not change.
  @inlinable
  package mutating func close(on tape: inout Tape) {
    let parent = tape.node(at: header).payload &- 1
    tape.replace(
      header,
      with: Node(kind, length: Self.saturated(count), payload: tape.count))
    depth &-= 1
    header = parent
    if parent >= 0 {
      let outer = tape.node(at: parent)
      count = outer.length
      kind = outer.kind
    } else {
      count = 0
      kind = .list
    }
  }

  @inlinable
  static func saturated(_ count: Int) -> Int { min(count, Node.maximumLength) }
}
