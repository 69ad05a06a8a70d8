package import FerryCoders
package import FerryBase

/// A source of batches of complete records, made from bytes that arrive in pieces of any size.
///
/// The feed holds the incomplete record and at most 64 KiB more: 4 KiB at first, and twice as much
/// with each read. If a record exceeds the size limit
/// and the framing can find the next record without it, the feed drops its bytes.
package struct Feed: ~Copyable {
  private var framing: any Framing
  private let window: Int
  /// The number of bytes of the next read, unless the window is smaller.
  private var step = 4 << 10
  private var buffer: BatchBuffer
  private var position: StreamPosition
  private var spare: [BatchBuffer] = []
  private let recordLimit: Int
  private var hasEnded = false
  /// The expected number of ranges in the next batch.
  private var expectedCount = 0

  /// Creates a feed that begins at byte `start` of a stream and reads `window` bytes at once. A
  /// record of more than `recordLimit` bytes is damage. It ends the feed if the framing cannot find
  /// the next record.
  package init(
    _ framing: any Framing, start: Int = 0, window: Int = Batch.windowSize, recordLimit: Int = .max
  ) {
    self.framing = framing
    self.window = window
    buffer = BatchBuffer(capacity: 0)
    self.recordLimit = recordLimit
    position = StreamPosition(offset: start)
  }

  /// The largest number of bytes that the feed has held at once.
  package private(set) var mostBuffered = 0

  /// Whether the feed delivers no more batches.
  package var isAtEnd: Bool { hasEnded }

  // MARK: Pulling

  /// Returns the next batch of the bytes of `source`, or `nil` at the end.
  package mutating func next(from source: any ByteSource) throws -> Batch? {
    while !hasEnded {
      let space = buffer.space(nextStep(upTo: window))
      let count = try source.read(into: space)
      buffer.count += count
      if let batch = take(isLast: count == 0) { return batch }
    }
    return nil
  }

  // MARK: Pushing

  /// Appends the first bytes of `bytes`, at most a window. Call ``take(isLast:)`` afterwards.
  /// - Returns: the number of bytes that were appended.
  package mutating func append(_ bytes: ByteView) -> Int {
    let count = min(bytes.count, nextStep(upTo: Batch.windowSize))
    let space = buffer.space(count)
    space.copy(ByteView(rebasing: bytes[..<count]), at: 0)
    buffer.count += count
    return count
  }

  /// Returns the number of bytes of the next read, at most `limit`.
  private mutating func nextStep(upTo limit: Int) -> Int {
    defer { step = min(2 * step, 1 << 30) }
    return min(step, limit)
  }

  /// Returns a batch of the complete records, or `nil` if no record is complete.
  package mutating func take(isLast: Bool) -> Batch? {
    guard !hasEnded else { return nil }
    mostBuffered = max(mostBuffered, buffer.count)
    var found = RecordRanges()
    found.isLast = isLast
    found.ranges.reserveCapacity(expectedCount)
    var end = framing.advance(over: buffer.bytes, isLast: isLast, to: &found)
    buffer.blank(found.blanks)
    if buffer.count > recordLimit {
      if framing.passesRecords {
        found.refuseRecords(longerThan: recordLimit)
      } else {
        found.endBeforeRecord(longerThan: recordLimit)
      }
    }
    if isLast || framing.isDone || found.failure != nil {
      hasEnded = true
      end = max(end, found.ranges.last?.upperBound ?? 0)
    } else if buffer.count - end > recordLimit, framing.passesRecords {
      let start = framing.passRecord()
      found.damage[found.ranges.count] = WireFailure(.sizeLimit, offset: start)
      found.ranges.append(start..<buffer.count)
      end = buffer.count
    } else if buffer.count - end > recordLimit, framing.keepsRecord {
      found.failure = WireFailure(.sizeLimit, offset: end)
      hasEnded = true
    }
    if found.ranges.isEmpty, found.failure == nil {
      if end > 0 { drop(end) }
      return nil
    }
    let batch = Batch(buffer: buffer, records: found, start: position)
    let rest = ByteView(rebasing: buffer.bytes[end...])
    let next = spare.popLast() ?? BatchBuffer(capacity: min(step, window) + 4096)
    next.replace(with: rest)
    position.advance(
      over: ByteView(rebasing: buffer.bytes[..<end]), lines: found.lines)
    position.record += found.recordCount
    expectedCount = found.ranges.count + found.ranges.count >> 3
    // An error behind the records is shown with the text around it, so the batch keeps that text.
    if found.failure == nil { buffer.count = end }
    buffer.seal()
    buffer = next
    framing.drop(end)
    return batch
  }

  /// Takes back the memory of a batch that is no longer read.
  package mutating func recycle(_ buffer: BatchBuffer) {
    // A buffer that one long record made large is not kept for short ones.
    if spare.count < 16, buffer.isSmall { spare.append(buffer) }
  }

  /// Drops bytes between records.
  private mutating func drop(_ count: Int) {
    position.advance(over: ByteView(rebasing: buffer.bytes[..<count]))
    let rest = ByteView(rebasing: buffer.bytes[count...])
    buffer.replace(with: rest)
    framing.drop(count)
  }
}
