/// The innermost container that is being written to a tape.
///
/// The outer ones need no stack: the header of a container that is still open holds what will be
/// needed when it is innermost again.
///
/// ```
/// open    kind | count so far       | index of the parent's header, plus 1   (always <= own index)
/// closed  kind | number of elements | index behind the contents              (always >  own index)
/// ```
@frozen @usableFromInline
package struct OpenContainer: Sendable {
  /// Index of the header, or -1 outside of any container.
  @usableFromInline package private(set) var header: Int
  /// Elements so far, or key-value pairs.
  @usableFromInline package var count: Int
  /// How many containers are open.
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

  /// How many containers coders allow inside each other, unless they are told otherwise.
  @inlinable package static var standardLimit: Int { 512 }

  /// Appends a header to `tape` and enters it.
  /// - Throws: `depthLimit` when `limit` containers are open already.
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

  /// Completes the header and returns to the parent, whose count is not changed.
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
