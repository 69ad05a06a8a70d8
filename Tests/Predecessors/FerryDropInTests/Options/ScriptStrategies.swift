import Foundation

/// Closures for strategies. Their results depend on all parts of a coding path, so a different path
/// shows in a value.
enum ScriptStrategies {
  static let count = 6

  static func convert(_ path: [any CodingKey], _ closure: Int) -> any CodingKey {
    let name = path.last?.stringValue ?? ""
    let outer = path.dropLast()
    let parent = outer.last { $0.intValue == nil }?.stringValue ?? ""
    let converted =
      switch closure {
      // The parent's name in front of a name is taken off.
      case 0: name.hasPrefix(parent + "_") ? String(name.dropFirst(parent.count + 1)) : name
      // Every other element swaps two names.
      case 1: (outer.last { $0.intValue != nil }?.intValue ?? 0) % 2 == 1 ? swapped(name) : name
      case 2: name.hasPrefix("g") ? "hidden" : name
      case 3: outer.last is TextKey ? swapped(name) : name
      case 4: name.lowercased()
      default: describe(outer).utf8.count % 2 == 1 ? swapped(name) : name
      }
    return LooseKey(stringValue: converted)
  }

  private static func swapped(_ name: String) -> String {
    switch name {
    case "userID": "group_id"
    case "group_id": "userID"
    case "fooBar": "reader"
    case "reader": "fooBar"
    default: name
    }
  }

  /// The names of a path in one normal form: canonically equal keys may have led to one value.
  private static func names(_ path: [any CodingKey]) -> String {
    path.map(\.stringValue).joined(separator: "/").precomposedStringWithCanonicalMapping
  }

  static func date(_ decoder: any Decoder) throws -> Date {
    let seconds = try decoder.singleValueContainer().decode(Double.self)
    return Date(timeIntervalSince1970: seconds + Double(names(decoder.codingPath).utf8.count))
  }

  static func data(_ decoder: any Decoder) throws -> Data {
    let text = try decoder.singleValueContainer().decode(String.self)
    return Data((text + names(decoder.codingPath)).utf8)
  }

  static func write(_ date: Date, _ encoder: any Encoder) throws {
    // A date that says so writes nothing, which is an empty object to Foundation.
    if date.timeIntervalSince1970 == 0 { return }
    var container = encoder.singleValueContainer()
    try container.encode(describe(encoder.codingPath.suffix(1)))
  }

  static func write(_ data: Data, _ encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(data.count)
    try container.encode(describe(encoder.codingPath.suffix(1)))
  }
}

extension CodingUserInfoKey {
  /// The runner of a script.
  static let run = unsafe CodingUserInfoKey(rawValue: "run").unsafelyUnwrapped
}
