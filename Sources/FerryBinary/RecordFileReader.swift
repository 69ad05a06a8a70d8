import FerryBytes
import FerryTape

/// A reader of record files, one record at a time (Format.md, "Record files").
///
/// The reader verifies a frame's checksum before it reads the frame. From a truncated file it
/// returns all records of the whole frames. Then it throws a failure with the offset of the first
/// frame that is not whole; the file is valid up to there.
package struct RecordFileReader: ~Copyable {
  /// The maximum size of a frame in bytes.
  private static let frameLimit = 256 << 20

  private var frames: RecordFrameReader
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
    frames = RecordFrameReader(input, depthLimit: depthLimit)
    end = range?.upperBound
    self.recordNumber = recordNumber
    searchBudget = 4 * input.count
    frames.position = range?.lowerBound ?? 0
  }

  private var lexer: BinaryLexer { frames.lexer }

  /// Offset after the last frame that was read completely.
  package var goodLength: Int { frames.left > 0 ? frameStart : min(frames.position, lexer.count) }

  /// Appends the next record.
  /// - Returns: False at the end of the file.
  /// - Throws: The failure, again at every call until ``skipDamage()``.
  package mutating func readNext(into tape: inout Tape) throws(WireFailure) -> Bool {
    if let failure { throw failure }
    do throws(WireFailure) {
      guard try enterFrames() else { return false }
      try frames.readRecord(into: &tape)
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
    if frames.position == 0 {
      try lexer.checkSignature()
      frames.position = BinaryFormat.recordSignature.count
    }
    while frames.left == 0 {
      if hasEnded || frames.position == end { return false }
      try enterFrame()
    }
    return true
  }

  /// Moves to the first record of the frame at the current position.
  private mutating func enterFrame() throws(WireFailure) {
    frameStart = frames.position
    let flags = try lexer.checkFrame(at: frameStart, limit: Self.frameLimit)
    guard flags == BinaryFormat.endFlag else {
      guard flags == BinaryFormat.resetFlag || hasTables else {
        throw WireFailure(.invalidTable, offset: frameStart)
      }
      hasTables = false
      try frames.enterFrame(continuing: flags != BinaryFormat.resetFlag)
      hasTables = true
      return
    }
    let ending = try RecordFileEnd(lexer, frameAt: frameStart)
    let frameEnd = lexer.payload(ofFrameAt: frameStart).upperBound
    guard frameEnd == lexer.count else { throw WireFailure(.trailingContent, offset: frameEnd) }
    frames.position = frameEnd
    statedCount = ending.count
    if ending.count != recordNumber, skippedRanges.isEmpty {
      throw WireFailure(.invalidLength, offset: frameStart)
    }
    hasEnded = true
  }

  /// Returns the offset of the value that became `node` of the last record. Reads the record again
  /// up to the value.
  package mutating func offset(ofNode node: Int) -> Int? { frames.offset(ofNode: node) }

  // MARK: Moving

  /// Continues at a frame that resets the tables.
  private mutating func move(to frame: Int) {
    failure = nil
    hasTables = false
    frames.left = 0
    frames.position = frame
  }

  /// Moves to the next whole frame with its own tables, or to the end frame, after a failure. The
  /// bytes in between become an element of ``skippedRanges``.
  /// - Returns: False if no such frame follows. The failure then remains.
  package mutating func skipDamage() -> Bool {
    guard failure != nil else { return true }
    let damage = max(frameStart, BinaryFormat.recordSignature.count)
    var start = frames.position < damage ? damage : damage + 1
    while searchBudget > 0, let found = lexer.nextSync(from: start) {
      let limit = min(Self.frameLimit, searchBudget)
      let flags = try? lexer.checkFrame(at: found, limit: limit, budget: &searchBudget)
      if let flags, flags != 0 {
        skippedRanges.append(damage..<found)
        move(to: found)
        return true
      }
      // A whole frame may still continue the tables of a lost frame.
      start = found + (flags == nil ? 1 : BinaryFormat.frameHeaderSize)
    }
    return false
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
      try frames.skipRecord()
      recordNumber += 1
    }
    return true
  }
}
