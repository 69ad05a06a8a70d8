internal import FerryTape

/// JSON text sequences, RFC 7464: a record separator (0x1E) in front of each value.
package struct SequenceFraming: Framing {
  private var scanned = 0
  /// Where the record that is not complete begins, behind its separator.
  private var recordStart = 0

  package init() {}

  package func mayEnd(with byte: UInt8) -> Bool { byte == 0x1E }

  package mutating func advance(
    over window: UnsafeBufferPointer<UInt8>, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    while let end = Newlines.first(0x1E, in: window, from: scanned) {
      add(recordStart..<end, of: window, to: &found)
      recordStart = end + 1
      scanned = end + 1
    }
    scanned = window.count
    if isLast {
      add(recordStart..<window.count, of: window, to: &found)
      recordStart = window.count
    }
    // The separator stays with its record, so that the reader sees whether there is one.
    return isLast ? recordStart : max(0, recordStart - 1)
  }

  package mutating func drop(_ count: Int) {
    scanned -= count
    recordStart -= count
  }

  private func add(
    _ range: Range<Int>, of window: UnsafeBufferPointer<UInt8>, to found: inout RecordRanges
  ) {
    if let record = window.withoutBlankStart(range) { found.ranges.append(record) }
  }
}
