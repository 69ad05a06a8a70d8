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
