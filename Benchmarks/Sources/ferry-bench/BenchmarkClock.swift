#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What the time of a run is.
enum BenchmarkClock {
  /// The processor time of the calling thread.
  ///
  /// Other programs on the machine take none of it, unlike of a wall clock. What a contestant does
  /// on further threads is not in it either.
  case thread

  /// What passes meanwhile, for tasks that use several threads.
  case wall

  /// Seconds since some moment in the past.
  var now: Double {
    var time = timespec()
    clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The seconds that `work` takes.
  func seconds(of work: () throws -> Void) rethrows -> Double {
    let start = now
    try work()
    return now - start
  }
}
