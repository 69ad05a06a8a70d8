import Ferry
import FerryLayers

/// A condition of `--where`: comparisons with `and`, `or`, `not` and parentheses.
indirect enum Condition: Sendable {
  case comparison(Comparison)
  case not(Condition)
  case all([Condition])
  case any([Condition])

  /// Parses a condition. `or` binds less than `and`, and `and` less than `not`.
  init(_ text: String) throws(CommandError) {
    let text = text.trimmed
    if text.isEmpty { throw .usage("a condition is empty") }
    for (word, make) in [("or", Condition.any), ("and", Condition.all)] {
      let parts = Self.split(text, at: " \(word) ")
      guard parts.count > 1 else { continue }
      var conditions: [Condition] = []
      for part in parts { conditions.append(try Condition(part)) }
      self = make(conditions)
      return
    }
    if text.hasPrefix("not ") {
      self = .not(try Condition(String(text.dropFirst(4))))
    } else if text.hasPrefix("("), text.hasSuffix(")") {
      self = try Condition(String(text.dropFirst().dropLast()))
    } else {
      let parts = Self.split(text, at: " in ")
      guard parts.count == 2, parts[1].trimmed.hasPrefix("[") else {
        self = .comparison(try Comparison(text))
        return
      }
      guard let list = try? JSON.decode([AnyValue].self, from: parts[1]) else {
        throw .usage("'\(text)' needs a JSON array after 'in'")
      }
      var place = parts[0].trimmed
      let isNegated = place.hasSuffix(" not")
      if isNegated { place = String(place.dropLast(4)).trimmed }
      let path = try WirePath(commandLine: place)
      let isIn = Condition.any(
        list.map { .comparison(Comparison(path, equals: $0)) })
      self = isNegated ? .not(isIn) : isIn
    }
  }

  /// Returns the parts of `text` between the words outside quotes, brackets and parentheses.
  private static func split(_ text: String, at word: String) -> [String] {
    var (parts, start, depth) = ([String](), text.startIndex, 0)
    var isQuoted = false
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      if character == "\\" {
        index = text.index(after: index)
      } else if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted {
        if "([".contains(character) { depth += 1 }
        if ")]".contains(character) { depth -= 1 }
        if depth == 0, text[index...].hasPrefix(word) {
          parts.append(String(text[start..<index]))
          start = text.index(index, offsetBy: word.count)
          index = start
          continue
        }
      }
      if index < text.endIndex { index = text.index(after: index) }
    }
    return parts + [String(text[start...])]
  }

  /// The searches of the comparisons that must hold for every selected record.
  var searches: [PathSearch] {
    switch self {
    case .comparison(let comparison): [comparison.search]
    case .all(let conditions): conditions.flatMap(\.searches)
    // Every record is searched for the first of several values at one path.
    case .any(let conditions) where Set(conditions.map(\.path)).count == 1:
      conditions.first?.searches ?? []
    case .any, .not: []
    }
  }

  /// The path of a comparison; `nil` for others.
  private var path: WirePath? {
    if case .comparison(let comparison) = self { comparison.search.path } else { nil }
  }

  /// The reason why no record meets the condition, or `nil`.
  var mismatch: String? {
    switch self {
    case .comparison(let comparison): comparison.mismatch
    case .all(let conditions): conditions.lazy.compactMap(\.mismatch).first
    case .any, .not: nil
    }
  }

  /// Returns whether a record meets the condition.
  func holds(in view: TapeView, _ root: Int) -> Bool {
    switch self {
    case .comparison(let comparison): comparison.holds(in: view, root)
    case .not(let condition): !condition.holds(in: view, root)
    case .all(let conditions): conditions.allSatisfy { $0.holds(in: view, root) }
    case .any(let conditions): conditions.contains { $0.holds(in: view, root) }
    }
  }

  /// Returns whether a record of valid compact JSON text meets the condition, or `nil` if the
  /// record must be read.
  func holds(inText record: ByteView) -> Bool? {
    switch self {
    case .comparison(let comparison): return comparison.holds(inText: record)
    case .not(let condition): return condition.holds(inText: record).map { !$0 }
    case .all(let conditions), .any(let conditions):
      let deciding = if case .any = self { true } else { false }
      for condition in conditions {
        guard let holds = condition.holds(inText: record) else { return nil }
        if holds == deciding { return deciding }
      }
      return !deciding
    }
  }
}
