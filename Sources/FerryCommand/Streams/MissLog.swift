import FerryPath

/// The paths that lead nowhere in the documents of one task, as far as that is of interest.
struct MissLog {
  private var misses: [(search: PathSearch, end: PathEnd)] = []
  /// The steps that a path leads at most, so far. The documents of a task come in order, so another
  /// one that leads no deeper is not the one to report.
  private var deepest: [ObjectIdentifier: Int] = [:]

  /// Whether a document without a match for `search` has to be read to know more.
  func needs(_ search: PathSearch) -> Bool {
    search.isOpen
      && deepest[ObjectIdentifier(search), default: -1] < search.path.steps.count - 1
  }

  /// Takes in that `document` has no match for `search`.
  mutating func add(_ search: PathSearch, in document: TapeDocument) {
    // A wildcard of it may go through nothing.
    guard search.path.hasWildcard || needs(search),
      let end = search.end(in: document.view, from: document.root),
      end.depth > deepest[ObjectIdentifier(search), default: -1]
    else { return }
    deepest[ObjectIdentifier(search)] = end.depth
    misses.append((search, end))
  }

  /// What was added since the last call.
  mutating func take() -> [(search: PathSearch, end: PathEnd)] {
    guard !misses.isEmpty else { return [] }
    defer { misses = [] }
    return misses
  }
}
