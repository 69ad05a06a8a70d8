internal import FerryBase

/// A search for the end of an item in bytes that may come in windows. It only counts items; the
/// reader checks them.
struct ItemScan: Sendable {
  /// The offset of the next head.
  private(set) var place: Int
  /// The number of items that follow in each open container, outermost first; -1 for an indefinite
  /// length. The chunks of a text are items.
  private var levels: [Int] = []
  private let depthLimit: Int
  /// The ends of the containers, if the search notes them. A container begins at its first tag.
  private(set) var ends: ContainerEnds?
  private var firstTag: Int?

  init(at place: Int, depthLimit: Int, noting ends: ContainerEnds? = nil) {
    self.place = place
    self.depthLimit = depthLimit
    self.ends = ends
  }

  /// Adjusts the offset after the window has lost its first `count` bytes.
  mutating func drop(_ count: Int) { place -= count }

  /// Moves behind the item. Returns `false` if it does not end in the window; the next call
  /// continues with a longer one.
  mutating func finishes(in lexer: ItemLexer) throws(WireFailure) -> Bool {
    while place < lexer.count {
      let head: ItemHead
      do throws(WireFailure) {
        head = try lexer.head(at: place)
      } catch {
        if error.kind == .unexpectedEnd { return false }
        throw error
      }
      var end = head.end
      var contents = 0
      switch head.kind {
      case ItemKind.reserved: throw WireFailure(.invalidTag, offset: place)
      case ItemKind.stop:
        guard levels.popLast() == -1 else { throw WireFailure(.invalidTag, offset: place) }
        ends?.close(before: head.end)
      case ItemKind.list, ItemKind.map:
        let items = Int(min(head.argument, UInt64(Int.max) / 2))
        contents = head.kind == ItemKind.map ? 2 * items : items
      case ItemKind.text, ItemKind.bytes, ItemKind.extension:
        let size = head.argument &+ (head.kind == ItemKind.extension ? 1 : 0)
        guard head.argument < .max, size <= UInt64(lexer.count - end) else { return false }
        end += Int(size)
      default: break
      }
      // The reader has the same limit.
      if contents > 0 || head.isIndefinite, levels.count > depthLimit {
        throw WireFailure(.depthLimit, offset: place)
      }
      let start = firstTag ?? place
      place = end
      // The item of a tag follows, and the end of a container is not an item.
      if head.kind == ItemKind.tag {
        firstTag = start
        continue
      }
      firstTag = nil
      if head.kind != ItemKind.stop, let left = levels.last, left > 0 {
        levels[levels.count - 1] = left - 1
      }
      if contents > 0 || head.isIndefinite {
        levels.append(head.isIndefinite ? -1 : contents)
        ends?.open(at: start)
      }
      while levels.last == 0 {
        levels.removeLast()
        ends?.close(before: place)
      }
      if levels.isEmpty { return true }
    }
    return false
  }
}
