extension Sketch {
  /// The document as YAML text in block style.
  func yaml() -> [UInt8] {
    var text: [UInt8] = []
    writeYAML(to: &text, column: 0)
    return text
  }

  /// Whether the value takes lines of its own.
  private var isBlock: Bool {
    switch self {
    case .list(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    case .null, .bool, .int, .double, .text, .asciiText: false
    }
  }

  /// Writes the value and the end of its line; the text stands at `column` already.
  private func writeYAML(to text: inout [UInt8], column: Int) {
    func goTo(_ column: Int) {
      text += [UInt8](repeating: UInt8(ascii: " "), count: column)
    }
    switch self {
    case .list(let elements) where isBlock:
      for (index, element) in elements.enumerated() {
        if index > 0 { goTo(column) }
        text += "- ".utf8
        element.writeYAML(to: &text, column: column + 2)
      }
    case .object(let members) where isBlock:
      for (index, member) in members.enumerated() {
        if index > 0 { goTo(column) }
        Self.writeScalar(member.key, to: &text)
        text.append(UInt8(ascii: ":"))
        // A list stands under its key, an object to the right of it.
        var next = column
        if case .object = member.value { next += 2 }
        text.append(UInt8(ascii: member.value.isBlock ? "\n" : " "))
        if member.value.isBlock { goTo(next) }
        member.value.writeYAML(to: &text, column: next)
      }
    case .text(let value):
      Self.writeScalar(value, to: &text)
      text.append(UInt8(ascii: "\n"))
    default:
      // Numbers, literals and the empty collections are written as JSON writes them.
      text += json()
      text.append(UInt8(ascii: "\n"))
    }
  }

  /// Writes a string: plain where that is beyond doubt, between quotes otherwise.
  private static func writeScalar(_ value: String, to text: inout [UInt8]) {
    if isPlain(value) {
      text += value.utf8
    } else if value.utf8.contains(where: { $0 < 0x20 }) {
      writeQuoted(value, to: &text)
    } else {
      let parts = value.split(separator: "'", omittingEmptySubsequences: false)
      text += "'\(parts.joined(separator: "''"))'".utf8
    }
  }

  /// Words that mean something other than themselves in YAML 1.1 or 1.2.
  private static let reserved: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n",
  ]

  private static func isPlain(_ value: String) -> Bool {
    guard let first = value.first, let last = value.utf8.last else { return false }
    return first.isLetter && !reserved.contains(value.lowercased())
      && last != UInt8(ascii: " ") && last != UInt8(ascii: ":")
      && !value.contains(": ") && !value.contains(" #")
      && !value.utf8.contains { $0 < 0x20 }
  }
}
