import FerryBytes
internal import FerryJSON
package import FerryPath
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
    over window: ByteView, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    while !isDone, step(window, &found) {}
    if isLast, !isDone { finish(&found) }
    // Nothing of a value on the way is wanted; a key that may be the right one is, as a whole.
    let isWanted =
      isThere
      ? members.isInValue : members.isInKey && members.token.count <= descent.longestKey
    return isWanted && !isDone ? members.start : members.offset
  }

  /// - Returns: false when more bytes are needed.
  private mutating func step(
    _ window: ByteView, _ found: inout RecordRanges
  ) -> Bool {
    if isThere, unit == .elements {
      members.passElements(of: window, to: &found.ranges)
    }
    let event = members.next(in: window)
    switch event {
    case .needsMore: return false
    case .failed(let kind): fail(kind, at: members.offset, &found)
    case _ where !isThere:
      switch descent.take(event, of: &members, in: window) {
      case nil: break
      case .found:
        isThere = true
        if unit == .elements, members.enter(in: window) == nil {
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

/// Goes down a path in a JSON document that comes in windows, passing over everything else.
///
/// Of equal keys the first counts, as everywhere.
struct PathDescent: Sendable {
  enum Outcome: Sendable {
    /// The value that begins is at the path.
    case found
    /// There is no such value.
    case missing(PathMiss)
  }

  private let steps: [WirePath.Step]
  /// Containers on the path that were entered.
  private var level = 0
  private var isMap = false
  /// Where the path leads in the innermost.
  private var wanted = WirePath.Step.Move.nowhere
  /// Members of the innermost that were passed.
  private var index = 0
  private var isRightKey = false
  /// The keys of the map so far, as they stand in the text, for a report.
  private var keys: [[UInt8]] = []

  init(_ path: WirePath) {
    steps = path.steps
  }

  /// Takes an event of `members`, which it lets enter what is on the path.
  mutating func take(
    _ event: MemberScan.Event, of members: inout MemberScan, in window: ByteView
  ) -> Outcome? {
    switch event {
    case .key:
      // The start of a longer one is gone.
      guard members.token.lowerBound >= 0 else {
        isRightKey = false
        return nil
      }
      let key = ByteView(rebasing: window[members.token])
      isRightKey = isWanted(key)
      // Nobody reads more.
      if keys.count < 1000, key.count <= Self.longestShownKey { keys.append(Array(key)) }
    case .begins:
      if level > 0, isMap ? !isRightKey : !isWantedElement { return nil }
      if level == steps.count { return .found }
      return enter(&members, in: window)
    case .value: index += 1
    case .closed:
      level -= 1
      return miss(isMap ? .object(keys: keys.map(Self.text)) : .array(count: index))
    case .needsMore, .failed: break
    }
    return nil
  }

  private mutating func enter(
    _ members: inout MemberScan, in window: ByteView
  ) -> Outcome? {
    let byte = window[members.start]
    let isMap: Bool? = byte == 0x7B ? true : byte == 0x5B ? false : nil
    wanted = steps[level].move(inMap: isMap)
    if case .nowhere = wanted {
      // Where a key is wanted, nobody asks for the number of elements.
      if isMap == false { return miss(.array(count: 0)) }
      let isNumber = byte == 0x2D || byte &- 0x30 < 10
      let scalar = byte == 0x22 ? "text" : isNumber ? "a number" : "another scalar"
      return miss(.other(isMap == true ? "an object" : scalar))
    }
    self.isMap = members.enter(in: window) ?? false
    level += 1
    index = 0
    keys.removeAll(keepingCapacity: true)
    return nil
  }

  private func miss(_ found: PathMiss.Found) -> Outcome {
    .missing(PathMiss(depth: level, found: found))
  }

  private static var longestShownKey: Int { 200 }

  /// Bytes of a key that is of interest, at most: an escape has up to six bytes for one.
  var longestKey: Int {
    guard case .member(let key) = wanted else { return Self.longestShownKey }
    return max(6 * key.utf8.count + 2, Self.longestShownKey)
  }

  private var isWantedElement: Bool {
    if case .element(index) = wanted { true } else { false }
  }

  /// Whether `key`, which stands in quotes, is that of the path.
  private func isWanted(_ key: ByteView) -> Bool {
    guard case .member(let wanted) = wanted else { return false }
    guard key.contains(0x5C) else {
      return key.dropFirst().dropLast().elementsEqual(wanted.utf8)
    }
    return Self.text(Array(key)).utf8.elementsEqual(wanted.utf8)
  }

  /// The key that stands in quotes as `bytes`; as it stands there if it is no string.
  private static func text(_ bytes: [UInt8]) -> String {
    JSONReader.string(bytes) ?? String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
