public import FerryBase

extension AnyValue {
  /// Returns the operations that turn `old` into this value.
  ///
  /// Members and elements that are equal are not touched. The order of the members of an object
  /// does not matter, as in JSON. Numbers are equal by their value. For arrays, the operations keep
  /// the longest common run of elements, if the arrays differ in at most about a thousand elements.
  public func difference(from old: AnyValue) -> JSONPatch {
    var patch = JSONPatch()
    Difference().compare(old, self, at: [], &patch.operations)
    return patch
  }
}

private struct Difference {
  typealias Steps = [WirePath.Step]

  func compare(
    _ old: AnyValue, _ new: AnyValue, at steps: Steps, _ output: inout [JSONPatch.Operation]
  ) {
    switch (old, new) {
    case (.object(let old), .object(let new)) where !old.hasEqualKeys && !new.hasEqualKeys:
      compare(old, new, at: steps, &output)
    case (.array(let old), .array(let new)): compare(old, new, at: steps, &output)
    case (.tagged(let tag, let old), .tagged(let newTag, let new))
    where tag == newTag && old.isMap != nil && old.isMap == new.isMap:
      compare(old, new, at: steps, &output)
    default:
      if old != new { output.append(.replace(WirePath(steps: steps), new)) }
    }
  }

  private func compare(
    _ old: AnyValue.Object, _ new: AnyValue.Object, at steps: Steps,
    _ output: inout [JSONPatch.Operation]
  ) {
    for (key, value) in old {
      let steps = steps + [.key(key)]
      if let after = new[key] {
        compare(value, after, at: steps, &output)
      } else {
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
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    // Elements between two common ones change in pairs; the rest is removed or added.
    var position = start
    var (before, after) = (start, start)
    for (oldCommon, newCommon) in common(old, start..<oldEnd, new, start..<newEnd)
      + [(oldEnd, newEnd)]
    {
      while before < oldCommon, after < newCommon {
        compare(old[before], new[after], at: steps + [.index(position)], &output)
        (before, after, position) = (before + 1, after + 1, position + 1)
      }
      while before < oldCommon {
        output.append(.remove(WirePath(steps: steps + [.index(position)])))
        before += 1
      }
      while after < newCommon {
        output.append(.add(WirePath(steps: steps + [.index(position)]), new[after]))
        (after, position) = (after + 1, position + 1)
      }
      (before, after, position) = (before + 1, after + 1, position + 1)
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
        && old[oldRange.lowerBound + row] == new[newRange.lowerBound + column]
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

extension AnyValue.Object {
  fileprivate var hasEqualKeys: Bool {
    var seen = Set<WirePath.Step>()
    return contains { !seen.insert(.key($0.key)).inserted }
  }
}
