internal import Synchronization

/// The part of reading a stream that happens one batch after the other.
package final class ParallelReading: ByteSource {
  private var feed: Feed
  private let open: () throws -> any ByteSource
  private var source: (any ByteSource)?
  private let isStopped = Atomic(false)

  /// What threads are handed at once: enough to make the handing over cheap.
  private static let window = 2 * Feed.windowSize

  package init<Value>(_ source: StreamSource, _ plan: RecordPlan<Value>) {
    feed = plan.makeFeed(start: source.start, window: Self.window)
    open = source.open
  }

  /// The next batch.
  package func next() throws -> Batch? { try feed.next(from: self) }

  /// Takes the memory of a batch back.
  package func recycle(_ buffer: BatchBuffer) { feed.recycle(buffer) }

  /// The next bytes of the source, which is opened for the first of them; none once it is stopped.
  package func read(into room: UnsafeMutableRawBufferPointer) throws -> Int {
    if isStopped.load(ordering: .relaxed) { return 0 }
    if source == nil { source = try open() }
    return try unsafe source?.read(into: room) ?? 0
  }

  /// Asks the source for nothing any more, for whose owner may have closed it; from any thread.
  func stop() { isStopped.store(true, ordering: .relaxed) }
}
