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
      let key = unsafe UnsafeBufferPointer(rebasing: window[members.token])
      isRightKey = unsafe isWanted(key)
      // Nobody reads more.
      if keys.count < 1000, key.count <= 200 { keys.append(unsafe Array(key)) }
    case .begins:
      if level > 0, isMap ? !isRightKey : index != wantedIndex { return nil }
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
    switch (byte, steps[level]) {
    case (0x7B, .key), (0x7B, .keyOrIndex), (0x5B, .index), (0x5B, .keyOrIndex):
      isMap = unsafe members.enter(in: window) ?? false
      level += 1
      index = 0
      keys.removeAll(keepingCapacity: true)
      return nil
    case (0x7B, _): return miss(.other("an object"))
    // Where a key is wanted, nobody asks for the number of elements.
    case (0x5B, _): return miss(.array(count: 0))
    case (0x22, _): return miss(.other("text"))
    default: return miss(.other(byte == 0x2D || byte &- 0x30 < 10 ? "a number" : "another scalar"))
    }
  }

  private func miss(_ found: PathMiss.Found) -> Outcome {
    .missing(PathMiss(depth: level, found: found))
  }

  private var wantedIndex: Int {
    switch steps[level - 1] {
    case .index(let index), .keyOrIndex(let index): index
    default: -1
    }
  }

  /// Whether `key`, which stands in quotes, is that of the path.
  private func isWanted(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    let wanted: String
    switch steps[level - 1] {
    case .key(let key): wanted = key
    case .keyOrIndex(let number): wanted = String(number)
    default: return false
    }
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
