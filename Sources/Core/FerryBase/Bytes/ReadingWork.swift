/// The bytes that readers look at. Debug builds count them for the tests; other builds have no code for
/// it.
///
/// A reader counts its whole input when it begins, and each byte that it goes back over. It subtracts
/// the bytes that it jumps over, and those that it has not read at its end.
package enum ReadingWork {
  /// Whether the build counts bytes.
  package static var isCounted: Bool {
    #if FERRY_COUNTS_WORK
    true
    #else
    false
    #endif
  }

  #if !hasFeature(Embedded)
  /// Returns the number of bytes that readers look at during a call, on one thread.
  package static func count(_ body: () throws -> Void) rethrows -> Int {
    #if FERRY_COUNTS_WORK
    let counter = Counter()
    try Counter.$current.withValue(counter, operation: body)
    return counter.count
    #else
    try body()
    return 0
    #endif
  }
  #endif

  #if FERRY_COUNTS_WORK
  @usableFromInline
  final class Counter: @unchecked Sendable {
    // Sendable: `count` gives the counter to one thread.
    @TaskLocal static var current: Counter?
    fileprivate(set) var count = 0
  }

  @usableFromInline
  static func add(counted bytes: Int) { Counter.current?.count += bytes }
  #endif

  /// Counts bytes.
  @inlinable @inline(__always)
  package static func add(_ bytes: @autoclosure () -> Int) {
    #if FERRY_COUNTS_WORK
    add(counted: bytes())
    #endif
  }
}
