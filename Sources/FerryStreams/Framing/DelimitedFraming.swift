/// Records with one byte between them: a line feed behind each (NDJSON, ndjson.org), or a record
/// separator in front (JSON text sequences, RFC 7464). Between two delimiters, white space alone is
/// no record.
package struct DelimitedFraming: Framing {
  private let delimiter: UInt8
  /// Whether a delimiter belongs to the record behind it, so that the reader sees whether it is there.
  private let isInFront: Bool
  private var scanned = 0
  /// Where the record that is not complete begins, behind its delimiter.
  private var recordStart = 0
  /// Whether that record is given up.
  private var isPassing = false

  private init(_ delimiter: UInt8, isInFront: Bool) {
    self.delimiter = delimiter
    self.isInFront = isInFront
  }

  /// A record a line.
  package static var lines: DelimitedFraming { DelimitedFraming(0x0A, isInFront: false) }
  /// A record separator in front of each.
  package static var sequence: DelimitedFraming { DelimitedFraming(0x1E, isInFront: true) }

  package func mayEnd(with byte: UInt8) -> Bool { byte == delimiter }

  package var passesRecords: Bool { true }

  package mutating func passRecord() -> Int {
    isPassing = true
    return recordStart
  }

  package mutating func advance(
    over window: UnsafeBufferPointer<UInt8>, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    let delimiters = unsafe endRecords(at: scanned, of: window, in: &found)
    if delimiter == 0x0A { found.lines = delimiters }
    scanned = window.count
    if isPassing {
      recordStart = window.count
      return recordStart
    }
    guard isLast else {
      if isInFront { return max(0, recordStart - 1) }
      // Blanks in front belong to no record, however many there are.
      recordStart =
        unsafe window.withoutBlankStart(recordStart..<window.count)?.lowerBound ?? window.count
      return recordStart
    }
    if let record = unsafe window.withoutBlankStart(recordStart..<window.count) {
      found.ranges.append(record)
    }
    recordStart = window.count
    return recordStart
  }

  /// Adds the records that end behind `start`.
  /// - Returns: how many delimiters there are.
  private mutating func endRecords(
    at start: Int, of window: UnsafeBufferPointer<UInt8>, in found: inout RecordRanges
  ) -> Int {
    var delimiters = 0
    unsafe DelimiterScan.offsets(of: delimiter, in: window, from: start) { ends in
      for index in ends.indices {
        unsafe endRecord(at: ends[index], of: window, in: &found)
      }
      delimiters += ends.count
    }
    return delimiters
  }

  @inline(__always)
  private mutating func endRecord(
    at end: Int, of window: UnsafeBufferPointer<UInt8>, in found: inout RecordRanges
  ) {
    if isPassing {
      isPassing = false
    } else if let record = unsafe window.withoutBlankStart(recordStart..<end) {
      found.ranges.append(record)
    }
    recordStart = end + 1
  }

  package mutating func drop(_ count: Int) {
    scanned -= count
    recordStart -= count
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// `range` without white space and byte order marks at its start, or `nil` if nothing is left.
  @inline(__always)
  func withoutBlankStart(_ range: Range<Int>) -> Range<Int>? {
    var start = range.lowerBound
    // Files that were put together keep the mark of each.
    while start < range.upperBound, unsafe self[start] <= 0x20 || self[start] == 0xEF {
      if unsafe self[start] == 0xEF {
        guard unsafe self[start...].starts(with: [0xEF, 0xBB, 0xBF]) else { break }
        start += 3
      } else {
        // Every other byte below the space will be refused by the reader.
        guard unsafe self[start] == 0x20 || (0x09...0x0D).contains(self[start]) else { break }
        start += 1
      }
    }
    return start < range.upperBound ? start..<range.upperBound : nil
  }
}
