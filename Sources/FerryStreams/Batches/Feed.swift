import FerryBytes
internal import FerryTape

/// Makes batches of whole records from bytes that come in any pieces.
///
/// It holds the record that is not complete and at most 64 KiB more. Of a record beyond its limit it
/// holds no more than that much, where the framing finds the next one without it.
package struct Feed: ~Copyable {
  /// As much as is read at once, if nobody says otherwise: a batch fits the second-level cache with
  /// all that comes of it.
  package static var windowSize: Int { 64 << 10 }

  private var framing: any Framing
  private let window: Int
  private var buffer: BatchBuffer
  private var position: StreamPosition
  private var spare: [BatchBuffer] = []
  private let recordLimit: Int
  private var hasEnded = false
  /// Ranges that the next batch may have.
  private var expectedCount = 0

  /// A feed at `start` of a stream, which reads `window` bytes at once. A record beyond
  /// `recordLimit` bytes is damage, or ends it where the framing would not find the next one.
  package init(
    _ framing: any Framing, start: Int = 0, window: Int = Feed.windowSize, recordLimit: Int = .max
  ) {
    self.framing = framing
    self.window = window
    buffer = BatchBuffer(capacity: window + 4096)
    self.recordLimit = recordLimit
    position = StreamPosition(offset: start)
  }

  /// Bytes that are held back, the most there ever were.
  package private(set) var mostBuffered = 0

  /// Whether nothing comes any more.
  package var isAtEnd: Bool { hasEnded }

  // MARK: Pulling

  /// The next batch of what `source` delivers, or `nil` at its end.
  package mutating func next(from source: any ByteSource) throws -> Batch? {
    while !hasEnded {
      let space = buffer.space(window)
      let count = try source.read(into: space)
      buffer.count += count
      if let batch = take(isLast: count == 0) { return batch }
    }
    return nil
  }

  // MARK: Pushing

  /// Takes in a part of `bytes`, at most a window.
  /// - Returns: how many bytes; ``take(isLast:)`` is to be called then.
  package mutating func append(_ bytes: ByteView) -> Int {
    let count = min(bytes.count, Self.windowSize)
    let space = buffer.space(count)
    space.copy(ByteView(rebasing: bytes[..<count]), at: 0)
    buffer.count += count
    return count
  }

  /// The batch of the records that are complete, or `nil` if none is.
  package mutating func take(isLast: Bool) -> Batch? {
    guard !hasEnded else { return nil }
    mostBuffered = max(mostBuffered, buffer.count)
    var found = RecordRanges()
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
    } else if buffer.count - end > recordLimit {
      found.failure = WireFailure(.sizeLimit, offset: end)
      hasEnded = true
    }
    if found.ranges.isEmpty, found.failure == nil {
      if end > 0 { drop(end) }
      return nil
    }
    let batch = Batch(buffer: buffer, records: found, start: position)
    let rest = ByteView(rebasing: buffer.bytes[end...])
    let next = spare.popLast() ?? BatchBuffer(capacity: window + 4096)
    next.replace(with: rest)
    position.advance(
      over: ByteView(rebasing: buffer.bytes[..<end]), lines: found.lines)
    position.record += found.recordCount
    expectedCount = found.ranges.count + found.ranges.count >> 3
    // What is wrong behind the records is shown with its surroundings.
    if found.failure == nil { buffer.count = end }
    buffer.seal()
    buffer = next
    framing.drop(end)
    return batch
  }

  /// Gives the memory of a batch back, which nobody reads any more.
  package mutating func recycle(_ buffer: BatchBuffer) {
    // A buffer that one long record made large is not kept for short ones.
    if spare.count < 16, buffer.isSmall { spare.append(buffer) }
  }

  /// Forgets bytes between records.
  private mutating func drop(_ count: Int) {
    position.advance(over: ByteView(rebasing: buffer.bytes[..<count]))
    let rest = ByteView(rebasing: buffer.bytes[count...])
    buffer.replace(with: rest)
    framing.drop(count)
  }
}

/// The memory of one batch of records.
///
/// It holds whole records, read where they lie, and is then used again for another batch:
///
/// ```
/// base                          count            capacity
///  | record | record | record ... |                  | padding |
/// ```
@safe
package final class BatchBuffer: @unchecked Sendable {
  // One thread at a time uses a buffer: who fills it hands it on.

  package private(set) var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// Whether the memory is the buffer's to free.
  private let isOwner: Bool
  /// Bytes that are filled in.
  package var count = 0

  init(capacity: Int) {
    unsafe base = .allocate(capacity: capacity + Self.padding)
    self.capacity = capacity
    isOwner = true
  }

  /// The memory of `bytes`, which stays where it is as long as the buffer lives, and is only read.
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

  /// Free memory for `size` more bytes behind the contents. Memory that is never written to costs
  /// nothing: the system provides pages on the first write.
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

  /// Bytes that may be read behind the contents, whatever they are.
  package static var padding: Int { 64 }

  /// Puts line feeds behind the contents, so that no token of text goes past them.
  func seal() {
    unsafe (base + count).update(repeating: 0x0A, count: Self.padding)
  }

  /// Whether it has the memory of a window rather than of a long record.
  var isSmall: Bool { capacity <= 2 << 20 }

  /// Replaces the contents with `bytes`, which may be a part of them.
  func replace(with bytes: ByteView) {
    // A part of the contents fits; `update` moves as memmove does.
    if bytes.count > capacity {
      count = 0
      _ = space(bytes.count)
    }
    unsafe base.update(from: bytes.start, count: bytes.count)
    count = bytes.count
  }
}
