/// What the command reads and writes.
enum Format: String, CaseIterable {
  case json, json5, ndjson, seq, yaml, binary

  /// The format that the option text `name` means.
  init(option name: String) throws(CommandError) {
    switch name.lowercased() {
    case "yml": self = .yaml
    case "jsonl": self = .ndjson
    case "json-seq": self = .seq
    case let name:
      guard let format = Format(rawValue: name) else {
        let known = Format.names.joined(separator: ", ")
        throw .usage("unknown format '\(name)'; there are \(known)")
      }
      self = format
    }
  }

  /// The format that files with such a name have, or `nil`.
  init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: "."), !fileName[dot...].contains("/") else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "json", "geojson", "webmanifest": self = .json
    case "json5", "jsonc": self = .json5
    case "ndjson", "jsonl": self = .ndjson
    case "seq", "json-seq": self = .seq
    case "yaml", "yml": self = .yaml
    case "ferry": self = .binary
    default: return nil
    }
  }

  /// The names of all formats.
  static let names = allCases.map(\.rawValue)

  /// Whether its errors have lines and columns.
  var isText: Bool { self != .binary }
}
