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

  private enum State {
    case descending
    /// In the list or map, in front of a value or behind its separator.
    case beforeValue
    /// In front of a map's key, in one, behind one.
    case beforeKey, inKey, behindKey
    /// In a value that began at `valueStart`.
    case inNested, inScalar
    case behindValue
    case behindAll
    case done
  }

  private let unit: Unit
  private var descent: PathDescent
  private let isWholeDocument: Bool
  private var state = State.descending
  private var scan: StructureScan
  private var scanned = 0
  private var valueStart = 0
  private var isMap = false
  private var hasElements = false

  /// A framing for what is at `path`, which has no wildcards.
  package init(
    _ path: WirePath, unit: Unit = .elements, usesWideBlocks: Bool = Processor.hasWideBlocks
  ) {
    self.unit = unit
    scan = StructureScan(usesWideBlocks: usesWideBlocks)
    descent = PathDescent(path)
    isWholeDocument = path.isRoot
  }

  package var isDone: Bool { state == .done }

  package func mayEnd(with byte: UInt8) -> Bool { byte == 0x2C || byte == 0x5D || byte == 0x7D }

  package mutating func drop(_ count: Int) {
    scanned -= count
    valueStart -= count
  }

  package mutating func advance(
    over window: UnsafeBufferPointer<UInt8>, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    while scanned < window.count, state != .done {
      unsafe step(window, &found)
      if found.failure != nil { state = .done }
    }
    if isLast { unsafe finish(window, &found) }
    switch state {
    case .inNested, .inScalar: return valueStart
    default: return scanned
    }
  }

  private mutating func step(
    _ window: UnsafeBufferPointer<UInt8>, _ found: inout RecordRanges
  ) {
    switch state {
    case .descending:
      scanned = unsafe descent.advance(over: window, from: scanned)
      switch descent.outcome {
      case .open: break
      case .found: unsafe begin(window, &found)
      case .missing:
        found.miss = descent.miss
        fail(.keyNotFound, at: scanned, &found)
      case .failed(let kind): fail(kind, at: scanned, &found)
      }

    case .beforeValue:
      let byte = unsafe window[scanned]
      if byte.isBlank {
        scanned += 1
      } else if byte == 0x5D, !isMap, !hasElements {
        scanned += 1
        state = isWholeDocument ? .behindAll : .done
      } else if byte == 0x5D || byte == 0x7D {
        fail(byte == 0x5D && !isMap ? .trailingComma : .unexpectedCharacter, at: scanned, &found)
      } else if byte == 0x2C {
        fail(.unexpectedCharacter, at: scanned, &found)
      } else {
        valueStart = scanned
        hasElements = true
        state = scan.enter(byte) ? .inNested : .inScalar
        scanned += 1
      }

    case .inNested:
      if unit == .elements, !isMap, scan.depth > 0 {
        scanned = unsafe scan.passElements(
          of: window, from: scanned, start: &valueStart, to: &found.ranges)
        if scan.isOutside {
          state = scanned == valueStart ? .beforeValue : .behindValue
          return
        }
      }
      scanned = unsafe scan.skip(window, from: scanned)
      guard scan.isOutside else { return }
      endValue(scanned, &found)

    case .inScalar:
      // Whatever stands here up to a separator is the reader's to refuse.
      while scanned < window.count, unsafe !JSONByte.endsScalar(window[scanned]) { scanned += 1 }
      if scanned < window.count { endValue(scanned, &found) }

    case .behindValue:
      let byte = unsafe window[scanned]
      scanned += 1
      if byte.isBlank { return }
      switch byte {
      case 0x2C: state = isMap ? .beforeKey : .beforeValue
      case isMap ? 0x7D : 0x5D: state = isWholeDocument ? .behindAll : .done
      case 0x5D, 0x7D: fail(.mismatchedBracket, at: scanned - 1, &found)
      default: fail(.missingComma, at: scanned - 1, &found)
      }

    case .beforeKey:
      let byte = unsafe window[scanned]
      scanned += 1
      if byte.isBlank { return }
      if byte == 0x22 {
        _ = scan.enter(byte)
        state = .inKey
      } else if byte == 0x7D, !hasElements {
        state = isWholeDocument ? .behindAll : .done
      } else {
        fail(byte == 0x7D ? .trailingComma : .missingKey, at: scanned - 1, &found)
      }

    case .inKey:
      scanned = unsafe scan.skip(window, from: scanned)
      if scan.isOutside { state = .behindKey }

    case .behindKey:
      let byte = unsafe window[scanned]
      scanned += 1
      if byte.isBlank { return }
      if byte == 0x3A {
        state = .beforeValue
      } else {
        fail(.missingColon, at: scanned - 1, &found)
      }

    case .behindAll:
      while scanned < window.count, unsafe window[scanned].isBlank { scanned += 1 }
      if scanned < window.count { fail(.trailingContent, at: scanned, &found) }

    case .done: break
    }
  }

  /// At the first byte of what the path leads to.
  private mutating func begin(
    _ window: UnsafeBufferPointer<UInt8>, _ found: inout RecordRanges
  ) {
    let byte = unsafe window[scanned]
    if unit == .value {
      valueStart = scanned
      state = scan.enter(byte) ? .inNested : .inScalar
      scanned += 1
      return
    }
    guard byte == 0x5B || byte == 0x7B else {
      return fail(.typeMismatch, at: scanned, &found)
    }
    isMap = byte == 0x7B
    scanned += 1
    state = isMap ? .beforeKey : .beforeValue
  }

  private mutating func endValue(_ end: Int, _ found: inout RecordRanges) {
    found.ranges.append(valueStart..<end)
    if unit == .value {
      state = isWholeDocument ? .behindAll : .done
    } else {
      state = .behindValue
    }
  }

  private mutating func finish(
    _ window: UnsafeBufferPointer<UInt8>, _ found: inout RecordRanges
  ) {
    guard found.failure == nil else { return }
    switch state {
    case .done, .behindAll: break
    case .inScalar where unit == .value && isWholeDocument:
      endValue(window.count, &found)
    case .inNested:
      // Half a value: the reader tells how it is half.
      endValue(window.count, &found)
    case .inScalar:
      endValue(window.count, &found)
      fail(.unexpectedEnd, at: window.count, &found)
    default: fail(.unexpectedEnd, at: window.count, &found)
    }
    state = .done
  }

  private mutating func fail(_ kind: FailureKind, at offset: Int, _ found: inout RecordRanges) {
    found.failure = Failure(kind, offset: offset)
    state = .done
  }
}

/// What a byte is in JSON.
enum JSONByte {
  /// Whether a number or a literal ends in front of `byte`.
  @inline(__always)
  static func endsScalar(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x2C || byte == 0x5D || byte == 0x7D
  }
}
