package import FerryBase

/// The rules for merging the values at some paths.
package struct MergeRules: Sendable {
  /// The way in which a later layer changes an earlier value.
  package enum Rule: Equatable, Sendable {
    /// The later value replaces the earlier one as a whole.
    case replace
    /// The elements of the later array follow those of the earlier one.
    case append
    /// Objects in both arrays are merged if they have an equal value for this key. Other elements
    /// are appended, also those without the key or with a null.
    case key(String)
  }

  private enum Step: Hashable {
    case key([UInt8])
    case index(Int)
  }

  /// The rule for the value itself.
  private(set) var rule: Rule?
  private var steps: [Step: MergeRules] = [:]
  /// The rules for each element or member; at most one.
  private var every: [MergeRules] = []

  package init() {}

  /// Sets the rule for the values at `path`.
  /// - Returns: false if the path had another rule.
  @discardableResult
  package mutating func set(_ rule: Rule, at path: WirePath) -> Bool { set(rule, path.steps[...]) }

  private mutating func set(_ rule: Rule, _ path: ArraySlice<WirePath.Step>) -> Bool {
    let rest = path.dropFirst()
    switch path.first {
    case nil:
      defer { self.rule = rule }
      return self.rule == nil || self.rule == rule
    case .key(let key): return set(rule, rest, below: Step.key(Array(key.utf8)))
    case .index(let number): return set(rule, rest, below: Step.index(number))
    case .keyOrIndex(let number):
      let isFirst = set(rule, rest, below: Step.index(number))
      return set(rule, rest, below: Step.key(Array("\(number)".utf8))) && isFirst
    case .wildcard:
      if every.isEmpty { every = [MergeRules()] }
      return every[0].set(rule, rest)
    }
  }

  private mutating func set(
    _ rule: Rule, _ rest: ArraySlice<WirePath.Step>, below step: Step
  ) -> Bool {
    steps[step, default: MergeRules()].set(rule, rest)
  }

  /// Returns the rules below a step.
  func descending(_ step: WirePath.Step) -> MergeRules {
    switch step {
    case .key(let key): descending(toKey: Array(key.utf8))
    case .index(let number), .keyOrIndex(let number): descending(Step.index(number))
    case .wildcard: every.first ?? MergeRules()
    }
  }

  /// Returns the rules below a key.
  func descending(toKey name: [UInt8]) -> MergeRules { descending(Step.key(name)) }

  private func descending(_ step: Step) -> MergeRules {
    guard !steps.isEmpty, let own = steps[step] else { return every.first ?? MergeRules() }
    return every.first.map(own.adding) ?? own
  }

  /// Returns these rules, with the rules of `other` for all other paths.
  private func adding(_ other: MergeRules) -> MergeRules {
    var result = self
    result.rule = rule ?? other.rule
    result.steps.merge(other.steps) { $0.adding($1) }
    result.every =
      every.isEmpty ? other.every : other.every.isEmpty ? every : [every[0].adding(other.every[0])]
    return result
  }
}
