import FerryBytes
import FerryTape

/// Reads the records of frames, which somebody else has told apart (Format.md, "Record files").
@usableFromInline
package struct RecordFrameReader: ~Copyable {
  var reader: BinaryReader
  /// Offset of the next record, or of the next frame.
  var position = 0
  private(set) var end = 0
  private var recordStart = 0
  private var groupEnd = 0
  private var isFirst = true
  /// Records of the frame, from the next one on.
  var left = 0
  /// The tables of the group, as direct coding uses them.
  private var wireTables: WireTables?

  /// A reader of frames in `input`, which has to stay where it is as long as the reader lives.
  package init(_ input: ByteView, depthLimit: Int = OpenContainer.standardLimit) {
    reader = BinaryReader(input, depthLimit: depthLimit)
  }

  var lexer: BinaryLexer { reader.lexer }

  /// Moves to the first record of the frames in `range`: one that resets the tables, and those that
  /// go on with them. ``frame(in:at:limit:)`` has found all of them to be whole.
  @usableFromInline
  package mutating func enter(_ range: Range<Int>) {
    position = range.lowerBound
    groupEnd = range.upperBound
    isFirst = true
    left = 0
  }

  /// Moves to the first record of the frame at the position, with its tables or those so far.
  mutating func enterFrame(continuing: Bool) throws(WireFailure) {
    let start = position
    let payload = lexer.payload(ofFrameAt: start)
    (position, end) = (payload.lowerBound, payload.upperBound)
    let count = try lexer.length(at: &position, end: end)
    try reader.readTables(at: &position, end: end, continuing: continuing)
    guard count > 0 else { throw WireFailure(.invalidLength, offset: start) }
    left = count
  }

  /// Appends the next record of the frame to `tape`, or skips it: its length is known.
  mutating func readRecord(into tape: inout Tape) throws(WireFailure) {
    recordStart = position
    try reader.readValue(at: &position, end: end, into: &tape)
    try passRecord()
  }

  /// Moves behind the next record of the frame without reading it: its length is known.
  mutating func skipRecord() throws(WireFailure) {
    position = try lexer.head(at: position, end: end).end
    try passRecord()
  }

  private mutating func passRecord() throws(WireFailure) {
    left -= 1
    if left == 0, position != end { throw WireFailure(.trailingContent, offset: position) }
  }

  /// Offset of the value that became `node` of the record that was read last.
  mutating func offset(ofNode node: Int) -> Int? {
    var place = recordStart
    return BinaryReader.offset(ofNode: node) { tape throws(WireFailure) in
      try reader.readValue(at: &place, end: end, into: &tape)
    }
  }

  /// Appends the next record.
  /// - Returns: false behind the last.
  package mutating func readNext(into tape: inout Tape) throws(WireFailure) -> Bool {
    do throws(WireFailure) {
      if left == 0 {
        guard position < groupEnd else { return false }
        try enterFrame(continuing: !isFirst)
        isFirst = false
      }
      try readRecord(into: &tape)
      return true
    } catch {
      left = 0
      groupEnd = position
      throw error
    }
  }

  // MARK: Reading straight into models

  /// A reader at the first record of the next frame, which has ``recordCount`` of them; `nil`
  /// behind the last frame. With the last record, the reader has to be at its end.
  @usableFromInline
  package mutating func nextFrame(
    depthLimit: Int, context: _WireContext
  ) throws(WireFailure) -> BinaryWireReader? {
    guard position < groupEnd else { return nil }
    let continued = isFirst ? nil : wireTables
    continued?.release()
    try enterFrame(continuing: !isFirst)
    isFirst = false
    defer { position = end }
    let tables = continued ?? WireTables(reader.tables, lexer)
    if continued != nil { tables.extend(to: reader.tables) }
    wireTables = tables
    return BinaryWireReader(
      lexer, values: position..<end, tables: tables, depthLimit: depthLimit, context: context)
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
    case damaged(WireFailure)
  }

  /// The frame at `start` of `input`, of at most `limit` bytes; its checksum is verified.
  package static func frame(
    in input: ByteView, at start: Int, limit: Int
  ) -> Frame {
    let lexer = BinaryLexer(input)
    do throws(WireFailure) {
      let flags = try lexer.checkFrame(at: start, limit: limit)
      let payload = lexer.payload(ofFrameAt: start)
      let size = payload.upperBound - start
      var place = payload.lowerBound
      let number = (try? lexer.varInt(at: &place, end: payload.upperBound)) ?? 0
      let count = Int(clamping: number)
      if flags == BinaryFormat.endFlag { return .end(size: size, total: count) }
      // A record takes a byte, so that sums of counts stay small.
      guard count <= size else { return .damaged(WireFailure(.invalidLength, offset: start)) }
      return .records(size: size, count: count, isReset: flags == BinaryFormat.resetFlag)
    } catch {
      return error.kind == .unexpectedEnd ? .incomplete : .damaged(error)
    }
  }

  /// The next place at or behind `start` where a frame may begin: all of its sync bytes, or the end
  /// of the input where they may be cut off.
  package static func nextFrame(in input: ByteView, from start: Int) -> Int {
    BinaryLexer(input).nextSync(from: start)
      ?? max(start, input.count - BinaryFormat.frameHeaderSize + 1)
  }

  /// The first bytes of a record file.
  package static var signature: [UInt8] { BinaryFormat.recordSignature }
}

/// The frames of a record file (Format.md, "Record files").
///
/// ```
/// 0      4       5        9          13
/// | sync | flags | length | checksum | payload |
/// ```
extension BinaryLexer {
  /// Makes sure that the input begins like a record file.
  func checkSignature() throws(WireFailure) {
    let signature = BinaryFormat.recordSignature
    let start = bytes(at: 0, count: min(count, signature.count))
    guard signature.starts(with: start) else { throw WireFailure(.badMagic, offset: 0) }
    if count < signature.count { throw WireFailure(.unexpectedEnd, offset: count) }
  }

  /// Where the payload is of the frame at `start`, which is whole.
  func payload(ofFrameAt start: Int) -> Range<Int> {
    let payload = start + BinaryFormat.frameHeaderSize
    return payload..<payload + Int(integer(at: start + 5, width: 4))
  }

  /// Makes sure that the frame at `start` is whole and undamaged; the bytes that had to be checked are
  /// taken from `budget`.
  /// - Returns: its flags.
  func checkFrame(at start: Int, limit: Int, budget: inout Int) throws(WireFailure) -> UInt8 {
    guard count - start >= BinaryFormat.frameHeaderSize else {
      throw WireFailure(.unexpectedEnd, offset: start)
    }
    guard integer(at: start, width: 4) == UInt64(BinaryFormat.frameSync) else {
      throw WireFailure(.badMagic, offset: start)
    }
    let flags = self[start + 4]
    guard flags == 0 || flags == BinaryFormat.resetFlag || flags == BinaryFormat.endFlag else {
      throw WireFailure(.unsupportedVersion, offset: start + 4)
    }
    let payload = payload(ofFrameAt: start)
    guard payload.count <= limit else { throw WireFailure(.sizeLimit, offset: start + 5) }
    guard payload.upperBound <= count else { throw WireFailure(.unexpectedEnd, offset: start) }
    budget -= payload.upperBound - start
    var checksum = CRC32C()
    checksum.update(bytes(at: start, count: 9))
    checksum.update(bytes(at: payload.lowerBound, count: payload.count))
    guard integer(at: start + 9, width: 4) == UInt64(checksum.value) else {
      throw WireFailure(.checksumMismatch, offset: start)
    }
    return flags
  }

  /// The same without a budget.
  func checkFrame(at start: Int, limit: Int = .max) throws(WireFailure) -> UInt8 {
    var budget = Int.max
    return try checkFrame(at: start, limit: limit, budget: &budget)
  }

  /// Offset of the next sync bytes at or behind `start`.
  func nextSync(from start: Int) -> Int? {
    guard start <= count - BinaryFormat.frameHeaderSize else { return nil }
    return (start...count - BinaryFormat.frameHeaderSize).first {
      integer(at: $0, width: 4) == UInt64(BinaryFormat.frameSync)
    }
  }
}
