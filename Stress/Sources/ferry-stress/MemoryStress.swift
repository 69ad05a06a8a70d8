import Ferry
import Foundation

/// Row 10: memory of a document of the worst shape as `AnyValue` and while a model skips it; and
/// row 16: what YAML's bombs cost. Each in a process of its own.
enum MemoryStress {
  private static let shapes: [(name: String, element: String)] = [
    ("digits", "0"), ("empty lists", "[]"), ("lists of one", "[0]"), ("empty maps", "{}"),
    ("maps of one", #"{"":0}"#), ("empty text", #""""#), ("one letter", #""a""#),
    ("long digits", "12345678901234567890"), ("text of 16", #""sixteen letters!""#),
    ("nulls", "null"),
  ]

  static func run(_ report: inout Report) throws {
    var worst = (name: "", ratio: 0.0)
    var worstRead = worst
    for (index, shape) in shapes.enumerated() {
      guard let output = try Child.output(["memory", "\(index)"]) else {
        report.note(10, shape.name, "a crash", isGood: false)
        continue
      }
      let ratios = output.split(separator: " ").compactMap { Double($0) }
      print("  \(shape.name): AnyValue \(output) x input (value, unread)")
      if ratios[0] > worst.ratio { worst = (shape.name, ratios[0]) }
      if ratios[1] > worstRead.ratio { worstRead = (shape.name, ratios[1]) }
    }
    report.note(
      10, "peak of AnyValue, worst shape (\(worst.name))", "\(rounded(worst.ratio)) x input",
      isGood: worst.ratio <= 20, isKnown: worst.name == "lists of one" && worst.ratio <= 22.1)
    report.note(
      10, "peak while validating, worst shape (\(worstRead.name))",
      "\(rounded(worstRead.ratio)) x input", isGood: worstRead.ratio <= 8.6)
    try bombs(&report)
  }

  static func child(_ argument: String) throws {
    if argument == "bombs" { return bombChild() }
    let element = shapes[Int(argument) ?? 0].element
    let count = (8 << 20) / (element.utf8.count + 1)
    var text = Array("[".utf8)
    text.reserveCapacity(9 << 20)
    for _ in 1..<count { text += Array((element + ",").utf8) }
    text += Array((element + "]").utf8)
    _ = try JSON.decode(AnyValue.self, from: "[1]")
    let read = try peak { _ = try JSON.decode(Unread.self, from: text) }
    let value = try peak { _ = try JSON.decode(AnyValue.self, from: text) }
    print(rounded(Double(value) / Double(text.count)), rounded(Double(read) / Double(text.count)))
  }

  static func peak(_ body: () throws -> Void) rethrows -> Int {
    ResidentMemory.resetPeak()
    let before = ResidentMemory.current
    try body()
    return ResidentMemory.peak - before
  }

  static func rounded(_ ratio: Double) -> String { String(format: "%.2f", ratio) }

  private struct Unread: Decodable {
    init(from decoder: any Decoder) {}
  }

  // MARK: YAML

  private static func bombs(_ report: inout Report) throws {
    let output = try Child.output(["memory", "bombs"]) ?? "a crash"
    let parts = output.split(separator: " ").compactMap { Double($0) }
    report.note(
      16, "bombs, cycles and chains of aliases, limits for strangers",
      parts.count == 4
        ? "\(Int(parts[0])) documents, \(Int(parts[1])) accepted, slowest "
          + "\(rounded(parts[2] * 1000)) ms, peak \(Int(parts[3]) >> 10) KiB"
        : output,
      isGood: parts.count == 4 && parts[1] == 0 && parts[2] < 0.05 && Int(parts[3]) <= 16 << 20)
  }

  private static func bombChild() {
    var decoder = YAML.Decoder()
    decoder.limits = .untrusted
    _ = try? decoder.decode(AnyValue.self, from: "[&a x, *a]")
    var (accepted, slowest, peak) = (0, 0.0, 0)
    for bomb in bombs() {
      let cost = self.peak {
        let start = threadTime()
        if (try? decoder.decode(AnyValue.self, from: bomb)) != nil { accepted += 1 }
        slowest = max(slowest, threadTime() - start)
      }
      peak = max(peak, cost)
    }
    print(bombs().count, accepted, slowest, peak)
  }

  private static func bombs() -> [String] {
    func laughs(_ levels: Int, _ open: String, _ close: String, key: String) -> String {
      var text = "a0: &a0 x\n"
      for level in 1...levels {
        let aliases = (0..<9).map { "\(key.isEmpty ? "" : "\(key)\($0): ")*a\(level - 1)" }
        text += "a\(level): &a\(level) \(open)" + aliases.joined(separator: ", ") + "\(close)\n"
      }
      return text
    }
    let merges = (1...30).reduce("a0: &a0 {k: 1}\n") { text, level in
      text + "a\(level): &a\(level)\n  <<: ["
        + Array(repeating: "*a\(level - 1)", count: 9)
        .joined(separator: ", ") + "]\n  k\(level): 1\n"
    }
    let wide =
      "a: &a {" + (0..<2000).map { "k\($0): 1" }.joined(separator: ", ") + "}\n"
      + (0..<2000).map { "m\($0): {<<: *a, x: 1}" }.joined(separator: "\n")
    let chain =
      "- &a0 [x]\n"
      + (1...50_000).map { "- &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }.joined(separator: "\n")
    return [
      laughs(9, "[", "]", key: ""), laughs(40, "[", "]", key: ""), laughs(9, "{", "}", key: "k"),
      merges, wide, chain, "&a [*a]", "&a {k: *a}", "a: &a\n  <<: *a\n", "&a [&b [*a, *b]]",
    ]
  }
}

/// Seconds that this thread has had a processor.
func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
