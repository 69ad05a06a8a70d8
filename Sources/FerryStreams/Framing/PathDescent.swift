internal import FerryJSON
internal import FerryPath

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
    _ event: MemberScan.Event, of members: inout MemberScan, in window: UnsafeBufferPointer<UInt8>
  ) -> Outcome? {
    switch event {
    case .key:
      // The start of a longer one is gone.
      guard members.token.lowerBound >= 0 else {
        isRightKey = false
        return nil
      }
      let key = unsafe UnsafeBufferPointer(rebasing: window[members.token])
      isRightKey = unsafe isWanted(key)
      // Nobody reads more.
      if keys.count < 1000, key.count <= Self.longestShownKey { keys.append(unsafe Array(key)) }
    case .begins:
      if level > 0, isMap ? !isRightKey : !isWantedElement { return nil }
      if level == steps.count { return .found }
      return unsafe enter(&members, in: window)
    case .value: index += 1
    case .closed:
      level -= 1
      return miss(isMap ? .object(keys: keys.map(Self.text)) : .array(count: index))
    case .needsMore, .failed: break
    }
    return nil
  }

  private mutating func enter(
    _ members: inout MemberScan, in window: UnsafeBufferPointer<UInt8>
  ) -> Outcome? {
    let byte = unsafe window[members.start]
    let isMap: Bool? = byte == 0x7B ? true : byte == 0x5B ? false : nil
    wanted = steps[level].move(inMap: isMap)
    if case .nowhere = wanted {
      // Where a key is wanted, nobody asks for the number of elements.
      if isMap == false { return miss(.array(count: 0)) }
      let isNumber = byte == 0x2D || byte &- 0x30 < 10
      let scalar = byte == 0x22 ? "text" : isNumber ? "a number" : "another scalar"
      return miss(.other(isMap == true ? "an object" : scalar))
    }
    self.isMap = unsafe members.enter(in: window) ?? false
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
  private func isWanted(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    guard case .member(let wanted) = wanted else { return false }
    guard unsafe key.contains(0x5C) else {
      return unsafe key.dropFirst().dropLast().elementsEqual(wanted.utf8)
    }
    return unsafe Self.text(Array(key)).utf8.elementsEqual(wanted.utf8)
  }

  /// The key that stands in quotes as `bytes`; as it stands there if it is no string.
  private static func text(_ bytes: [UInt8]) -> String {
    JSONReader.string(bytes) ?? String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
