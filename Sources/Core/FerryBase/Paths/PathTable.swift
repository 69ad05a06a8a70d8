/// A ``PathTree`` in flat memory, which a visit reads without counting references.
///
/// A visit first compares each key with the key after the last match. A document in the expected
/// order thus costs one comparison per key.
@safe
package final class PathTable: @unchecked Sendable {
  // Sendable, because only the initialiser writes to the memory.

  @safe
  struct Edge {
    let name: UnsafePointer<UInt8>
    let nameCount: Int
    /// The level below, or -1.
    let level: Int
  }

  @safe
  struct Level {
    /// Edges that are keys, in the order in which they were added.
    let keys: UnsafePointer<Int32>
    let keyCount: Int
    /// A hash table. A slot holds an index in `keys` plus 1, or 0 if it is free. The size is a
    /// power of two, and at most half of the slots are used.
    let slots: UnsafePointer<UInt16>
    let slotMask: Int
    /// Edges that are elements of an array, as pairs of index and edge.
    let elements: UnsafePointer<Int>
    let elementCount: Int
    /// Edges that are a key of an object or an element of an array, as pairs of number and edge.
    let either: UnsafePointer<Int>
    let eitherCount: Int
  }

  /// The number of edges, and of the indexes that a visit stores.
  package let edgeCount: Int
  let edges: UnsafePointer<Edge>
  let levels: UnsafePointer<Level>
  private let memory: Memory

  /// Creates the table of a complete tree.
  package init(_ tree: PathTree) {
    let memory = Memory()
    self.memory = memory
    edgeCount = tree.edges.count
    unsafe edges = memory.copy(
      tree.edges.map {
        unsafe Edge(name: memory.copy($0.name), nameCount: $0.name.count, level: $0.level ?? -1)
      })
    unsafe levels = memory.copy(
      tree.levels.map { level in
        let slots = Self.slots(of: level.keys.map { tree.edges[$0].name })
        return unsafe Level(
          keys: memory.copy(level.keys.map { Int32(truncatingIfNeeded: $0) }),
          keyCount: level.keys.count, slots: unsafe memory.copy(slots), slotMask: slots.count - 1,
          elements: unsafe memory.copy(level.elements.flatMap { [$0.index, $0.edge] }),
          elementCount: level.elements.count,
          either: unsafe memory.copy(level.either.flatMap { [$0.index, $0.edge] }),
          eitherCount: level.either.count)
      })
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

  /// The memory of a table. The elements are trivial, so the memory is only freed.
  @safe
  private final class Memory {
    private var parts: [UnsafeMutableRawPointer] = unsafe []

    func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
      let part = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
      unsafe elements.withUnsafeBufferPointer { source in
        if let base = source.baseAddress { unsafe part.initialize(from: base, count: source.count) }
      }
      unsafe parts.append(part)
      return unsafe UnsafePointer(part)
    }

    deinit {
      unsafe parts.forEach { unsafe $0.deallocate() }
    }
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
        key.kind == .escapedText
        ? view.withText(key) { self.place(of: $0, in: level, expected) }
        : self.place(of: view.stored(key), in: level, expected)
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

  /// Visits the elements of one table. Its pairs hold the index of an element and the edge to it.
  private func visitElements(
    _ pairs: UnsafePointer<Int>, _ count: Int, _ view: TapeView, _ index: Int,
    _ found: UnsafeMutablePointer<Int32>, _ packed: inout [PackedList]
  ) {
    for pair in 0..<count {
      guard let element = unsafe view.element(pairs[2 * pair], ofList: index) else { continue }
      unsafe reach(pairs[2 * pair + 1], is: element, view, found, &packed)
    }
  }

  /// Returns the index of a name in the keys of a level, or -1.
  @inline(__always)
  private func place(
    of text: ByteView, in level: Level, _ expected: Int
  ) -> Int {
    if expected < level.keyCount, unsafe isName(text, of: Int(level.keys[expected])) {
      return expected
    }
    var slot = Self.hash(text) & level.slotMask
    while unsafe level.slots[slot] != 0 {
      let place = unsafe Int(level.slots[slot]) &- 1
      if unsafe isName(text, of: Int(level.keys[place])) { return place }
      slot = (slot &+ 1) & level.slotMask
    }
    return -1
  }

  @inline(__always)
  private func isName(_ text: ByteView, of edge: Int) -> Bool {
    let count = unsafe edges[edge].nameCount
    guard count == text.count else { return false }
    return unsafe ByteRun.equal(edges[edge].name, text.start, count: count)
  }
}
