import FerryBase

/// A reader of record files, one record at a time (Format.md, "Record files").
///
/// The reader verifies a frame's checksum before it reads the frame. From a truncated file it
/// returns all records of the whole frames. Then it throws a failure with the offset of the first
/// frame that is not whole; the file is valid up to there.
package struct RecordFileReader: ~Copyable {
  private var reader: RecordFrameReader
  /// The frames of the file, once its head has been read.
  private var frames: RecordFrames?
  /// Offset after the groups to read, or `nil` for the whole file.
  private let end: Int?
  private var frameStart = 0
  /// The number of the next record, and the number of records read so far.
  package private(set) var recordNumber: UInt64 = 0
  package private(set) var count: UInt64 = 0
  /// Whether the tables contain all frames since a reset.
  private var hasTables = false
  private var hasEnded = false
  private var failure: WireFailure?
  /// Ranges of bytes that are unreadable after damage.
  package private(set) var skippedRanges: [Range<Int>] = []
  /// The number of records that the end frame states, once the reader has reached it.
  package private(set) var statedCount: UInt64?
  /// The number of bytes that the search for a whole frame may still check.
  private var searchBudget: Int

  /// Creates a reader of `input`, whose memory must stay valid while the reader lives. It reads the
  /// whole file, or the groups at `range`, which begin with record `recordNumber`. Such ranges are
  /// independent of each other, see ``RecordFileIndex``.
  package init(
    _ input: ByteView, groups range: Range<Int>? = nil, recordNumber: UInt64 = 0,
    depthLimit: Int = OpenContainer.standardLimit
  ) {
    reader = RecordFrameReader(input, depthLimit: depthLimit)
    end = range?.upperBound
    self.recordNumber = recordNumber
    searchBudget = 4 * input.count
    reader.position = range?.lowerBound ?? 0
  }

  private var lexer: BinaryLexer { reader.lexer }

  /// Offset after the last frame that was read completely.
  package var goodLength: Int { reader.left > 0 ? frameStart : min(reader.position, lexer.count) }

  /// Appends the next record.
  /// - Returns: False at the end of the file.
  /// - Throws: The failure, again at every call until ``skipDamage()``.
  package mutating func readNext(into tape: inout Tape) throws(WireFailure) -> Bool {
    if let failure { throw failure }
    do throws(WireFailure) {
      guard try enterFrames() else { return false }
      try reader.readRecord(into: &tape)
    } catch {
      failure = error
      throw error
    }
    count += 1
    recordNumber += 1
    return true
  }

  /// Moves to the next record, if necessary in the next frame.
  private mutating func enterFrames() throws(WireFailure) -> Bool {
    if frames == nil { enter(try RecordFileHead(lexer.input)) }
    while reader.left == 0 {
      if hasEnded || reader.position == end { return false }
      try enterFrame()
    }
    return true
  }

  private mutating func enter(_ head: RecordFileHead) {
    frames = RecordFrames(head)
    if reader.position == 0 { reader.position = RecordFileHead.size }
  }

  /// Moves to the first record of the frame at the current position.
  private mutating func enterFrame() throws(WireFailure) {
    frameStart = reader.position
    guard var frames else { return }
    let flags = try frames.checkFrame(at: frameStart, in: lexer.input)
    guard flags == BinaryFormat.endFlag else {
      guard flags == BinaryFormat.resetFlag || hasTables else {
        throw WireFailure(.invalidTable, offset: frameStart)
      }
      hasTables = false
      try reader.enterFrame(continuing: flags != BinaryFormat.resetFlag)
      hasTables = true
      return
    }
    let ending = try RecordFileEnd(lexer, frameAt: frameStart, of: frames)
    let frameEnd = lexer.payload(ofFrameAt: frameStart).upperBound
    guard frameEnd == lexer.count else { throw WireFailure(.trailingContent, offset: frameEnd) }
    reader.position = frameEnd
    statedCount = ending.count
    if ending.count != recordNumber, skippedRanges.isEmpty {
      throw WireFailure(.invalidLength, offset: frameStart)
    }
    hasEnded = true
  }

  // MARK: Moving

  /// Continues at a frame that resets the tables.
  private mutating func move(to frame: Int) {
    failure = nil
    hasTables = false
    reader.left = 0
    reader.position = frame
  }

  /// Moves to the next whole frame of this file with its own tables, or to its end frame, after a
  /// failure. The bytes in between become an element of ``skippedRanges``.
  /// - Returns: False if no such frame follows. The failure then remains.
  package mutating func skipDamage() -> Bool {
    guard failure != nil else { return true }
    guard var frames else { return repairHead() }
    var start = frameStart
    while searchBudget > 0 {
      let found = frames.candidate(after: start, in: lexer.input)
      if found + RecordFrames.headerSize > lexer.count { break }
      let limit = min(RecordFrames.payloadLimit, searchBudget)
      let flags = try? frames.checkFrame(
        at: found, in: lexer.input, afterLoss: true, limit: limit, budget: &searchBudget)
      // A whole frame may still continue the tables of a lost frame.
      if let flags, flags != 0 {
        skippedRanges.append(frameStart..<found)
        self.frames = frames
        move(to: found)
        return true
      }
      start = found
    }
    return false
  }

  /// Continues behind a damaged head.
  private mutating func repairHead() -> Bool {
    guard let failure, let head = try? Self.head(of: lexer.input) else { return false }
    skippedRanges.append(failure.offset..<RecordFileHead.size)
    enter(head)
    move(to: RecordFileHead.size)
    return true
  }

  /// Returns the head of the file. A damaged one is repaired by the first frame.
  /// - Throws: The failures of ``RecordFileHead``.
  package static func head(of input: ByteView) throws(WireFailure) -> RecordFileHead {
    do throws(WireFailure) {
      return try RecordFileHead(input)
    } catch {
      guard error.kind != .unexpectedEnd, let head = RecordFileHead(repairing: input) else {
        throw error
      }
      return head
    }
  }

  /// Moves to record `number` without decoding the records before it.
  /// - Returns: False if the file has fewer records.
  package mutating func seek(
    toRecord number: UInt64, index: RecordFileIndex
  ) throws(WireFailure) -> Bool {
    guard number < index.count, let group = index.group(ofRecord: number) else { return false }
    move(to: index.groups[group].offset)
    recordNumber = index.groups[group].firstRecord
    while recordNumber < number {
      guard try enterFrames() else { return false }
      try reader.skipRecord()
      recordNumber += 1
    }
    return true
  }
}

extension RecordFileReader: TapeSource {
  /// Appends the next record. The index may state more records than the file contains.
  package mutating func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    guard try readNext(into: &tape) else {
      throw WireFailure(.invalidLength, offset: input.count)
    }
  }

  /// Returns the offset of the value that became `node` of the record that was read last. Reads the
  /// record again up to the value.
  package mutating func offset(ofNode node: Int, in input: ByteView) -> Int? {
    reader.offset(ofNode: node)
  }
}
