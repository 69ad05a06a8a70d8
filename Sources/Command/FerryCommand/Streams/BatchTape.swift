import Ferry

/// The documents of one batch on a tape.
final class BatchTape {
  private let records: RecordFormat
  private let format: Format
  private let isJSON: Bool
  /// Whether records are JSON lines or array elements, which need not be read onto the tape.
  let canStayText: Bool
  private let isWhole: Bool
  private let name: String
  private let target: Format?
  private var tape = Tape()
  private(set) var list = RecordList()
  private var batch: Batch?

  init(
    _ name: String, _ format: Format, _ records: RecordFormat, isWhole: Bool,
    for target: Format? = nil
  ) {
    self.records = records
    self.format = format
    isJSON = format.isJSON
    canStayText = isJSON && format != .seq && !isWhole
    self.isWhole = isWhole
    self.name = name
    self.target = target
  }

  /// Reads the documents of `batch`. The documents of the previous batch become invalid.
  func read(_ batch: Batch) {
    self.batch = batch
    records.reader.read(batch, into: &tape, &list)
  }

  /// The tape. Its root is an array of all documents that could be read.
  var view: TapeView {
    TapeView(tape, input: batch?.bytes ?? ByteView())
  }

  /// Returns document `index`, whose root is at `root`.
  func document(_ index: Int, root: Int, of batch: Batch, in view: TapeView) -> TapeDocument {
    guard isJSON || format == .yaml else { return TapeDocument(view: view, root: root) }
    let bytes = batch.bytes
    let range = batch.records.ranges[index]
    guard isJSON else {
      return TapeDocument(view: view, root: root, yaml: ByteView(rebasing: bytes[range]))
    }
    var end = range.upperBound
    while end > range.lowerBound, bytes[end - 1] <= 0x20 { end -= 1 }
    return TapeDocument(
      view: view, root: root, json: ByteView(rebasing: bytes[range.lowerBound..<end]))
  }

  /// Whether a YAML text has no document. Any other failure of a YAML document has details.
  var hasNoDocument: Bool {
    format == .yaml && list.failures[0]?.kind == .unexpectedEnd
      && list.failures[0]?.detail == nil
  }

  /// Returns the offset at which the value of `node` begins in document `index`.
  func offset(ofNode node: Int, document index: Int) -> Int? {
    batch.flatMap { record(index, of: $0).offset(ofNode: node, in: $0.bytes) }
  }

  /// Returns the offsets of all values of document `index`, by their node from its root on.
  func offsets(document index: Int) -> [Int] {
    batch.map { record(index, of: $0).offsetsFromRoot } ?? []
  }

  private func record(_ index: Int, of batch: Batch) -> BatchRecord {
    BatchRecord(index, of: batch, list, records)
  }

  /// Returns the problem of document `index`, which could not be read.
  func problem(ofUnreadable index: Int) -> Problem {
    var problem = list.failures[index] ?? Problem(.invalidValue, .offset(0))
    let place = place(of: problem.kind, WireFailure(problem).offset)
    guard let batch, index < batch.records.ranges.count else {
      return Problem(problem.kind, place: place)
    }
    problem.location = .place(place)
    problem = problem.placed { batch.place(of: $0, isText: format.isText).in(name) }
    problem.path = record(index, of: batch).pathOfFailure
    return problem.withOption(of: format)
  }

  /// Returns the problem of `failure`, which names a node of document `index`.
  func problem(of failure: WireFailure, document index: Int) -> Problem {
    var offset = failure.offset
    var path = WirePath.root
    if failure.node >= 0 {
      // The first step is the index of the document in the batch.
      path = WirePath(steps: Array(WirePath.path(to: failure.node, in: view).steps.dropFirst()))
      if offset < 0 { offset = self.offset(ofNode: failure.node, document: index) ?? -1 }
    }
    var problem = Problem(failure.kind, place: place(of: failure.kind, offset), path: path)
    // A damaged frame may hold several records, so the numbers after it are unknown.
    if offset < 0, !isWhole, let batch, list.failures.keys.allSatisfy({ $0 > index }) {
      problem.record = batch.start.record + index + 1
    }
    if let target { problem.name(target.name, failure, in: view) }
    if format.isText, failure.kind == .duplicateKey, let batch,
      let first = view.firstKey(equalTo: failure.node),
      let offset = self.offset(ofNode: first, document: index)
    {
      let place = batch.place(of: offset, isText: true).in(name)
      problem.related = [(.place(place), Problem.firstKey)]
    }
    return problem
  }

  /// Returns the problems of nodes of document `index`, whose offsets one pass finds.
  func problems(ofNodes nodes: [Int], document index: Int) -> [Int: Problem] {
    let nodes = Set(nodes).sorted()
    let offsets = nodes.count > 1 ? offsets(document: index) : []
    let root = list.roots[index]
    var problems: [Int: Problem] = [:]
    for node in nodes {
      let offset = offsets.indices.contains(node - root) ? offsets[node - root] : -1
      let failure = WireFailure(.invalidValue, offset: offset, node: node)
      problems[node] = problem(of: failure, document: index)
    }
    return problems
  }

  /// The problem after the last document, or `nil`.
  var finalProblem: Problem? {
    guard let failure = batch?.records.failure else { return nil }
    var problem = Problem(failure.kind, place: place(of: failure.kind, failure.offset))
    if failure.kind == .keyNotFound || failure.kind == .typeMismatch { problem.path = records.path }
    if let miss = batch?.records.miss {
      problem.describe(miss, of: records.path)
      problem.path = WirePath(steps: Array(records.path.steps[..<miss.depth]))
    } else if failure.kind == .typeMismatch {
      problem.kind = .keyNotFound
      problem.setWords("expected an object or an array")
    }
    return problem
  }

  private func place(of kind: FailureKind, _ offset: Int) -> SourcePlace {
    guard let batch, offset >= 0 else { return SourcePlace(file: name) }
    let isAtEnd = format.isText && kind == .unexpectedEnd
    let shown = isAtEnd ? batch.bytes.lastVisible(before: offset) : offset
    return batch.place(of: shown, isText: format.isText).in(name)
  }
}

extension ByteView {
  /// Returns the offset after the last byte before `offset` that is not white space. Missing text
  /// is reported there, not on an empty line further down.
  func lastVisible(before offset: Int) -> Int {
    (self[..<Swift.min(offset, count)].lastIndex { $0 > 0x20 } ?? -1) + 1
  }
}

extension TapeView {
  /// Returns the first key in the object around `key` with the same bytes, or `nil` if it is `key`
  /// itself.
  fileprivate func firstKey(equalTo key: Int) -> Int? {
    guard key >= 0, key < count else { return nil }
    let name = WirePath.Step.key(string(self[resolved(key)]))
    // The innermost object around the key is the last one that begins before it and ends after it.
    let map = maps(from: 0).last { $0 < key && key < self[$0].payload }
    guard let map else { return nil }
    var position = map + 1
    while position < key {
      if .key(string(self[resolved(position)])) == name { return position }
      position = next(next(position))
    }
    return nil
  }
}
