import FerryBytes
import FerryTape

/// Reads record files, one record at a time (Format.md, "Record files").
///
/// A frame's checksum is verified before anything in it is read. A file that was cut off gives all
/// records of its whole frames and then a failure with the offset of the frame that is not whole:
/// the file is good up to there.
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

  private let input: UnsafeBufferPointer<UInt8>
  private let limits: Limits
  private var reader: BinaryReader
  /// Offset of the next record, or of the next frame.
  private var position = 0
  private var frameStart = 0
  private var frameEnd = 0
  /// Records left in the frame, and read in all.
  private var left = 0
  private var count: UInt64 = 0
  private var hasEnded = false
  private var failure: Failure?
  private var hasSkipped = false
  /// Bytes that may still be checked in search of a whole frame.
  private var searchBudget: Int

  /// A reader of `input`, which has to stay where it is as long as the reader lives.
  package init(_ input: UnsafeBufferPointer<UInt8>, limits: Limits = .init()) {
    self.input = input
    self.limits = limits
    reader = BinaryReader(input, limits: limits.values)
    searchBudget = 4 * input.count
  }

  /// Offset behind the last frame that was read whole.
  package var goodLength: Int { left > 0 ? frameStart : min(position, input.count) }

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
    if position == 0 {
      guard BinaryReader.looksLikeRecordFile(input) else { throw signatureFailure() }
      position = BinaryFormat.recordSignature.count
    }
    while left == 0 {
      if hasEnded { return false }
      try enterFrame()
    }
    try reader.readValue(at: &position, end: frameEnd, into: &tape)
    left -= 1
    count += 1
    if left == 0, position != frameEnd { throw Failure(.trailingContent, offset: position) }
    return true
  }

  private func signatureFailure() -> Failure {
    BinaryFormat.recordSignature.starts(with: input)
      ? Failure(.unexpectedEnd, offset: input.count) : Failure(.badMagic, offset: 0)
  }

  /// Moves to the first record of the frame at `position`.
  private mutating func enterFrame() throws(Failure) {
    guard let base = input.baseAddress else { return }
    frameStart = position
    let flags = try RecordFrame.check(input, at: frameStart, limit: limits.frameSize)
    position = frameStart + BinaryFormat.frameHeaderSize
    frameEnd = position + RecordFrame.length(base, at: frameStart)
    if flags == BinaryFormat.endFlag {
      let total = try reader.readVarInt(base, at: &position, end: frameEnd)
      guard position == frameEnd, frameEnd == input.count else {
        throw Failure(.trailingContent, offset: position)
      }
      if total != count, !hasSkipped { throw Failure(.invalidLength, offset: frameStart) }
      hasEnded = true
    } else {
      let records = try reader.readLength(base, at: &position, end: frameEnd)
      try reader.readTables(at: &position, end: frameEnd)
      guard records > 0 else { throw Failure(.invalidLength, offset: frameStart) }
      left = records
    }
  }

  /// After a failure, moves to the next whole frame.
  /// - Returns: false if there is none; the failure stands then.
  package mutating func skipDamage() -> Bool {
    guard failure != nil else { return true }
    var start = max(frameStart + 1, BinaryFormat.recordSignature.count)
    while searchBudget > 0, let found = RecordFrame.nextSync(in: input, from: start) {
      do throws(Failure) {
        _ = try RecordFrame.check(
          input, at: found, limit: min(limits.frameSize, searchBudget), budget: &searchBudget)
        failure = nil
        hasSkipped = true
        left = 0
        position = found
        return true
      } catch {
        start = found + 1
      }
    }
    return false
  }
}
