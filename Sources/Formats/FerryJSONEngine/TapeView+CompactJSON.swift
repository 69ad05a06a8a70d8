package import FerryBase

extension TapeView {
  /// Returns whether the value at `root` takes `length` bytes as compact JSON and consists only of
  /// tokens that were read from text.
  ///
  /// JSON text of that length is then the compact form, byte for byte: no byte is left for white
  /// space. Walking over the nodes is much cheaper than writing them again.
  package func isCompactJSON(_ root: Int, length: Int) -> Bool {
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

extension WirePath {
  /// Returns the first value at the path, which has no wildcards, in valid JSON text, or `nil` without
  /// a match. The text after the value is not read.
  package func value(in text: ByteView) -> ByteView? {
    var scanner = JSONScanner(text)
    do throws(WireFailure) {
      guard try seek(in: &scanner) else { return nil }
      let start = scanner.offset
      try scanner.skipValue()
      return ByteView(rebasing: text[start..<scanner.offset])
    } catch {
      return nil
    }
  }
}
