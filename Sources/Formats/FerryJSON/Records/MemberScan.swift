internal import FerryCoders
internal import FerryBase

/// A scan of the members of containers in a JSON document that comes in windows. It does not read
/// values: it skips a value, or enters it and scans its members in turn.
///
/// ```
/// {"a": [1, 2], "b": 3}
/// ^---  ^-----  --- -- ^
/// |key  begins, value  closed, if the object was entered at its `begins`
/// begins
/// ```
///
/// In skipped values, only strings and the number of open brackets matter. The reader that receives
/// a value reports its errors.
struct MemberScan: Sendable {
  enum Event: Sendable {
    /// A key is at ``token``.
    case key
    /// A value begins at ``start``. The scan skips the value unless it is entered.
    case begins
    /// A skipped value is at ``token``.
    case value
    /// The current container has ended in front of ``offset``.
    case closed
    /// The scan has reached the end of the window.
    case needsMore
    /// The text is invalid at ``offset``.
    case failed(FailureKind)
  }

  /// The container of members.
  enum Container: Sendable {
    case document, list, map
  }

  private enum State {
    case beforeValue, inNested, inScalar, behindValue
    case beforeKey, inKey, behindKey
    case behindAll
  }

  /// The offset in the window up to which the text is scanned.
  private(set) var offset = 0
  /// The offset where the last key or value begins.
  private(set) var start = 0
  private var container = Container.document
  private var state = State.beforeValue
  /// Whether the container was just entered, so that it may end here.
  private var mayClose = false
  private var scan: StructureScan
  /// The number of bytes of a byte order mark so far. Behind any other byte, the mark counts as
  /// complete.
  private var markLength = 0

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(usesWideBlocks: Bool = Processor.hasWideBlocks) {
    scan = StructureScan(usesWideBlocks: usesWideBlocks)
  }

  /// The last key or value, as far as it is scanned.
  var token: Range<Int> { start..<offset }

  /// Whether the scan is within a value.
  var isInValue: Bool { state == .inNested || state == .inScalar }

  /// Whether the scan is within an array, an object or a string.
  var isInNested: Bool { state == .inNested }

  /// Whether the scan is within an array or an object, which may be entered.
  var isInContainer: Bool { state == .inNested && scan.depth > 0 }

  var isInKey: Bool { state == .inKey }

  /// Whether only white space may follow.
  var isBehindAll: Bool { state == .behindAll }

  /// Adjusts the offsets after the window has lost its first `count` bytes.
  mutating func drop(_ count: Int) {
    offset -= count
    start -= count
  }

  /// Moves to the next event in `window`.
  mutating func next(in window: ByteView) -> Event {
    while offset < window.count {
      switch state {
      case .inNested, .inKey:
        offset = scan.skip(window, from: offset)
        guard scan.isOutside else { return .needsMore }
        if state == .inNested { return endValue() }
        state = .behindKey
        return .key
      case .inScalar:
        // The reader rejects invalid bytes before the separator.
        while offset < window.count, !window[offset].endsJSONScalar { offset += 1 }
        if offset < window.count { return endValue() }
      default:
        let byte = window[offset]
        if markLength < Self.mark.count {
          if byte == Self.mark[markLength] {
            markLength += 1
            offset += 1
            continue
          }
          if markLength > 0 { return .failed(.invalidUTF8) }
          markLength = Self.mark.count
        }
        if byte.isBlank {
          offset += 1
        } else if let event = take(byte) {
          return event
        }
      }
    }
    return .needsMore
  }

  /// Handles a byte outside of values and keys.
  private mutating func take(_ byte: UInt8) -> Event? {
    let isClosing = byte == 0x5D || byte == 0x7D
    switch state {
    case .beforeValue:
      if byte == 0x5D, mayClose { return close() }
      if isClosing || byte == 0x2C {
        let isBehindComma = byte == 0x5D && container == .list
        return .failed(isBehindComma ? .trailingComma : .unexpectedCharacter)
      }
      start = offset
      offset += 1
      state = scan.enter(byte) ? .inNested : .inScalar
      return .begins
    case .beforeKey:
      if byte == 0x7D, mayClose { return close() }
      guard byte == 0x22 else { return .failed(byte == 0x7D ? .trailingComma : .missingKey) }
      start = offset
      _ = scan.enter(byte)
      state = .inKey
    case .behindKey:
      guard byte == 0x3A else { return .failed(.missingColon) }
      state = .beforeValue
      mayClose = false
    case .behindValue:
      if byte == (container == .map ? 0x7D : 0x5D) { return close() }
      guard byte == 0x2C else { return .failed(isClosing ? .mismatchedBracket : .missingComma) }
      state = container == .map ? .beforeKey : .beforeValue
      mayClose = false
    default: return .failed(.trailingContent)
    }
    offset += 1
    return nil
  }

  private mutating func endValue() -> Event {
    leave(to: container)
    return .value
  }

  private mutating func close() -> Event {
    offset += 1
    return .closed
  }

  // MARK: Levels

  /// Enters the array or object that begins at ``start``. A part of it may have been scanned
  /// already.
  /// - Returns: `true` for an object, `false` for an array, `nil` for any other value.
  mutating func enter(in window: ByteView) -> Bool? {
    let byte = window[start]
    guard byte == 0x7B || byte == 0x5B else { return nil }
    scan.leave()
    container = byte == 0x7B ? .map : .list
    state = byte == 0x7B ? .beforeKey : .beforeValue
    mayClose = true
    offset = start + 1
    return byte == 0x7B
  }

  /// Continues behind a value in `outer`.
  mutating func leave(to outer: Container) {
    container = outer
    state = outer == .document ? .behindAll : .behindValue
  }

  /// Skips the elements of an array that are arrays or objects, from the current one on. Adds those
  /// that end in the window to `elements`.
  mutating func passElements(
    of window: ByteView, to elements: inout [Range<Int>]
  ) {
    guard isInContainer, container == .list else { return }
    offset = scan.passElements(of: window, from: offset, start: &start, to: &elements)
    if scan.isOutside {
      state = offset == start ? .beforeValue : .behindValue
      mayClose = false
    }
  }
}
