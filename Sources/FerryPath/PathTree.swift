import FerryTape

/// Many paths in one trie, so that one visit to a document finds what all of them lead to.
///
/// ```
/// paths                       edges (number: step)      one visit to {"name": 3, "meta": {"lat": 5}}
/// name                        0: name                   found[0] = node of 3
/// meta.lat                    1: meta -- 2: lat         found[1] = node of the map, found[2] = of 5
/// meta.tags[0]                      \--- 3: tags -- 4: [0]
/// ```
///
/// A tree is built once for a type. A visit compares each key with the one that stood behind the
/// last hit first, so that documents in the expected order cost one comparison a key.
package struct PathTree: Sendable {
  /// One step of at least one path.
  package struct Edge: Sendable {
    /// The step down.
    package let step: WirePath.Step
    /// The number of the edge before this one, or `nil` at the root.
    package let parent: Int?
    /// The way from the root.
    package let path: WirePath
    /// The level below, if a path goes on.
    package fileprivate(set) var level: Int?
    fileprivate let name: [UInt8]
  }

  /// The edges that leave one place.
  fileprivate struct Level: Sendable {
    /// Numbers of edges that are keys, in the order in which they were added.
    var keys: [Int] = []
    /// The places in `keys` by hash, plus 1; 0 is free. A power of two, at most half full.
    var slots: [UInt16] = []
    /// Numbers of edges that are elements of a list.
    var elements: [(index: Int, edge: Int)] = []
    /// Numbers of edges that are a key of a map or an element of a list.
    var either: [(index: Int, edge: Int)] = []
  }

  /// All edges by their number.
  package private(set) var edges: [Edge] = []
  private var levels: [Level] = [Level()]

  /// A tree without paths.
  package init() {}

  /// Adds a path.
  /// - Returns: the number of its last edge; `nil` for the root, which has none, and for a path with
  ///   a wildcard, which leads to more than one value.
  package mutating func insert(_ path: WirePath) -> Int? {
    guard !path.hasWildcard else { return nil }
    var level = 0
    var last: Int?
    for (depth, step) in path.steps.enumerated() {
      if let known = edge(for: step, in: level) {
        last = known
      } else {
        let number = edges.count
        let name = if case .key(let key) = step { Array(key.utf8) } else { [UInt8]() }
        edges.append(
          Edge(
            step: step, parent: last, path: WirePath(steps: Array(path.steps[...depth])),
            level: nil, name: name))
        add(number, step, to: level)
        last = number
      }
      guard depth + 1 < path.steps.count, let edge = last else { break }
      if edges[edge].level == nil {
        edges[edge].level = levels.count
        levels.append(Level())
      }
      level = edges[edge].level ?? 0
    }
    return last
  }

  private func edge(for step: WirePath.Step, in level: Int) -> Int? {
    let level = levels[level]
    let numbers = level.keys + level.elements.map(\.edge) + level.either.map(\.edge)
    return numbers.first { edges[$0].step == step }
  }

  private mutating func add(_ edge: Int, _ step: WirePath.Step, to level: Int) {
    switch step {
    case .key:
      levels[level].keys.append(edge)
      index(level)
    case .index(let index): levels[level].elements.append((index, edge))
    case .keyOrIndex(let index): levels[level].either.append((index, edge))
    case .wildcard: break
    }
  }

  private mutating func index(_ level: Int) {
    var capacity = 4
    while capacity < 2 * levels[level].keys.count { capacity *= 2 }
    var slots = [UInt16](repeating: 0, count: capacity)
    for (place, edge) in levels[level].keys.enumerated() {
      var slot = edges[edge].name.withUnsafeBufferPointer { Self.hash($0) } & (capacity - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = UInt16(truncatingIfNeeded: place + 1)
    }
    levels[level].slots = slots
  }

  /// A cheap hash. Only the names of models are in the table, so nobody can fill a chain.
  @inline(__always)
  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let count = text.count
    guard count > 0 else { return 0 }
    let ends = Int(text[0]) &+ 31 &* Int(text[count &- 1]) &+ 131 &* Int(text[count >> 1])
    return ends &+ 7 &* count
  }
}

// MARK: - Visiting

extension PathTree {
  /// A packed list on the way: its elements have no nodes before somebody makes them.
  package struct PackedList: Sendable {
    package let node: Int
    fileprivate let level: Int
  }

  /// Stores in `found`, which has room for all ``edges``, the index of what each edge leads to from
  /// the value at `root`. Places of edges that lead nowhere stay as they are. Of equal keys the
  /// first counts.
  /// - Returns: packed lists that ``fill(_:in:unpackedAt:found:)`` is still to be called for.
  package func visit(
    _ view: TapeView, from root: Int, found: UnsafeMutablePointer<Int32>
  ) -> [PackedList] {
    var packed: [PackedList] = []
    visit(view, view.resolved(root), level: 0, found, &packed)
    return packed
  }

  /// Stores the elements of a packed list, which have nodes at `index` now.
  package func fill(
    _ list: PackedList, in view: TapeView, unpackedAt index: Int,
    found: UnsafeMutablePointer<Int32>
  ) {
    var none: [PackedList] = []
    visitElements(view, index, level: list.level, found, &none)
  }

  private func visit(
    _ view: TapeView, _ index: Int, level: Int, _ found: UnsafeMutablePointer<Int32>,
    _ packed: inout [PackedList]
  ) {
    switch view[index].kind {
    case .map: visitMembers(view, index, level: level, found, &packed)
    case .list: visitElements(view, index, level: level, found, &packed)
    case .packed where !levels[level].elements.isEmpty || !levels[level].either.isEmpty:
      packed.append(PackedList(node: index, level: level))
    default: break
    }
  }

  private func visitMembers(
    _ view: TapeView, _ index: Int, level: Int, _ found: UnsafeMutablePointer<Int32>,
    _ packed: inout [PackedList]
  ) {
    for (number, edge) in levels[level].either {
      guard let value = view.value(ofKey: String(number), inMap: index) else { continue }
      reach(edge, is: value, view, found, &packed)
    }
    let end = view[index].payload
    var position = index &+ 1
    var expected = 0
    while position < end {
      let value = position &+ 1
      if let place = place(ofKeyAt: position, in: level, expected, view) {
        expected = place &+ 1
        reach(levels[level].keys[place], is: value, view, found, &packed)
      }
      position = view.next(value)
    }
  }

  @inline(__always)
  private func reach(
    _ edge: Int, is value: Int, _ view: TapeView, _ found: UnsafeMutablePointer<Int32>,
    _ packed: inout [PackedList]
  ) {
    guard found[edge] < 0 else { return }
    found[edge] = Int32(truncatingIfNeeded: value)
    guard let below = edges[edge].level else { return }
    visit(view, view.resolved(value), level: below, found, &packed)
  }

  private func visitElements(
    _ view: TapeView, _ index: Int, level: Int, _ found: UnsafeMutablePointer<Int32>,
    _ packed: inout [PackedList]
  ) {
    for (number, edge) in levels[level].elements + levels[level].either {
      guard let element = view.element(number, ofList: index) else { continue }
      reach(edge, is: element, view, found, &packed)
    }
  }

  /// The place, among the keys of a level, of the key at `position`.
  @inline(__always)
  private func place(
    ofKeyAt position: Int, in level: Int, _ expected: Int, _ view: TapeView
  ) -> Int? {
    let node = view[view.resolved(position)]
    guard node.kind != .escapedText else {
      return view.withText(node) { place(of: $0, in: level, expected) }
    }
    return place(of: view.stored(node), in: level, expected)
  }

  @inline(__always)
  private func place(
    of text: UnsafeBufferPointer<UInt8>, in level: Int, _ expected: Int
  ) -> Int? {
    levels.withUnsafeBufferPointer { levels in
      edges.withUnsafeBufferPointer { edges in
        levels[level].keys.withUnsafeBufferPointer { keys -> Int? in
          if expected < keys.count, Self.equal(edges[keys[expected]].name, text) {
            return expected
          }
          return levels[level].slots.withUnsafeBufferPointer { slots -> Int? in
            guard !slots.isEmpty else { return nil }
            var slot = Self.hash(text) & (slots.count &- 1)
            while slots[slot] != 0 {
              let place = Int(slots[slot]) &- 1
              if Self.equal(edges[keys[place]].name, text) { return place }
              slot = (slot &+ 1) & (slots.count &- 1)
            }
            return nil
          }
        }
      }
    }
  }

  @inline(__always)
  private static func equal(_ name: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    name.withUnsafeBufferPointer { name in
      guard name.count == text.count else { return false }
      for index in 0..<name.count where name[index] != text[index] { return false }
      return true
    }
  }
}
