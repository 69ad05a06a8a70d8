import FerryBytes
import FerryTape

/// Reads record files, one record at a time (Format.md, "Record files").
///
/// A frame's checksum is verified before anything in it is read. A file that was cut off gives all
/// records of its whole frames and then a failure with the offset of the frame that is not whole:
/// the file is good up to there.
package struct RecordFileReader: ~Copyable {
  /// Bytes of a frame, at most.
  private static let frameLimit = 256 << 20

  private var frames: RecordFrameReader
  /// Offset where the groups end that are read, or `nil` for the whole file.
  private let end: Int?
  private var frameStart = 0
  /// Number of the next record, and records read in all.
  package private(set) var recordNumber: UInt64 = 0
  package private(set) var count: UInt64 = 0
  /// Whether the tables are those of all frames since a reset.
  private var hasTables = false
  private var hasEnded = false
  private var failure: WireFailure?
  /// What was given up after damage: ranges of bytes that a failure made unreadable.
  package private(set) var skippedRanges: [Range<Int>] = []
  /// How many records the file says it has, once its end was reached.
  package private(set) var statedCount: UInt64?
  /// Bytes that may still be checked in search of a whole frame.
  private var searchBudget: Int

  /// A reader of `input`, which has to stay where it is as long as the reader lives. It reads the
  /// whole file or the groups at `range`, which begin with record `recordNumber`; see
  /// ``RecordFileIndex``. Such ranges are read without each other.
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

  /// Offset behind the last frame that was read whole.
  package var goodLength: Int { frames.left > 0 ? frameStart : min(frames.position, lexer.count) }

  /// Appends the next record.
  /// - Returns: false behind the end of the file.
  /// - Throws: what is wrong, again at every call until ``skipDamage()``.
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

  /// Moves to the next record, into the next frame if there is none in this one.
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

  /// Moves to the first record of the frame at the position.
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

  /// Offset of the value that became `node` of the record that was read last, by reading up to it
  /// again.
  package mutating func offset(ofNode node: Int) -> Int? { frames.offset(ofNode: node) }

  // MARK: Moving

  /// Goes on at a frame that resets the tables.
  private mutating func move(to frame: Int) {
    failure = nil
    hasTables = false
    frames.left = 0
    frames.position = frame
  }

  /// After a failure, moves to the next whole frame that begins with tables of its own, or to the
  /// end of the file. What lies between is in ``skippedRanges``.
  /// - Returns: `false` if no such frame follows. The failure is kept then.
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
      // A frame may be whole, but its tables go on where the lost ones ended.
      start = found + (flags == nil ? 1 : BinaryFormat.frameHeaderSize)
    }
    return false
  }

  /// Moves to record `number`, without reading those in between.
  /// - Returns: false if the file has fewer.
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
