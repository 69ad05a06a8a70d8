internal import FerryBytes
internal import FerryTape

/// Cuts one large JSON document into pieces that can be read one by one: values of moderate size,
/// and the brackets and keys around them.
///
/// ```
/// {"meta":{"n":1},"items":[{"id":1},{"id":2}, ... ],"last":0}
/// ^^----- ~~~~~~~ -------^ ~~~~~~~~ ~~~~~~~~       ^ ----- ~^
/// open    value   key    open  value    value  close  key  value  close
/// ```
///
/// A value that ends in the window is one piece. One that does not is entered and cut in turn, down
/// to a few levels; what is further down has to fit into memory.
package struct OutlineFraming: Framing {
  private enum State {
    case beforeValue, inNested, inScalar, behindValue
    case beforeKey, inKey, behindKey
    case behindAll, done
  }

  private var state = State.beforeValue
  private var levels: [OutlineLevel] = []
  private var scan = StructureScan()
  private var scanned = 0
  private var start = 0
  /// Whether the container was just entered, so that it may end here.
  private var mayClose = false

  /// Containers that are entered: what is cut into pieces there is looked at once more for each.
  package static var deepestLevel: Int { 8 }
  /// Bytes of a value that is not entered, more or less.
  private static var moderateSize: Int { Feed.windowSize }

  package init() {}

  package var isDone: Bool { state == .done }

  package mutating func drop(_ count: Int) {
    scanned -= count
    start -= count
  }

  package mutating func advance(
    over window: UnsafeBufferPointer<UInt8>, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    if found.outline == nil { found.outline = Outline(levels: levels) }
    while scanned < window.count, state != .done {
      unsafe step(window, &found)
      if found.failure != nil { state = .done }
    }
    if isLast { unsafe finish(window, &found) }
    switch state {
    case .inNested, .inScalar, .inKey: return start
    default: return unsafe behindVisible(window)
    }
  }

  /// Where the blanks begin that were passed last: an error behind them is shown with the line where
  /// a person would go on writing.
  private func behindVisible(_ window: UnsafeBufferPointer<UInt8>) -> Int {
    var end = scanned
    while end > 0, scanned - end < 4096, unsafe window[end - 1].isBlank { end -= 1 }
    return scanned - end < 4096 ? end : scanned
  }

  private mutating func step(
    _ window: UnsafeBufferPointer<UInt8>, _ found: inout RecordRanges
  ) {
    let byte = unsafe window[scanned]
    switch state {
    case .inNested, .inKey:
      scanned = unsafe scan.skip(window, from: scanned)
      if scan.isOutside {
        if state == .inKey { unsafe endKey(window, &found) } else { endValue(scanned, &found) }
      } else if state == .inNested, scan.depth > 0, levels.count < Self.deepestLevel,
        window.count - start >= Self.moderateSize
      {
        unsafe enter(window, &found)
      }

    case .inScalar:
      while scanned < window.count, unsafe !JSONByte.endsScalar(window[scanned]) { scanned += 1 }
      if scanned < window.count { endValue(scanned, &found) }

    case _ where byte.isBlank:
      scanned += 1

    case .beforeValue:
      if levels.isEmpty, unsafe window[scanned...].starts(with: [0xEF, 0xBB, 0xBF]) {
        scanned += 3
      } else if byte == 0x5D, mayClose {
        close(&found)
      } else if byte == 0x5D || byte == 0x7D || byte == 0x2C {
        let isBehindComma = byte == 0x5D && levels.last?.isMap == false
        fail(isBehindComma ? .trailingComma : .unexpectedCharacter, &found)
      } else {
        start = scanned
        state = scan.enter(byte) ? .inNested : .inScalar
        scanned += 1
      }

    case .beforeKey:
      if byte == 0x7D, mayClose {
        close(&found)
      } else if byte == 0x22 {
        start = scanned
        _ = scan.enter(byte)
        state = .inKey
        scanned += 1
      } else {
        fail(byte == 0x7D ? .trailingComma : .missingKey, &found)
      }

    case .behindKey:
      guard byte == 0x3A else { return fail(.missingColon, &found) }
      scanned += 1
      state = .beforeValue
      mayClose = false

    case .behindValue:
      let isMap = levels.last?.isMap ?? false
      switch byte {
      case 0x2C:
        scanned += 1
        state = isMap ? .beforeKey : .beforeValue
        mayClose = false
      case isMap ? 0x7D : 0x5D: close(&found)
      default: fail(byte == 0x5D || byte == 0x7D ? .mismatchedBracket : .missingComma, &found)
      }

    case .behindAll: fail(.trailingContent, &found)
    case .done: break
    }
  }

  // MARK: Pieces

  private mutating func endKey(
    _ window: UnsafeBufferPointer<UInt8>, _ found: inout RecordRanges
  ) {
    found.append(.key, start..<scanned)
    levels[levels.count - 1].key = unsafe Array(window[start..<scanned])
    state = .behindKey
  }

  private mutating func endValue(_ end: Int, _ found: inout RecordRanges) {
    found.append(.value, start..<end)
    leaveValue()
  }

  /// Enters the container that begins at `start` and does not end in the window.
  private mutating func enter(
    _ window: UnsafeBufferPointer<UInt8>, _ found: inout RecordRanges
  ) {
    let isMap = unsafe window[start] == 0x7B
    found.append(isMap ? .openMap : .openList, start..<start + 1)
    levels.append(OutlineLevel(isMap: isMap))
    scan = StructureScan()
    scanned = start + 1
    state = isMap ? .beforeKey : .beforeValue
    mayClose = true
  }

  private mutating func close(_ found: inout RecordRanges) {
    found.append(.close, scanned..<scanned + 1)
    scanned += 1
    levels.removeLast()
    leaveValue()
  }

  private mutating func leaveValue() {
    state = levels.isEmpty ? .behindAll : .behindValue
    if !levels.isEmpty { levels[levels.count - 1].endValue() }
  }

  private mutating func finish(
    _ window: UnsafeBufferPointer<UInt8>, _ found: inout RecordRanges
  ) {
    guard found.failure == nil else { return }
    switch state {
    case .done, .behindAll: break
    case .inNested, .inScalar:
      // Half a value: the reader tells how it is half.
      endValue(window.count, &found)
      if !levels.isEmpty { fail(.unexpectedEnd, &found) }
    default: fail(.unexpectedEnd, &found)
    }
    state = .done
  }

  private mutating func fail(_ kind: FailureKind, _ found: inout RecordRanges) {
    found.failure = Failure(kind, offset: scanned)
    state = .done
  }
}

/// A container that a document was cut in.
package struct OutlineLevel: Sendable {
  package let isMap: Bool
  /// Values so far that have ended.
  package private(set) var count = 0
  /// The key of a map whose value has not ended, as it stands in the text, quotes and escapes
  /// included; empty in front of the next key.
  package var key: [UInt8] = []

  package init(isMap: Bool) {
    self.isMap = isMap
  }

  /// Takes note of the end of a value.
  package mutating func endValue() {
    count += 1
    key.removeAll(keepingCapacity: true)
  }

  /// Whether a key comes next, or the end of the map.
  package var awaitsKey: Bool { isMap && key.isEmpty }

  /// Whether nothing in it has ended so far, and no key waits for its value.
  package var isEmpty: Bool { count == 0 && key.isEmpty }
}

/// What the ranges of a batch are in a document.
package struct Outline: Sendable {
  /// What a range is.
  package enum Piece: Sendable {
    case openMap, openList, close, key, value
  }

  /// The containers that are open in front of the first piece, outermost first.
  package let levels: [OutlineLevel]
  /// A piece for each range.
  package fileprivate(set) var pieces: [Piece] = []

  init(levels: [OutlineLevel]) {
    self.levels = levels
  }
}

extension RecordRanges {
  fileprivate mutating func append(_ piece: Outline.Piece, _ range: Range<Int>) {
    ranges.append(range)
    outline?.pieces.append(piece)
  }
}
