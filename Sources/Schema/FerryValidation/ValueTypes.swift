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
    case .text, .arenaText: .string
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

  /// Returns the number at `index`, which is a finite number.
  func exactNumber(at index: Int) -> ExactNumber {
    let node = self[index]
    if node.kind.isDigits { return ExactNumber(stored(node)) }
    if node.kind == .integer { return ExactNumber(String(node.integer)) }
    // The numbers of binary formats are the shortest texts that mean them.
    return ExactNumber((try? AnyValue(self, at: index))?.number?.text ?? "0")
  }

  /// Returns whether the number at `index` has a value: it is neither NaN nor an infinity.
  func isFinite(_ index: Int) -> Bool {
    let node = self[index]
    if node.kind.isDigits { return true }
    if node.kind == .plainText {
      if case .notFinite = plain(node) { return false } else { return true }
    }
    return double(at: index)?.isFinite ?? false
  }

  /// Lends the text of the string at `index`. Bytes are base64.
  package func withString<R>(_ index: Int, _ body: (ByteView) -> R) -> R {
    let node = self[index]
    switch node.kind {
    case .bytes, .arenaBytes:
      var text = ByteWriter(capacity: 0)
      Base64.encode(stored(node), to: &text)
      return body(text.bytes)
    case .uuid: return Array(UUIDText.string(stored(node)).utf8).withByteView(body)
    default: return body(stored(node))
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
