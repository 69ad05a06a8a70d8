package import FerryBase

/// One or more complete records of a stream, in the bytes of the input.
///
/// Batches are independent: any thread may read a batch, in any order.
package struct Batch: @unchecked Sendable {
  // Sendable: the buffer belongs to the batch until it is recycled.

  package let buffer: BatchBuffer
  /// The ranges of the records in the buffer, in order.
  package let records: RecordRanges
  /// The position in the stream of the first byte of the buffer.
  package let start: StreamPosition

  /// The bytes of all records and what is between them.
  package var bytes: ByteView { buffer.bytes }

  /// The default number of bytes that are read at once. A batch of this size fits into the
  /// second-level cache together with the values decoded from it.
  package static var windowSize: Int { 64 << 10 }

  package init(buffer: BatchBuffer, records: RecordRanges, start: StreamPosition) {
    self.buffer = buffer
    self.records = records
    self.start = start
  }

  /// Creates a batch of the one document in `bytes`. A text may begin with a byte order mark, which
  /// the record leaves out. The bytes have to stay in place as long as the batch lives.
  package init(document bytes: ByteView, isText: Bool) {
    let start = isText && bytes.starts(with: SourcePlace.byteOrderMark) ? 3 : 0
    buffer = BatchBuffer(borrowing: bytes)
    records = RecordRanges(start..<bytes.count)
    self.start = StreamPosition()
  }
}

/// A position in a stream of records. All counts start at 0.
package struct StreamPosition: Equatable, Sendable {
  package var offset = 0
  package var record = 0
  /// The number of line feeds before the position.
  package var line = 0
  /// The number of Unicode scalars between the start of the line and the position.
  package var column = 0

  package init(offset: Int = 0) { self.offset = offset }

  /// Moves the position past `bytes`, which contain `lines` line feeds. If `lines` is `nil`, the
  /// function counts them.
  package mutating func advance(over bytes: ByteView, lines: Int? = nil) {
    offset += bytes.count
    let lines = lines ?? Newlines.count(in: bytes, 0..<bytes.count)
    line += lines
    var lineStart = 0
    if lines > 0 {
      column = 0
      lineStart = (bytes.lastIndex(of: 0x0A) ?? -1) + 1
    }
    if offset == bytes.count, lines == 0, bytes.starts(with: SourcePlace.byteOrderMark) {
      // The mark at the start of the stream has no column.
      lineStart = SourcePlace.byteOrderMark.count
    }
    column += Newlines.scalarCount(of: bytes, lineStart..<bytes.count)
  }
}

/// The ranges of records in a buffer.
@usableFromInline
package struct RecordRanges: Sendable {
  /// The ranges in order, without separators.
  package var ranges: [Range<Int>] = []
  /// Ranges inside of records, now or in later batches, that do not belong to them. The caller of the
  /// framing fills them with white space.
  package var blanks: [Range<Int>] = []
  /// The number of records, if it differs from the number of ranges: a frame of a record file holds
  /// several records.
  package var count: Int?
  /// The number of line feeds in the bytes that the framing has finished, if the framing has
  /// counted them.
  package var lines: Int?
  /// The failures of ranges that are not valid records, by the index of the range, as far as the
  /// framing or the feed has found them.
  package var damage: [Int: WireFailure] = [:]
  /// The kinds of the ranges, if they are pieces of one document.
  package var outline: Outline?
  /// Whether the stream ends behind these records.
  package var isLast = false
  /// The failure behind the last record. It ends the stream.
  package var failure: WireFailure?
  /// The part of the path that exists, if the document has no value at the path of the records.
  package var miss: PathMiss?

  package init() {}

  /// Creates the range of a single record.
  package init(_ range: Range<Int>) { ranges = [range] }

  /// The number of records.
  package var recordCount: Int { count ?? ranges.count }

  /// Marks records of more than `limit` bytes as damage.
  package mutating func refuseRecords(longerThan limit: Int) {
    for (index, range) in ranges.enumerated() where range.count > limit {
      damage[index] = WireFailure(.sizeLimit, offset: range.lowerBound)
    }
  }

  /// Replaces the first record of more than `limit` bytes, and all records behind it, with a
  /// failure. Does nothing for pieces of a document, which are not records.
  package mutating func endBeforeRecord(longerThan limit: Int) {
    guard outline == nil, let index = ranges.firstIndex(where: { $0.count > limit }) else { return }
    failure = WireFailure(.sizeLimit, offset: ranges[index].lowerBound)
    ranges.removeSubrange(index...)
    damage = damage.filter { $0.key < index }
    count = nil
  }
}

extension Batch {
  /// Returns the location in the stream of the byte at `offset` of the buffer, for messages.
  package func place(of offset: Int, isText: Bool) -> SourcePlace {
    guard isText else { return SourcePlace(binaryOffset: start.offset + offset) }
    let offset = min(max(offset, 0), bytes.count)
    // Only the line of the byte is examined. The text before the line may be long.
    let lineStart = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = ByteView(rebasing: bytes[lineStart...])
    let isPart = lineStart > 0 || start.offset > 0
    let place = SourcePlace(offset: offset - lineStart, inText: line, isPart: isPart)
    return SourcePlace(
      line: 1 + start.line + Newlines.count(in: bytes, 0..<lineStart),
      column: place.column + (lineStart == 0 ? start.column : 0),
      offset: start.offset + offset, excerpt: place.excerpt, caret: place.caret)
  }
}

/// Functions that count line feeds and characters, 16 bytes at a time.
package enum Newlines {
  /// Returns the number of line feeds in `range` of `bytes`.
  package static func count(in bytes: ByteView, _ range: Range<Int>) -> Int {
    count(in: bytes, range) { $0 .== SIMD16<UInt8>(repeating: 0x0A) }
  }

  /// Returns the number of Unicode scalars in `range` of UTF-8 text: the number of bytes that are
  /// not continuation bytes.
  package static func scalarCount(of bytes: ByteView, _ range: Range<Int>) -> Int {
    // As signed numbers, continuation bytes are smaller than all other bytes.
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
      // A lane holds at most 255, so the lanes are added up before they overflow.
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
