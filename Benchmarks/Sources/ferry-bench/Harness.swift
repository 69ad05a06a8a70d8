/// Times the contestants of one task on one set side by side.
///
/// Every round runs each contestant once, so that a machine that slows down slows all of them,
/// and each round starts with another one. In front of a sample the contestant runs once for
/// nothing: what it finds in the caches and on the heap is then its own, as in a program that uses
/// one library, and not what its neighbour left.
struct Harness {
  /// How long the rounds of one task and set go on; there are at least ``fewestRounds``.
  let budget: Duration

  /// Whether the clock stops before an answer is given back, as for a program that keeps it.
  var keepsAnswers = false

  /// Rounds below which a median says little.
  static let fewestRounds = 7

  /// Seconds that a sample lasts at least: a quick run is repeated within its sample, or the
  /// clock itself would be measured.
  private static let shortestSample = 0.002

  /// Seconds that a contestant runs before its first sample.
  private static let warmUp = 0.05

  /// The median seconds of one run, for each of `trials`.
  func medians(of trials: [Trial], by clock: BenchmarkClock) throws -> [Double] {
    let batches = try trials.map { try runsPerSample(warmingUp: $0, by: clock) }
    var samples = [[Double]](repeating: [], count: trials.count)
    let end = ContinuousClock.now + budget
    var round = 0
    while round < Self.fewestRounds || ContinuousClock.now < end {
      for turn in trials.indices {
        let index = (turn + round) % trials.count
        try trials[index].run()
        samples[index].append(try sample(trials[index], runs: batches[index], by: clock))
      }
      round += 1
    }
    return samples.map(Self.median)
  }

  /// The median of `values`; of an even number, the mean of the two in the middle.
  static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2
      : sorted[middle]
  }

  /// Runs the contestant until it is warm, and says how many runs make a sample.
  private func runsPerSample(warmingUp trial: Trial, by clock: BenchmarkClock) throws -> Int {
    var spent = 0.0
    var fastest = Double.infinity
    repeat {
      let seconds = try sample(trial, runs: 1, by: clock)
      spent += seconds
      fastest = min(fastest, seconds)
    } while spent < Self.warmUp
    return max(1, Int((Self.shortestSample / max(fastest, 1e-7)).rounded(.up)))
  }

  /// The seconds of one run, over `runs` of them.
  private func sample(_ trial: Trial, runs: Int, by clock: BenchmarkClock) throws -> Double {
    var seconds = 0.0
    if keepsAnswers {
      for _ in 0..<runs {
        let start = clock.now
        let answer = try trial.answer()
        seconds += clock.now - start
        consume(answer)
      }
    } else {
      seconds = try clock.seconds {
        for _ in 0..<runs { try trial.run() }
      }
    }
    return seconds / Double(runs)
  }
}

/// Takes an answer, so that the work behind it cannot be optimised away.
///
/// Without the second attribute the optimiser may drop the argument that nothing here uses, and
/// then the work that makes it.
@inline(never)
@_optimize(none)
func consume<Answer>(_ answer: Answer) {}
