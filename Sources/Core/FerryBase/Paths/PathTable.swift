/// A ``PathTree`` in flat memory, which a visit reads without counting references.
///
/// A visit first compares each key with the key after the last match. A document in the expected
/// order thus costs one comparison per key.
package final class PathTable: @unchecked Sendable {
  // Sendable, because only the initialiser writes to the memory.

  /// The end of an edge, or the root.
  private struct Level: BitwiseCopyable {
    /// The range of the key that leads here in the names.
    let name: (start: Int, count: Int)
    /// The range of the edges that are keys, in the order in which they were added.
    let keys: (start: Int, count: Int)
    /// A hash table. A slot holds an index in `keys` plus 1, or 0 if it is free. The size is a
    /// power of two, and at most half of the slots are used.
    let slots: (start: Int, mask: Int)
    /// The range of the edges that are elements of an array.
    let elements: (start: Int, count: Int)

    var isEnd: Bool { keys.count == 0 && elements.count == 0 }
  }

  private struct Element: BitwiseCopyable {
    let index: Int
    /// Whether the number is also a key of an object.
    let isKey: Bool
    let edge: Int
  }

  /// The number of edges, and of the indexes that a visit stores.
  package let edgeCount: Int
  /// The root, and then the ends of the edges by their number.
  private let levels: TableView<Level>
  private let keys: TableView<Int32>
  private let slots: TableView<UInt16>
  private let elements: TableView<Element>
  private let names: ByteView
  private let memory: OwnedBytes

  /// Creates the table of a complete tree.
  package init(_ tree: PathTree) {
    var (names, keys, slots, elements) = ([UInt8](), [Int32](), [UInt16](), [Element]())
    let ends: [Int?] = [nil] + tree.edges.indices.map { Optional($0) }
    let levels = ends.map { end in
      let below = tree.children(of: end)
      let own = below.filter { tree.edges[$0].key != nil }
      let table = Self.slots(of: own.compactMap { tree.edges[$0].key.map { Array($0.utf8) } })
      let name = end.flatMap { tree.edges[$0].key } ?? ""
      let indexes = below.compactMap { edge in
        switch tree.edges[edge].step {
        case .index(let index): Element(index: index, isKey: false, edge: edge)
        case .keyOrIndex(let index): Element(index: index, isKey: true, edge: edge)
        default: nil
        }
      }
      defer {
        names += name.utf8
        keys += own.map { Int32(truncatingIfNeeded: $0) }
        slots += table
        elements += indexes
      }
      return Level(
        name: (names.count, name.utf8.count), keys: (keys.count, own.count),
        slots: (slots.count, table.count - 1), elements: (elements.count, indexes.count))
    }
    var writer = TableWriter()
    let ranges = [
      writer.append(levels), writer.append(keys), writer.append(slots), writer.append(elements),
      writer.append(names),
    ]
    let memory = OwnedBytes(copying: writer.bytes)
    let parts = ranges.map { ByteView(rebasing: memory.view[$0]) }
    edgeCount = tree.edges.count
    self.levels = TableView(parts[0])
    self.keys = TableView(parts[1])
    self.slots = TableView(parts[2])
    self.elements = TableView(parts[3])
    self.names = parts[4]
    self.memory = memory
  }

  private static func slots(of names: [[UInt8]]) -> [UInt16] {
    var capacity = 4
    while capacity < 2 * names.count { capacity *= 2 }
    var slots = [UInt16](repeating: 0, count: capacity)
    for (place, name) in names.enumerated() {
      var slot = name.withByteView { hash($0) } & (capacity - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = UInt16(truncatingIfNeeded: place + 1)
    }
    return slots
  }

  /// Returns a cheap hash. The table holds only names of models, so input cannot create long
  /// chains.
  @inline(__always)
  static func hash(_ text: ByteView) -> Int {
    let count = text.count
    guard count > 0 else { return 0 }
    let ends = Int(text[0]) &+ 31 &* Int(text[count &- 1]) &+ 131 &* Int(text[count >> 1])
    return ends &+ 7 &* count
  }
}

extension PathTable {
  /// A packed array on a path. Its elements have no nodes until the caller creates them.
  package struct PackedList: Sendable {
    package let node: Int
    fileprivate let level: Int
  }

  /// Follows each edge from the value at `root` and stores the index of the value at its end in
  /// `found`, which holds ``edgeCount`` indexes. Elements of edges that lead nowhere keep their
  /// value, so set them to -1 before. The first of several equal keys counts.
  /// - Returns: the packed arrays for which ``fill(_:in:unpackedAt:found:)`` must be called.
  package func visit(
    _ view: TapeView, from root: Int, found: UnsafeMutablePointer<Int32>
  ) -> [PackedList] {
    var packed: [PackedList] = []
    unsafe visit(view, view.resolved(root), level: 0, found, &packed)
    return packed
  }

  /// Stores the elements of a packed array, which now have nodes in the array at `index`.
  package func fill(
    _ list: PackedList, in view: TapeView, unpackedAt index: Int,
    found: UnsafeMutablePointer<Int32>
  ) {
    var none: [PackedList] = []
    unsafe visitElements(levels[list.level], view, index, found, &none)
  }

  private func visit(
    _ view: TapeView, _ index: Int, level number: Int, _ found: UnsafeMutablePointer<Int32>,
    _ packed: inout [PackedList]
  ) {
    let level = levels[number]
    switch view[index].kind {
    case .map: unsafe visitMembers(view, index, level, found, &packed)
    case .list: unsafe visitElements(level, view, index, found, &packed)
    case .packed where level.elements.count > 0:
      packed.append(PackedList(node: index, level: number))
    default: break
    }
  }

  private func visitMembers(
    _ view: TapeView, _ index: Int, _ level: Level, _ found: UnsafeMutablePointer<Int32>,
    _ packed: inout [PackedList]
  ) {
    for place in 0..<level.elements.count {
      let element = elements[level.elements.start + place]
      guard element.isKey, let value = view.value(ofKey: String(element.index), inMap: index) else {
        continue
      }
      unsafe reach(element.edge, is: value, view, found, &packed)
    }
    guard level.keys.count > 0 else { return }
    let end = view[index].payload
    var position = index &+ 1
    var expected = 0
    while position < end {
      let key = view[view.resolved(position)]
      let value = position &+ 1
      let place = self.place(of: view.stored(key), in: level, expected)
      if place >= 0 {
        expected = place &+ 1
        unsafe reach(Int(keys[level.keys.start &+ place]), is: value, view, found, &packed)
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
    guard !levels[edge &+ 1].isEnd else { return }
    unsafe visit(view, view.resolved(value), level: edge &+ 1, found, &packed)
  }

  private func visitElements(
    _ level: Level, _ view: TapeView, _ index: Int, _ found: UnsafeMutablePointer<Int32>,
    _ packed: inout [PackedList]
  ) {
    for place in 0..<level.elements.count {
      let element = elements[level.elements.start + place]
      guard let value = view.element(element.index, ofList: index) else { continue }
      unsafe reach(element.edge, is: value, view, found, &packed)
    }
  }

  /// Returns the index of a name in the keys of a level, or -1.
  @inline(__always)
  private func place(of text: ByteView, in level: Level, _ expected: Int) -> Int {
    if expected < level.keys.count, isName(text, of: level.keys.start &+ expected) {
      return expected
    }
    var slot = Self.hash(text) & level.slots.mask
    while slots[level.slots.start &+ slot] != 0 {
      let place = Int(slots[level.slots.start &+ slot]) &- 1
      if isName(text, of: level.keys.start &+ place) { return place }
      slot = (slot &+ 1) & level.slots.mask
    }
    return -1
  }

  /// Returns whether a text is the name at an index of the keys.
  @inline(__always)
  private func isName(_ text: ByteView, of key: Int) -> Bool {
    let name = levels[Int(keys[key]) &+ 1].name
    guard name.count == text.count else { return false }
    return unsafe ByteRun.equal(names.start + name.start, text.start, count: name.count)
  }
}
