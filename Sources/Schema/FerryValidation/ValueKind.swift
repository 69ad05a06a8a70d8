package import FerryBase

/// A set of the types of values that JSON Schema names. An integer is a number, too.
package struct ValueTypes: OptionSet, BitwiseCopyable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let null = ValueTypes(rawValue: 1)
  package static let boolean = ValueTypes(rawValue: 2)
  package static let object = ValueTypes(rawValue: 4)
  package static let array = ValueTypes(rawValue: 8)
  package static let string = ValueTypes(rawValue: 16)
  /// A number that is not an integer, or not known to be one.
  package static let fraction = ValueTypes(rawValue: 32)
  package static let integer = ValueTypes(rawValue: 64)
  package static let number: ValueTypes = [.fraction, .integer]
  package static let all = ValueTypes(rawValue: 127)

  /// The types by their names in schemas.
  package static let names: [(name: String, types: ValueTypes)] = [
    ("null", .null), ("boolean", .boolean), ("object", .object), ("array", .array),
    ("string", .string), ("number", .number), ("integer", .integer),
  ]

  /// A description for people.
  var description: String {
    let names = Self.names.filter {
      contains($0.types) && !($0.types == .integer && contains(.number))
    }.map(\.name)
    guard let last = names.last else { return "no value" }
    return names.count == 1
      ? last : names.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension TapeView {
  /// Returns the type of the value at `index`, which is not an alias. A number with a fraction or
  /// an exponent may still be an integer. An extension has no type.
  @inline(__always)
  package func valueType(_ index: Int) -> ValueTypes {
    switch self[index].kind {
    case .text, .escapedText, .arenaText: .string
    case .map: .object
    case .list, .packed: .array
    case .integer, .integerText, .int64, .uint64: .integer
    case .decimal, .decimalText: .fraction
    case .true, .false: .boolean
    case .null: .null
    default: rareValueType(index)
    }
  }

  @inline(never)
  private func rareValueType(_ index: Int) -> ValueTypes {
    let node = self[index]
    switch node.kind {
    case .bytes, .arenaBytes, .uuid: return .string
    case .float, .double, .date, .numberText: return .fraction
    case .plainText:
      let meaning = plain(node)
      switch meaning {
      case .null: return .null
      case .bool: return .boolean
      case .text: return .string
      case .jsonNumber, .number, .notFinite:
        return meaning.isInteger(stored(node)) ? .integer : .fraction
      }
    default: return []
    }
  }

  /// Returns whether the number at `index` has no fraction, as `1.0` and `1e2`.
  package func isWhole(_ index: Int) -> Bool { isFinite(index) && exactNumber(at: index).isWhole }

  /// Returns whether the number at `index` has a value: it is neither NaN nor an infinity.
  func isFinite(_ index: Int) -> Bool {
    let node = self[index]
    if node.kind.isDigits { return true }
    if node.kind == .plainText {
      if case .notFinite = plain(node) { return false } else { return true }
    }
    return double(at: index)?.isFinite ?? false
  }

  /// Lends the text of the string at `index`, with escapes resolved. Bytes are base64.
  package func withString<R>(_ index: Int, _ body: (ByteView) -> R) -> R {
    let node = self[index]
    switch node.kind {
    case .text, .arenaText, .plainText: return body(stored(node))
    case .bytes, .arenaBytes:
      var text = ByteWriter(capacity: 0)
      Base64.encode(stored(node), to: &text)
      return body(text.bytes)
    case .uuid: return Array(UUIDText.string(stored(node)).utf8).withByteView(body)
    default: return withText(node, body)
    }
  }

  /// Returns a list with a node for each element of the packed array at `index`.
  package func unpacked(_ index: Int) -> Tape {
    var tape = Tape()
    var open = OpenContainer()
    let count = elementCount(index)
    do throws(WireFailure) {
      try open.open(.list, on: &tape, limit: 1)
      for element in 0..<count {
        open.count += 1
        try tape.append(element: element, of: self, at: index)
      }
    } catch {
      // The new tape holds at most two words for each element, which the document holds as well.
      assertionFailure("a packed array is too large: \(error)")
    }
    open.close(on: &tape)
    return tape
  }
}

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
