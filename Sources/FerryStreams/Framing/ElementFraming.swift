package import FerryPath
internal import FerryBytes
internal import FerryTape

/// The elements of a list, or the values of a map, at a path of one large JSON document; or the one
/// value there.
///
/// What is passed on the way is checked for brackets and strings only. Behind a list that is the
/// whole document nothing may follow; behind one at a path, nothing is looked at.
package struct ElementFraming: Framing {
  /// What becomes a record.
  package enum Unit: Sendable {
    /// Every element of the list at the path, every value of the map.
    case elements
    /// The value at the path.
    case value
  }

  private let unit: Unit
  private let isWholeDocument: Bool
  private var members: MemberScan
  private var descent: PathDescent
  /// Whether the path was gone down.
  private var isThere = false
  package private(set) var isDone = false

  /// A framing for what is at `path`, which has no wildcards.
  package init(
    _ path: WirePath, unit: Unit = .elements, usesWideBlocks: Bool = Processor.hasWideBlocks
  ) {
    self.unit = unit
    members = MemberScan(usesWideBlocks: usesWideBlocks)
    descent = PathDescent(path)
    isWholeDocument = path.isRoot
  }

  package func mayEnd(with byte: UInt8) -> Bool { byte == 0x2C || byte == 0x5D || byte == 0x7D }

  package mutating func drop(_ count: Int) { members.drop(count) }

  package mutating func advance(
    over window: UnsafeBufferPointer<UInt8>, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    while !isDone, unsafe step(window, &found) {}
    if isLast, !isDone { finish(&found) }
    // Nothing of a value on the way is wanted; a key that may be the right one is, as a whole.
    let isWanted =
      isThere
      ? members.isInValue : members.isInKey && members.token.count <= descent.longestKey
    return isWanted && !isDone ? members.start : members.offset
  }

  /// - Returns: false when more bytes are needed.
  private mutating func step(
    _ window: UnsafeBufferPointer<UInt8>, _ found: inout RecordRanges
  ) -> Bool {
    if isThere, unit == .elements {
      unsafe members.passElements(of: window, to: &found.ranges)
    }
    let event = unsafe members.next(in: window)
    switch event {
    case .needsMore: return false
    case .failed(let kind): fail(kind, at: members.offset, &found)
    case _ where !isThere:
      switch unsafe descent.take(event, of: &members, in: window) {
      case nil: break
      case .found:
        isThere = true
        if unit == .elements, unsafe members.enter(in: window) == nil {
          fail(.typeMismatch, at: members.start, &found)
        }
      case .missing(let miss):
        found.miss = miss
        fail(.keyNotFound, at: members.offset, &found)
      }
    case .value:
      found.ranges.append(members.token)
      isDone = unit == .value
    case .closed where isWholeDocument: members.leave(to: .document)
    case .closed: isDone = true
    case .key, .begins: break
    }
    return true
  }

  /// At the end of the input.
  private mutating func finish(_ found: inout RecordRanges) {
    if isThere, members.isInValue { found.ranges.append(members.token) }
    // Of half a list, map or string the reader tells how it is half.
    if !members.isBehindAll, !isThere || !members.isInNested {
      fail(.unexpectedEnd, at: members.offset, &found)
    }
    isDone = true
  }

  private mutating func fail(_ kind: FailureKind, at offset: Int, _ found: inout RecordRanges) {
    found.failure = WireFailure(kind, offset: offset)
    isDone = true
  }
}
