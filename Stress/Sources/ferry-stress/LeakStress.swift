import CHeap
import Ferry
import Foundation

/// Row 21: 10^5 decodings of each kind, errors and what libyaml has to give back among them, leave
/// nothing behind.
enum LeakStress {
  static func run(_ report: inout Report) throws {
    let count = scaled(100_000)
    var random = SeededGenerator(for: "leaks")
    let sample = Sample(&random)
    let json = try JSON.encode(sample)
    let binary = try Binary.encode(sample)
    let yaml = try YAML.encode(sample)
    let cases: [(String, () -> Void)] = [
      ("JSON", { _ = try? JSON.decode(Sample.self, from: json) }),
      ("JSON, cut off", { _ = try? JSON.decode(Sample.self, from: json.dropLast(7)) }),
      ("JSON, wrong type", { _ = try? JSON.decode([Sample].self, from: json) }),
      ("JSON, direct", { _ = try? JSON.decode(DirectSample.self, from: json) }),
      ("JSON, a path", { _ = try? JSON.document(json).decode(Int.self, at: "direct.id") }),
      ("JSON, any value", { _ = try? JSON.decode(AnyValue.self, from: json) }),
      ("binary", { _ = try? Binary.decode(Sample.self, from: binary) }),
      ("binary, cut off", { _ = try? Binary.decode(Sample.self, from: binary.dropLast(3)) }),
      ("YAML", { _ = try? YAML.decode(Sample.self, from: yaml) }),
      ("YAML, cut off", { _ = try? YAML.decode(Sample.self, from: yaml.dropLast(7)) }),
      ("YAML, wrong syntax", { _ = try? YAML.decode(Sample.self, from: "a: [b: {c: 'd") }),
      ("YAML, bomb", { _ = try? YAML.decode(AnyValue.self, from: "&a [*a, {<<: *a}]") }),
      ("encoding", { _ = try? (JSON.encode(sample), Binary.encode(sample), YAML.encode(sample)) }),
      ("encoding, an error", { _ = try? JSON.encode([[1.0], [Double.nan]]) }),
    ]
    for (name, body) in cases {
      for _ in 0..<200 { body() }
      let before = stress_heap_bytes()
      for _ in 0..<count { body() }
      let grown = stress_heap_bytes() - before
      // One block more or less is a buffer that a pool keeps.
      report.note(
        21, "\(count) x \(name)", "heap grown by \(grown) bytes", isGood: grown < 16 << 10)
    }
  }
}
