extension Sketch {
  /// The document as JSON text: minified, or over several lines with `indent` spaces a level.
  func json(indent: Int? = nil) -> [UInt8] {
    var text: [UInt8] = []
    writeJSON(to: &text, indent: indent, level: 0)
    return text
  }

  private func writeJSON(to text: inout [UInt8], indent: Int?, level: Int) {
    switch self {
    case .null: text += "null".utf8
    case .bool(let value): text += (value ? "true" : "false").utf8
    case .int(let value): text += String(value).utf8
    case .double(let value): text += value.description.utf8
    case .text(let value): Self.writeQuoted(value, to: &text)
    case .asciiText(let value): Self.writeQuoted(value, to: &text, escapesNonASCII: true)
    case .list(let elements):
      Self.write(elements, between: "[", and: "]", to: &text, indent: indent, level: level) {
        $0.writeJSON(to: &$1, indent: indent, level: level + 1)
      }
    case .object(let members):
      Self.write(members, between: "{", and: "}", to: &text, indent: indent, level: level) {
        Self.writeQuoted($0.key, to: &$1)
        $1 += (indent == nil ? ":" : ": ").utf8
        $0.value.writeJSON(to: &$1, indent: indent, level: level + 1)
      }
    }
  }

  /// Writes brackets, commas and line breaks around what `writeItem` writes for each item.
  private static func write<Item>(
    _ items: [Item], between open: String, and close: String, to text: inout [UInt8],
    indent: Int?, level: Int, writeItem: (Item, inout [UInt8]) -> Void
  ) {
    func breakLine(_ text: inout [UInt8], level: Int) {
      guard let indent, !items.isEmpty else { return }
      text.append(UInt8(ascii: "\n"))
      text += [UInt8](repeating: UInt8(ascii: " "), count: indent * level)
    }
    text += open.utf8
    for (index, item) in items.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      breakLine(&text, level: level + 1)
      writeItem(item, &text)
    }
    breakLine(&text, level: level)
    text += close.utf8
  }

  /// Writes a string between quotes, escaped as RFC 8259 section 7 asks for, or in ASCII only.
  static func writeQuoted(
    _ value: String, to text: inout [UInt8], escapesNonASCII: Bool = false
  ) {
    text.append(UInt8(ascii: "\""))
    if escapesNonASCII {
      for unit in value.utf16 {
        if unit < 0x80 { writeEscaped(UInt8(unit), to: &text) } else { writeCode(unit, to: &text) }
      }
    } else {
      for byte in value.utf8 { writeEscaped(byte, to: &text) }
    }
    text.append(UInt8(ascii: "\""))
  }

  private static func writeEscaped(_ byte: UInt8, to text: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): text += "\\\"".utf8
    case UInt8(ascii: "\\"): text += "\\\\".utf8
    case UInt8(ascii: "\n"): text += "\\n".utf8
    case UInt8(ascii: "\r"): text += "\\r".utf8
    case UInt8(ascii: "\t"): text += "\\t".utf8
    case 0..<0x20: writeCode(UInt16(byte), to: &text)
    default: text.append(byte)
    }
  }

  private static func writeCode(_ unit: UInt16, to text: inout [UInt8]) {
    let code = String(unit, radix: 16)
    text += "\\u\(String(repeating: "0", count: 4 - code.count))\(code)".utf8
  }
}
