import Foundation
import Testing

/// Checks that `run` takes time in proportion to the size of its input.
///
/// Eight times the input may take eight times as long; what is quadratic takes 64 times. The bound
/// is between the two, far from both, so that a busy machine does not matter.
package func expectLinear<Input>(
  _ size: Int, sourceLocation: SourceLocation = #_sourceLocation,
  _ make: (Int) throws -> Input, _ run: (Input) throws -> Void
) throws {
  func time(_ size: Int) throws -> Double {
    let input = try make(size)
    try run(input)
    // Time of this thread, for others run tests meanwhile.
    return try (0..<3).map { _ in try processorTime { try run(input) } }.min() ?? 0
  }
  let ratio = try time(8 * size) / time(size)
  #expect(ratio < 24, sourceLocation: sourceLocation)
}

/// Returns the seconds that a processor works on `body` on this thread. They do not depend on the other
/// work of the machine.
package func processorTime(_ body: () throws -> Void) rethrows -> Double {
  let start = threadTime()
  try body()
  return threadTime() - start
}

private func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
