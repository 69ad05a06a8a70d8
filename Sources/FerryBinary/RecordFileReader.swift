import FerryBytes
import FerryTape

/// Reads record files, one record at a time (Format.md, "Record files").
///
/// A frame's checksum is verified before anything in it is read. A file that was cut off gives all
/// records of its whole frames and then a failure with the offset of the frame that is not whole:
/// the file is good up to there.
@safe
package struct RecordFileReader: ~Copyable {
  /// What a reader puts up with.
  package struct Limits: Sendable, Equatable {
    /// Limits of every record.
    package var values = BinaryReader.Limits()
    /// Bytes of a frame, at most.
    package var frameSize = 256 << 20

    /// The default limits.
    package init() {}
  }

  let input: UnsafeBufferPointer<UInt8>
  let limits: Limits
  var reader: BinaryReader
  /// Offset of the next record, or of the next frame.
  var position = 0
  /// Offset where the groups end that are read, or `nil` for the whole file.
  private let end: Int?
  private var recordStart = 0
  private(set) var frameStart = 0
  private var frameEnd = 0
  /// Records left in the frame.
  var left = 0
  /// Number of the next record, and records read in all.
  package internal(set) var recordNumber: UInt64 = 0
  package private(set) var count: UInt64 = 0
  /// Whether the tables are those of all frames since a reset.
  var hasTables = false
  private var hasEnded = false
  var failure: Failure?
  /// What was given up after damage: ranges of bytes that a failure made unreadable.
  package internal(set) var skippedRanges: [Range<Int>] = []
  /// How many records the file says it has, once its end was reached.
  package private(set) var statedCount: UInt64?
  /// Bytes that may still be checked in search of a whole frame.
  var searchBudget: Int

  /// A reader of `input`, which has to stay where it is as long as the reader lives.
  package init(_ input: UnsafeBufferPointer<UInt8>, limits: Limits = .init()) {
    unsafe self.init(input, from: 0, to: nil, recordNumber: 0, limits)
  }

  /// A reader of the groups at `range`, which begin with record `recordNumber`; see
  /// ``RecordFileIndex``. Such ranges are read without each other.
  package init(
    _ input: UnsafeBufferPointer<UInt8>, groups range: Range<Int>, recordNumber: UInt64 = 0,
    limits: Limits = .init()
  ) {
    unsafe self.init(
      input, from: range.lowerBound, to: range.upperBound, recordNumber: recordNumber, limits)
  }

  private init(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int?, recordNumber: UInt64,
    _ limits: Limits
  ) {
    unsafe self.input = input
    self.limits = limits
    self.end = end
    self.recordNumber = recordNumber
    position = start
    reader = unsafe BinaryReader(input, limits: limits.values)
    searchBudget = 4 * input.count
  }

  /// Offset behind the last frame that was read whole.
  package var goodLength: Int { unsafe left > 0 ? frameStart : min(position, input.count) }

  /// Appends the next record.
  /// - Returns: false behind the end of the file.
  /// - Throws: what is wrong, again at every call until ``skipDamage()``.
  package mutating func readNext(into tape: inout Tape) throws(Failure) -> Bool {
    if let failure { throw failure }
    do throws(Failure) {
      return try next(into: &tape)
    } catch {
      // The tape knows nodes only; the place is where the reader is.
      let placed = error.offset < 0 ? Failure(error.kind, offset: reader.valueStart) : error
      failure = placed
      throw placed
    }
  }

  private mutating func next(into tape: inout Tape) throws(Failure) -> Bool {
    guard try enterFrames() else { return false }
    recordStart = position
    try reader.readValue(at: &position, end: frameEnd, into: &tape)
    try passRecord()
    return true
  }

  /// Moves behind the next record without reading it: its length is known.
  /// - Returns: false behind the end of the file.
  mutating func skipNext() throws(Failure) -> Bool {
    guard try enterFrames() else { return false }
    position = try reader.end(ofValueAt: position, end: frameEnd)
    try passRecord()
    return true
  }

  private mutating func passRecord() throws(Failure) {
    left -= 1
    count += 1
    recordNumber += 1
    if left == 0, position != frameEnd { throw Failure(.trailingContent, offset: position) }
  }

  /// Moves to the next record, into the next frame if there is none in this one.
  private mutating func enterFrames() throws(Failure) -> Bool {
    if position == 0 {
      guard unsafe BinaryReader.looksLikeRecordFile(input) else { throw signatureFailure() }
      position = BinaryFormat.recordSignature.count
    }
    while left == 0 {
      if hasEnded || position == end { return false }
      try enterFrame()
    }
    return true
  }

  private func signatureFailure() -> Failure {
    unsafe BinaryFormat.recordSignature.starts(with: input)
      ? Failure(.unexpectedEnd, offset: input.count) : Failure(.badMagic, offset: 0)
  }

  /// Moves to the first record of the frame at `position`.
  private mutating func enterFrame() throws(Failure) {
    guard let base = unsafe input.baseAddress else { return }
    frameStart = position
    let flags = try unsafe RecordFrame.check(
      input, at: frameStart, limit: limits.frameSize, continues: true)
    position = frameStart + BinaryFormat.frameHeaderSize
    frameEnd = unsafe position + RecordFrame.length(base, at: frameStart)
    if flags == BinaryFormat.endFlag {
      let ending = try unsafe RecordFileEnd(input, frameAt: frameStart)
      guard unsafe frameEnd == input.count else {
        throw Failure(.trailingContent, offset: frameEnd)
      }
      position = frameEnd
      statedCount = ending.count
      if ending.count != recordNumber, skippedRanges.isEmpty {
        throw Failure(.invalidLength, offset: frameStart)
      }
      hasEnded = true
    } else {
      guard flags == BinaryFormat.resetFlag || hasTables else {
        throw Failure(.invalidTable, offset: frameStart)
      }
      hasTables = false
      let records = try unsafe reader.readLength(base, at: &position, end: frameEnd)
      let continues = flags != BinaryFormat.resetFlag
      try reader.readTables(at: &position, end: frameEnd, continuing: continues)
      guard records > 0 else { throw Failure(.invalidLength, offset: frameStart) }
      hasTables = true
      left = records
    }
  }

  /// Offset of the value that became `node` of the record that was read last, by reading up to it
  /// again.
  package mutating func offset(ofNode node: Int) -> Int? {
    var tape = Tape(wordLimit: node)
    var place = recordStart
    do throws(Failure) {
      try reader.readValue(at: &place, end: frameEnd, into: &tape)
    } catch {
      // The node that does not fit is the one that is looked for.
      if error.kind == .nodeLimit { return reader.valueStart }
    }
    return nil
  }
}
