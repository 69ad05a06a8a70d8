package import FerryPath

/// The rules for merging the values at some paths.
package struct MergeRules: Sendable {
  /// The way in which a later layer changes an earlier value.
  package enum Rule: Equatable, Sendable {
    /// The later value replaces the earlier one as a whole.
    case replace
    /// The elements of the later array follow those of the earlier one.
    case append
    /// Objects in both arrays are merged if they have the same value for this key. Other elements
    /// are appended.
    case key(String)
  }

  /// The rule for the value itself.
  private(set) var rule: Rule?
  private var keys: [[UInt8]: MergeRules] = [:]
  /// The rules for each element or member; at most one.
  private var every: [MergeRules] = []

  package init() {}

  /// Sets the rule for the values at `path`.
  package mutating func set(_ rule: Rule, at path: WirePath) { set(rule, path.steps[...]) }

  private mutating func set(_ rule: Rule, _ steps: ArraySlice<WirePath.Step>) {
    switch steps.first {
    case nil: self.rule = rule
    case .key(let key): keys[Array(key.utf8), default: MergeRules()].set(rule, steps.dropFirst())
    case .wildcard, .index, .keyOrIndex:
      if every.isEmpty { every = [MergeRules()] }
      every[0].set(rule, steps.dropFirst())
    }
  }

  /// Returns the rules below a step.
  func descending(_ step: WirePath.Step) -> MergeRules {
    if case .key(let key) = step {
      descending(toKey: Array(key.utf8))
    } else {
      every.first ?? .init()
    }
  }

  /// Returns the rules below a key.
  func descending(toKey name: [UInt8]) -> MergeRules {
    (keys.isEmpty ? nil : keys[name]) ?? every.first ?? MergeRules()
  }
}
