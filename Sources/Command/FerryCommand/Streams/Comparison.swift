import Ferry

/// A comparison of `--where`: `PATH`, or `PATH OPERATOR VALUE`.
struct Comparison: Sendable {
  /// The operators of a comparison.
  enum Operator: String, CaseIterable {
    case same = "="
    case equal = "=="
    case different = "!="
    case less = "<"
    case notGreater = "<="
    case greater = ">"
    case notLess = ">="
    case matches = "=~"
    case matchesNot = "!~"

    /// Whether the operator compares for equality.
    var isOfEquality: Bool { self == .same || self == .equal || self == .different }
    /// Whether the operator compares with a pattern.
    var isOfPattern: Bool { self == .matches || self == .matchesNot }

    /// Returns whether the operator holds for `order`, which is negative for less, 0 for the same
    /// and positive for greater.
    func holds(_ order: Int) -> Bool {
      switch self {
      case .same, .equal: order == 0
      case .different: order != 0
      case .less: order < 0
      case .notGreater: order <= 0
      case .greater: order > 0
      case .notLess: order >= 0
      case .matches, .matchesNot: false
      }
    }
  }

  let search: PathSearch
  /// The operator, or `nil` if any value meets the condition.
  private let comparison: Operator?
  /// The text to compare with.
  private var text: [UInt8]?
  /// The value to compare with, unless it is text.
  private var operand: Operand?
  private var pattern: Pattern?

  /// Creates the comparison for equality with a value of a list.
  init(_ path: WirePath, equals value: AnyValue) {
    (search, comparison) = (PathSearch(path), .equal)
    compare(with: value)
  }

  /// Creates the condition that there is a value at `path`.
  init(_ path: WirePath) { (search, comparison) = (PathSearch(path), nil) }

  /// A value that cannot be compared with.
  struct Fault: Error {
    let message: String
    var hint: String?
  }

  /// Creates a comparison with the value that `words` spell: JSON, or else text.
  init(_ path: WirePath, _ comparison: Operator, _ words: String) throws(Fault) {
    search = PathSearch(path)
    self.comparison = comparison
    let value = AnyValue(json: words)
    if comparison.isOfPattern {
      do throws(PatternError) {
        pattern = try Pattern(value?.string ?? words)
      } catch {
        throw Fault(message: "'\(words)' is not a pattern: \(error)")
      }
      return
    }
    if words.isEmpty, !comparison.isOfEquality {
      throw Fault(message: "expected a value after '\(comparison.rawValue)'")
    }
    guard let value else {
      try Self.requireOneCondition(words)
      text = Array(words.utf8)
      return
    }
    compare(with: value)
    if !comparison.isOfEquality, text == nil, value.number == nil {
      throw Fault(
        message: "'\(comparison.rawValue)' compares numbers and texts, not '\(words)'")
    }
  }

  private mutating func compare(with value: AnyValue) {
    text = value.string.map { Array($0.utf8) }
    operand = text == nil ? Operand(value) : nil
  }

  /// Throws if text without quotes looks like more than one value: several comparisons, or a text in
  /// the quotes of another language.
  static func requireOneCondition(_ text: String) throws(Fault) {
    if text.contains("&&") || text.contains("||") {
      throw Fault(message: "write 'and' and 'or' between comparisons, not '&&' and '||'")
    }
    let words = text.split(separator: " ").map { $0.lowercased() }
    let isBracketed = [("'", "'"), ("(", ")")].contains {
      text.count > 1 && text.hasPrefix($0.0) && text.hasSuffix($0.1)
    }
    let parts = text.split(maxSplits: 1) { "&|,".contains($0) }
    let hasComparison = parts.count > 1 && parts[1].contains { "=<>".contains($0) }
    guard
      isBracketed || hasComparison || text.hasPrefix("\"")
        || words.contains(where: { ["and", "or", "in", "&", "|"].contains($0) })
    else { return }
    throw Fault(
      message: "expected one value, found more than one, or text that needs quotes",
      hint: "write 'and' and 'or' between two comparisons, and such text as \"TEXT\"")
  }

  /// The reason why no record meets the condition, or `nil`. An order compares two numbers or two
  /// strings.
  var mismatch: String? {
    guard let comparison, !comparison.isOfPattern, search.isFound, !search.hasCompared,
      !comparison.isOfEquality || operand?.isNumber == true && comparison != .different
    else { return nil }
    let kind = text == nil ? "a number" : "text"
    let fact = search.path.isRoot ? "is \(kind)" : "has \(kind) at `\(search.path)`"
    let advice = comparison.isOfEquality ? "; a text needs quotes" : ""
    return "no record \(fact) to compare by '\(comparison.rawValue)'\(advice)"
  }

  /// Returns whether a record meets the condition.
  func holds(in view: TapeView, _ root: Int) -> Bool {
    for match in search.path.matches(in: view, from: root) {
      search.found()
      if comparison == nil || holds(for: try? AnyValue(match, in: view)) { return true }
    }
    return false
  }

  private func holds(for value: AnyValue?) -> Bool {
    // JSON has neither NaN nor infinity.
    if let number = value?.number, !number.isFinite, !number.double.isNaN, operand != nil {
      search.compared()
      return comparison?.holds(number.double < 0 ? -1 : 1) ?? true
    }
    guard let value, value.number?.isFinite ?? true else { return comparison == .different }
    return Array(value.description.utf8).withByteView { json in
      guard let text = value.string else { return holds(json, text: json.string) }
      return Array(text.utf8).withByteView { holds(json, text: $0) }
    }
  }

  /// Returns whether a record of valid compact JSON text meets the condition, or `nil` if the
  /// record must be read.
  func holds(inText record: ByteView) -> Bool? {
    guard !search.path.hasWildcard else { return nil }
    guard let value = search.path.value(in: record) else { return false }
    search.found()
    if comparison == nil { return true }
    // The text of an escaped string may equal the requested text.
    if value.contains(UInt8(ascii: "\\")) { return nil }
    return holds(value, text: value.string)
  }

  /// Returns whether a value compares as required. `value` is compact JSON, and `found` is its text
  /// if it is a string.
  private func holds(_ value: ByteView, text found: ByteView?) -> Bool {
    guard let comparison else { return true }
    if let pattern {
      // Only a text matches a pattern, or does not match it.
      return found.map { pattern.matches($0) == (comparison == .matches) } ?? false
    }
    if comparison.isOfEquality {
      if operand?.isNumber == true, Operand.isNumber(value) { search.compared() }
      let isSame =
        text.map { found?.elementsEqual($0) == true } ?? (operand?.isSame(value) == true)
      return isSame == (comparison != .different)
    }
    let order: Int?
    if let text {
      order = found.map {
        $0.elementsEqual(text) ? 0 : $0.lexicographicallyPrecedes(text) ? -1 : 1
      }
    } else {
      order = operand?.order(of: value)
    }
    if order != nil { search.compared() }
    return order.map(comparison.holds) ?? false
  }
}

/// A value that values in JSON are compared with.
private struct Operand: Sendable {
  private let value: AnyValue
  private let json: [UInt8]
  /// The number, and the same as an integer.
  private let number: ExactNumber?
  private let integer: Int64?

  init(_ value: AnyValue) {
    self.value = value
    json = Array(value.description.utf8)
    number = value.number.map { ExactNumber($0.text) }
    integer = json.withByteView { DecimalParsing.integer($0, as: Int64.self) }
  }

  /// Whether the value is a number.
  var isNumber: Bool { number != nil }

  /// Returns whether compact JSON text is a number.
  static func isNumber(_ text: ByteView) -> Bool {
    text.first.map { $0 == UInt8(ascii: "-") || $0 &- 0x30 < 10 } ?? false
  }

  /// Returns whether compact JSON text has this value. `1.50` equals `1.5`.
  func isSame(_ text: ByteView) -> Bool {
    if number != nil { return order(of: text) == 0 }
    if text.elementsEqual(json) { return true }
    guard value.array != nil || value.object != nil else { return false }
    return AnyValue(json: String(decoding: text, as: UTF8.self)) == value
  }

  /// Returns a negative number, 0 or a positive number if the number in `text` is less than, equal
  /// to or greater than this one; `nil` unless both are numbers.
  func order(of text: ByteView) -> Int? {
    guard let number, Self.isNumber(text) else { return nil }
    if let integer, let other = DecimalParsing.integer(text, as: Int64.self) {
      return other == integer ? 0 : other < integer ? -1 : 1
    }
    if text.elementsEqual(json) { return 0 }
    let other = ExactNumber(text)
    if other == number { return 0 }
    let order = other.compared(to: number)
    return order == 0 ? nil : order
  }
}

extension AnyValue {
  /// Creates the value of JSON text. Returns `nil` for other text.
  init?(json text: String) {
    guard let value = try? JSON.decode(AnyValue.self, from: text) else { return nil }
    self = value
  }
}
