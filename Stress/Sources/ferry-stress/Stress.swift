import Foundation

/// Proofs that take longer than a test may, or want a process of their own:
/// `ferry-stress [CASE...]`, all of them by default. Prints a figure for each, and fails if one is
/// beyond its goal.
@main
enum Stress {
  static let cases: [(name: String, run: @Sendable (inout Report) throws -> Void)] = [
    ("conformance", ConformanceStress.run), ("depth", DepthStress.run),
    ("damage", DamageStress.run), ("lengths", LengthStress.run), ("memory", MemoryStress.run),
    ("time", TimeStress.run), ("differential", DifferentialStress.run),
    ("roundtrip", RoundTripStress.run), ("splits", SplitStress.run), ("large", LargeStress.run),
    ("threads", ThreadStress.run), ("mutations", MutationStress.run), ("kill", KillStress.run),
    ("leaks", LeakStress.run),
  ]

  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    // A process of its own for one thing that may end it.
    if arguments.first == "--child" { return try Child.run(Array(arguments.dropFirst())) }
    let known = cases.map(\.name)
    if let unknown = arguments.first(where: { !known.contains($0) }) {
      print("no such case: \(unknown); there are \(known.joined(separator: ", "))")
      exit(2)
    }
    if arguments.isEmpty { arguments = known }
    var report = Report()
    for (name, run) in cases where arguments.contains(name) { try run(&report) }
    print(report.failures == 0 ? "all within their goals" : "\(report.failures) beyond the goal")
    exit(report.failures == 0 ? 0 : 1)
  }
}

/// The figures so far.
struct Report {
  private(set) var failures = 0

  /// Prints a figure, the row of the table in Documentation/Reliability.md that it belongs to, and
  /// whether it is within its goal. A miss that the table states, `isKnown`, is no failure.
  mutating func note(
    _ row: Int, _ what: String, _ figure: String, isGood: Bool, isKnown: Bool = false
  ) {
    if !isGood, !isKnown { failures += 1 }
    let verdict = isGood ? "ok" : isKnown ? "beyond the goal, as the table says" : "BEYOND THE GOAL"
    print("row \(row) | \(what) | \(figure) | \(verdict)")
    fflush(nil)
  }
}

/// What of the stress is scaled: `FERRY_STRESS=0.01` takes a hundredth of all counts.
func scaled(_ count: Int) -> Int {
  let factor = ProcessInfo.processInfo.environment["FERRY_STRESS"].flatMap { Double($0) } ?? 1
  return max(1, Int(Double(count) * factor))
}
