internal import FerryTape

/// A record a line (ndjson.org). Lines of white space are no records.
package struct LineFraming: Framing {
  private var scanned = 0
  /// Where the line that is not complete begins.
  private var lineStart = 0

  package init() {}

  package func mayEnd(with byte: UInt8) -> Bool { byte == 0x0A }

  package mutating func advance(
    over window: UnsafeBufferPointer<UInt8>, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    while let end = Newlines.first(0x0A, in: window, from: scanned) {
      add(lineStart..<end, of: window, to: &found)
      lineStart = end + 1
      scanned = end + 1
    }
    scanned = window.count
    if isLast {
      add(lineStart..<window.count, of: window, to: &found)
      lineStart = window.count
    }
    return lineStart
  }

  package mutating func drop(_ count: Int) {
    scanned -= count
    lineStart -= count
  }

  @inline(__always)
  private func add(
    _ line: Range<Int>, of window: UnsafeBufferPointer<UInt8>, to found: inout RecordRanges
  ) {
    if let record = window.withoutBlankStart(line) { found.ranges.append(record) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// `range` without white space and byte order marks at its start, or `nil` if nothing is left.
  @inline(__always)
  func withoutBlankStart(_ range: Range<Int>) -> Range<Int>? {
    var start = range.lowerBound
    // Files that were put together keep the mark of each.
    while start < range.upperBound, self[start] <= 0x20 || self[start] == 0xEF {
      if self[start] == 0xEF {
        guard self[start...].starts(with: [0xEF, 0xBB, 0xBF]) else { break }
        start += 3
      } else {
        // Every other byte below the space will be refused by the reader.
        guard self[start] == 0x20 || (0x09...0x0D).contains(self[start]) else { break }
        start += 1
      }
    }
    return start < range.upperBound ? start..<range.upperBound : nil
  }
}
