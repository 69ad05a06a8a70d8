import FerryBase

extension TapeView {
  /// Returns whether the value at `root` takes `length` bytes as compact JSON and consists only of
  /// tokens that were read from text.
  ///
  /// JSON text of that length is then the compact form, byte for byte: no byte is left for white
  /// space. Walking over the nodes is much cheaper than writing them again.
  func isCompactJSON(_ root: Int, length: Int) -> Bool {
    var sum = 0
    var position = root
    let end = next(root)
    while position < end {
      let node = self[position]
      switch node.kind {
      case .text: sum &+= node.length &+ 2
      case .integer: sum &+= Self.digitCount(node.integer)
      case .integerText, .decimalText: sum &+= node.length
      case .true, .null: sum &+= 4
      case .false: sum &+= 5
      case .map:
        // Brackets, a colon for each member, a comma between two members.
        let count = elementCount(position)
        sum &+= count == 0 ? 2 : 2 &* count &+ 1
      case .list: sum &+= max(2, elementCount(position) &+ 1)
      default: return false
      }
      // Each of these nodes has one word, and the contents of a container follow it.
      position &+= 1
    }
    return sum == length
  }

  /// Returns the number of digits of an integer, plus 1 for a minus sign.
  @inline(__always)
  private static func digitCount(_ value: Int64) -> Int {
    var count = value < 0 ? 2 : 1
    var rest = value.magnitude
    while rest >= 10 {
      rest /= 10
      count &+= 1
    }
    return count
  }
}

extension TapeView {
  /// Returns the first key in the object around `key` with the same bytes, or `nil` if it is `key`
  /// itself.
  func firstKey(equalTo key: Int) -> Int? {
    guard key >= 0, key < count else { return nil }
    let name = WirePath.Step.key(string(self[resolved(key)]))
    // The innermost object around the key is the last one that begins before it and ends after it.
    let map = maps(from: 0).last { $0 < key && key < self[$0].payload }
    guard let map else { return nil }
    var position = map + 1
    while position < key {
      if .key(string(self[resolved(position)])) == name { return position }
      position = next(next(position))
    }
    return nil
  }
}

extension TapeView {
  /// Returns an element of the packed array at `list`. The element has no node of its own.
  func number(_ element: Int, ofPackedList list: Int) -> AnyValue.Number {
    let (elements, type) = packed(list)
    return switch type {
    case .int64: .init(elements.load(Int64.self, at: 8 * element))
    case .double: .init(elements.load(Double.self, at: 8 * element))
    }
  }

  /// Returns an element of the packed array at `list` as an integer, or `nil` if it is not an
  /// `Int64`.
  func integer(_ element: Int, ofPackedList list: Int) -> Int64? {
    let (elements, type) = packed(list)
    return switch type {
    case .int64: elements.load(Int64.self, at: 8 * element)
    case .double:
      DecimalParsing.wholeNumber(
        of: elements.load(Double.self, at: 8 * element), as: Int64.self)
    }
  }
}
