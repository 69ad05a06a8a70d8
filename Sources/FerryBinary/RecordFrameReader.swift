import FerryBytes
import FerryTape

/// A reader of the records of frames that the caller has located (Format.md, "Record files").
@usableFromInline
package struct RecordFrameReader: ~Copyable {
  var reader: BinaryReader
  /// Offset of the next record or the next frame.
  var position = 0
  private(set) var end = 0
  private var recordStart = 0
  private var groupEnd = 0
  private var isFirst = true
  /// The number of remaining records in the frame.
  var left = 0
  /// The tables of the group in the form for direct coding.
  private var wireTables: WireTables?

  /// Creates a reader of frames in `input`, whose memory must stay valid while the reader lives.
  package init(_ input: ByteView, depthLimit: Int = OpenContainer.standardLimit) {
    reader = BinaryReader(input, depthLimit: depthLimit)
  }

  var lexer: BinaryLexer { reader.lexer }

  /// Moves to the first record of the frames in `range`. The first frame must reset the tables, and
  /// the others must continue them. ``frame(in:at:limit:)`` must have checked all of them.
  @usableFromInline
  package mutating func enter(_ range: Range<Int>) {
    position = range.lowerBound
    groupEnd = range.upperBound
    isFirst = true
    left = 0
  }

  /// Moves to the first record of the frame at the position. With `continuing`, the frame's tables
  /// extend the current ones.
  mutating func enterFrame(continuing: Bool) throws(WireFailure) {
    let start = position
    let payload = lexer.payload(ofFrameAt: start)
    (position, end) = (payload.lowerBound, payload.upperBound)
    let count = try lexer.length(at: &position, end: end)
    try reader.readTables(at: &position, end: end, continuing: continuing)
    guard count > 0 else { throw WireFailure(.invalidLength, offset: start) }
    left = count
  }

  /// Appends the next record of the frame to `tape`.
  mutating func readRecord(into tape: inout Tape) throws(WireFailure) {
    recordStart = position
    try reader.readValue(at: &position, end: end, into: &tape)
    try passRecord()
  }

  /// Moves behind the next record of the frame without decoding it.
  mutating func skipRecord() throws(WireFailure) {
    position = try lexer.head(at: position, end: end).end
    try passRecord()
  }

  private mutating func passRecord() throws(WireFailure) {
    left -= 1
    if left == 0, position != end { throw WireFailure(.trailingContent, offset: position) }
  }

  /// Returns the offset of the value that became `node` of the last record.
  mutating func offset(ofNode node: Int) -> Int? {
    var place = recordStart
    return Tape.offset(ofNode: node) { tape throws(WireFailure) in
      try reader.readValue(at: &place, end: end, into: &tape)
    }
  }

  /// Appends the next record.
  /// - Returns: False after the last record.
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

  // MARK: Direct coding

  /// Returns a reader at the first record of the next frame, or `nil` after the last frame. The
  /// frame has ``recordCount`` records. After the last of them, the reader must be at its end.
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

  /// The number of remaining records in the frame.
  @usableFromInline package var recordCount: Int { left }

  // MARK: Locating frames

  /// The result of a check for a frame.
  package enum Frame {
    /// A frame of `size` bytes with `count` records. A frame that resets the tables does not depend
    /// on other frames.
    case records(size: Int, count: Int, isReset: Bool)
    /// The end frame of a file with `total` records.
    case end(size: Int, total: Int)
    /// The start of a frame. More bytes are needed.
    case incomplete
    /// Not a frame, or a damaged one.
    case damaged(WireFailure)
  }

  /// Checks the frame of at most `limit` bytes at `start` of `input`, including its checksum.
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
      // A record takes at least one byte. The check also keeps sums of counts small.
      guard count <= size else { return .damaged(WireFailure(.invalidLength, offset: start)) }
      return .records(size: size, count: count, isReset: flags == BinaryFormat.resetFlag)
    } catch {
      return error.kind == .unexpectedEnd ? .incomplete : .damaged(error)
    }
  }

  /// Returns the next offset at or after `start` at which a frame may begin. This is the offset of
  /// the next sync bytes, or near the end of the input the first offset at which a frame header
  /// would be incomplete.
  package static func nextFrame(in input: ByteView, from start: Int) -> Int {
    BinaryLexer(input).nextSync(from: start)
      ?? max(start, input.count - BinaryFormat.frameHeaderSize + 1)
  }

  /// The first bytes of a record file.
  package static var signature: [UInt8] { BinaryFormat.recordSignature }
}

/// Frames of a record file (Format.md, "Record files").
///
/// ```
/// 0      4       5        9          13
/// | sync | flags | length | checksum | payload |
/// ```
extension BinaryLexer {
  /// Checks that the input begins like a record file.
  func checkSignature() throws(WireFailure) {
    let signature = BinaryFormat.recordSignature
    let start = bytes(at: 0, count: min(count, signature.count))
    guard signature.starts(with: start) else { throw WireFailure(.badMagic, offset: 0) }
    if count < signature.count { throw WireFailure(.unexpectedEnd, offset: count) }
  }

  /// Returns the range of the payload of the frame at `start`, which must be whole.
  func payload(ofFrameAt start: Int) -> Range<Int> {
    let payload = start + BinaryFormat.frameHeaderSize
    return payload..<payload + Int(integer(at: start + 5, width: 4))
  }

  /// Checks that the frame at `start` is whole and undamaged. Subtracts the checked bytes from
  /// `budget`.
  /// - Returns: The flags of the frame.
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

  /// Checks a frame without a budget.
  func checkFrame(at start: Int, limit: Int = .max) throws(WireFailure) -> UInt8 {
    var budget = Int.max
    return try checkFrame(at: start, limit: limit, budget: &budget)
  }

  /// Returns the offset of the next sync bytes at or after `start`.
  func nextSync(from start: Int) -> Int? {
    guard start <= count - BinaryFormat.frameHeaderSize else { return nil }
    return (start...count - BinaryFormat.frameHeaderSize).first {
      integer(at: $0, width: 4) == UInt64(BinaryFormat.frameSync)
    }
  }
}
