import Ferry

/// A condition of `--where`: comparisons with `and`, `or`, `not` and parentheses.
indirect enum Condition: Sendable {
  case comparison(Comparison)
  case not(Condition)
  case all([Condition])
  case any([Condition])

  /// Parses a condition. `or` binds less than `and`, and `and` less than `not`.
  init(_ text: String) throws(CommandError) {
    var parser = ConditionParser(text)
    self = try parser.condition()
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
