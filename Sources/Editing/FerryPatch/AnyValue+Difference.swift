public import FerryBase

extension AnyValue {
  /// Returns the operations that turn `old` into this value.
  ///
  /// Members and elements that are equal are not touched. The order of the members of an object
  /// does not matter, as in JSON. Numbers are equal by their value, texts by their Unicode scalars:
  /// the two forms of `é` differ. For arrays, the operations keep the longest common run of elements
  /// and move others that are equal, if the arrays differ in at most about a thousand elements.
  public func difference(from old: AnyValue) -> JSONPatch {
    difference(from: old, removesFirst: false)
  }

  /// Returns the operations that turn `old` into this value. With `removesFirst`, those of an object
  /// begin with all removals, which an editor applies together.
  package func difference(from old: AnyValue, removesFirst: Bool) -> JSONPatch {
    var patch = JSONPatch()
    Difference(removesFirst: removesFirst).compare(old, self, at: [], &patch.operations)
    return patch
  }
}

private struct Difference {
  typealias Steps = [WirePath.Step]

  let removesFirst: Bool

  func compare(
    _ old: AnyValue, _ new: AnyValue, at steps: Steps, _ output: inout [JSONPatch.Operation]
  ) {
    switch (old, new) {
    case (.object(let old), .object(let new)) where !old.hasEqualKeys && !new.hasEqualKeys:
      compare(old, new, at: steps, &output)
    case (.array(let old), .array(let new)): compare(old, new, at: steps, &output)
    case (.tagged(let tag, let old), .tagged(let newTag, let new))
    where tag == newTag && comparesMembers(old, new):
      compare(old, new, at: steps, &output)
    default:
      if !old.isSame(as: new) { output.append(.replace(WirePath(steps: steps), new)) }
    }
  }

  /// Whether the values differ in members or elements only. Another value replaces the tag as well.
  private func comparesMembers(_ old: AnyValue, _ new: AnyValue) -> Bool {
    switch (old, new) {
    case (.object(let old), .object(let new)): !old.hasEqualKeys && !new.hasEqualKeys
    case (.array, .array): true
    case (.tagged(let tag, let old), .tagged(let other, let new)):
      tag == other && comparesMembers(old, new)
    default: false
    }
  }

  private func compare(
    _ old: AnyValue.Object, _ new: AnyValue.Object, at steps: Steps,
    _ output: inout [JSONPatch.Operation]
  ) {
    if removesFirst {
      for (key, _) in old where new[key] == nil {
        output.append(.remove(WirePath(steps: steps + [.key(key)])))
      }
    }
    for (key, value) in old {
      let steps = steps + [.key(key)]
      if let after = new[key] {
        compare(value, after, at: steps, &output)
      } else if !removesFirst {
        output.append(.remove(WirePath(steps: steps)))
      }
    }
    for (key, value) in new where old[key] == nil {
      output.append(.add(WirePath(steps: steps + [.key(key)]), value))
    }
  }

  private func compare(
    _ old: [AnyValue], _ new: [AnyValue], at steps: Steps,
    _ output: inout [JSONPatch.Operation]
  ) {
    var start = 0
    while start < min(old.count, new.count), old[start].isSame(as: new[start]) { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1].isSame(as: new[newEnd - 1]) {
      oldEnd -= 1
      newEnd -= 1
    }
    // Elements between two common ones change in pairs; the rest moves, is removed or is added.
    let common = self.common(old, start..<oldEnd, new, start..<newEnd)
    var sources = moved(old, start..<oldEnd, new, start..<newEnd, common)
    let movedTo = sources.keys.sorted()
    let isMoved = Set(sources.values)
    var (before, after) = (start, start)
    for (oldCommon, newCommon) in common + [(oldEnd, newEnd)] {
      let rest = (before..<oldCommon).filter { !isMoved.contains($0) }
      let free = (after..<newCommon).filter { sources[$0] == nil }
      for (before, after) in zip(rest, free) { sources[after] = before }
      if oldCommon < oldEnd { sources[newCommon] = oldCommon }
      (before, after) = (oldCommon + 1, newCommon + 1)
    }
    let kept = Set(sources.values)
    var current: [Int] = []
    // From the end, so that the indexes before stay: an editor applies such removals together.
    for index in (start..<oldEnd).reversed() {
      if kept.contains(index) {
        current.append(index)
      } else {
        output.append(.remove(WirePath(steps: steps + [.index(index)])))
      }
    }
    current.reverse()
    move(&current, sources, to: movedTo, start, at: steps, &output)
    for index in start..<newEnd {
      let steps = steps + [.index(index)]
      if let source = sources[index] {
        compare(old[source], new[index], at: steps, &output)
      } else {
        output.append(.add(WirePath(steps: steps), new[index]))
      }
    }
  }

  /// Returns the positions in `old` of elements of `new` that are equal and not in the common run.
  private func moved(
    _ old: [AnyValue], _ oldRange: Range<Int>, _ new: [AnyValue], _ newRange: Range<Int>,
    _ common: [(Int, Int)]
  ) -> [Int: Int] {
    if common.isEmpty { return [:] }
    var positions: [Int: [Int]] = [:]
    let (oldCommon, newCommon) = (Set(common.map(\.0)), Set(common.map(\.1)))
    for index in oldRange where !oldCommon.contains(index) {
      positions[old[index].hashValue, default: []].append(index)
    }
    var sources: [Int: Int] = [:]
    for index in newRange where !newCommon.contains(index) {
      let hash = new[index].hashValue
      guard
        let place = positions[hash]?.firstIndex(where: { old[$0].isSame(as: new[index]) })
      else { continue }
      sources[index] = positions[hash]?.remove(at: place)
    }
    return sources
  }

  /// Moves elements behind those that come before them in the new array.
  private func move(
    _ current: inout [Int], _ sources: [Int: Int], to targets: [Int], _ start: Int,
    at steps: Steps, _ output: inout [JSONPatch.Operation]
  ) {
    var settled = sources.filter { !targets.contains($0.key) }
    for target in targets {
      guard let source = sources[target], let from = current.firstIndex(of: source) else {
        continue
      }
      current.remove(at: from)
      let previous = settled.filter { $0.key < target }.max { $0.key < $1.key }
      let to = previous.flatMap { current.firstIndex(of: $0.value) }.map { $0 + 1 } ?? 0
      current.insert(source, at: to)
      settled[target] = source
      if from != to {
        output.append(
          .move(
            from: WirePath(steps: steps + [.index(start + from)]),
            WirePath(steps: steps + [.index(start + to)])))
      }
    }
  }

  /// Returns the positions of a longest common subsequence, or none for long arrays.
  private func common(
    _ old: [AnyValue], _ oldRange: Range<Int>, _ new: [AnyValue], _ newRange: Range<Int>
  ) -> [(Int, Int)] {
    let (rows, columns) = (oldRange.count, newRange.count)
    guard rows > 0, columns > 0, rows * columns <= 1 << 20 else { return [] }
    let oldHashes = old[oldRange].map(\.hashValue)
    let newHashes = new[newRange].map(\.hashValue)
    func isSame(_ row: Int, _ column: Int) -> Bool {
      oldHashes[row] == newHashes[column]
        && old[oldRange.lowerBound + row].isSame(as: new[newRange.lowerBound + column])
    }
    var lengths = [Int](repeating: 0, count: (rows + 1) * (columns + 1))
    for row in stride(from: rows - 1, through: 0, by: -1) {
      for column in stride(from: columns - 1, through: 0, by: -1) {
        let cell = row * (columns + 1) + column
        lengths[cell] =
          isSame(row, column)
          ? lengths[cell + columns + 2] + 1 : max(lengths[cell + 1], lengths[cell + columns + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (row, column) = (0, 0)
    while row < rows, column < columns {
      let cell = row * (columns + 1) + column
      if isSame(row, column) {
        pairs.append((oldRange.lowerBound + row, newRange.lowerBound + column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[cell + 1] >= lengths[cell + columns + 1] {
        column += 1
      } else {
        row += 1
      }
    }
    return pairs
  }
}

extension AnyValue {
  /// Returns whether the values are equal and their texts have the same Unicode scalars.
  package func isSame(as other: AnyValue) -> Bool {
    switch (self, other) {
    case (.string(let left), .string(let right)): return left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      let isSameOrder = left.elementsEqual(right) {
        $0.key.utf8.elementsEqual($1.key.utf8) && $0.value.isSame(as: $1.value)
      }
      if isSameOrder { return true }
      if left.hasEqualKeys || right.hasEqualKeys {
        let (left, right) = (left.valuesByKey, right.valuesByKey)
        return left.count == right.count
          && left.allSatisfy { key, values in
            right[key].map { AnyValue.array(values).isSame(as: .array($0)) } == true
          }
      }
      return left.count == right.count
        && left.allSatisfy { key, value in right[key]?.isSame(as: value) == true }
    case (.tagged(let tag, let left), .tagged(let other, let right)):
      return tag == other && left.isSame(as: right)
    default: return self == other
    }
  }
}

extension AnyValue.Object {
  fileprivate var valuesByKey: [WirePath.Step: [AnyValue]] {
    Dictionary(grouping: self) { WirePath.Step.key($0.key) }.mapValues { $0.map { $0.value } }
  }

  fileprivate var hasEqualKeys: Bool {
    var seen = Set<WirePath.Step>()
    return contains { !seen.insert(.key($0.key)).inserted }
  }
}
