// The text form of a path:
//
//   path     =  "" | ( key | bracket ) ( "." key | bracket )*
//   key      =  character+                 `\` escapes . [ ] / \ " and '
//   bracket  =  "[" digits "]"             element of an array
//            |  "[*]"                      every element, every value
//            |  "[/" digits "]"            key or index, as in a JSON Pointer
//            |  "[" string "]"             any key, in " or ', with the escapes of JSON
//
// White space belongs to keys and is not trimmed.

extension WirePath {
  /// An error in the text of a path.
  package struct SyntaxError: Error, CustomStringConvertible {
    /// The text that was parsed as a path.
    package let text: String
    /// The column of the error, counted from 1 in Unicode scalars. If text is missing, it is the
    /// column after the last scalar.
    package let column: Int
    /// The error message.
    package let message: String

    /// The error as one line of text.
    package var description: String {
      "invalid path '\(text.visible)', column \(column): \(message)"
    }
  }

  /// Parses the text form of a path. With `allowingShortForms`, a dot may come before the first
  /// step or stand for the root, and `[]` means `[*]`, as in jq.
  package init(parsing text: String, allowingShortForms: Bool) throws(SyntaxError) {
    var parser = PathParser(text, hasShortForms: allowingShortForms)
    self.init(steps: try parser.path())
  }
}

/// A parser that reads the scalars of a path once.
private struct PathParser {
  let text: String
  let hasShortForms: Bool
  let scalars: [Unicode.Scalar]
  var position = 0

  init(_ text: String, hasShortForms: Bool) {
    self.text = text
    self.hasShortForms = hasShortForms
    scalars = Array(text.unicodeScalars)
  }

  var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  func error(_ message: String, at position: Int? = nil) -> WirePath.SyntaxError {
    WirePath.SyntaxError(text: text, column: (position ?? self.position) + 1, message: message)
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  mutating func path() throws(WirePath.SyntaxError) -> [WirePath.Step] {
    var steps: [WirePath.Step] = []
    if hasShortForms, take("."), next == nil { return [] }
    while let scalar = next {
      if scalar == "[" {
        steps.append(try bracket())
      } else if steps.isEmpty {
        if scalar == ".", !hasShortForms {
          throw error("a path starts with a key, without a dot before it")
        }
        steps.append(try bareKey())
      } else if take(".") {
        steps.append(try bareKey())
      } else {
        throw error("expected '.' or '[' after ']'")
      }
    }
    return steps
  }

  private mutating func bareKey() throws(WirePath.SyntaxError) -> WirePath.Step {
    var key = String.UnicodeScalarView()
    scan: while let scalar = next {
      switch scalar {
      case ".", "[": break scan
      case "]": throw error(#"']' without '['; write '\]' for a bracket in a key"#)
      case "\\":
        guard position + 1 < scalars.count else {
          throw error("expected a character after the backslash")
        }
        guard #".[]/\"'"#.unicodeScalars.contains(scalars[position + 1]) else {
          throw error(#"unknown escape; write '\\' for a backslash"#)
        }
        key.append(scalars[position + 1])
        position += 2
      default:
        key.append(scalar)
        position += 1
      }
    }
    if key.isEmpty { throw error(#"expected a key; write an empty key as [""]"#) }
    return .key(String(key))
  }

  private mutating func bracket() throws(WirePath.SyntaxError) -> WirePath.Step {
    let start = position
    position += 1
    let step: WirePath.Step
    switch next {
    case nil: throw error("'[' without ']'", at: start)
    case "]" where hasShortForms: step = .wildcard
    case "*":
      position += 1
      step = .wildcard
    case "\"", "'": step = .key(try quotedKey())
    case "/":
      position += 1
      step = .keyOrIndex(try index())
    case "-": throw error("expected an index of 0 or more, found a negative number")
    default: step = .index(try index())
    }
    guard take("]") else {
      if next == nil { throw error("'[' without ']'", at: start) }
      throw error("expected ']'")
    }
    return step
  }

  private mutating func index() throws(WirePath.SyntaxError) -> Int {
    let start = position
    var value = 0
    while let scalar = next, ("0"..."9").contains(scalar) {
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(Int(scalar.value) - 0x30)
      if overflow || carry { throw error("the index is too large", at: start) }
      value = sum
      position += 1
    }
    if position == start { throw error("expected an index, '*' or a key in quotes") }
    if position - start > 1, scalars[start] == "0" {
      throw error("an index has no leading zeros", at: start)
    }
    return value
  }

  private mutating func quotedKey() throws(WirePath.SyntaxError) -> String {
    let start = position
    let quote = scalars[start]
    position += 1
    var key = String.UnicodeScalarView()
    while let scalar = next {
      position += 1
      if scalar == quote { return String(key) }
      key.append(scalar == "\\" ? try escape() : scalar)
    }
    throw error("key without a closing quote", at: start)
  }

  /// Returns the character for an escape in a quoted key, whose backslash was already read.
  private mutating func escape() throws(WirePath.SyntaxError) -> Unicode.Scalar {
    let start = position - 1
    guard let scalar = next else {
      throw error("expected a character after the backslash", at: start)
    }
    position += 1
    switch scalar {
    case "\"", "'", "\\", "/": return scalar
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      var value = try codeUnit(from: start)
      if (0xD800..<0xDC00).contains(value), take("\\"), take("u") {
        let low = try codeUnit(from: start)
        guard (0xDC00..<0xE000).contains(low) else {
          throw error("a surrogate escape without its partner", at: start)
        }
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let resolved = Unicode.Scalar(value) else {
        throw error("a surrogate escape without its partner", at: start)
      }
      return resolved
    default: throw error(#"unknown escape; write '\\' for a backslash"#, at: start)
    }
  }

  private mutating func codeUnit(from start: Int) throws(WirePath.SyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let scalar = next, scalar.isASCII,
        let digit = Character(scalar).hexDigitValue
      else { throw error(#"expected four hexadecimal digits after '\u'"#, at: start) }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}

// MARK: - Printing

extension WirePath.Step {
  /// Appends the step in the text form, with a dot before it if needed.
  func write(to text: inout String) {
    switch self {
    case .index(let index): text += "[\(index)]"
    case .keyOrIndex(let index): text += "[/\(index)]"
    case .wildcard: text += "[*]"
    case .key(let key): Self.write(key: key, to: &text)
    }
  }

  private static func write(key: String, to text: inout String) {
    let scalars = key.unicodeScalars
    if scalars.isEmpty || scalars.contains(where: { $0.isInvisible }) {
      return text += quoted(key)
    }
    let isFirst = text.isEmpty
    if !isFirst { text += "." }
    for (position, scalar) in scalars.enumerated() {
      switch scalar {
      case ".", "[", "]", "\\": text.unicodeScalars.append("\\")
      // The command line reads a text with a leading slash as a JSON Pointer.
      case "/" where isFirst && position == 0: text.unicodeScalars.append("\\")
      default: break
      }
      text.unicodeScalars.append(scalar)
    }
  }

  /// Returns the step to a key in the quoted form, which can express any key: `["key"]`.
  package static func quoted(_ key: String) -> String {
    var text = "[\""
    for scalar in key.unicodeScalars { write(quoted: scalar, to: &text) }
    return text + "\"]"
  }

  private static func write(quoted scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"", "\\": text += "\\\(scalar)"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case _ where scalar.isInvisible: text += scalar.escape
    default: text.unicodeScalars.append(scalar)
    }
  }
}
