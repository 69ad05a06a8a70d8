package import FerryCoders
package import FerryBase
internal import FerryJSONEngine

/// A framing that cuts one large JSON document into pieces that can be read one by one: values of
/// moderate size, and the brackets and keys around them.
///
/// ```
/// {"meta":{"n":1},"items":[{"id":1},{"id":2}, ... ],"last":0}
/// ^^----- ~~~~~~~ -------^ ~~~~~~~~ ~~~~~~~~       ^ ----- ~^
/// open    value   key    open  value    value  close  key  value  close
/// ```
///
/// A value that ends in the window is one piece. A value that does not is entered and cut in turn,
/// down to a few levels. Memory has to hold any value at a deeper level.
package struct OutlineFraming: Framing {
  private var members = MemberScan()
  private var levels: [OutlineLevel] = []
  package private(set) var isDone = false

  /// The largest number of nested containers that are entered. Each level scans its text once more.
  package static var deepestLevel: Int { 8 }
  /// The approximate number of bytes up to which a value is not entered.
  private static var moderateSize: Int { Batch.windowSize }

  package init() {}

  package mutating func drop(_ count: Int) { members.drop(count) }

  package mutating func advance(
    over window: ByteView, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    if found.outline == nil { found.outline = Outline(levels: levels) }
    while !isDone, step(window, &found) {}
    if isLast, !isDone { finish(&found) }
    let isWanted = !isDone && (members.isInValue || members.isInKey)
    return isWanted ? members.start : behindVisible(window)
  }

  /// Returns the offset behind the last visible character. An error behind white space is shown
  /// with the line where a person would continue to write.
  private func behindVisible(_ window: ByteView) -> Int {
    let scanned = members.offset
    var end = scanned
    while end > 0, scanned - end < 4096, window[end - 1].isBlank { end -= 1 }
    return scanned - end < 4096 ? end : scanned
  }

  /// - Returns: `false` if the framing needs more bytes.
  private mutating func step(
    _ window: ByteView, _ found: inout RecordRanges
  ) -> Bool {
    switch members.next(in: window) {
    case .begins: break
    case .key:
      found.append(.key, members.token)
      levels[levels.count - 1].key = Array(window[members.token])
    case .value: endValue(&found)
    case .closed:
      found.append(.close, members.offset - 1..<members.offset)
      levels.removeLast()
      levels.endValue()
      members.leave(to: levels.last.map { $0.isMap ? .map : .list } ?? .document)
    case .needsMore:
      // The current container does not end in the window.
      guard members.isInContainer, levels.count < Self.deepestLevel,
        window.count - members.start >= Self.moderateSize,
        let isMap = members.enter(in: window)
      else { return false }
      found.append(isMap ? .openMap : .openList, members.token)
      levels.append(OutlineLevel(isMap: isMap))
    case .failed(let kind): fail(kind, &found)
    }
    return true
  }

  private mutating func endValue(_ found: inout RecordRanges) {
    found.append(.value, members.token)
    levels.endValue()
  }

  /// Ends the framing at the end of the input.
  private mutating func finish(_ found: inout RecordRanges) {
    // The reader reports an incomplete value.
    let isInValue = members.isInValue
    if isInValue { endValue(&found) }
    if isInValue ? !levels.isEmpty : !members.isBehindAll { fail(.unexpectedEnd, &found) }
    isDone = true
  }

  private mutating func fail(_ kind: FailureKind, _ found: inout RecordRanges) {
    found.failure = WireFailure(kind, offset: members.offset)
    isDone = true
  }
}

extension OutlineLevel {
  /// The step to the next value, or to the value of the key that was read.
  package var step: WirePath.Step { isMap ? .key(JSONReader.string(key) ?? "") : .index(count) }
}

extension RecordRanges {
  fileprivate mutating func append(_ piece: Outline.Piece, _ range: Range<Int>) {
    ranges.append(range)
    outline?.pieces.append(piece)
  }
}
