import FerryTestSupport
import Foundation
import Testing

/// Inputs that failed once do not fail again, and the laws hold for the seeds and their neighbours.
/// The laws are the same as under the fuzzer, in a build with all preconditions.
@Suite struct ReplayTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../../Fuzz").standardized

  private static func inputs(in name: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = folder.appendingPathComponent(name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return try names.sorted().map {
      ($0, [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))))
    }
  }

  /// The laws that an input breaks.
  private static func broken(_ target: FuzzTarget, _ input: [UInt8]) -> [String] {
    let laws = BrokenLaws()
    BrokenLaws.$current.withValue(laws) {
      // An input always has an address, also an empty one.
      (input + [0]).withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map { target.check($0, input.count) } ?? ()
      }
    }
    return laws.all
  }

  @Test("inputs that once failed keep the laws", arguments: FuzzTarget.all.indices)
  func keptInputs(_ index: Int) throws {
    let target = FuzzTarget.all[index]
    let seeds = try Self.inputs(in: "Seeds/\(target.name)")
    #expect(!seeds.isEmpty, "\(target.name) has no seeds")
    for (name, input) in try seeds + Self.inputs(in: "FailCases/\(target.name)") {
      let broken = Self.broken(target, input)
      #expect(broken.isEmpty, "\(target.name), \(name)")
    }
  }

  /// A flipped bit, a lost byte, an early end: what is one step away from the kept inputs.
  @Test("neighbours of inputs that once failed keep the laws", arguments: FuzzTarget.all.indices)
  func neighboursOfKeptInputs(_ index: Int) throws {
    let target = FuzzTarget.all[index]
    var random = SeededGenerator(for: target.name)
    let inputs = try Self.inputs(in: "Seeds/\(target.name)").map(\.bytes)
    for _ in 0..<(isDebugBuild ? 300 : 3000) {
      var input = inputs[random.int(0..<inputs.count)]
      guard !input.isEmpty else { continue }
      let place = random.int(0..<input.count)
      switch random.int(0..<4) {
      case 0: input.remove(at: place)
      case 1: input.removeLast(input.count - place)
      case 2: input.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
      default: input[place] ^= 1 << UInt8(random.int(0..<8))
      }
      let broken = Self.broken(target, input)
      #expect(broken.isEmpty, "\(target.name): \(input)")
    }
  }
}
