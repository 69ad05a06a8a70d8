import FerryTestSupport
import Foundation

/// A coding key type of which scripts can make keys.
protocol ScriptKey: CodingKey {
  /// One of the keys, the same for the same number.
  static func key(_ number: Int) -> Self

  /// The key of nested containers while encoding, which no strategy makes the name of another key:
  /// both libraries trap where a key has containers of two kinds.
  static var nested: Self { get }
}

extension ScriptKey {
  /// One of the other keys.
  static func plain(_ number: Int) -> Self {
    let others = ["super", "é", "e\u{301}", "7", "two"]
    return (number..<number + 40).map(key).first { !others.contains($0.stringValue) } ?? nested
  }
}

/// Which key type a container has.
enum ScriptKeyKind: CaseIterable {
  case text, integer, loose, only
}

enum TextKey: String, CaseIterable, ScriptKey {
  case userID, groupID = "group_id", fooBar, reader, `super`
  case accent = "é"
  case decomposed = "e\u{301}"
  case kelvin = "K"
  case firstHomePage

  static var nested: TextKey { .accent }
  static func key(_ number: Int) -> TextKey { allCases[number % allCases.count] }
}

enum IntegerKey: Int, CaseIterable, ScriptKey {
  case zero, one, two = 7

  static var nested: IntegerKey { .two }
  static func key(_ number: Int) -> IntegerKey { allCases[number % allCases.count] }
}

enum OnlyKey: ScriptKey {
  case userID

  static var nested: OnlyKey { .userID }
  static func key(_ number: Int) -> OnlyKey { .userID }
}

/// Any text, and the integer that it is.
struct LooseKey: ScriptKey, Hashable {
  let stringValue: String
  var intValue: Int? { Int(stringValue) }

  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { stringValue = String(intValue) }

  static var nested: LooseKey { LooseKey(stringValue: "7") }
  static func key(_ number: Int) -> LooseKey {
    LooseKey(stringValue: names[number % names.count])
  }

  /// Names in documents: those of all keys, in camel case and in snake case, equal and nearly equal.
  static let names = [
    "userID", "user_id", "userId", "group_id", "groupId", "groupID", "fooBar", "foo_bar", "reader",
    "Reader", "super", "é", "e\u{301}", "K", "\u{212A}", "zero", "one", "two", "0", "1", "7",
    "first_home_page", "firstHomePage", "_user_id_", "", "hidden",
  ]
}

/// A dictionary key that is a coding key to the standard library.
enum RepresentableKey: String, Codable, CodingKeyRepresentable, CaseIterable {
  case userID, reader, one
}

/// A coding path in words: each key's type, if it is one of a model's, its text and its integer.
func describe(_ path: any Sequence<any CodingKey>) -> String {
  path.map { key in
    let type =
      switch key {
      case is TextKey: "T"
      case is IntegerKey: "I"
      case is OnlyKey: "O"
      case is LooseKey: "L"
      // Keys of the coder's own, or of the standard library.
      default: "-"
      }
    return "\(type):\(key.stringValue)\(key.intValue.map { "=\($0)" } ?? "")"
  }.joined(separator: "/")
}

/// An error in words: its kind, what it names and its path.
func describe(
  _ error: any Error,
  _ describe: (any Sequence<any CodingKey>) -> String = { FerryDropInTests.describe($0) }
) -> String {
  switch error {
  case DecodingError.typeMismatch(let type, let context):
    "typeMismatch \(type) at \(describe(context.codingPath))"
  case DecodingError.valueNotFound(let type, let context):
    "valueNotFound \(type) at \(describe(context.codingPath))"
  case DecodingError.keyNotFound(let key, let context):
    "keyNotFound \(describe([key] as [any CodingKey])) at \(describe(context.codingPath))"
  case DecodingError.dataCorrupted(let context):
    "dataCorrupted at \(describe(context.codingPath))"
  case EncodingError.invalidValue(let value, let context):
    "invalidValue \(type(of: value)) at \(describe(context.codingPath))"
  // Foundation's own error, which its decoder makes another one of at the end.
  case let other where "\(type(of: other))" == "JSONError": "dataCorrupted"
  default: "\(type(of: error))"
  }
}
