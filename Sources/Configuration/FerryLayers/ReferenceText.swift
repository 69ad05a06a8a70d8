package import FerryBase

/// Text with references to other values: `${NAME}`, `${NAME:-default}` and `${.path}`.
///
/// `$$` is a dollar sign. A `$` before any other character is itself.
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
    /// A reference to a variable, or to a path of the document if the name starts with a dot. The
    /// default replaces a missing or an empty value.
    case reference(name: String, fallback: [Part]?)
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
      !isDefault(bytes, position)
    {
      position = (isPath ? endOfQuotedKey(bytes, position) : nil) ?? position + 1
    }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    var fallback: [Part]?
    if position < bytes.count, bytes[position] == UInt8(ascii: ":") {
      position += 2
      fallback = try parse(bytes, &position, isNested: true, depth: depth + 1)
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
    return .reference(name: name, fallback: fallback)
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

  private static func isDefault(_ bytes: [UInt8], _ position: Int) -> Bool {
    bytes[position] == UInt8(ascii: ":") && position + 1 < bytes.count
      && bytes[position + 1] == UInt8(ascii: "-")
  }

  private static func isVariable(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
    }
  }
}
