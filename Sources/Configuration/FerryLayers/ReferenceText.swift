package import FerryBase

/// Text with references to other values: `${NAME}`, `${NAME:-default}` and `${.path}`.
///
/// `$$` is a dollar sign. A `$` before any other character is itself. The operators `:-`, `-`, `:?` and
/// `?` are those of Compose (docs.docker.com/reference/compose-file/interpolation).
package struct ReferenceText {
  /// Returns the hint for a document that is invalid at a reference without quotes; `nil` if it is
  /// invalid at another place.
  package static func hint(at place: SourcePlace?) -> String? {
    let before = place.map { $0.excerpt.unicodeScalars.prefix($0.caret) }
    guard before?.last == "$" || before?.suffix(2).elementsEqual("${".unicodeScalars) == true else {
      return nil
    }
    return "put quotes around a reference in brackets: `\"${NAME}\"`"
  }

  /// A part of the text.
  indirect enum Part {
    case text([UInt8])
    /// A reference to a variable, or to a path of the document if the name starts with a dot.
    case reference(name: String, Fallback?)
  }

  /// A default in place of a missing value, or the message of its error.
  struct Fallback {
    let parts: [Part]
    /// Whether the parts are the message of an error, not a default.
    let isMessage: Bool
    /// Whether it also counts in place of an empty value.
    let coversEmpty: Bool
  }

  let parts: [Part]

  /// The name of the reference if the text is a reference and nothing else.
  var onlyName: String? {
    guard parts.count == 1, case .reference(let name, _) = parts[0] else { return nil }
    return name
  }

  /// Parses `bytes`; returns `nil` for text without a dollar sign.
  init?(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.contains(UInt8(ascii: "$")) else { return nil }
    var position = 0
    parts = try Self.parse(bytes, &position, isNested: false)
  }

  /// Parses parts up to the end, or up to the closing brace of a default.
  private static func parse(
    _ bytes: [UInt8], _ position: inout Int, isNested: Bool, depth: Int = 0
  ) throws(Problem) -> [Part] {
    guard depth < 16 else { throw malformed("defaults are nested deeper than 16") }
    var parts: [Part] = []
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      if isNested, byte == UInt8(ascii: "}") { break }
      guard byte == UInt8(ascii: "$"), next == UInt8(ascii: "$") || next == UInt8(ascii: "{") else {
        text.append(byte)
        position += 1
        continue
      }
      position += 2
      if next == byte {
        text.append(byte)
        continue
      }
      if !text.isEmpty { parts.append(.text(text)) }
      text = []
      parts.append(try reference(bytes, &position, depth))
    }
    if !text.isEmpty { parts.append(.text(text)) }
    return parts
  }

  /// Parses a reference after `${`.
  private static func reference(
    _ bytes: [UInt8], _ position: inout Int, _ depth: Int
  ) throws(Problem) -> Part {
    let start = position
    let isPath = position < bytes.count && bytes[position] == UInt8(ascii: ".")
    while position < bytes.count, bytes[position] != UInt8(ascii: "}"),
      operatorLength(bytes, position, isPath: isPath) == nil
    {
      position = (isPath ? endOfQuotedKey(bytes, position) : nil) ?? position + 1
    }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    var fallback: Fallback?
    if position < bytes.count, let length = operatorLength(bytes, position, isPath: isPath) {
      position += length
      let isMessage = bytes[position - 1] == UInt8(ascii: "?")
      // A message goes to logs, so it contains no values of variables.
      let parts: [Part] =
        isMessage
        ? [.text(text(bytes, &position))]
        : try parse(bytes, &position, isNested: true, depth: depth + 1)
      fallback = Fallback(parts: parts, isMessage: isMessage, coversEmpty: length == 2)
    }
    guard position < bytes.count else { throw malformed("`${` without a closing `}`") }
    position += 1
    guard isPath ? name.utf8.count > 1 : isVariable(name) else {
      let isPathWithoutDot =
        !isPath && name.contains(".") && (try? WirePath(parsing: name)) != nil
      throw malformed(
        "expected `${NAME}`, `${NAME:-default}` or `${.path}`, found `${\(name)}`"
      ).with(hint: isPathWithoutDot ? "a path starts with a dot: `${.\(name)}`" : nil)
    }
    return .reference(name: name, fallback)
  }

  /// Returns the bytes up to the closing brace.
  private static func text(_ bytes: [UInt8], _ position: inout Int) -> [UInt8] {
    let text = bytes[position...].prefix { $0 != UInt8(ascii: "}") }
    position += text.count
    return Array(text)
  }

  private static func malformed(_ detail: String) -> Problem {
    Problem(.invalidValue, detail: detail, hint: "write `$$` for a dollar sign")
  }

  /// Returns the position after the quoted key of a path that starts with the bracket at `position`.
  private static func endOfQuotedKey(_ bytes: [UInt8], _ position: Int) -> Int? {
    guard bytes[position] == UInt8(ascii: "["), position + 1 < bytes.count else { return nil }
    let quote = bytes[position + 1]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    var end = position + 2
    while end < bytes.count, bytes[end] != quote {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return end < bytes.count ? end + 1 : nil
  }

  /// Returns the length of the operator at `position`; `nil` for another character. Keys of a path may
  /// have the characters of those without a colon.
  private static func operatorLength(
    _ bytes: [UInt8], _ position: Int, isPath: Bool
  ) -> Int? {
    let hasColon = bytes[position] == UInt8(ascii: ":")
    let last = position + (hasColon ? 1 : 0)
    guard hasColon || !isPath, last < bytes.count,
      bytes[last] == UInt8(ascii: "-") || bytes[last] == UInt8(ascii: "?")
    else { return nil }
    return hasColon ? 2 : 1
  }

  private static func isVariable(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
    }
  }
}
