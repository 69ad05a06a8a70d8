import Ferry
import Foundation

/// Takes one model from JSON to binary and YAML and back, and shows sizes and times beside
/// Foundation's.
@main
enum RoundTrip {
  static func main() throws {
    let path = CommandLine.arguments.dropFirst().first ?? "Examples/RoundTrip/elements.json"
    let json = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))

    let table = try JSON.decode(PeriodicTable.self, from: json)
    let text = try JSON.encode(table)
    let binary = try Binary.encode(table)
    let yaml = try YAML.encode(table)
    for (format, copy) in [
      ("JSON", try JSON.decode(PeriodicTable.self, from: text)),
      ("binary", try Binary.decode(PeriodicTable.self, from: binary)),
      ("YAML", try YAML.decode(PeriodicTable.self, from: yaml)),
    ] where copy != table {
      throw Difference(format: format)
    }
    print("\(table.title): \(table.elements.count) records through three formats, all equal.\n")

    let data = Data(text)
    try show([
      Row(
        name: "Foundation JSON", bytes: JSONEncoder().encode(table).count,
        decode: time { try JSONDecoder().decode(PeriodicTable.self, from: data) },
        encode: time { try JSONEncoder().encode(table) }),
      Row(
        name: "Ferry JSON", bytes: text.count,
        decode: time { try JSON.decode(PeriodicTable.self, from: text) },
        encode: time { try JSON.encode(table) }),
      Row(
        name: "Ferry binary", bytes: binary.count,
        decode: time { try Binary.decode(PeriodicTable.self, from: binary) },
        encode: time { try Binary.encode(table) }),
      Row(
        name: "Ferry YAML", bytes: yaml.count,
        decode: time { try YAML.decode(PeriodicTable.self, from: yaml) },
        encode: time { try YAML.encode(table) }),
    ])

    let gold = try YAML.string(table.elements[78])
    print("\nElement 79 as YAML:\n\n\(gold)")
  }
}

/// A value that came back from a format as another one.
struct Difference: Error {
  var format: String
}

/// One line of the table; times in microseconds.
struct Row {
  var name: String
  var bytes: Int
  var decode: Double
  var encode: Double
}

/// Microseconds that `work` takes, the median of many runs.
func time<T>(_ work: () throws -> T) rethrows -> Double {
  let clock = ContinuousClock()
  var times: [Duration] = []
  for _ in 0..<201 {
    let start = clock.now
    _ = try work()
    times.append(clock.now - start)
  }
  return times.sorted()[100] / .microseconds(1)
}

func show(_ rows: [Row]) throws {
  func column(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
  print("                    bytes      decode               encode")
  for row in rows {
    let decode = String(format: "%.0f µs %5.1fx", row.decode, rows[0].decode / row.decode)
    let encode = String(format: "%.0f µs %5.1fx", row.encode, rows[0].encode / row.encode)
    print(
      row.name.padding(toLength: 16, withPad: " ", startingAt: 0),
      column("\(row.bytes)", 8), column(decode, 16), column(encode, 18))
  }
}
