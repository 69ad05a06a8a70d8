/// Swift source while it is being written, indented by its braces.
struct SourceText {
  private(set) var text = ""
  private var depth = 0

  /// The text that `body` writes.
  static func of(_ body: (inout SourceText) -> Void) -> String {
    var source = SourceText()
    body(&source)
    return source.text
  }

  /// Writes lines that have been written before, indented by the braces around them here.
  mutating func lines(_ text: String) {
    for text in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      line(String(text))
    }
  }

  /// Writes a line.
  mutating func line(_ line: String = "") {
    if line.isEmpty {
      text += "\n"
    } else {
      text += String(repeating: "  ", count: depth) + line + "\n"
    }
  }

  /// Writes `opening {`, what `body` writes, and the closing brace.
  mutating func block(_ opening: String, _ body: (inout SourceText) -> Void) {
    line(opening + " {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  /// Writes lines that belong to the one before, such as the body of a case.
  mutating func indented(_ body: (inout SourceText) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }
}

extension String {
  /// The text as a Swift string literal.
  var literal: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7F}": result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
