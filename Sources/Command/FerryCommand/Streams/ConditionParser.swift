import Ferry

/// A parser of conditions.
///
/// ```
/// condition  = all *("or" all)
/// all        = single *("and" single)
/// single     = "not" single / "(" condition ")" / comparison
/// comparison = path / path operator value / path ["not"] "in" array
/// ```
///
/// Words such as `and` count between blanks, outside quotes and brackets. A value ends before `and`,
/// `or` or a closing parenthesis, so that text needs no quotes.
struct ConditionParser {
  private let argument: String
  private let text: [UInt8]
  private var index = 0
  /// The number of open parentheses and `not`.
  private var depth = 0

  init(_ argument: String) {
    self.argument = argument
    text = Array(argument.utf8)
  }

  mutating func condition() throws(CommandError) -> Condition {
    skipBlanks()
    if index == text.count { throw problem("a condition is empty", at: index) }
    let condition = try alternatives()
    if index < text.count { throw unexpected(at: index) }
    return condition
  }

  private mutating func alternatives() throws(CommandError) -> Condition {
    var conditions = [try conjunction()]
    while take("or") { conditions.append(try conjunction()) }
    return conditions.count == 1 ? conditions[0] : .any(conditions)
  }

  private mutating func conjunction() throws(CommandError) -> Condition {
    var conditions = [try single()]
    while take("and") { conditions.append(try single()) }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  private mutating func single() throws(CommandError) -> Condition {
    skipBlanks()
    depth += 1
    defer { depth -= 1 }
    if depth > OpenContainer.standardLimit { throw problem("nested too deep", at: index) }
    if isNot {
      index += 3
      return .not(try single())
    }
    guard index < text.count, text[index] == UInt8(ascii: "(") else { return try comparison() }
    let start = index
    index += 1
    let condition = try alternatives()
    guard index < text.count else { throw problem("a `(` without `)`", at: start) }
    guard text[index] == UInt8(ascii: ")") else { throw unexpected(at: index) }
    index += 1
    return condition
  }

  private func unexpected(at offset: Int) -> CommandError {
    let isClosing = text[offset] == UInt8(ascii: ")")
    return problem(
      isClosing ? "a `)` without `(`" : "expected 'and' or 'or', found \(shown(at: offset))",
      at: offset)
  }

  /// Whether the word `not` comes next, and not a key of this name before an operator.
  private var isNot: Bool {
    guard let end = end(of: "not", at: index) else { return false }
    let next = text[end...].first { $0 != 0x20 }
    return next.map { !Self.signs.contains($0) } ?? true
  }

  // MARK: Comparisons

  private mutating func comparison() throws(CommandError) -> Condition {
    let start = index
    let found = word(at: start)
    if start == text.count || text[start] == UInt8(ascii: ")") || ["and", "or"].contains(found) {
      throw problem("expected a condition, found \(shown(at: start))", at: start)
    }
    index = endOfPath(from: start)
    let place = String(decoding: text[start..<index], as: UTF8.self)
    skipBlanks()
    let isNegated = end(of: "not", at: index) != nil
    if isNegated || end(of: "in", at: index) != nil {
      return try membership(of: WirePath(commandLine: place), isNegated: isNegated)
    }
    guard index < text.count, text[index] != UInt8(ascii: ")"),
      !["and", "or"].contains(word(at: index))
    else {
      try checking(at: start) { () throws(Comparison.Fault) in
        try Comparison.requireOneCondition(place)
      }
      return .comparison(Comparison(try WirePath(commandLine: place)))
    }
    let sign = try sign()
    let path = try WirePath(commandLine: place)
    skipBlanks()
    let (value, words) = (index, try value(sign))
    var comparison: Comparison?
    try checking(at: value) { () throws(Comparison.Fault) in
      comparison = try Comparison(path, sign, words)
    }
    return .comparison(comparison ?? Comparison(path))
  }

  private func checking(
    at offset: Int, _ body: () throws(Comparison.Fault) -> Void
  ) throws(CommandError) {
    do throws(Comparison.Fault) {
      try body()
    } catch {
      throw problem(error.message, at: offset, hint: error.hint)
    }
  }

  /// The characters that operators consist of, and those that begin the operators of other languages.
  private static let signs = Array("=<>!~".utf8)
  private static let foreignSigns = Array("~^$*:+%|&?".utf8)

  private mutating func sign() throws(CommandError) -> Comparison.Operator {
    let start = index
    while index < text.count, Self.foreignSigns.contains(text[index]) { index += 1 }
    while index < text.count, Self.signs.contains(text[index]) { index += 1 }
    let hint = "write a key with a blank or an operator as [\"KEY\"], and such text as \"TEXT\""
    guard index > start else {
      throw problem("expected an operator, found \(shown(at: start))", at: start, hint: hint)
    }
    let sign = String(decoding: text[start..<index], as: UTF8.self)
    if let known = Comparison.Operator(rawValue: sign) { return known }
    let all = Comparison.Operator.allCases.map(\.rawValue).joined(separator: ", ")
    let isJoining = sign == "&&" || sign == "||"
    throw problem(
      isJoining
        ? "write 'and' and 'or' between comparisons, not '\(sign)'"
        : "unknown operator '\(sign)'; the operators are \(all)",
      at: start, hint: isJoining ? nil : hint)
  }

  private mutating func membership(
    of path: WirePath, isNegated: Bool
  ) throws(CommandError) -> Condition {
    if isNegated { index += 3 }
    skipBlanks()
    guard let end = end(of: "in", at: index) else {
      throw problem("expected 'in' after 'not', found \(shown(at: index))", at: index)
    }
    index = end
    skipBlanks()
    let start = index
    let words = try value(.same)
    guard let list = AnyValue(json: words)?.array else {
      throw problem("expected a JSON array after 'in'", at: start)
    }
    let isIn = Condition.any(list.map { .comparison(Comparison(path, equals: $0)) })
    return isNegated ? .not(isIn) : isIn
  }

  // MARK: Text

  /// Returns the end of the path at `start`: a blank, a parenthesis or an operator outside brackets.
  private func endOfPath(from start: Int) -> Int {
    var position = start
    var depth = 0
    while position < text.count {
      let byte = text[position]
      switch byte {
      // The character after a backslash is part of a key.
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "["):
        depth += 1
        let quote = position + 1 < text.count ? text[position + 1] : 0
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          position = endOfQuotes(from: position + 1) ?? position
        }
      case UInt8(ascii: "]"): depth = max(0, depth - 1)
      case _ where depth > 0: break
      case 0x20, UInt8(ascii: "("), UInt8(ascii: ")"): return position
      case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"):
        // A character before the sign may be a part of the operator.
        let behind = text[start..<position].lastIndex { !Self.foreignSigns.contains($0) }
        return behind.map { $0 + 1 } ?? start
      default: break
      }
      position += 1
    }
    return min(position, text.count)
  }

  /// Returns the text of the value, without the blanks behind it.
  private mutating func value(_ sign: Comparison.Operator) throws(CommandError) -> String {
    let start = index
    var open: [Int] = []
    scan: while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "\""): index = endOfQuotes(from: index) ?? index
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(index)
      case UInt8(ascii: ")") where open.isEmpty: break scan
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): _ = open.popLast()
      case 0x20 where open.isEmpty && ["and", "or"].contains(word(at: index + 1)): break scan
      default: break
      }
      index += 1
    }
    index = min(index, text.count)
    // The brackets of a pattern have rules of their own.
    if let bracket = open.first, !sign.isOfPattern {
      throw problem("\(shown(at: bracket, 1)) is not closed", at: bracket)
    }
    var end = index
    while end > start, text[end - 1] == 0x20 { end -= 1 }
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  /// Returns the index of the quote that ends the text in quotes at `start`.
  private func endOfQuotes(from start: Int) -> Int? {
    var position = start + 1
    while position < text.count, text[position] != text[start] {
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position < text.count ? position : nil
  }

  private mutating func skipBlanks() {
    while index < text.count, text[index] == 0x20 { index += 1 }
  }

  /// Returns the word at `start`, up to a blank or a parenthesis.
  private func word(at start: Int) -> String {
    guard start < text.count else { return "" }
    let word = text[start...].prefix { $0 != 0x20 && $0 != 0x28 && $0 != 0x29 }
    return String(decoding: word, as: UTF8.self)
  }

  /// Returns the end of `word` if it is at `start`.
  private func end(of word: String, at start: Int) -> Int? {
    self.word(at: start) == word ? start + word.utf8.count : nil
  }

  /// Takes a word that joins conditions.
  private mutating func take(_ word: String) -> Bool {
    skipBlanks()
    guard let end = end(of: word, at: index) else { return false }
    index = end
    return true
  }

  private func shown(at start: Int, _ count: Int? = nil) -> String {
    if start >= text.count { return "the end" }
    let word = text[start...].prefix { $0 != 0x20 }.prefix(count ?? .max)
    return "`" + String(decoding: word, as: UTF8.self) + "`"
  }

  private func problem(_ message: String, at offset: Int, hint: String? = nil) -> CommandError {
    let place = SourcePlace(offset: offset, in: argument)
    return .refused(Problem(in: "--where", message, at: place, hint: hint))
  }
}
