import FerryBase
import FerryJSONEngine

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
  /// The value to compare with, as compact JSON and as text. If both are set, one of them has to
  /// match.
  private let json: [UInt8]?
  private let text: [UInt8]?
  private var pattern: Pattern?

  /// Creates the comparison for equality with a value of a list.
  init(_ path: WirePath, equals json: [UInt8]) {
    (search, comparison, self.json, text) = (PathSearch(path), .equal, json, nil)
  }

  init(_ argument: String) throws(CommandError) {
    let assignment = try Assignment(argument, signs: Operator.allCases.map(\.rawValue))
    if assignment.value == nil { try Self.requireOneCondition(argument, argument) }
    search = PathSearch(try WirePath(commandLine: assignment.path))
    comparison = Operator(rawValue: assignment.sign)
    guard let comparison, let value = assignment.value else {
      (json, text) = (nil, nil)
      return
    }
    if comparison.isOfPattern {
      (json, text) = (nil, nil)
      do throws(PatternError) {
        pattern = try Pattern(Self.parsed(value)?.string ?? value)
      } catch {
        throw .usage("'\(value)' is not a pattern: \(error)")
      }
      return
    }
    if value.isEmpty, !comparison.isOfEquality {
      throw .usage("'\(argument)' needs a value after '\(comparison.rawValue)'")
    }
    guard let (json, string) = Self.parsed(value) else {
      try Self.requireOneCondition(value, argument)
      (json, text) = (nil, Array(value.utf8))
      return
    }
    let isNumber = json.withByteView { SameJSON.isNumber($0) }
    if comparison.isOfEquality {
      // `x="5"` matches only the string, not the number.
      self.json = json
      text = string == nil ? Array(value.utf8) : nil
    } else if isNumber || string != nil {
      self.json = isNumber ? json : nil
      text = string.map { Array($0.utf8) }
    } else {
      throw .usage("'\(comparison.rawValue)' compares numbers and texts, not '\(value)'")
    }
  }

  /// Throws if text without quotes looks like more than one value: several comparisons, or a text in
  /// the quotes of another language.
  private static func requireOneCondition(
    _ text: String, _ argument: String
  ) throws(CommandError) {
    let words = text.split(separator: " ").map { $0.lowercased() }
    let isBracketed = [("'", "'"), ("(", ")")].contains {
      text.count > 1 && text.hasPrefix($0.0) && text.hasSuffix($0.1)
    }
    let parts = text.split(maxSplits: 1) { "&|,".contains($0) }
    let hasComparison = parts.count > 1 && parts[1].contains { "=<>".contains($0) }
    if text.contains("&&") || text.contains("||") {
      throw .usage("'\(argument)' has several comparisons; write 'and' and 'or' between them")
    }
    guard
      isBracketed || hasComparison
        || words.contains(where: { ["and", "or", "in", "&", "|"].contains($0) })
    else { return }
    throw .usage(
      """
      '\(argument)' has more than one comparison, or text that needs quotes
      Write 'and' and 'or' between two comparisons, and such text as "TEXT".
      """)
  }

  /// The reason why no record meets the condition, or `nil`. An order compares two numbers or two
  /// strings.
  var mismatch: String? {
    guard let comparison, !comparison.isOfEquality, !comparison.isOfPattern, search.isFound,
      !search.hasCompared
    else { return nil }
    let kind = text == nil ? "a number" : "text"
    let fact = search.path.isRoot ? "is \(kind)" : "has \(kind) at `\(search.path)`"
    return "no record \(fact) to compare by '\(comparison.rawValue)'"
  }

  /// Returns whether a record meets the condition.
  func holds(in view: TapeView, _ root: Int) -> Bool {
    for match in search.path.matches(in: view, from: root) {
      search.found()
      if comparison == nil { return true }
      switch match {
      case .node(let index): if holds(for: index, in: view) { return true }
      case .element(let list, let index):
        let number = Array(view.number(index, ofPackedList: list).text.utf8)
        if number.withByteView({ holds($0, text: nil) }) { return true }
      }
    }
    return false
  }

  private func holds(for index: Int, in view: TapeView) -> Bool {
    guard let value = Self.json(of: view, index) else {
      // JSON has neither NaN nor infinity.
      guard let number = view.double(at: index), !number.isNaN, json != nil else {
        return comparison == .different
      }
      search.compared()
      return comparison?.holds(number < 0 ? -1 : 1) ?? true
    }
    let text = view.text(at: index).map { Array($0.utf8) }
    return value.withByteView { value in
      guard let text else { return holds(value, text: value.string) }
      return text.withByteView { holds(value, text: $0) }
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
  private func holds(
    _ value: ByteView, text found: ByteView?
  ) -> Bool {
    guard let comparison else { return true }
    let isText = value.first == UInt8(ascii: "\"")
    if let pattern {
      let isMatch = isText && found.map(pattern.matches) == true
      return isMatch == (comparison == .matches)
    }
    if comparison.isOfEquality {
      let isSame =
        text.map { found?.elementsEqual($0) == true } == true
        || json.map { $0.withByteView { SameJSON.isSame(value, $0) } }
          == true
      return isSame == (comparison != .different)
    }
    if let text {
      guard isText, let found = found else { return false }
      search.compared()
      if found.elementsEqual(text) { return comparison.holds(0) }
      return comparison.holds(found.lexicographicallyPrecedes(text) ? -1 : 1)
    }
    let order = json.flatMap { json in
      json.withByteView { SameJSON.order(value, $0) }
    }
    if order != nil { search.compared() }
    return order.map(comparison.holds) ?? false
  }

  /// Returns `text` as compact JSON if it is JSON, and its content if it is a string.
  static func parsed(_ text: String) -> (json: [UInt8], string: String?)? {
    JSONReader.read(Array(text.utf8)) { view in
      json(of: view, 0).map { ($0, view.text(at: 0)) }
    }
  }

  private static func json(of view: TapeView, _ index: Int) -> [UInt8]? {
    var output = ByteWriter()
    do throws(WireFailure) {
      try JSONWriter.write(view, root: index, to: &output)
    } catch {
      return nil
    }
    return Array(output.bytes)
  }
}
