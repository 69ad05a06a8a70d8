import FerryBytes
internal import FerryTape

/// Goes through the members of containers in a JSON document that comes in windows, without reading
/// them: a value is passed, or entered and gone through in turn.
///
/// ```
/// {"a": [1, 2], "b": 3}
/// ^---  ^-----  --- -- ^
/// |key  begins, value  closed, when the map was entered at its `begins`
/// begins
/// ```
///
/// Of what is passed, strings and the number of open brackets count, nothing else: the reader that gets
/// a value tells what is wrong with it.
struct MemberScan: Sendable {
  enum Event: Sendable {
    /// There is a key at ``token``.
    case key
    /// A value begins at ``start``. It is passed unless it is entered.
    case begins
    /// A value at ``token`` was passed.
    case value
    /// The container that was gone through has ended in front of ``offset``.
    case closed
    /// The window is used up.
    case needsMore
    /// Something is wrong at ``offset``.
    case failed(FailureKind)
  }

  /// What members are in.
  enum Container: Sendable {
    case document, list, map
  }

  private enum State {
    case beforeValue, inNested, inScalar, behindValue
    case beforeKey, inKey, behindKey
    case behindAll
  }

  /// Where the window was looked at up to.
  private(set) var offset = 0
  /// Where the last key or value begins.
  private(set) var start = 0
  private var container = Container.document
  private var state = State.beforeValue
  /// Whether the container was just entered, so that it may end here.
  private var mayClose = false
  private var scan: StructureScan
  /// Bytes of a byte order mark that were seen, all of them behind any other byte.
  private var markLength = 0

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(usesWideBlocks: Bool = Processor.hasWideBlocks) {
    scan = StructureScan(usesWideBlocks: usesWideBlocks)
  }

  /// The last key or value as far as it was passed.
  var token: Range<Int> { start..<offset }

  /// Whether a value is being passed.
  var isInValue: Bool { state == .inNested || state == .inScalar }

  /// Whether a list, a map or a string is being passed.
  var isInNested: Bool { state == .inNested }

  /// Whether a list or a map is being passed, which may be entered.
  var isInContainer: Bool { state == .inNested && scan.depth > 0 }

  var isInKey: Bool { state == .inKey }

  /// Whether only blanks may follow.
  var isBehindAll: Bool { state == .behindAll }

  /// Tells that the first `count` bytes of the window are gone.
  mutating func drop(_ count: Int) {
    offset -= count
    start -= count
  }

  /// Goes on to the next event in `window`.
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
        // Whatever stands here up to a separator is the reader's to refuse.
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

  /// Takes a byte that is in no value and no key.
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

  /// Enters the list or map that begins at ``start``, of which some may have been passed.
  /// - Returns: whether it is a map; `nil` if it is neither.
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

  /// Goes on behind a value in `outer`.
  mutating func leave(to outer: Container) {
    container = outer
    state = outer == .document ? .behindAll : .behindValue
  }

  /// In a list, passes all elements that are lists or maps, from the one at hand on, and adds those that
  /// end to `elements`.
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
