/// A reader of a document that becomes a tape.
///
/// Errors are rare, so a reader stores no locations. It knows the node of the tape or the offset at
/// which it met an error; the outermost call asks for the rest, and the reader reads again to find it.
@usableFromInline
package protocol TapeSource: ~Copyable {
  /// Appends the document in `input` to `tape`.
  mutating func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure)

  /// Returns the offset in `input` of the value that became `node` of the tape; `nil` if it has none.
  mutating func offset(ofNode node: Int, in input: ByteView) -> Int?

  /// Returns the offsets of all values in one pass; none if the reader cannot find them.
  func offsets(in input: ByteView) -> [Int]

  /// Returns the location of an offset. It is called with ascending offsets for several values.
  func place(of offset: Int, _ cursor: inout PlaceCursor) -> SourcePlace

  /// Returns what the reader knows about its failure.
  func problem(_ failure: WireFailure, in input: ByteView) -> Problem
}

extension TapeSource where Self: ~Copyable {
  @usableFromInline
  package mutating func offset(ofNode node: Int, in input: ByteView) -> Int? {
    Tape.offset(ofNode: node) { tape throws(WireFailure) in try read(input, into: &tape) }
  }

  @usableFromInline package func offsets(in input: ByteView) -> [Int] { [] }

  @usableFromInline
  package func place(of offset: Int, _ cursor: inout PlaceCursor) -> SourcePlace {
    cursor.place(of: offset)
  }

  @usableFromInline
  package func problem(_ failure: WireFailure, in input: ByteView) -> Problem {
    Problem(failure)
  }

  /// Returns the place of a node or an offset, as far as it is known.
  package mutating func location(
    _ location: Problem.Location, _ cursor: inout PlaceCursor
  ) -> Problem.Location {
    switch location {
    case .offset(let offset): .place(place(of: offset, &cursor))
    case .node(let node):
      offset(ofNode: node, in: cursor.input).map { .place(place(of: $0, &cursor)) } ?? .unknown
    case .place, .unknown: location
    }
  }
}

/// A document that is on a tape already, and whose values have no location.
package struct UnplacedSource: TapeSource {
  package init() {}
  package func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {}
  package func offset(ofNode node: Int, in input: ByteView) -> Int? { nil }
}
