import FerryBytes
package import FerryPath
package import FerryTape

/// Some whole records of a stream, at least one, as they stand in the input.
///
/// Batches are independent: any thread may read one, in any order.
package struct Batch: @unchecked Sendable {
  // The buffer belongs to the batch until it is recycled.

  package let buffer: BatchBuffer
  /// Where the records are in the buffer, in order.
  package let records: RecordRanges
  /// Where the first byte of the buffer is in the stream.
  package let start: StreamPosition

  /// The bytes of all records and what is between them.
  package var bytes: ByteView { buffer.bytes }

  init(buffer: BatchBuffer, records: RecordRanges, start: StreamPosition) {
    self.buffer = buffer
    self.records = records
    self.start = start
  }

  /// The one document that `bytes` are, behind the byte order mark of a text. They have to stay where
  /// they are as long as the batch lives.
  package init(document bytes: ByteView, isText: Bool) {
    let start = isText && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    buffer = BatchBuffer(borrowing: bytes)
    records = RecordRanges(start..<bytes.count)
    self.start = StreamPosition()
  }
}

/// A position in a stream of records. All counts start at 0.
package struct StreamPosition: Equatable, Sendable {
  package var offset = 0
  package var record = 0
  /// Line feeds before it.
  package var line = 0
  /// Unicode scalars before it in its line.
  package var column = 0

  /// Moves over `bytes`, in which there are `lines` line feeds if somebody has counted them.
  mutating func advance(over bytes: ByteView, lines: Int? = nil) {
    offset += bytes.count
    let lines = lines ?? Newlines.count(in: bytes, 0..<bytes.count)
    line += lines
    var lineStart = 0
    if lines > 0 {
      column = 0
      lineStart = (bytes.lastIndex(of: 0x0A) ?? -1) + 1
    }
    column += Newlines.scalarCount(of: bytes, lineStart..<bytes.count)
  }
}

/// Where records stand in a buffer.
package struct RecordRanges: Sendable {
  /// Without what separates records; in order.
  package var ranges: [Range<Int>] = []
  /// Records, where that is not the number of ranges: a frame of a record file holds several.
  package var count: Int?
  /// Line feeds in the bytes that the framing was done with, where it had to look for them.
  package var lines: Int?
  /// Ranges that are no records, with the reason, as far as the framing or the feed knows.
  package var damage: [Int: WireFailure] = [:]
  /// What the ranges are, where they are pieces of one document.
  package var outline: Outline?
  /// What is wrong behind the last record, as the end of the stream shows.
  package var failure: WireFailure?
  /// How far a path leads at the end of which the records were to be, if it leads nowhere.
  package var miss: PathMiss?

  package init() {}

  /// One record.
  init(_ range: Range<Int>) { ranges = [range] }

  /// Records in all.
  package var recordCount: Int { count ?? ranges.count }

  /// Takes records beyond `limit` bytes for damage.
  mutating func refuseRecords(longerThan limit: Int) {
    for (index, range) in ranges.enumerated() where range.count > limit {
      damage[index] = WireFailure(.sizeLimit, offset: range.lowerBound)
    }
  }

  /// Puts a failure in the place of the first record beyond `limit` bytes. Pieces of a document are
  /// no records.
  mutating func endBeforeRecord(longerThan limit: Int) {
    guard outline == nil, let index = ranges.firstIndex(where: { $0.count > limit }) else { return }
    failure = WireFailure(.sizeLimit, offset: ranges[index].lowerBound)
    ranges.removeSubrange(index...)
    damage = damage.filter { $0.key < index }
    count = nil
  }
}

extension Batch {
  /// The place in the stream of the byte at `offset` of the buffer, for people.
  package func place(of offset: Int, isText: Bool) -> SourcePlace {
    guard isText else { return SourcePlace(binaryOffset: start.offset + offset) }
    let offset = min(max(offset, 0), bytes.count)
    // Only the line is of interest; what is before it may be long.
    let lineStart = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = ByteView(rebasing: bytes[lineStart...])
    let place = SourcePlace(offset: offset - lineStart, inText: line)
    return SourcePlace(
      line: 1 + start.line + Newlines.count(in: bytes, 0..<lineStart),
      column: place.column + (lineStart == 0 ? start.column : 0),
      offset: start.offset + offset, excerpt: place.excerpt, caret: place.caret)
  }
}

/// Counts line feeds and characters, 16 bytes at a time.
package enum Newlines {
  /// How many there are in `range` of `bytes`.
  package static func count(in bytes: ByteView, _ range: Range<Int>) -> Int {
    count(in: bytes, range) { $0 .== SIMD16<UInt8>(repeating: 0x0A) }
  }

  /// Unicode scalars in `range` of UTF-8: bytes that continue none.
  static func scalarCount(of bytes: ByteView, _ range: Range<Int>) -> Int {
    // Those that do are the least as signed numbers.
    range.count
      - count(in: bytes, range) { block in
        unsafe unsafeBitCast(block, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: -64)
      }
  }

  @inline(__always)
  private static func count(
    in bytes: ByteView, _ range: Range<Int>,
    _ find: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
  ) -> Int {
    var offset = range.lowerBound
    var count = 0
    while range.upperBound - offset >= 16 {
      // A lane counts up to 255 before it is added up.
      var lanes = SIMD16<UInt8>(repeating: 0)
      let blocks = min(255, (range.upperBound - offset) / 16)
      for _ in 0..<blocks {
        let block = bytes.load(SIMD16<UInt8>.self, at: offset)
        lanes = unsafe lanes &- unsafeBitCast(find(block), to: SIMD16<UInt8>.self)
        offset += 16
      }
      for lane in 0..<16 { count += Int(lanes[lane]) }
    }
    for index in offset..<range.upperBound {
      if find(SIMD16(repeating: bytes[index]))[0] { count += 1 }
    }
    return count
  }
}
