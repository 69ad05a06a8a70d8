import Ferry
import Foundation

/// One contestant of the `memory` task: decodes 100 MB of records once, in a process of its own,
/// for what was decoded before leaves its marks on a heap.
enum MemoryProbe: String, CaseIterable {
  /// Foundation, and a list at the top.
  case foundation
  /// Ferry, and a list at the top: a group of elements at a time.
  case ferry
  /// Ferry, and the same list inside of an object, which is on one tape as a whole.
  case ferryObject = "ferry-object"

  /// The environment variable that makes the command a probe.
  static let variable = "FERRY_BENCH_PROBE"

  /// The probe that the environment asks for.
  static var requested: MemoryProbe? {
    ProcessInfo.processInfo.environment[variable].flatMap(MemoryProbe.init)
  }

  /// Decodes once and prints the bytes beyond input and result.
  func run(_ corpus: Corpus) throws {
    let records = try corpus.text(of: .records)
    let bytes =
      switch self {
      case .foundation:
        try PeakMemory.beyondResult(of: Data(LargeDocument.list(of: records))) {
          try JSONDecoder().decode([Record].self, from: $0)
        }
      case .ferry:
        try PeakMemory.beyondResult(of: LargeDocument.list(of: records)) {
          try JSON.decode([Record].self, from: $0)
        }
      case .ferryObject:
        try PeakMemory.beyondResult(of: LargeDocument.text(of: records)) {
          try JSON.decode(LargeDocument.Records.self, from: $0)
        }
      }
    print(bytes)
  }

  /// What the probe prints in a process of its own.
  func measure() throws -> Int {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.environment = ProcessInfo.processInfo.environment.merging(
      [Self.variable: rawValue], uniquingKeysWith: { $1 })
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0, let bytes = Int(text.dropLast()) else {
      throw Unfinished(name: rawValue)
    }
    return bytes
  }

  private struct Unfinished: Error, CustomStringConvertible {
    let name: String
    var description: String { "the process of \(name) did not finish" }
  }
}

extension MemoryProbe {
  /// The rows of the `memory` task: megabytes, and how many times as many the baseline needs.
  static func rows(chosen: Set<String>?) -> [Row] {
    let baseline = Result { try foundation.measure() }
    return allCases.filter { chosen?.contains($0.rawValue) ?? true }.map { probe in
      do {
        let bytes = try probe == .foundation ? baseline.get() : probe.measure()
        return Row(
          task: .memory, set: "large", contestant: probe.rawValue,
          megabytes: Double(bytes) / 1e6, ratio: Double(try baseline.get()) / Double(bytes),
          flaw: nil)
      } catch {
        return Row(task: .memory, set: "large", contestant: probe.rawValue, flaw: "\(error)")
      }
    }
  }
}
