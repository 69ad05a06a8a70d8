import Foundation

/// Makes inputs out of others: what a fuzzer does without looking at coverage, and so much faster.
struct Mutator {
  private let seeds: [[UInt8]]
  private let tokens: [[UInt8]]
  private let limit: Int
  private var random: SeededGenerator

  /// Mutates `seeds`, none of which is lost, with words of a dictionary.
  init(_ seeds: [[UInt8]], tokens: [[UInt8]], limit: Int = 512, _ random: SeededGenerator) {
    self.seeds = seeds.isEmpty ? [[0]] : seeds
    self.tokens = tokens.isEmpty ? [[0x22]] : tokens
    self.limit = limit
    self.random = random
  }

  private static let edges: [UInt8] = [0x00, 0x01, 0x0A, 0x20, 0x22, 0x5C, 0x7F, 0x80, 0xF0, 0xFF]

  /// The next input, in `input`, whose memory is reused.
  mutating func next(into input: inout [UInt8]) {
    input.removeAll(keepingCapacity: true)
    input.append(contentsOf: seeds[random.below(seeds.count)])
    for _ in 0...random.below(6) { mutate(&input) }
    if input.count > limit { input.removeLast(input.count - limit) }
  }

  private mutating func mutate(_ input: inout [UInt8]) {
    guard !input.isEmpty else { return input.append(UInt8(truncatingIfNeeded: random.next())) }
    let place = random.below(input.count)
    switch random.below(10) {
    case 0, 1: input[place] ^= 1 << UInt8(random.below(8))
    case 2: input[place] = UInt8(truncatingIfNeeded: random.next())
    case 3: input[place] = Self.edges[random.below(Self.edges.count)]
    case 4: input.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
    case 5: input.removeSubrange(place..<min(place + 1 + random.below(4), input.count))
    case 6: input.removeLast(random.below(input.count))
    case 7: input.insert(contentsOf: tokens[random.below(tokens.count)], at: place)
    case 8:
      let end = min(place + 1 + random.below(16), input.count)
      input.insert(contentsOf: Array(input[place..<end]), at: random.below(input.count))
    default:
      let other = seeds[random.below(seeds.count)]
      guard !other.isEmpty else { return }
      let start = random.below(other.count)
      let end = min(start + 1 + random.below(32), other.count)
      input.insert(contentsOf: other[start..<end], at: place)
    }
  }
}

extension SeededGenerator {
  /// A number below `limit`, quickly.
  fileprivate mutating func below(_ limit: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(limit)).high)
  }
}
