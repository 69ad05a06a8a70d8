package import FerryCoders
internal import CFerryScan
package import FerryBase
internal import FerryJSONEngine

/// A framing of records that one byte separates. In NDJSON (ndjson.org), a line feed is behind each
/// record. In JSON text sequences (RFC 7464), a record separator is in front of each record. White
/// space alone between two delimiters is not a record.
package struct DelimitedFraming: Framing {
  private let delimiter: UInt8
  /// Whether a delimiter belongs to the record behind it, so that the reader can check for it.
  private let isInFront: Bool
  private var scanned = 0
  /// The offset where the incomplete record begins, behind its delimiter.
  private var recordStart = 0
  /// Whether the framing skips the incomplete record.
  private var isPassing = false

  private init(_ delimiter: UInt8, isInFront: Bool) {
    self.delimiter = delimiter
    self.isInFront = isInFront
  }

  /// A framing with one record on each line.
  package static var lines: DelimitedFraming { DelimitedFraming(0x0A, isInFront: false) }
  /// A framing with a record separator in front of each record.
  package static var sequence: DelimitedFraming { DelimitedFraming(0x1E, isInFront: true) }

  package func mayEnd(with byte: UInt8) -> Bool { byte == delimiter }

  package var passesRecords: Bool { true }

  package mutating func passRecord() -> Int {
    isPassing = true
    return recordStart
  }

  package mutating func advance(
    over window: ByteView, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    let delimiters = endRecords(at: scanned, of: window, in: &found)
    if delimiter == 0x0A { found.lines = delimiters }
    scanned = window.count
    if isPassing {
      recordStart = window.count
      return recordStart
    }
    guard isLast else {
      if isInFront { return max(0, recordStart - 1) }
      // White space in front of a record does not belong to it, whatever its length.
      recordStart =
        window.withoutBlankStart(recordStart..<window.count)?.lowerBound ?? window.count
      return recordStart
    }
    if let record = window.withoutBlankStart(recordStart..<window.count) {
      found.ranges.append(record)
    }
    recordStart = window.count
    return recordStart
  }

  /// Adds the records that end behind `start`.
  /// - Returns: the number of delimiters.
  private mutating func endRecords(
    at start: Int, of window: ByteView, in found: inout RecordRanges
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
    at end: Int, of window: ByteView, in found: inout RecordRanges
  ) {
    if isPassing {
      isPassing = false
    } else if let record = window.withoutBlankStart(recordStart..<end) {
      found.ranges.append(record)
    }
    recordStart = end + 1
  }

  package mutating func drop(_ count: Int) {
    scanned -= count
    recordStart -= count
  }
}

extension ByteView {
  /// Returns `range` without white space and byte order marks at its start, or `nil` if nothing is
  /// left.
  @inline(__always)
  func withoutBlankStart(_ range: Range<Int>) -> Range<Int>? {
    var start = range.lowerBound
    // Concatenated files keep the byte order mark of each file.
    while start < range.upperBound, self[start] <= 0x20 || self[start] == 0xEF {
      if self[start] == 0xEF {
        guard self[start...].starts(with: [0xEF, 0xBB, 0xBF]) else { break }
        start += 3
      } else {
        // The reader rejects every other byte below the space.
        guard self[start] == 0x20 || (0x09...0x0D).contains(self[start]) else { break }
        start += 1
      }
    }
    return start < range.upperBound ? start..<range.upperBound : nil
  }
}

/// A search for all offsets of a byte.
package enum DelimiterScan {
  /// The number of bytes whose offsets are collected before `body` is called.
  private static var stride: Int { 4096 }

  /// Calls `body` with the offsets of `byte` in `window` from `start` on, some offsets at a time.
  package static func offsets(
    of byte: UInt8, in window: ByteView, from start: Int,
    usesWideBlocks: Bool = Processor.hasWideBlocks, _ body: (UnsafeBufferPointer<Int>) -> Void
  ) {
    let base = unsafe window.start
    // The C function writes two more entries than there are offsets.
    unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: stride + 2) { buffer in
      guard let offsets = buffer.baseAddress else { return }
      var position = start
      while position < window.count {
        let end = min(window.count, position + stride)
        var count = 0
        #if arch(x86_64) || arch(arm64)
        if usesWideBlocks {
          let blocks = (end - position) / 64
          count = unsafe ferry_block_offsets(base + position, blocks, byte, position, offsets)
          position += 64 * blocks
        }
        #endif
        while end - position >= 64 {
          var places = unsafe JSONBlock(base + position).places(of: byte)
          while places != 0 {
            unsafe offsets[count] = position + places.trailingZeroBitCount
            count += 1
            places &= places - 1
          }
          position += 64
        }
        while position < end {
          if unsafe base[position] == byte {
            unsafe offsets[count] = position
            count += 1
          }
          position += 1
        }
        unsafe body(UnsafeBufferPointer(start: offsets, count: count))
      }
    }
  }
}
