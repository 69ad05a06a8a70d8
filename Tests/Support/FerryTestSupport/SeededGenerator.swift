import Foundation

/// Random numbers that can be had again: SplitMix64 (Steele, Lea, Flood 2014).
package struct SeededGenerator: RandomNumberGenerator {
  /// The command that replays the run: `FERRY_SEED=<seed> swift test`.
  package let seed: UInt64
  private var state: UInt64

  /// A generator from `seed`.
  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// A generator from `FERRY_SEED`, or a new one; prints how to replay it.
  package init(for test: String) {
    let replayed = ProcessInfo.processInfo.environment["FERRY_SEED"].flatMap { UInt64($0) }
    self.init(seed: replayed ?? .random(in: .min ... .max))
    print("\(test): replay with FERRY_SEED=\(seed)")
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// True once in `count` times, on average.
  package mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// A number from `range`.
  package mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }
}
