import FerryBase

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
  /// the others must continue them. ``RecordFrames`` must have checked all of them.
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

  /// Returns the offset of the value that became `node` of the record that was read last.
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
}
