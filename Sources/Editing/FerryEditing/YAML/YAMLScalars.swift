#if FERRY_YAML
internal import FerryBase
internal import FerryYAML

/// New scalars of YAML in the form of their neighbours.
struct YAMLScalars {
  /// The preferred form of text; nil for the plain form where it is possible.
  var form: YAMLOutline.Kind?
  /// The form of text that cannot be plain.
  var quotedForm: YAMLOutline.Kind
  var isInBrackets = false
  /// The number of spaces before the lines of a block scalar.
  var unit = 2

  /// Returns the lines of a value that is not an array or an object with contents.
  func lines(_ value: AnyValue) throws -> [[UInt8]] {
    switch value {
    case .string(let text): return lines(text)
    case .array: return [Array("[]".utf8)]
    case .object: return [Array("{}".utf8)]
    default:
      var text = try YAML.Encoder().encode(value)
      while text.last == Byte.newline { text.removeLast() }
      return [text]
    }
  }

  /// Returns the text of a key.
  func key(_ name: String) -> [UInt8] {
    let hasLine = name.utf8.contains(Byte.newline) || name.utf8.count > 120
    if form == nil, !hasLine, name != "<<", Self.isPlain(name, isInBrackets: isInBrackets) {
      return Array(name.utf8)
    }
    return quoted(name, form == .singleQuoted ? .singleQuoted : quotedForm)
  }

  /// Returns the text of the key of a member that is added or renamed. `<<` is a merge key, not text.
  func memberKey(_ name: String) -> [UInt8] { name == "<<" ? Array(name.utf8) : key(name) }

  private func lines(_ text: String) -> [[UInt8]] {
    let hasLines = text.utf8.contains(Byte.newline)
    let canBeBlock = !isInBrackets && Self.canBeBlock(text)
    switch form {
    case .literal where canBeBlock, .folded where canBeBlock && hasLines: return literal(text)
    case .folded where canBeBlock: return literal(text, mark: ">")
    case _ where hasLines && canBeBlock: return literal(text)
    case .singleQuoted, .doubleQuoted: return [quoted(text, form ?? quotedForm)]
    default:
      let isPlain = !hasLines && Self.isPlain(text, isInBrackets: isInBrackets)
      return [isPlain ? Array(text.utf8) : quoted(text, quotedForm)]
    }
  }

  private func literal(_ text: String, mark: String = "|") -> [[UInt8]] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
    var chomping = "-"
    if lines.count > 1, lines[lines.count - 1].isEmpty {
      lines.removeLast()
      chomping = ""
    }
    let needsIndicator = lines.first { !$0.isEmpty }?.first == Byte.space
    let header = mark + (needsIndicator ? "\(unit)" : "") + chomping
    let indent = [UInt8](repeating: Byte.space, count: unit)
    return [Array(header.utf8)] + lines.map { $0.isEmpty ? [] : indent + $0 }
  }

  private func quoted(_ text: String, _ form: YAMLOutline.Kind) -> [UInt8] {
    let needsEscape = text.unicodeScalars.contains { !Self.isPrintable($0) }
    if form == .singleQuoted, !needsEscape {
      return [Byte.apostrophe] + Array(text.replacing("'", with: "''").utf8) + [Byte.apostrophe]
    }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where Self.isPrintable(scalar): result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        let (letter, width) =
          scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
        result += "\\\(letter)" + String(repeating: "0", count: width - digits.count) + digits
      }
    }
    return Array((result + "\"").utf8)
  }

  // MARK: Rules

  /// Whether the text can be plain and stays text in YAML 1.1 and 1.2 (YAML 1.2, section 7.3.3).
  static func isPlain(_ text: String, isInBrackets: Bool) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last, first > Byte.space, last > Byte.space,
      last != Byte.colon, text.unicodeScalars.allSatisfy({ isPrintable($0) && $0 != "\t" })
    else { return false }
    if "!&*|>'\"%@`#,[]{}".utf8.contains(first) { return false }
    if "-?:".utf8.contains(first), bytes.count == 1 || bytes[1] <= Byte.space { return false }
    if text.hasPrefix("---") || text.hasPrefix("...") { return false }
    for (byte, next) in zip(bytes, bytes.dropFirst()) {
      if byte == Byte.colon, next == Byte.space { return false }
      if byte == Byte.space, next == UInt8(ascii: "#") { return false }
    }
    if isInBrackets, bytes.contains(where: { ",[]{}:?".utf8.contains($0) }) { return false }
    // Ferry's encoder knows the words and numbers of both versions, which are ASCII.
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return true }
    let encoded = try? YAML.Encoder().encode(text)
    return encoded.map { $0.starts(with: bytes) } ?? false
  }

  private static func canBeBlock(_ text: String) -> Bool {
    guard text.unicodeScalars.allSatisfy({ isPrintable($0) || $0 == "\n" }) else { return false }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // A line of spaces before the first one with text would set the indentation.
    return lines.contains { !$0.isEmpty }
      && !lines.contains { $0.allSatisfy { $0 == " " } && !$0.isEmpty }
      && lines.first?.isEmpty == false && !text.hasSuffix("\n\n")
  }

  /// Whether a character needs no escape in quotes.
  private static func isPrintable(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD: true
    case 0x1_0000...: true
    default: false
    }
  }
}
#endif
