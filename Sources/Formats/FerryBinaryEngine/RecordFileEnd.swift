import FerryBase

/// The end frame of a record file (Format.md, "Record files").
struct RecordFileEnd {
  var count: UInt64 = 0
  var groups: [RecordFileIndex.Group] = []
  private(set) var frameStart = 0

  /// Creates the contents of the end frame of a file without records.
  init() {}

  /// Reads the end frame that the file's last four bytes locate. Fails if the frame is not whole, or
  /// is not the end of this file but of one inside of a record.
  init?(endOf lexer: BinaryLexer, _ frames: RecordFrames) {
    guard lexer.count >= 4 else { return nil }
    var frames = frames
    let length = Int(lexer.integer(at: lexer.count - 4, width: 4))
    let start = lexer.count - length
    guard start >= RecordFileHead.size,
      let flags = try? frames.checkFrame(at: start, in: lexer.input),
      flags == BinaryFormat.endFlag,
      let ending = try? RecordFileEnd(lexer, frameAt: start, of: frames)
    else { return nil }
    self = ending
  }

  /// Reads the end frame at `start`, which `frames` has checked.
  init(
    _ lexer: BinaryLexer, frameAt start: Int, of frames: RecordFrames
  ) throws(WireFailure) {
    frameStart = start
    let payload = lexer.payload(ofFrameAt: start)
    var place = payload.lowerBound
    let end = payload.upperBound
    count = try lexer.varInt(at: &place, end: end)
    let groupCount = try lexer.length(at: &place, end: end)
    let offset = frames.fileOffset(of: start)
    var (next, records) = (RecordFileIndex.Group(offset: 0, firstRecord: 0), UInt64(0))
    for _ in 0..<groupCount {
      let distance = try lexer.varInt(at: &place, end: end)
      // A record takes at least one byte. The check also keeps sums of counts small.
      guard distance > 0, distance < UInt64(offset - next.offset),
        groups.isEmpty ? distance == UInt64(RecordFileHead.size) : records <= distance
      else { throw WireFailure(.invalidLength, offset: start) }
      next.offset += Int(distance)
      next.firstRecord += records
      groups.append(next)
      records = try lexer.varInt(at: &place, end: end)
    }
    guard records <= UInt64(offset - next.offset), next.firstRecord + records == count,
      end - place == 4, lexer.integer(at: place, width: 4) == UInt64(end - start)
    else { throw WireFailure(.invalidLength, offset: start) }
  }

  /// Appends the payload of the frame.
  func append(to payload: inout ByteWriter) {
    payload.append(upTo: VarInt.maximumWidth) { VarInt.write(count, to: $0) }
    payload.appendLength(groups.count)
    var previous = 0
    for (index, group) in groups.enumerated() {
      let next = index + 1 < groups.count ? groups[index + 1].firstRecord : count
      payload.appendLength(group.offset - previous)
      payload.appendLength(Int(next - group.firstRecord))
      previous = group.offset
    }
    payload.append(
      littleEndian: UInt32(truncatingIfNeeded: RecordFrames.headerSize + payload.count + 4))
  }
}
