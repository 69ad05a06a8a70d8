internal import FerryBase

/// Equality and hashes of values, as JSON Schema defines it: numbers are equal by their value,
/// objects by their members in any order.
struct ValueComparison {
  let first: TapeView
  let second: TapeView

  init(_ first: TapeView, _ second: TapeView) {
    self.first = first
    self.second = second
  }

  func equal(_ left: Int, _ right: Int) -> Bool {
    // A list instead of recursion, because values nest as deep as documents.
    var pending: [(left: Int, right: Int)] = []
    var (left, right) = (left, right)
    while equal(left, right, except: &pending) {
      guard let next = pending.popLast() else { return true }
      (left, right) = next
    }
    return false
  }

  /// Returns whether two values are equal except for the values in them, which it appends in pairs.
  private func equal(
    _ left: Int, _ right: Int, except pending: inout [(left: Int, right: Int)]
  ) -> Bool {
    let (left, right) = (first.resolved(left), second.resolved(right))
    let type = first.valueType(left)
    let other = second.valueType(right)
    if ValueTypes.number.contains(type), ValueTypes.number.contains(other), !type.isEmpty {
      return equalNumbers(left, right)
    }
    guard type == other else { return false }
    switch type {
    case .null: return true
    case .boolean: return first.bool(at: left) == second.bool(at: right)
    case .string:
      return first.withString(left) { text in second.withString(right) { ByteRun.equal(text, $0) } }
    case .array: return equalArrays(left, right, &pending)
    case .object: return equalObjects(left, right, &pending)
    default: return false
    }
  }

  private func equalNumbers(_ left: Int, _ right: Int) -> Bool {
    let (one, other) = (first[left], second[right])
    if one.kind == .integer, other.kind == .integer { return one.integer == other.integer }
    guard let value = first.double(at: left), value == second.double(at: right) else {
      return false
    }
    return first.exactNumber(at: left).compared(to: second.exactNumber(at: right)) == 0
  }

  private func equalArrays(
    _ left: Int, _ right: Int, _ pending: inout [(left: Int, right: Int)]
  ) -> Bool {
    if first[left].kind == .packed {
      let tape = first.unpacked(left)
      return ValueComparison(TapeView(tape), second).equal(0, right)
    }
    if second[right].kind == .packed {
      let tape = second.unpacked(right)
      return ValueComparison(first, TapeView(tape)).equal(left, 0)
    }
    guard first.elementCount(left) == second.elementCount(right) else { return false }
    pending += zip(first.elements(ofList: left), second.elements(ofList: right))
      .map { (left: $0, right: $1) }
    return true
  }

  private func equalObjects(
    _ left: Int, _ right: Int, _ pending: inout [(left: Int, right: Int)]
  ) -> Bool {
    let count = first.elementCount(left)
    guard count == second.elementCount(right) else { return false }
    var keys = ByteTable()
    var places: [Int] = []
    for key in second.keys(ofMap: right) {
      second.withString(second.resolved(key)) { text in
        _ = keys.insert(text, as: places.count) { isKey(places[$0], text) }
      }
      places.append(key)
    }
    return first.keys(ofMap: left).allSatisfy { key in
      first.withString(first.resolved(key)) { text in
        guard let number = keys.find(text, isEqual: { isKey(places[$0], text) }) else {
          return false
        }
        pending.append((first.next(key), second.next(places[number])))
        return true
      }
    }
  }

  private func isKey(_ key: Int, _ text: ByteView) -> Bool {
    second.isKey(key, equalTo: text)
  }
}

extension TapeView {
  /// Returns a hash of the value at `index` that is the same for equal values.
  func valueHash(_ index: Int) -> UInt64 {
    // A list instead of recursion, because values nest as deep as documents.
    var open: [HashedContainer] = []
    var value = index
    while true {
      value = resolved(value)
      if self[value].kind == .list || self[value].kind == .map {
        open.append(HashedContainer(self, value))
      } else {
        let hash = scalarHash(value)
        guard !open.isEmpty else { return hash }
        open[open.count - 1].add(hash)
      }
      var child: Int?
      while child == nil {
        child = open[open.count - 1].next(self)
        guard child == nil else { break }
        let hash = open.removeLast().hash
        guard !open.isEmpty else { return hash }
        open[open.count - 1].add(hash)
      }
      value = child ?? value
    }
  }

  private func scalarHash(_ index: Int) -> UInt64 {
    let seed = ByteRun.seed
    switch valueType(index) {
    case .null: return ByteRun.mix(seed, 1)
    case .boolean: return ByteRun.mix(seed, bool(at: index) == true ? 2 : 3)
    case .integer, .fraction:
      // Equal numbers have the same nearest double; zero has one sign.
      return ByteRun.mix(((double(at: index) ?? 0) + 0).bitPattern ^ seed, HashedContainer.factor)
    case .string: return withString(index) { ByteRun.hash($0, seed: seed) }
    case .array:
      let tape = unpacked(index)
      return TapeView(tape).valueHash(0)
    default: return 0
    }
  }
}

/// The hash of an array or an object of which some values are known.
private struct HashedContainer {
  static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  private let isMap: Bool
  private var position: Int
  private let end: Int
  /// The hash of the key before the current value.
  private var name: UInt64 = 0
  private(set) var hash: UInt64

  init(_ view: TapeView, _ index: Int) {
    isMap = view[index].kind == .map
    position = index + 1
    end = view[index].payload
    hash = ByteRun.seed &+ (isMap ? 6 : 5)
  }

  /// Returns the next value.
  mutating func next(_ view: TapeView) -> Int? {
    guard position < end else { return nil }
    var value = position
    if isMap {
      name = view.withString(view.resolved(position)) { ByteRun.hash($0, seed: ByteRun.seed) }
      value = view.next(position)
    }
    position = view.next(value)
    return value
  }

  mutating func add(_ value: UInt64) {
    // Members have no order.
    hash = isMap ? hash &+ ByteRun.mix(name, value | 1) : ByteRun.mix(hash ^ value, Self.factor)
  }
}
