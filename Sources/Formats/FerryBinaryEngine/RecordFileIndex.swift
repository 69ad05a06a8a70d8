import FerryBase

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
  package private(set) var end = 0
  /// Whether the file has its end frame. A file without one is truncated or still being written.
  package private(set) var isComplete = false
  /// The head of the file; `nil` for a file that ends inside of its head.
  let head: RecordFileHead?

  /// Reads the index from the end frame of a complete file. Otherwise scans the frames up to the
  /// first one that is not whole.
  /// - Throws: `badMagic` if `input` does not begin like a record file, `unexpectedEnd` if it is
  ///   empty, and `checksumMismatch` if its head is damaged.
  package init(_ input: ByteView) throws(WireFailure) {
    head = try Self.head(of: input)
    guard let head else { return }
    let frames = RecordFrames(head)
    end = RecordFileHead.size
    if let ending = RecordFileEnd(endOf: BinaryLexer(input), frames) {
      (groups, count) = (ending.groups, ending.count)
      end = ending.frameStart
      isComplete = true
    } else {
      // The scan stops at the first frame that is not whole.
      try? scan(BinaryLexer(input), frames)
    }
  }

  private static func head(of input: ByteView) throws(WireFailure) -> RecordFileHead? {
    do throws(WireFailure) {
      return try RecordFileHead(input)
    } catch {
      guard error.kind == .unexpectedEnd, !input.isEmpty else { throw error }
      return nil
    }
  }

  /// Scans the frames.
  private mutating func scan(
    _ lexer: BinaryLexer, _ frames: RecordFrames
  ) throws(WireFailure) {
    var frames = frames
    while end < lexer.count {
      let flags = try frames.checkFrame(at: end, in: lexer.input)
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
    let size = 1 + (end - first.offset - 1) / parts
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
