import FerryBytes
import FerryTape

/// The groups of frames in a record file. Each group has its own tables. The index finds a record
/// by its number, splits a file for parallel readers, and locates the end for appending.
package struct RecordFileIndex: Sendable, Equatable {
  /// A group of frames that share tables.
  package struct Group: Sendable, Equatable {
    /// Offset of the first frame.
    package var offset: Int
    /// Number of the first record.
    package var firstRecord: UInt64
  }

  /// The groups in order.
  package private(set) var groups: [Group] = []
  /// The number of records in all groups.
  package private(set) var count: UInt64 = 0
  /// Offset after the last whole record frame: the offset of the end frame, or of the next frame to
  /// write.
  package private(set) var end: Int
  /// Whether the file has its end frame. A file without one is truncated or still being written.
  package private(set) var isComplete = false

  /// Reads the index from the end frame of a complete file. Otherwise scans the frames up to the
  /// first one that is not whole.
  /// - Throws: `badMagic` or `unexpectedEnd` if `input` does not begin like a record file.
  package init(_ input: ByteView) throws(WireFailure) {
    let lexer = BinaryLexer(input)
    try lexer.checkSignature()
    end = BinaryFormat.recordSignature.count
    if let ending = RecordFileEnd(endOf: lexer) {
      (groups, count) = (ending.groups, ending.count)
      end = ending.frameStart
      isComplete = true
    } else {
      // The scan stops at the first frame that is not whole.
      try? scan(lexer)
    }
  }

  /// Scans the frames.
  private mutating func scan(_ lexer: BinaryLexer) throws(WireFailure) {
    while end < lexer.count {
      let flags = try lexer.checkFrame(at: end)
      let isReset = flags == BinaryFormat.resetFlag
      guard flags != BinaryFormat.endFlag, isReset || !groups.isEmpty else { return }
      let payload = lexer.payload(ofFrameAt: end)
      var place = payload.lowerBound
      let records = try lexer.length(at: &place, end: payload.upperBound)
      if isReset { groups.append(Group(offset: end, firstRecord: count)) }
      count += UInt64(records)
      end = payload.upperBound
    }
  }

  /// Returns the group of record `number`.
  package func group(ofRecord number: UInt64) -> Int? {
    let behind = groups.partitioningIndex { $0.firstRecord > number }
    return behind > 0 ? behind - 1 : nil
  }

  /// Splits the groups into at most `parts` ranges of about equal size, for parallel readers. Each
  /// range comes with the number of its first record.
  package func split(into parts: Int) -> [(range: Range<Int>, firstRecord: UInt64)] {
    guard let first = groups.first, parts > 0 else { return [] }
    let size = max(1, (end - first.offset + parts - 1) / parts)
    var ranges: [(range: Range<Int>, firstRecord: UInt64)] = []
    var start = first
    for group in groups.dropFirst() where group.offset - start.offset >= size {
      ranges.append((start.offset..<group.offset, start.firstRecord))
      start = group
    }
    ranges.append((start.offset..<end, start.firstRecord))
    return ranges
  }
}

extension Array {
  /// Returns the index of the first element for which `isBehind` returns true. It must return true
  /// for all later elements too.
  func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The end frame of a record file (Format.md, "Record files").
struct RecordFileEnd {
  var count: UInt64 = 0
  var groups: [RecordFileIndex.Group] = []
  var frameStart: Int

  /// Reads the end frame that the file's last four bytes locate. Fails if the frame is not whole.
  init?(endOf lexer: BinaryLexer) {
    guard lexer.count >= 4 else { return nil }
    let length = Int(lexer.integer(at: lexer.count - 4, width: 4))
    let start = lexer.count - length
    guard start >= BinaryFormat.recordSignature.count,
      let flags = try? lexer.checkFrame(at: start, limit: length),
      flags == BinaryFormat.endFlag, let ending = try? RecordFileEnd(lexer, frameAt: start)
    else { return nil }
    self = ending
  }

  /// Reads the end frame at `start`. Its checksum must have been verified.
  init(_ lexer: BinaryLexer, frameAt start: Int) throws(WireFailure) {
    frameStart = start
    let payload = lexer.payload(ofFrameAt: start)
    var place = payload.lowerBound
    let end = payload.upperBound
    count = try lexer.varInt(at: &place, end: end)
    let groupCount = try lexer.length(at: &place, end: end)
    var group = RecordFileIndex.Group(offset: 0, firstRecord: 0)
    for _ in 0..<groupCount {
      let distance = try lexer.varInt(at: &place, end: end)
      let records = try lexer.varInt(at: &place, end: end)
      guard distance > 0, distance < UInt64(start - group.offset),
        records <= count - group.firstRecord
      else { throw WireFailure(.invalidLength, offset: start) }
      group.offset += Int(distance)
      groups.append(group)
      group.firstRecord += records
    }
    guard group.firstRecord == count, end - place == 4,
      lexer.integer(at: place, width: 4) == UInt64(end - start)
    else { throw WireFailure(.invalidLength, offset: start) }
  }

  init(count: UInt64, groups: [RecordFileIndex.Group], frameStart: Int) {
    (self.count, self.groups, self.frameStart) = (count, groups, frameStart)
  }

  /// Appends the payload of the frame.
  func append(to payload: inout ByteWriter) {
    payload.append(upTo: VarInt.maximumWidth) { VarInt.write(count, to: $0) }
    payload.appendLength(groups.count)
    var previous = 0
    for (index, group) in groups.enumerated() {
      let next = index + 1 < groups.count ? groups[index + 1].firstRecord : count
      payload.appendLength(group.offset - previous)
      payload.appendLength(Int(next - group.firstRecord))
      previous = group.offset
    }
    let length = BinaryFormat.frameHeaderSize + payload.count + 4
    payload.append(littleEndian: UInt32(truncatingIfNeeded: length))
  }
}
