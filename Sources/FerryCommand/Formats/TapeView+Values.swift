import FerryBytes
import FerryPath
import FerryTape

extension TapeView {
  /// Whether the value at `root`, written as compact JSON, takes `length` bytes and consists only
  /// of the tokens that it was read from.
  ///
  /// JSON text of that length then is the compact form, byte for byte: its length leaves no byte
  /// for white space. Walking over the nodes is much less work than writing them again.
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
        // Brackets, a colon for each pair, a comma between two.
        let count = elementCount(position)
        sum &+= count == 0 ? 2 : 2 &* count &+ 1
      case .list: sum &+= max(2, elementCount(position) &+ 1)
      default: return false
      }
      // All of these have one word, and containers are followed by their contents.
      position &+= 1
    }
    return sum == length
  }

  /// Digits of a number, and its sign.
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
  /// The first key of the map around `key` with the same bytes, or `nil` if that is `key` itself.
  func firstKey(equalTo key: Int) -> Int? {
    guard key >= 0, key < count else { return nil }
    let name = WirePath.Step.key(string(self[resolved(key)]))
    // The innermost map with the key in it is the last one that begins before it and ends behind.
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
  /// An element of the packed list at `list`, which has no node of its own.
  func number(_ element: Int, ofPackedList list: Int) -> AnyValue.Number {
    let (elements, type) = packed(list)
    return switch type {
    case .int64: .init(elements.load(Int64.self, at: 8 * element))
    case .double: .init(elements.load(Double.self, at: 8 * element))
    }
  }

  /// An element of the packed list at `list` as an integer, if it is one and fits.
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
