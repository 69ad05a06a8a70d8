import Ferry
import Synchronization

/// The search for a path in all documents of an input, shared by all threads.
final class PathSearch: Sendable {
  let path: WirePath
  /// The path to the documents, if they are parts of another document.
  private let prefix: WirePath
  private let state = Atomic(State.open)
  private let wasCompared = Atomic(false)
  private let nearest = Mutex<Nearest?>(nil)

  private enum State: Int, AtomicRepresentable {
    case open, throughNothing, found
  }

  private struct Nearest {
    let depth: Int
    /// The offset of the batch that holds the document.
    let offset: Int
    let problem: Problem
  }

  init(_ path: WirePath, within prefix: WirePath = .root) {
    self.path = path
    self.prefix = prefix
  }

  /// Whether the path has a match in any document.
  var isFound: Bool { state.load(ordering: .relaxed) == .found }

  /// Whether the path has no match so far, and no wildcard of it has gone through an empty
  /// container.
  var isOpen: Bool { state.load(ordering: .relaxed) == .open }

  /// Notes that a value was compared with a value of its type.
  func compared() {
    if !hasCompared { wasCompared.store(true, ordering: .relaxed) }
  }

  /// Whether any value was compared with a value of its type.
  var hasCompared: Bool { wasCompared.load(ordering: .relaxed) }

  func found() {
    // Stored only once, because threads that keep writing to one location wait for each other.
    if !isFound { state.store(.found, ordering: .relaxed) }
  }

  /// Returns the end of the path in the document at `root`, which has no match, or `nil` if it is
  /// not needed.
  func end(in view: TapeView, from root: Int) -> PathEnd? {
    guard isOpen else { return nil }
    if let end = path.end(in: view, from: root) { return end }
    // Another thread may have found a match in the meantime.
    _ = state.compareExchange(expected: .open, desired: .throughNothing, ordering: .relaxed)
    return nil
  }

  /// Returns `problem`, which has the location of `end`, with a message about the path.
  func report(_ end: PathEnd, in view: TapeView, _ problem: Problem) -> Problem {
    var problem = problem
    problem.describe(end.miss(in: view), of: path)
    problem.path = prefix.appending(problem.path)
    return problem
  }

  /// Notes that a document has no match. The report uses the document in which the path leads
  /// deepest, and the first of several, whichever thread reads it.
  func miss(depth: Int, offset: Int, _ problem: Problem) {
    nearest.withLock { nearest in
      if let known = nearest, (-known.depth, known.offset) <= (-depth, offset) { return }
      nearest = Nearest(depth: depth, offset: offset, problem: problem)
    }
  }

  /// Returns the problem of a path without a match in any of `count` documents.
  func problem(documents count: Int) -> Problem? {
    guard isOpen, var problem = nearest.withLock({ $0?.problem }) else { return nil }
    if count > 1 {
      problem.setWords("no match in \(Quantity.count(count)) documents; " + problem.summary)
    }
    return problem
  }
}

/// The paths without a match in the documents of one task, as far as the report needs them.
struct MissLog {
  private var misses: [(search: PathSearch, end: PathEnd)] = []
  /// The greatest number of steps that each path has led so far. A task sees its documents in
  /// order, so a later document that leads no deeper is not reported.
  private var deepest: [ObjectIdentifier: Int] = [:]

  /// Returns whether a document without a match for `search` must be read for the report.
  func needs(_ search: PathSearch) -> Bool {
    search.isOpen
      && deepest[ObjectIdentifier(search), default: -1] < search.path.steps.count - 1
  }

  /// Notes that `document` has no match for `search`.
  mutating func add(_ search: PathSearch, in document: TapeDocument) {
    // A wildcard of the path may go through an empty container.
    guard search.path.hasWildcard || needs(search),
      let end = search.end(in: document.view, from: document.root),
      end.depth > deepest[ObjectIdentifier(search), default: -1]
    else { return }
    deepest[ObjectIdentifier(search)] = end.depth
    misses.append((search, end))
  }

  /// Returns the misses added since the last call.
  mutating func take() -> [(search: PathSearch, end: PathEnd)] {
    guard !misses.isEmpty else { return [] }
    defer { misses = [] }
    return misses
  }
}
