package import FerryBase

/// Paths of values that no text for people may show.
package struct SensitivePaths: Sendable {
  private var patterns: [[WirePath.Step]] = []

  package init() {}

  package var isEmpty: Bool { patterns.isEmpty }

  /// The number of different paths.
  package var count: Int { patterns.count }

  /// Adds the values at `path` and below it.
  package mutating func insert(_ path: WirePath) {
    let pattern = path.steps.map(Self.loosened)
    if !patterns.contains(pattern) { patterns.append(pattern) }
  }

  /// Returns whether the value at `path` is sensitive, or contains such a value.
  ///
  /// The spelling of keys does not count, because variables have their own. A scalar in place of an
  /// object with a sensitive member is sensitive, too.
  package func concern(_ path: WirePath) -> Bool {
    guard !patterns.isEmpty else { return false }
    let steps = path.steps.map(Self.loosened)
    return patterns.contains { pattern in
      zip(pattern, steps).allSatisfy { $0 == $1 || $0 == .wildcard }
    }
  }

  /// Returns whether `path` may be a misspelled name of a sensitive path: `db_pasword` for
  /// `db.password`.
  package func resemble(_ path: WirePath) -> Bool {
    guard !patterns.isEmpty else { return false }
    let name = Self.words(path.steps.map(Self.loosened)).joined()
    return patterns.contains { pattern in
      let words = Self.words(pattern)
      guard let last = words.last else { return false }
      // A short key is a part of many words.
      return name.hasSuffix(last) || last.count > 3 && name.contains(last)
        || Spelling.nearest(to: name, among: [words.joined(), last]) != nil
    }
  }

  /// Returns whether a key on `path` may be a misspelled one of a sensitive path:
  /// `db.pasword.current` for `db.password`. The values below such a key are sensitive, too.
  package func misspell(_ path: WirePath) -> Bool {
    let steps = path.steps.map(Self.loosened)
    return patterns.contains { pattern in
      guard pattern.count <= steps.count, !pattern.isEmpty else { return false }
      return zip(pattern, steps).allSatisfy { expected, step in
        if expected == step || expected == .wildcard { return true }
        guard case (.key(let expected), .key(let step)) = (expected, step) else { return false }
        // An array in place of an object.
        if Int(step) != nil, Int(expected) == nil { return true }
        // A short key is similar to many words.
        return expected.count > 3 && Spelling.nearest(to: step, among: [expected]) != nil
      }
    }
  }

  private static func words(_ steps: [WirePath.Step]) -> [String] {
    steps.compactMap { step in
      guard case .key(let key) = step, Int(key) == nil, !key.isEmpty else { return nil }
      return key
    }
  }

  private static func loosened(_ step: WirePath.Step) -> WirePath.Step {
    switch step {
    case .key("*"): .wildcard
    case .key(let key): .key(LayeredTree.letters(key))
    case .keyOrIndex(let number): .key(String(number))
    case .index(let number): .key(String(number))
    case .wildcard: .wildcard
    }
  }
}
