internal import Synchronization

/// The part of reading a stream that happens one batch after the other.
package final class SourceReading: ByteSource {
  private var feed: Feed
  /// Opens the source for its first bytes.
  private var open: (() throws -> any ByteSource)?
  private var source: (any ByteSource)?
  private let isStopped = Atomic(false)

  /// What threads are handed at once: enough to make the handing over cheap.
  package static var parallelWindow: Int { 2 * Feed.windowSize }

  package init<Value>(
    _ source: StreamSource, _ plan: RecordPlan<Value>, window: Int = Feed.windowSize
  ) {
    feed = plan.makeFeed(start: source.start, window: window)
    open = source.open
  }

  /// The next batch.
  package func next() throws -> Batch? { try feed.next(from: self) }

  /// Takes the memory of a batch back.
  package func recycle(_ buffer: BatchBuffer) { feed.recycle(buffer) }

  /// The next bytes of the source; none once it is stopped.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if isStopped.load(ordering: .relaxed) { return 0 }
    if let open {
      self.open = nil
      source = try open()
    }
    return try unsafe source?.read(into: buffer) ?? 0
  }

  /// Asks the source for nothing any more, for whose owner may have closed it; from any thread.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Lets go of the source, which nobody reads any more.
  func close() {
    open = nil
    source = nil
  }
}
