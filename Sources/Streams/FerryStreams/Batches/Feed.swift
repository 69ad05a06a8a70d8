package import FerryBase

/// A source of batches of complete records, made from bytes that arrive in pieces of any size.
///
/// The feed holds the incomplete record and at most 64 KiB more: 4 KiB at first, and twice as much
/// with each read. If a record exceeds the size limit
/// and the framing can find the next record without it, the feed drops its bytes.
package struct Feed: ~Copyable {
  /// The default number of bytes that are read at once. A batch of this size fits into the
  /// second-level cache together with the values decoded from it.
  package static var windowSize: Int { 64 << 10 }

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
    _ framing: any Framing, start: Int = 0, window: Int = Feed.windowSize, recordLimit: Int = .max
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
    let count = min(bytes.count, nextStep(upTo: Self.windowSize))
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

/// The memory of one batch of records.
///
/// The buffer holds complete records, which are read in place. Afterwards another batch reuses the
/// buffer:
///
/// ```
/// base                          count            capacity
///  | record | record | record ... |                  | padding |
/// ```
@safe
package final class BatchBuffer: @unchecked Sendable {
  // Sendable: only one thread at a time uses a buffer. The thread that fills it passes it on.

  package private(set) var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// Whether the buffer has to free the memory.
  private let isOwner: Bool
  /// The number of bytes that are filled in.
  package var count = 0

  init(capacity: Int) {
    unsafe base = .allocate(capacity: capacity + Self.padding)
    self.capacity = capacity
    isOwner = true
  }

  /// Creates a buffer over the memory of `bytes`, which is only read. The memory has to stay in
  /// place as long as the buffer lives.
  init(borrowing bytes: ByteView) {
    isOwner = false
    unsafe base = UnsafeMutablePointer(mutating: bytes.start)
    capacity = bytes.count
    count = bytes.count
  }

  deinit {
    if isOwner { unsafe base.deallocate() }
  }

  var bytes: ByteView { unsafe ByteView(start: base, count: count) }

  /// Returns free memory for `size` more bytes behind the contents. Unused memory costs nothing:
  /// the system provides pages on the first write.
  func space(_ size: Int) -> MutableByteView {
    if capacity - count < size {
      capacity = max(2 * capacity, count + size)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.padding)
      unsafe larger.update(from: base, count: count)
      unsafe base.deallocate()
      unsafe base = larger
    }
    return unsafe MutableByteView(start: base + count, count: size)
  }

  /// The number of bytes behind the contents that may be read. Their values are undefined.
  package static var padding: Int { 64 }

  /// Writes line feeds behind the contents, so that no token of a text extends past the end.
  func seal() {
    unsafe (base + count).update(repeating: 0x0A, count: Self.padding)
  }

  /// Whether the buffer has the size of a window, not of a long record.
  var isSmall: Bool { capacity <= 2 << 20 }

  /// Replaces the contents with `bytes`, which may be a part of the contents.
  func replace(with bytes: ByteView) {
    // A part of the contents always fits. `update` allows overlapping memory, as `memmove` does.
    if bytes.count > capacity {
      count = 0
      _ = space(bytes.count)
    }
    unsafe base.update(from: bytes.start, count: bytes.count)
    count = bytes.count
  }
}
