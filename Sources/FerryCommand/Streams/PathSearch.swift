import FerryPath
import FerryTape
import Synchronization

/// What becomes of a path in all documents of an input, on any thread.
final class PathSearch: Sendable {
  let path: WirePath
  /// What leads to the documents, where they are parts of another one.
  private let prefix: WirePath
  private let state = Atomic(State.open)
  private let wasCompared = Atomic(false)
  private let nearest = Mutex<Nearest?>(nil)

  private enum State: Int, AtomicRepresentable {
    case open, throughNothing, found
  }

  private struct Nearest {
    let depth: Int
    /// Of the batch of the document.
    let offset: Int
    let diagnostic: Diagnostic
  }

  init(_ path: WirePath, within prefix: WirePath = .root) {
    self.path = path
    self.prefix = prefix
  }

  /// Whether the path leads somewhere in any document.
  var isFound: Bool { state.load(ordering: .relaxed) == .found }

  /// Whether the path leads nowhere so far, and not through a wildcard to nothing at all either.
  var isOpen: Bool { state.load(ordering: .relaxed) == .open }

  /// Takes in that a value was compared with one of its type.
  func compared() {
    if !hasCompared { wasCompared.store(true, ordering: .relaxed) }
  }

  /// Whether any value was compared with one of its type.
  var hasCompared: Bool { wasCompared.load(ordering: .relaxed) }

  func found() {
    // Written once: threads that write to one place all the time wait for each other.
    if !isFound { state.store(.found, ordering: .relaxed) }
  }

  /// Where the path ends in the document at `root`, in which it has no match, if that is of interest.
  func end(in view: TapeView, from root: Int) -> PathEnd? {
    guard isOpen else { return nil }
    if let end = path.end(in: view, from: root) { return end }
    // Another thread may have found a match meanwhile.
    _ = state.compareExchange(expected: .open, desired: .throughNothing, ordering: .relaxed)
    return nil
  }

  /// `diagnostic`, which has the place of `end`, for the person who gave the path.
  func report(_ end: PathEnd, in view: TapeView, _ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.become(end.miss(in: view), of: path)
    diagnostic.path = prefix.appending(diagnostic.path)
    return diagnostic
  }

  /// Takes in that a document has no match. The one in which the path leads deepest, the first of
  /// them, is the one to report, whichever thread has it.
  func miss(depth: Int, offset: Int, _ diagnostic: Diagnostic) {
    nearest.withLock { nearest in
      if let known = nearest, (-known.depth, known.offset) <= (-depth, offset) { return }
      nearest = Nearest(depth: depth, offset: offset, diagnostic: diagnostic)
    }
  }

  /// What is wrong with the path if it leads nowhere in any of `count` documents.
  func diagnostic(documents count: Int) -> Diagnostic? {
    guard isOpen, var diagnostic = nearest.withLock({ $0?.diagnostic }) else { return nil }
    if count > 1 {
      diagnostic.message = "no match in \(Quantity.count(count)) documents; " + diagnostic.message
    }
    return diagnostic
  }
}

extension Diagnostic {
  /// Says what `miss` is in place of what it was made of.
  mutating func become(_ miss: PathMiss, of path: WirePath) {
    (message, hint) = miss.report(on: path)
  }
}

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
