import FerryBytes
import FerryTape

extension PathTable {
  /// A packed list on the way: its elements have no nodes before somebody makes them.
  package struct PackedList: Sendable {
    package let node: Int
    fileprivate let level: Int
  }

  /// Follows each edge from the value at `root` and stores the index of the value that it leads to
  /// in `found`, which holds ``edgeCount`` indexes. Elements of edges that lead nowhere keep their
  /// value: set them to -1 before. Of equal keys the first counts.
  /// - Returns: packed lists that ``fill(_:in:unpackedAt:found:)`` is still to be called for.
  package func visit(
    _ view: TapeView, from root: Int, found: UnsafeMutablePointer<Int32>
  ) -> [PackedList] {
    var packed: [PackedList] = []
    unsafe visit(view, view.resolved(root), level: 0, found, &packed)
    return packed
  }

  /// Stores the elements of a packed list, which have nodes at `index` now.
  package func fill(
    _ list: PackedList, in view: TapeView, unpackedAt index: Int,
    found: UnsafeMutablePointer<Int32>
  ) {
    var none: [PackedList] = []
    unsafe visitElements(view, index, levels[list.level], found, &none)
  }

  private func visit(
    _ view: TapeView, _ index: Int, level number: Int, _ found: UnsafeMutablePointer<Int32>,
    _ packed: inout [PackedList]
  ) {
    let level = unsafe levels[number]
    switch view[index].kind {
    case .map: unsafe visitMembers(view, index, level, found, &packed)
    case .list: unsafe visitElements(view, index, level, found, &packed)
    case .packed where level.elementCount + level.eitherCount > 0:
      packed.append(PackedList(node: index, level: number))
    default: break
    }
  }

  private func visitMembers(
    _ view: TapeView, _ index: Int, _ level: Level, _ found: UnsafeMutablePointer<Int32>,
    _ packed: inout [PackedList]
  ) {
    for pair in 0..<level.eitherCount {
      let number = unsafe level.either[2 * pair]
      guard let value = view.value(ofKey: String(number), inMap: index) else { continue }
      unsafe reach(level.either[2 * pair + 1], is: value, view, found, &packed)
    }
    guard level.keyCount > 0 else { return }
    let end = view[index].payload
    var position = index &+ 1
    var expected = 0
    while position < end {
      let key = view[view.resolved(position)]
      let value = position &+ 1
      let place =
        unsafe key.kind == .escapedText
        ? view.withText(key) { unsafe self.place(of: $0, in: level, expected) }
        : unsafe self.place(of: view.stored(key), in: level, expected)
      if place >= 0 {
        expected = place &+ 1
        unsafe reach(Int(level.keys[place]), is: value, view, found, &packed)
      }
      position = view.next(value)
    }
  }

  @inline(__always)
  private func reach(
    _ edge: Int, is value: Int, _ view: TapeView, _ found: UnsafeMutablePointer<Int32>,
    _ packed: inout [PackedList]
  ) {
    guard unsafe found[edge] < 0 else { return }
    unsafe found[edge] = Int32(truncatingIfNeeded: value)
    let below = unsafe edges[edge].level
    guard below >= 0 else { return }
    unsafe visit(view, view.resolved(value), level: below, found, &packed)
  }

  private func visitElements(
    _ view: TapeView, _ index: Int, _ level: Level, _ found: UnsafeMutablePointer<Int32>,
    _ packed: inout [PackedList]
  ) {
    unsafe visitElements(level.elements, level.elementCount, view, index, found, &packed)
    unsafe visitElements(level.either, level.eitherCount, view, index, found, &packed)
  }

  /// Visits the elements of one table of pairs: an element's number and the edge to it.
  private func visitElements(
    _ pairs: UnsafePointer<Int>, _ count: Int, _ view: TapeView, _ index: Int,
    _ found: UnsafeMutablePointer<Int32>, _ packed: inout [PackedList]
  ) {
    for pair in 0..<count {
      guard let element = unsafe view.element(pairs[2 * pair], ofList: index) else { continue }
      unsafe reach(pairs[2 * pair + 1], is: element, view, found, &packed)
    }
  }

  /// The place of a name among the keys of a level, or -1.
  @inline(__always)
  private func place(
    of text: UnsafeBufferPointer<UInt8>, in level: Level, _ expected: Int
  ) -> Int {
    if expected < level.keyCount, unsafe isName(text, of: Int(level.keys[expected])) {
      return expected
    }
    var slot = unsafe Self.hash(text) & level.slotMask
    while unsafe level.slots[slot] != 0 {
      let place = unsafe Int(level.slots[slot]) &- 1
      if unsafe isName(text, of: Int(level.keys[place])) { return place }
      slot = (slot &+ 1) & level.slotMask
    }
    return -1
  }

  @inline(__always)
  private func isName(_ text: UnsafeBufferPointer<UInt8>, of edge: Int) -> Bool {
    let count = unsafe edges[edge].nameCount
    guard count == text.count, let base = text.baseAddress else { return count == text.count }
    return unsafe ByteRun.equal(edges[edge].name, base, count: count)
  }
}
