/// The replacement of a range of bytes.
struct Splice {
  var range: Range<Int>
  var text: [UInt8]

  init(_ range: Range<Int>, _ text: some Sequence<UInt8> = []) {
    self.range = range
    self.text = Array(text)
  }

  init(at offset: Int, _ text: some Sequence<UInt8>) {
    self.init(offset..<offset, text)
  }
}

extension [UInt8] {
  /// Replaces all ranges. Insertions at one offset stay in order. If the text does not allow an edit, ranges
  /// may overlap: the second one begins then where the first one ends.
  /// - Returns: the splices that restore the bytes.
  mutating func apply(_ splices: [Splice]) -> [Splice] {
    var sorted = splices.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }.map(\.element)
    var end = 0
    for index in sorted.indices {
      let range = sorted[index].range
      sorted[index].range = Swift.max(range.lowerBound, end)..<Swift.max(range.upperBound, end)
      end = sorted[index].range.upperBound
    }
    var inverse: [Splice] = []
    var shift = 0
    for splice in sorted {
      let start = splice.range.lowerBound + shift
      inverse.append(Splice(start..<start + splice.text.count, self[splice.range]))
      shift += splice.text.count - splice.range.count
    }
    // One copy, also of a large text.
    var result: [UInt8] = []
    result.reserveCapacity(count + shift)
    var copied = 0
    for splice in sorted {
      result += self[copied..<splice.range.lowerBound]
      result += splice.text
      copied = splice.range.upperBound
    }
    result += self[copied...]
    self = result
    return inverse
  }
}
