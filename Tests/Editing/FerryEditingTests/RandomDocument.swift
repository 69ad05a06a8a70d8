import FerryEditing
import FerryTestSupport

/// A random document with random comments and layout, and the places of its values.
struct RandomDocument {
  private var random: SeededGenerator
  private let format: DocumentEditor.Format
  private let unit: Int
  private let hasIndentedDashes: Bool
  private let hasAnchors: Bool
  /// The anchors of the values that are written, for aliases of equal values.
  private var anchors: [(name: String, value: AnyValue)] = []
  /// Containers for more than one place.
  private var containers: [AnyValue] = []
  private var comments = 0
  /// The value that the text has.
  private(set) var value: AnyValue = .null
  private(set) var text = ""
  /// The paths of the values that comments belong to.
  private(set) var owners: [String: [WirePath.Step]] = [:]
  /// The bytes of scalars and empty containers.
  private(set) var ranges: [WirePath: Range<Int>] = [:]

  init(
    _ format: DocumentEditor.Format, hasAnchors: Bool = false,
    using generator: inout SeededGenerator
  ) {
    random = SeededGenerator(seed: generator.next())
    (self.format, self.hasAnchors) = (format, hasAnchors)
    unit = [2, 2, 2, 3, 4][random.int(0..<5)]
    hasIndentedDashes = !random.oneIn(3)
    repeat { value = newValue(4) } while value.object == nil && value.array == nil
    write()
  }

  // MARK: Values

  mutating func chance(_ percent: Int) -> Bool { random.int(0..<100) < percent }
  mutating func pick<T>(_ list: [T]) -> T { list[random.int(0..<list.count)] }
  mutating func number(below limit: Int) -> Int { random.int(0..<limit) }

  mutating func key() -> String {
    chance(85) ? pick(Self.words) : pick(Self.texts.filter { !$0.contains("\u{1}") })
  }

  mutating func scalar() -> AnyValue {
    switch random.int(0..<8) {
    case 0: .null
    case 1: .bool(random.oneIn(2))
    case 2: .number(.init(random.int(0..<100_000)))
    case 3: .number(.init(Double(random.int(0..<1000)) / 8))
    case 4: .number(.init(-random.int(0..<50)))
    default: .string(chance(60) ? pick(Self.words) : pick(Self.texts))
    }
  }

  mutating func newValue(_ depth: Int) -> AnyValue {
    if hasAnchors, depth < 4, !containers.isEmpty, chance(10) { return pick(containers) }
    if depth <= 0 || chance(45) { return scalar() }
    let count = chance(10) ? 0 : 1 + random.int(0..<4)
    let value: AnyValue
    if chance(45) {
      value = .array((0..<count).map { _ in newValue(depth - 1) })
    } else {
      var members = AnyValue.Object()
      for _ in 0..<count { members[key()] = newValue(depth - 1) }
      value = .object(members)
    }
    containers.append(value)
    return value
  }

  // MARK: Text

  private mutating func comment(of owner: [WirePath.Step]) -> String {
    comments += 1
    owners["c\(comments)"] = owner
    return "c\(comments)"
  }

  /// Returns an alias of a value that is written.
  private mutating func alias(of value: AnyValue) -> String? {
    guard hasAnchors, let anchor = anchors.last(where: { $0.value == value }), chance(70) else {
      return nil
    }
    return "*\(anchor.name)"
  }

  /// Writes a value, perhaps behind an anchor. `body` gets whether it is.
  private mutating func writeAnchored(
    _ value: AnyValue, before: String = "", after: String = "",
    _ body: (inout Self, Bool) -> Void
  ) {
    guard hasAnchors, chance(25) else { return body(&self, false) }
    let name = "a\(text.utf8.count)"
    text += "\(before)&\(name)\(after)"
    body(&self, true)
    anchors.append((name, value))
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  private mutating func record(_ steps: [WirePath.Step], _ scalar: String) {
    let start = text.utf8.count
    text += scalar
    ranges[WirePath(steps: steps)] = start..<text.utf8.count
  }

  private mutating func write() {
    let isYAML = format != .json && format != .json5
    if isYAML {
      if chance(20) { text += "# \(comment(of: Self.firstSteps(value)))\n" }
      if chance(15) { text += "---\n" }
      if value.object?.isEmpty ?? value.array?.isEmpty == true {
        text += value.object != nil ? "{}\n" : "[ ]\n"
      } else {
        writeBlock(value, 0, [], isCompact: false)
      }
      if chance(10) { text += "# \(comment(of: []))\n" }
      if chance(5) {
        text += "...\n"
      } else if chance(10), text.last == "\n", !text.contains("|") {
        text.removeLast()
      }
    } else {
      if format == .json5, chance(30) { text += "// \(comment(of: []))\n" }
      writeBrackets(value, 0, [], isMultiline: chance(75))
      if chance(80) { text += "\n" }
    }
  }

  private mutating func writeTrivia(_ steps: [WirePath.Step]) {
    if format == .json5, chance(15) { text += " /* \(comment(of: steps)) */ " }
  }

  private mutating func writeBrackets(
    _ value: AnyValue, _ indent: Int, _ steps: [WirePath.Step], isMultiline: Bool
  ) {
    let isYAML = format != .json && format != .json5
    let entries = Self.entries(value)
    let hasLines = isMultiline && chance(80)
    let mark = isYAML ? "#" : "//"
    let gap = chance(60) || isYAML ? " " : ""
    let padding = !hasLines && chance(20) ? " " : ""
    let hasComments = format != .json
    text += (value.object != nil ? "{" : "[") + padding
    for (index, entry) in entries.enumerated() {
      let container = steps
      let steps = steps + [entry.0.map { .key($0) } ?? .index(index)]
      if hasLines {
        if index == 0, hasComments, chance(15) { text += " \(mark) \(comment(of: container))" }
        text += chance(8) ? "\n\n" : "\n"
        if hasComments, chance(25) {
          text += spaces(indent + unit) + "\(mark) \(comment(of: steps))\n"
        }
        text += spaces(indent + unit)
      }
      writeTrivia(steps)
      if let key = entry.0 {
        text += isYAML ? yamlText(key) + ": " : jsonKey(key) + pick([":", ": ", ": ", ": ", " : "])
      }
      if let alias = alias(of: entry.1) {
        text += alias
      } else {
        writeAnchored(entry.1, after: " ") { document, _ in
          document.writeInBrackets(entry.1, indent + document.unit, steps, isMultiline: hasLines)
        }
      }
      writeTrivia(steps)
      let isLast = index == entries.count - 1
      if !isLast || (hasComments && chance(20)) { text += "," + (hasLines || isLast ? "" : gap) }
      if hasLines, hasComments, chance(20) { text += " \(mark) \(comment(of: steps))" }
    }
    if hasLines {
      text += "\n"
      if hasComments, chance(10) {
        text += spaces(indent + unit) + "\(mark) \(comment(of: steps))\n"
      }
    }
    text += (hasLines ? spaces(indent) : padding) + (value.object != nil ? "}" : "]")
  }

  private mutating func writeInBrackets(
    _ value: AnyValue, _ indent: Int, _ steps: [WirePath.Step], isMultiline: Bool
  ) {
    if Self.entries(value).isEmpty {
      record(steps, value.object != nil ? "{}" : value.array != nil ? "[]" : scalar(value))
    } else {
      writeBrackets(value, indent, steps, isMultiline: isMultiline)
    }
  }

  private mutating func jsonKey(_ key: String) -> String {
    let isName = !key.isEmpty && key.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
    if format == .json5, isName, chance(60) { return key }
    return scalar(.string(key))
  }

  private mutating func scalar(_ value: AnyValue) -> String {
    guard case .string(let string) = value else {
      return value.isNull && format != .json && format != .json5
        ? pick(["null", "~"]) : value.description
    }
    if format != .json, format != .json5 { return yamlText(string) }
    let needsEscape = string.unicodeScalars.contains {
      $0.value < 0x20 || "'\"\\".unicodeScalars.contains($0)
    }
    return format == .json5 && !needsEscape && chance(40) ? "'\(string)'" : value.description
  }

  private mutating func yamlText(_ string: String) -> String {
    let words: Set = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
    let isPlain =
      string.first?.isLetter == true && string.last != " " && !words.contains(string.lowercased())
      && string.allSatisfy { $0.isLetter || $0.isNumber || "-_./ ".contains($0) }
    if isPlain, chance(65) { return string }
    let hasControls = string.unicodeScalars.contains { $0.value < 0x20 }
    return !hasControls && chance(50)
      ? "'" + string.replacing("'", with: "''") + "'" : AnyValue.string(string).description
  }

  private mutating func endLine(_ steps: [WirePath.Step]) {
    if chance(20) { text += spaces(1 + random.int(0..<3)) + "# \(comment(of: steps))" }
    text += "\n"
  }

  private mutating func writeBlock(
    _ value: AnyValue, _ indent: Int, _ steps: [WirePath.Step], isCompact: Bool
  ) {
    for (index, entry) in Self.entries(value).enumerated() {
      let container = steps
      let steps = steps + [entry.0.map { .key($0) } ?? .index(index)]
      if !isCompact || index > 0 {
        if chance(12) { text += "\n" }
        let first = comments + 1
        while chance(20) {
          text += spaces(indent) + "# \(comment(of: steps))\n"
          guard chance(15) else { continue }
          text += "\n"
          // A blank line separates the comments before it.
          for number in first...comments { owners["c\(number)"] = container }
        }
        text += spaces(indent)
      }
      text += entry.0.map { yamlText($0) + ":" } ?? "-"
      if let alias = alias(of: entry.1) {
        text += " \(alias)"
        endLine(steps)
      } else {
        writeAnchored(entry.1, before: " ") { document, isAnchored in
          document.writeInBlock(entry, indent, steps, isAnchored: isAnchored)
        }
      }
    }
  }

  private mutating func writeInBlock(
    _ entry: (String?, AnyValue), _ indent: Int, _ steps: [WirePath.Step], isAnchored: Bool
  ) {
    if Self.entries(entry.1).isEmpty {
      writeScalar(entry.1, indent, steps)
    } else if chance(25) {
      text += " "
      writeBrackets(entry.1, indent + unit, steps, isMultiline: chance(30))
      endLine(steps)
    } else if entry.0 != nil {
      endLine(steps)
      let isIndented = entry.1.object != nil || hasIndentedDashes
      writeBlock(entry.1, isIndented ? indent + unit : indent, steps, isCompact: false)
    } else {
      // An anchor in the line of the dash would be that of the first key.
      let isCompact = !isAnchored && chance(85)
      if isCompact { text += " " } else { endLine(steps) }
      writeBlock(entry.1, indent + 2, steps, isCompact: isCompact)
    }
  }

  private mutating func writeScalar(_ value: AnyValue, _ indent: Int, _ steps: [WirePath.Step]) {
    if value == .null, chance(40) {
      record(steps, "")
      return endLine(steps)
    }
    if case .string(let string) = value, chance(string.contains("\n") ? 60 : 10),
      let first = string.first, !first.isWhitespace, string.last != " ",
      string.unicodeScalars.allSatisfy({ $0 == "\n" || $0.value >= 0x20 })
    {
      var lines = string.split(separator: "\n", omittingEmptySubsequences: false)
      if string.last == "\n" { lines.removeLast() }
      text += " |" + (string.last == "\n" ? "\n" : "-\n")
      for line in lines { text += line.isEmpty ? "\n" : spaces(indent + unit) + line + "\n" }
      return
    }
    text += chance(10) ? "   " : " "
    record(steps, value.object != nil ? "{}" : value.array != nil ? "[]" : scalar(value))
    endLine(steps)
  }
}
