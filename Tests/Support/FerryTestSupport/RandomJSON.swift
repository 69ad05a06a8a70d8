/// Random JSON text with all that makes text hard to skip: brackets and commas in strings, escapes,
/// blanks, scripts of all widths.
package enum RandomJSON {
  /// A value with containers inside each other up to `depth`.
  package static func value(depth: Int, using random: inout SeededGenerator) -> String {
    switch random.int(0..<(depth > 0 ? 8 : 5)) {
    case 0: return ["null", "true", "false"][random.int(0..<3)]
    case 1: return ["0", "-1", "17.25", "1e1000", "3115392428685656064"][random.int(0..<5)]
    case 2, 3, 4: return string(using: &random)
    case 5, 6:
      let members = (0..<random.int(0..<6)).map { _ in
        key(using: &random) + blank(&random) + ":" + blank(&random)
          + value(depth: depth - 1, using: &random)
      }
      return "{" + blank(&random) + members.joined(separator: "," + blank(&random)) + "}"
    default:
      let elements = (0..<random.int(0..<6)).map { _ in
        value(depth: depth - 1, using: &random) + blank(&random)
      }
      return "[" + blank(&random) + elements.joined(separator: ",") + "]"
    }
  }

  /// One of few keys, so that paths hit; now and then spelt with an escape.
  package static func key(using random: inout SeededGenerator) -> String {
    let name = keys[random.int(0..<keys.count)]
    guard random.oneIn(4), let first = name.unicodeScalars.first, first.value < 0x80 else {
      return "\"\(name)\""
    }
    let digits = String(first.value, radix: 16)
    let rest = String(name.unicodeScalars.dropFirst().map(Character.init))
    return "\"\\u" + String(repeating: "0", count: 4 - digits.count) + digits + rest + "\""
  }

  /// The keys that ``key(using:)`` makes; none needs an escape.
  package static let keys = ["a", "b", "c", "0", "1", "a.b", "größe", "long key of many letters"]

  private static func string(using random: inout SeededGenerator) -> String {
    let parts = [
      "x", "{", "}", "[", "]", ",", ":", #"\""#, #"\\"#, #"\n"#, #"\u0041"#, #"\ud83d\ude00"#,
      "é", "€", "😀", "plain text ",
    ]
    let count = random.oneIn(8) ? random.int(0..<80) : random.int(0..<6)
    return "\"" + (0..<count).map { _ in parts[random.int(0..<parts.count)] }.joined() + "\""
  }

  private static func blank(_ random: inout SeededGenerator) -> String {
    guard random.oneIn(3) else { return "" }
    return [" ", "\n", "\t", "\r\n", "        \n   "][random.int(0..<5)]
  }
}
