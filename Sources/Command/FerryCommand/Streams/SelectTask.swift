import Ferry
import Synchronization

/// The selected documents, the selected part of each, and the way to write it. All tasks of one
/// call share a selection.
struct Selection: Sendable {
  var conditions: [Condition] = []
  /// The search for the part of a document that is written.
  var search: PathSearch
  /// The parts that are written as an object instead, each with its key.
  var members: [(key: String, path: WirePath)] = []
  /// The number of selected parts, if they are counted and not written.
  var counter: Counter?
  let format: Format
  var layout: Layout
  let isRaw: Bool
  /// Whether several documents are written.
  var several = true
  /// The text printed for a document without a match.
  var defaultText: String?
  /// Whether a document without a match is reported.
  var reportsMisses = true
  /// Whether the caller must know if anything was found.
  var isRequired = false

  init(_ search: PathSearch, _ format: Format, _ layout: Layout, _ options: Options) {
    self.search = search
    self.format = format
    self.layout = layout
    isRaw = options.has(.raw)
  }

  /// Returns the error for the first path without a match, if that is why nothing is written.
  func unmatched(documents count: Int) -> Problem? {
    (conditions.flatMap(\.searches) + [search]).lazy.compactMap { $0.problem(documents: count) }
      .first
  }

  /// The message about the first condition that no record can meet.
  var mismatch: String? { conditions.lazy.compactMap(\.mismatch).first }
}

/// A number that tasks on several threads count up.
final class Counter: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .relaxed) }

  func add(_ count: Int = 1) { number.add(count, ordering: .relaxed) }
}

/// A task that writes the selected part of each document.
final class SelectTask: WritingTask {
  let writer: DocumentWriter
  private let selection: Selection
  private let conditions: [Condition]
  private let search: PathSearch
  private let lookup: TextLookup?
  private var misses = MissLog()
  private var object = Tape()

  init(_ selection: Selection) {
    self.selection = selection
    (conditions, search) = (selection.conditions, selection.search)
    writer = DocumentWriter(
      selection.format, several: selection.several, selection.layout, isRaw: selection.isRaw)
    lookup =
      selection.members.isEmpty && selection.counter == nil
      ? TextLookup(search.path, selection.layout, isRaw: selection.isRaw, writer.copying) : nil
  }

  var copying: RecordCopying? {
    let isAll =
      conditions.isEmpty && search.path.isRoot && !selection.isRequired
      && selection.members.isEmpty && selection.counter == nil
    return isAll ? writer.copying : nil
  }

  var readsCompactText: Bool { lookup != nil }

  func process(
    compact text: ByteView, to output: inout ByteWriter
  ) -> Bool {
    for condition in conditions {
      guard let holds = condition.holds(inText: text) else { return false }
      if !holds { return !condition.searches.contains(where: misses.needs) }
    }
    switch lookup?.write(from: text, to: &output) {
    case .written: search.found()
    case .missing where selection.reportsMisses && misses.needs(search): return false
    case .missing: appendDefault(to: &output)
    case .unsuitable, nil: return false
    }
    return true
  }

  func process(_ document: TapeDocument, to output: inout ByteWriter) throws(WireFailure) {
    let view = document.view
    for condition in conditions where !condition.holds(in: view, document.root) {
      for search in condition.searches { misses.add(search, in: document) }
      return
    }
    if search.path.isRoot {
      search.found()
      if let counter = selection.counter { return counter.add() }
      if !selection.members.isEmpty { return try writeMembers(of: document, to: &output) }
      return try writer.write(document, to: &output)
    }
    let matches = search.path.places(in: view, from: document.root)
    guard matches.isEmpty else {
      search.found()
      if let counter = selection.counter { return counter.add(matches.count) }
      for match in matches { try writer.write(match, of: view, to: &output) }
      return
    }
    appendDefault(to: &output)
    if selection.reportsMisses { misses.add(search, in: document) }
  }

  /// Writes an object with the selected values. A value that the document does not have is left out.
  private func writeMembers(
    of document: TapeDocument, to output: inout ByteWriter
  ) throws(WireFailure) {
    let view = document.view
    object.clear()
    object.schema = view.schema
    var container = OpenContainer()
    try container.open(.map, on: &object, limit: OpenContainer.standardLimit)
    for (key, path) in selection.members {
      guard let match = path.places(in: view, from: document.root).first else { continue }
      container.count += 1
      try object.append(.arenaText, copying: key)
      switch match {
      case .node(let node): try unsafe object.append(copying: view, at: node)
      case .element(let list, let index): try object.append(element: index, of: view, at: list)
      }
    }
    container.close(on: &object)
    do throws(WireFailure) {
      let copy = unsafe TapeView(object, input: view.input)
      try writer.write(.node(0), of: copy, to: &output)
    } catch {
      throw WireFailure(error.kind, node: document.root)
    }
  }

  func takeMisses() -> [(search: PathSearch, end: PathEnd)] { misses.take() }

  private func appendDefault(to output: inout ByteWriter) {
    if let text = selection.defaultText { output.append(text: text + "\n") }
  }
}
