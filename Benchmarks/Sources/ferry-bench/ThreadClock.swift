#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The processor time of the calling thread, in seconds.
///
/// Other programs on the machine take none of it, unlike of a wall clock. What a contestant does
/// on further threads is not in it either: a task that uses several threads needs another clock.
enum ThreadClock {
  /// Seconds since the thread began to run.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The seconds that `work` takes.
  static func seconds(of work: () throws -> Void) rethrows -> Double {
    let start = now()
    try work()
    return now() - start
  }
}
