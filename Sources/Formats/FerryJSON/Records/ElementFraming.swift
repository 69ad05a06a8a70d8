package import FerryCoders
package import FerryBase
internal import FerryJSONEngine

/// A framing of one large JSON document. The records are the elements of an array, or the member
/// values of an object, at a path. The record can also be the value at the path itself.
///
/// Skipped values are checked for brackets and strings only. Nothing may follow an array or object
/// that is the whole document. Text behind an array or object at a path is not examined.
package struct ElementFraming: Framing {
  /// The part of the document that becomes a record.
  package enum Unit: Sendable {
    /// Every element of the array, or every member value of the object, at the path.
    case elements
    /// The value at the path.
    case value
  }

  private let unit: Unit
  private let isWholeDocument: Bool
  private var members: MemberScan
  private var descent: PathDescent
  /// Whether the framing has reached the value at the path.
  private var isThere = false
  package private(set) var isDone = false

  /// Creates a framing for the value at `path`, which has no wildcards.
  package init(
    _ path: WirePath, unit: Unit = .elements, usesWideBlocks: Bool = Processor.hasWideBlocks
  ) {
    self.unit = unit
    members = MemberScan(usesWideBlocks: usesWideBlocks)
    descent = PathDescent(path)
    isWholeDocument = path.isRoot
  }

  package func mayEnd(with byte: UInt8) -> Bool { byte == 0x2C || byte == 0x5D || byte == 0x7D }

  package var keepsRecord: Bool { isThere }

  package mutating func drop(_ count: Int) { members.drop(count) }

  package mutating func advance(
    over window: ByteView, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    while !isDone, step(window, &found) {}
    if isLast, !isDone { finish(&found) }
    // The window need not keep a skipped value. It keeps a whole key that may be on the path.
    let isWanted =
      isThere
      ? members.isInValue : members.isInKey && members.token.count <= descent.longestKey
    return isWanted && !isDone ? members.start : members.offset
  }

  /// - Returns: `false` if the framing needs more bytes.
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

  /// Ends the framing at the end of the input.
  private mutating func finish(_ found: inout RecordRanges) {
    if isThere, members.isInValue { found.ranges.append(members.token) }
    // The reader reports an incomplete array, object or string.
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

/// A search for a path in a JSON document that comes in windows. It skips all other values.
///
/// If an object has equal keys, the first one counts, as everywhere.
struct PathDescent: Sendable {
  enum Outcome: Sendable {
    /// The value that begins is at the path.
    case found
    /// The document has no value at the path.
    case missing(PathMiss)
  }

  private let steps: [WirePath.Step]
  /// The number of containers on the path that the search has entered.
  private var level = 0
  private var isMap = false
  /// The next step of the path in the innermost container.
  private var wanted = WirePath.Step.Move.nowhere
  /// The number of values of the innermost container that have ended.
  private var index = 0
  private var isRightKey = false
  /// The keys of the object so far, as spelled in the text, for messages.
  private var keys: [[UInt8]] = []

  init(_ path: WirePath) {
    steps = path.steps
  }

  /// Handles an event of `members`. Enters the containers on the path.
  mutating func take(
    _ event: MemberScan.Event, of members: inout MemberScan, in window: ByteView
  ) -> Outcome? {
    switch event {
    case .key:
      // A longer key has lost its start, which the window no longer holds.
      guard members.token.lowerBound >= 0 else {
        isRightKey = false
        return nil
      }
      let key = ByteView(rebasing: window[members.token])
      isRightKey = isWanted(key)
      // A reader of the message needs no more keys than these.
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
      // If the path needs a key, the number of elements does not matter.
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

  /// The largest number of bytes of a key that the window keeps. An escape takes up to six bytes
  /// for one byte of text.
  var longestKey: Int {
    guard case .member(let key) = wanted else { return Self.longestShownKey }
    return max(6 * key.utf8.count + 2, Self.longestShownKey)
  }

  private var isWantedElement: Bool {
    if case .element(index) = wanted { true } else { false }
  }

  /// Whether `key`, which is in quotes, is the key of the path.
  private func isWanted(_ key: ByteView) -> Bool {
    guard case .member(let wanted) = wanted else { return false }
    guard key.contains(0x5C) else {
      return key.dropFirst().dropLast().elementsEqual(wanted.utf8)
    }
    return Self.text(Array(key)).utf8.elementsEqual(wanted.utf8)
  }

  /// Returns the text of the key in `bytes`, which include the quotes. Returns the bytes between
  /// the quotes if they are not a valid string.
  private static func text(_ bytes: [UInt8]) -> String {
    JSONReader.string(bytes) ?? String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
