internal import FerryBytes
internal import FerryTape

/// A search for the end of an item in bytes that may come in windows. It checks the nesting and the
/// lengths of items, and leaves their contents to the reader.
struct ItemScan: Sendable {
  /// An open container.
  private struct Level {
    /// The number of items that follow; -1 for an indefinite length.
    var left: Int
    /// The kind of the chunks, in a text or bytes of indefinite length.
    var chunks: UInt8 = ItemKind.stop
    var isMap = false
    /// Whether a value is missing, in an object of indefinite length.
    var isAtValue = false
  }

  /// The offset of the next head.
  private(set) var place: Int
  private var levels: [Level] = []
  /// Whether the previous head is a tag, which needs an item.
  private var isAfterTag = false
  private let depthLimit: Int

  init(at place: Int, depthLimit: Int) {
    self.place = place
    self.depthLimit = depthLimit
  }

  /// Adjusts the offset after the window has lost its first `count` bytes.
  mutating func drop(_ count: Int) { place -= count }

  /// Moves behind the item. Returns `false` if it does not end in the window; the next call
  /// continues with a longer one.
  mutating func finishes(in lexer: ItemLexer) throws(WireFailure) -> Bool {
    while true {
      guard place < lexer.count else { return false }
      let head: ItemHead
      do throws(WireFailure) {
        head = try lexer.head(at: place)
      } catch {
        if error.kind == .unexpectedEnd { return false }
        throw error
      }
      guard try take(head, lexer.count) else { return false }
      while let level = levels.last, level.left == 0 { levels.removeLast() }
      if levels.isEmpty, head.kind != ItemKind.tag { return true }
    }
  }

  /// Takes the item with this head. Returns `false` if it does not end before `end`.
  private mutating func take(_ head: ItemHead, _ end: Int) throws(WireFailure) -> Bool {
    if let level = levels.last, level.chunks != ItemKind.stop,
      head.kind != ItemKind.stop, head.kind != level.chunks || head.isIndefinite
    {
      throw WireFailure(.invalidTag, offset: place)
    }
    var next = head.end
    defer { isAfterTag = head.kind == ItemKind.tag }
    switch head.kind {
    case ItemKind.stop:
      guard let level = levels.last, level.left < 0, !level.isAtValue, !isAfterTag else {
        throw WireFailure(.invalidTag, offset: place)
      }
      levels.removeLast()
    case ItemKind.tag:
      // The item of the tag follows.
      place = next
      return true
    case ItemKind.list, ItemKind.map:
      let isMap = head.kind == ItemKind.map
      let count = Int(clamping: head.argument)
      let left = head.isIndefinite ? -1 : isMap ? count.multipliedSaturating(by: 2) : count
      return try open(Level(left: left, isMap: isMap), end: next)
    case ItemKind.text where head.isIndefinite, ItemKind.bytes where head.isIndefinite:
      return try open(Level(left: -1, chunks: head.kind), end: next)
    case ItemKind.text, ItemKind.bytes, ItemKind.extension:
      let size = head.argument &+ (head.kind == ItemKind.extension ? 1 : 0)
      guard head.argument < .max, size <= UInt64(end - next) else { return false }
      next += Int(size)
    case ItemKind.reserved: throw WireFailure(.invalidTag, offset: place)
    default: break
    }
    place = next
    countItem()
    return true
  }

  /// Opens the container whose head is at `place` and ends at `end`, unless the container is empty.
  private mutating func open(_ level: Level, end: Int) throws(WireFailure) -> Bool {
    // Each level costs memory. The reader has the same limit.
    if levels.count > depthLimit { throw WireFailure(.depthLimit, offset: place) }
    place = end
    countItem()
    if level.left != 0 { levels.append(level) }
    return true
  }

  /// Counts an item of the innermost container.
  private mutating func countItem() {
    guard !levels.isEmpty else { return }
    let last = levels.count - 1
    if levels[last].left > 0 {
      levels[last].left -= 1
    } else if levels[last].isMap {
      levels[last].isAtValue.toggle()
    }
  }
}

extension Int {
  fileprivate func multipliedSaturating(by factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
