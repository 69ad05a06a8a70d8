import FerryBytes
import FerryTape

/// Reads the records of some frames of a record file, for who tells frames apart himself
/// (Format.md, "Record files").
@usableFromInline
@safe
package struct RecordFrameReader: ~Copyable {
  private var reader: BinaryReader
  private let input: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var end = 0
  private var groupEnd = 0
  private var isFirst = true
  private var left = 0
  /// The tables of the group, as the direct road uses them.
  private var wireTables: WireTables?

  /// A reader of frames in `input`, which has to stay where it is as long as the reader lives.
  package init(_ input: UnsafeBufferPointer<UInt8>, limits: BinaryReader.Limits = .init()) {
    unsafe self.input = input
    reader = unsafe BinaryReader(input, limits: limits)
  }

  /// Moves to the first record of the frames in `range`: one that resets the tables, and those that
  /// go on with them. ``frame(in:at:limit:)`` has found all of them to be whole.
  @usableFromInline
  package mutating func enter(_ range: Range<Int>) {
    position = range.lowerBound
    groupEnd = range.upperBound
    isFirst = true
    left = 0
  }

  private mutating func enterFrame() throws(Failure) {
    guard let base = unsafe input.baseAddress else { return }
    let start = position
    position = start + BinaryFormat.frameHeaderSize
    end = unsafe position + RecordFrame.length(base, at: start)
    left = try unsafe reader.readLength(base, at: &position, end: end)
    try reader.readTables(at: &position, end: end, continuing: !isFirst)
    isFirst = false
    guard left > 0 else { throw Failure(.invalidLength, offset: start) }
  }

  /// Appends the next record.
  /// - Returns: false behind the last.
  package mutating func readNext(into tape: inout Tape) throws(Failure) -> Bool {
    do throws(Failure) {
      if left == 0 {
        guard position < groupEnd else { return false }
        try enterFrame()
      }
      try reader.readValue(at: &position, end: end, into: &tape)
      left -= 1
      if left == 0, position != end { throw Failure(.trailingContent, offset: position) }
      return true
    } catch {
      left = 0
      groupEnd = position
      // The tape knows nodes only; the place is where the reader is.
      throw error.offset < 0 ? Failure(error.kind, offset: reader.valueStart) : error
    }
  }

  // MARK: Reading straight into models

  /// A reader at the first record of the next frame, which has ``recordCount`` of them; `nil`
  /// behind the last frame. With the last record, the reader has to be at its end.
  @usableFromInline
  package mutating func nextFrame(
    depthLimit: Int, context: WireContext
  ) throws(Failure) -> BinaryWireReader? {
    guard position < groupEnd, let base = unsafe input.baseAddress else { return nil }
    let continued = isFirst ? nil : wireTables
    continued?.release()
    try enterFrame()
    defer { position = end }
    let tables = unsafe continued ?? WireTables(reader.tables, base)
    if continued != nil { tables.extend(to: reader.tables) }
    wireTables = tables
    return unsafe BinaryWireReader(
      base, count: input.count, values: position..<end, tables: tables, depthLimit: depthLimit,
      context: context)
  }

  /// Records of the frame, from the next one on.
  @usableFromInline package var recordCount: Int { left }

  // MARK: Telling frames apart

  /// What stands at the place of a frame.
  package enum Frame {
    /// A frame of so many bytes with so many records; one that resets the tables needs no other.
    case records(size: Int, count: Int, isReset: Bool)
    /// The end of the file, which had so many records.
    case end(size: Int, total: Int)
    /// The start of a frame; more bytes are needed to know.
    case incomplete
    /// No frame, or one that is not what it was.
    case damaged(Failure)
  }

  /// The frame at `start` of `input`, of at most `limit` bytes; its checksum is verified.
  package static func frame(
    in input: UnsafeBufferPointer<UInt8>, at start: Int, limit: Int
  ) -> Frame {
    do throws(Failure) {
      let flags = try unsafe RecordFrame.check(input, at: start, limit: limit, continues: true)
      guard let base = input.baseAddress else { return .incomplete }
      let size = unsafe BinaryFormat.frameHeaderSize + RecordFrame.length(base, at: start)
      let payload = unsafe base + start + BinaryFormat.frameHeaderSize
      let number = unsafe VarInt.read(payload, end: base + start + size)?.0 ?? 0
      let count = Int(clamping: number)
      if flags == BinaryFormat.endFlag { return .end(size: size, total: count) }
      // A record takes a byte, so that sums of counts stay small.
      guard count <= size else { return .damaged(Failure(.invalidLength, offset: start)) }
      return .records(size: size, count: count, isReset: flags == BinaryFormat.resetFlag)
    } catch {
      return error.kind == .unexpectedEnd ? .incomplete : .damaged(error)
    }
  }

  /// The next place at or behind `start` where a frame may begin: all of its sync bytes, or the end
  /// of the input where they may be cut off.
  package static func nextFrame(in input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    unsafe RecordFrame.nextSync(in: input, from: start)
      ?? max(start, input.count - BinaryFormat.frameHeaderSize + 1)
  }

  /// The first bytes of a record file.
  package static var signature: [UInt8] { BinaryFormat.recordSignature }
}
