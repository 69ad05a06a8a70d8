internal import FerryBytes
internal import FerryJSON
internal import FerryPath
internal import FerryTape

/// Goes down a path in a JSON document that comes in windows, passing over everything else.
///
/// Of equal keys the first counts, as everywhere.
struct PathDescent: Sendable {
  enum Outcome: Equatable, Sendable {
    case open
    /// The next byte is the first one of the value.
    case found
    /// There is no such value.
    case missing
    case failed(FailureKind)
  }

  private enum State {
    case beforeValue
    case beforeKey, inKey, behindKey
    case beforeElement
    /// In a value that does not count.
    case inNested, inScalar
    case behindValue
  }

  private(set) var outcome = Outcome.open
  /// How far the path leads, if its value is missing.
  private(set) var miss: PathMiss?
  private let steps: [WirePath.Step]
  private var level = 0
  private var state = State.beforeValue
  private var isMap = false
  private var isFirst = true
  /// Elements of the list before the one that is next.
  private var index = 0
  private var scan = StructureScan()
  /// The key as far as it was seen, escapes unresolved; a longer one than that cannot be the right
  /// one.
  private var key: [UInt8] = []
  private var isRightKey = false
  private let longestKey: Int
  /// The keys of the map so far, escapes unresolved, for a report.
  private var keys: [[UInt8]] = []

  init(_ path: WirePath) {
    steps = path.steps
    // An escape is at most six bytes for one.
    longestKey = max(6 * (path.steps.map(Self.keyLength).max() ?? 0), 200)
  }

  private static func keyLength(_ step: WirePath.Step) -> Int {
    switch step {
    case .key(let key): key.utf8.count
    case .keyOrIndex(let number): String(number).utf8.count
    default: 0
    }
  }

  /// Moves on from `offset` as far as the window goes, or to the value.
  mutating func advance(over window: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int {
    var offset = offset
    while offset < window.count, outcome == .open { unsafe step(window, &offset) }
    return offset
  }

  private mutating func step(_ window: UnsafeBufferPointer<UInt8>, _ offset: inout Int) {
    let byte = unsafe window[offset]
    switch state {
    case .beforeValue:
      if byte.isBlank || [0xEF, 0xBB, 0xBF].contains(byte) && level == 0 {
        offset += 1
      } else if level == steps.count {
        outcome = .found
      } else {
        enterContainer(byte)
        offset += 1
      }

    case .beforeKey:
      offset += 1
      if byte.isBlank { return }
      if byte == 0x22 {
        key.removeAll(keepingCapacity: true)
        _ = scan.enter(byte)
        state = .inKey
      } else {
        if byte == 0x7D, isFirst { missAtEnd() } else { outcome = .failed(.missingKey) }
      }

    case .inKey:
      let end = unsafe scan.skip(window, from: offset)
      if key.count <= longestKey { unsafe key += window[offset..<end] }
      offset = end
      if scan.isOutside {
        isRightKey = matchesKey()
        // Nobody reads more; the closing quote is part of what was kept.
        if keys.count < 1000, key.count <= longestKey { keys.append(key.dropLast()) }
        state = .behindKey
      }

    case .behindKey:
      offset += 1
      if byte.isBlank { return }
      guard byte == 0x3A else {
        outcome = .failed(.missingColon)
        return
      }
      if isRightKey {
        level += 1
        state = .beforeValue
      } else {
        state = .beforeElement
      }

    case .beforeElement:
      if byte.isBlank {
        offset += 1
      } else if byte == 0x5D || byte == 0x7D {
        if isFirst, byte == 0x5D, !isMap {
          missAtEnd()
        } else {
          outcome = .failed(.unexpectedCharacter)
        }
      } else if !isMap, index == wantedIndex {
        level += 1
        state = .beforeValue
      } else {
        state = scan.enter(byte) ? .inNested : .inScalar
        offset += 1
      }

    case .inNested:
      offset = unsafe scan.skip(window, from: offset)
      if scan.isOutside { state = .behindValue }

    case .inScalar:
      while offset < window.count, unsafe !JSONByte.endsScalar(window[offset]) { offset += 1 }
      if offset < window.count { state = .behindValue }

    case .behindValue:
      offset += 1
      if byte.isBlank { return }
      isFirst = false
      index += 1
      switch byte {
      case 0x2C: state = isMap ? .beforeKey : .beforeElement
      case isMap ? 0x7D : 0x5D: missAtEnd()
      default: outcome = .failed(.missingComma)
      }
    }
  }

  private mutating func enterContainer(_ byte: UInt8) {
    isFirst = true
    index = 0
    keys.removeAll(keepingCapacity: true)
    switch (byte, steps[level]) {
    case (0x7B, .key), (0x7B, .keyOrIndex):
      isMap = true
      state = .beforeKey
    case (0x5B, .index), (0x5B, .keyOrIndex):
      isMap = false
      state = .beforeElement
    case (0x7B, _): miss(.other("an object"))
    // Where a key is wanted, nobody asks for the number of elements.
    case (0x5B, _): miss(.array(count: 0))
    case (0x22, _): miss(.other("text"))
    default: miss(.other(byte == 0x2D || byte &- 0x30 < 10 ? "a number" : "another scalar"))
    }
  }

  private mutating func miss(_ found: PathMiss.Found) {
    outcome = .missing
    miss = PathMiss(depth: level, found: found)
  }

  /// At the end of the container that does not have the value.
  private mutating func missAtEnd() {
    miss(isMap ? .object(keys: keys.map(Self.text)) : .array(count: index))
  }

  private var wantedIndex: Int {
    switch steps[level] {
    case .index(let index), .keyOrIndex(let index): index
    default: -1
    }
  }

  private func matchesKey() -> Bool {
    guard key.count <= longestKey + 1 else { return false }
    let wanted: String
    switch steps[level] {
    case .key(let key): wanted = key
    case .keyOrIndex(let number): wanted = String(number)
    default: return false
    }
    // The closing quote is part of what was kept.
    guard key.contains(0x5C) else { return key.dropLast().elementsEqual(wanted.utf8) }
    return Self.text(key.dropLast()).utf8.elementsEqual(wanted.utf8)
  }

  /// The key that stands between quotes as `bytes`; as it stands there if it is no string.
  private static func text(_ bytes: some Collection<UInt8>) -> String {
    let quoted = [0x22] + bytes + [0x22]
    return unsafe quoted.withUnsafeBufferPointer { text in
      var reader = unsafe JSONReader(text)
      var tape = Tape()
      do throws(Failure) {
        try reader.readDocument(into: &tape)
      } catch {
        return String(decoding: bytes, as: UTF8.self)
      }
      guard let base = text.baseAddress else { return "" }
      return unsafe TapeView(tape, input: base).text(at: 0) ?? ""
    }
  }
}
