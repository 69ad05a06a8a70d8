package import FerryBytes
package import FerryTape

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
      switch plain(node) {
      case .null: return .null
      case .bool: return .boolean
      case .text: return .string
      case .jsonNumber:
        return stored(node).allSatisfy { $0 <= 0x39 && $0 != 0x2E } ? .integer : .fraction
      case .number(let isWhole): return isWhole ? .integer : .fraction
      case .notFinite: return .fraction
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
    case .array: return equalArrays(left, right)
    case .object: return equalObjects(left, right)
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

  private func equalArrays(_ left: Int, _ right: Int) -> Bool {
    if first[left].kind == .packed {
      let tape = first.unpacked(left)
      return ValueComparison(TapeView(tape), second).equalArrays(0, right)
    }
    if second[right].kind == .packed {
      let tape = second.unpacked(right)
      return ValueComparison(first, TapeView(tape)).equalArrays(left, 0)
    }
    guard first.elementCount(left) == second.elementCount(right) else { return false }
    var elements = second.elements(ofList: right)
    return first.elements(ofList: left).allSatisfy { element in
      elements.next().map { equal(element, $0) } ?? false
    }
  }

  private func equalObjects(_ left: Int, _ right: Int) -> Bool {
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
        return equal(first.next(key), second.next(places[number]))
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
    let index = resolved(index)
    let seed = ByteRun.seed
    switch valueType(index) {
    case .null: return ByteRun.mix(seed, 1)
    case .boolean: return ByteRun.mix(seed, bool(at: index) == true ? 2 : 3)
    case .integer, .fraction:
      // Equal numbers have the same nearest double; zero has one sign.
      return ByteRun.mix(((double(at: index) ?? 0) + 0).bitPattern ^ seed, 0x9E37_79B9_7F4A_7C15)
    case .string: return withString(index) { ByteRun.hash($0, seed: seed) }
    case .array:
      if self[index].kind == .packed {
        let tape = unpacked(index)
        return TapeView(tape).valueHash(0)
      }
      var hash = seed &+ 5
      for element in elements(ofList: index) {
        hash = ByteRun.mix(hash ^ valueHash(element), 0x9E37_79B9_7F4A_7C15)
      }
      return hash
    case .object:
      var hash = seed &+ 6
      for key in keys(ofMap: index) {
        let name = withString(resolved(key)) { ByteRun.hash($0, seed: seed) }
        hash &+= ByteRun.mix(name, valueHash(next(key)) | 1)
      }
      return hash
    default: return 0
    }
  }
}
