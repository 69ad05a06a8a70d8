import Testing

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
    /// Bytes of those of the asked size or more.
    package let bytes: Int
  }

  /// The memory that a closure leaves allocated.
  package struct Balance: Equatable {
    /// Blocks that were allocated and not freed.
    package let blocks: Int
    /// The most bytes in use at a time.
    package let peak: Int
  }

  #if canImport(CAllocationCounter)
  /// Follows what `body` allocates and frees on this thread.
  package static func balance(during body: () throws -> Void) rethrows -> Balance {
    ferry_start_tracking()
    defer { _ = ferry_stop_tracking() }
    try body()
    return Balance(blocks: ferry_stop_tracking(), peak: ferry_peak_bytes())
  }

  /// Runs `body` repeatedly. Each time, the next allocation of the library with the function
  /// `symbol` fails, until all allocations have failed once.
  /// - Returns: how many failed.
  package static func failEach(of symbol: String, _ body: () throws -> Void) rethrows -> Int {
    var number = 0
    while true {
      guard ferry_fail_allocation(symbol, number + 1) else { return number }
      defer { _ = ferry_stop_failing() }
      try body()
      if ferry_stop_failing() > 0 { return number }
      number += 1
    }
  }

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
    return Count(
      large: large, largest: Int(ferry_largest_allocation()), bytes: Int(ferry_counted_bytes()))
  }
  #else
  /// Runs `body`; without the helper in C there is nothing to follow with.
  package static func balance(during body: () throws -> Void) rethrows -> Balance {
    try body()
    return Balance(blocks: 0, peak: 0)
  }

  /// Lets nothing fail.
  package static func failEach(of symbol: String, _ body: () throws -> Void) rethrows -> Int { 0 }

  /// Whether allocations can be counted here.
  package static var isAvailable: Bool { false }

  /// Runs `body`; without the helper in C there is nothing to count with.
  package static func count(
    atLeast size: Int = 64 << 10, during body: () throws -> Void
  ) rethrows -> Count {
    try body()
    return Count(large: 0, largest: 0, bytes: 0)
  }
  #endif
}
