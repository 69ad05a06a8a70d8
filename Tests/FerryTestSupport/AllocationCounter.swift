#if canImport(CAllocationCounter)
import CAllocationCounter
#endif

/// Counts large allocations, the sign of input that is copied.
package enum AllocationCounter {
  /// The allocations of a closure.
  package struct Count: Equatable {
    /// How many there were of the asked size or more.
    package let large: Int
    /// Bytes of the largest one, whatever its size.
    package let largest: Int
  }

  #if canImport(CAllocationCounter)
  /// Whether allocations can be counted here: with glibc, outside of sanitizers.
  package static var isAvailable: Bool { ferry_counts_allocations() }

  /// Counts what `body` allocates on this thread: by default what is 64 KiB or more.
  package static func count(
    atLeast size: Int = 64 << 10, during body: () throws -> Void
  ) rethrows -> Count {
    ferry_start_counting(size)
    defer { _ = ferry_stop_counting() }
    try body()
    let large = Int(ferry_stop_counting())
    return Count(large: large, largest: Int(ferry_largest_allocation()))
  }
  #else
  /// Whether allocations can be counted here.
  package static var isAvailable: Bool { false }

  /// Runs `body`; without the helper in C there is nothing to count with.
  package static func count(
    atLeast size: Int = 64 << 10, during body: () throws -> Void
  ) rethrows -> Count {
    try body()
    return Count(large: 0, largest: 0)
  }
  #endif
}
