/// The scalars in classes: a pattern cannot tell the scalars of one class apart.
@frozen @usableFromInline package struct ScalarClasses: Sendable {
  /// The class of each ASCII character.
  package let ascii: [UInt8]
  /// The first scalar of each run of one class.
  @usableFromInline let starts: [UInt32]
  @usableFromInline let classes: [UInt8]
  /// By the class: the sets of the pattern that contain it, as bits.
  @usableFromInline package let members: [[UInt64]]

  private static let limit = 200

  /// Creates one class of all scalars.
  init() {
    ascii = Array(repeating: 0, count: 128)
    (starts, classes, members) = ([0], [0], [[]])
  }

  /// Returns `nil` if there are too many classes.
  init?(_ sets: [ScalarSet]) {
    var edges: [UInt32: [Int]] = [0: []]
    for (number, set) in sets.enumerated() {
      for range in set.ranges {
        edges[range.lowerBound, default: []].append(number)
        edges[range.upperBound + 1, default: []].append(number)
      }
    }
    edges[ScalarSet.last + 1] = nil
    var current = [UInt64](repeating: 0, count: sets.count / 64 + 1)
    var numbers: [[UInt64]: UInt8] = [:]
    var members: [[UInt64]] = []
    var starts: [UInt32] = []
    var classes: [UInt8] = []
    for (start, changes) in edges.sorted(by: { $0.key < $1.key }) {
      for number in changes { current[number / 64] ^= 1 << UInt64(number % 64) }
      if numbers[current] == nil {
        guard members.count < Self.limit else { return nil }
        numbers[current] = UInt8(members.count)
        members.append(current)
      }
      starts.append(start)
      classes.append(numbers[current] ?? 0)
    }
    self.members = members
    self.starts = starts
    self.classes = classes
    var run = 0
    ascii = (0..<128).map { scalar in
      while run + 1 < starts.count, starts[run + 1] <= UInt32(scalar) { run += 1 }
      return classes[run]
    }
  }

  package var count: Int { members.count }

  @inlinable package func contains(_ set: Int, class number: Int) -> Bool {
    members[number][set / 64] >> UInt64(set % 64) & 1 == 1
  }

  @inlinable package func of(_ scalar: UInt32) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return Int(classes[low])
  }
}
