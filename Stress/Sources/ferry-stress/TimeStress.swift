import Ferry
import Foundation

/// Row 11: twice the input takes at most 2.3 times as long, from 1 to 16 MiB, whatever the shape.
enum TimeStress {
  private struct Shape: Sendable {
    let name: String
    let make: @Sendable (Int) -> [UInt8]
    let decode: @Sendable ([UInt8]) throws -> Void
    /// What the result costs whoever makes it: shown beside the shape before it, and not judged.
    var isControl = false
  }

  static func run(_ report: inout Report) throws {
    let sizes = [1 << 20, 2 << 20, 4 << 20, 8 << 20, 16 << 20].filter { $0 <= scaled(16 << 20) }
    for shape in shapes {
      let times = try leastTimes(shape, sizes.map(shape.make))
      let ratios = zip(times.dropFirst(), times).map { $0 / $1 }
      // A size at which a cache ends is no growth: the whole way counts, and no step by far.
      let steps = Double(max(ratios.count, 1))
      let mean = pow((times.last ?? 1) / times[0], 1 / steps)
      let figures =
        "t(2n)/t(n) \(ratios.map(MemoryStress.rounded).joined(separator: " "))"
        + ", mean \(MemoryStress.rounded(mean))"
      if shape.isControl {
        print("  \(shape.name): \(figures)")
      } else {
        report.note(11, shape.name, figures, isGood: mean <= 2.3)
      }
    }
  }

  /// The least seconds for each of `inputs`. They take turns, so that a machine which slows down for a
  /// while slows down all of them.
  private static func leastTimes(_ shape: Shape, _ inputs: [[UInt8]]) throws -> [Double] {
    var times = [Double](repeating: .infinity, count: inputs.count)
    for _ in 0..<9 {
      for (index, input) in inputs.enumerated() {
        times[index] = min(times[index], try seconds { try shape.decode(input) })
      }
    }
    return times
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = threadTime()
    try body()
    return threadTime() - start
  }

  private static func filled(
    _ size: Int, _ open: String, _ close: String, _ element: (Int) -> String
  ) -> [UInt8] {
    var text = Array(open.utf8)
    var index = 0
    while text.count < size {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += Array(element(index).utf8)
      index += 1
    }
    return text + Array(close.utf8)
  }

  @Sendable private static func map(_ bytes: [UInt8]) throws {
    _ = try JSON.decode([String: Int].self, from: bytes)
  }

  /// Makes the dictionary of keys that all take as many bytes, without looking at anything else.
  @Sendable private static func byHand(_ bytes: [UInt8]) {
    let member = "\"abcdefgh1000000ijklmnop\":1,".utf8.count
    let key = "abcdefgh1000000ijklmnop".utf8.count
    var result = [String: Int](minimumCapacity: bytes.count / member + 1)
    for start in stride(from: 1, to: bytes.count, by: member) {
      result[String(decoding: bytes[start..<start + key], as: UTF8.self)] = 1
    }
  }

  @Sendable private static func any(_ bytes: [UInt8]) throws {
    _ = try JSON.decode(AnyValue.self, from: bytes)
  }

  private static let shapes: [Shape] = [
    Shape(
      name: "distinct keys into a dictionary",
      make: { filled($0, "{", "}") { "\"k\($0)\":1" } }, decode: map),
    Shape(
      name: "one key again and again", make: { filled($0, "{", "}") { _ in "\"k\":1" } },
      decode: map),
    Shape(
      name: "keys that differ in the middle",
      make: { filled($0, "{", "}") { "\"abcdefgh\(1_000_000 + $0)ijklmnop\":1" } }, decode: map),
    Shape(
      name: "the same dictionary, without JSON",
      make: { filled($0, "", "") { "\"abcdefgh\(1_000_000 + $0)ijklmnop\":1" } },
      decode: byHand, isControl: true),
    Shape(
      name: "distinct keys into AnyValue", make: { filled($0, "{", "}") { "\"k\($0)\":1" } },
      decode: any),
    Shape(
      name: "duplicate keys refused", make: { filled($0, "{", "}") { "\"k\($0)\":1" } },
      decode: { bytes in
        var decoder = JSON.Decoder()
        decoder.duplicateKeys = .error
        _ = try decoder.decode([String: Int].self, from: bytes)
      }),
    Shape(
      name: "one long text of escapes",
      make: { filled($0, "[\"", "\"]") { _ in "\\u00e9\\ud83d\\ude00" } }, decode: any),
    Shape(
      name: "one number of many digits",
      make: { size in Array("[1".utf8) + [UInt8](repeating: 0x31, count: size) + Array("]".utf8) },
      decode: { _ = try? JSON.decode([Double].self, from: $0) }),
    Shape(
      name: "many numbers of many digits",
      make: { filled($0, "[", "]") { _ in "0." + String(repeating: "7", count: 700) } },
      decode: { _ = try JSON.decode([Double].self, from: $0) }),
    Shape(
      name: "empty lists", make: { filled($0, "[", "]") { _ in "[]" } }, decode: any),
    Shape(
      name: "an error at the end", make: { filled($0, "[", ",]") { _ in "1" } },
      decode: { _ = try? JSON.decode([Int].self, from: $0) }),
    Shape(
      name: "a missing key in the last record",
      make: { filled($0, "[", ",{}]") { "{\"a\":\($0)}" } },
      decode: { _ = try? JSON.decode([[String: Int]].self, from: $0) }),
    Shape(
      name: "binary, distinct keys",
      make: { size in
        let text = filled(size, "{", "}") { "\"k\($0)\":1" }
        return (try? Binary.encode(JSON.decode(AnyValue.self, from: text))) ?? []
      },
      decode: { _ = try Binary.decode(AnyValue.self, from: $0) }),
    Shape(
      name: "YAML, distinct keys",
      make: { filled($0 / 8, "{", "}") { " k\($0): 1" } },
      decode: { _ = try YAML.decode([String: Int].self, from: $0) }),
    Shape(
      name: "YAML, merged maps",
      make: { size in
        let maps = (0..<size / 160).map { "m\($0): {<<: *a, z: 1}\n" }
        return Array("a: &a {x: 1, y: 2}\n".utf8) + maps.flatMap(\.utf8)
      },
      decode: { _ = try? YAML.decode(AnyValue.self, from: $0) }),
  ]
}
