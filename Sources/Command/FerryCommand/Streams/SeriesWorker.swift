import Ferry
import FerryJSONEngine

/// The work on each document of a series. Every thread has a task of its own.
protocol DocumentTask: AnyObject {
  /// Processes one document and appends the result to `output`.
  ///
  /// A failure names the node in `document.view` that caused it. `output` is then unchanged.
  func process(_ document: TapeDocument, to output: inout ByteWriter) throws(WireFailure)

  /// The copying of JSON records to documents of the output, or `nil` if the task does more than
  /// copy.
  var copying: RecordCopying? { get }

  /// Whether the task supports ``process(compact:to:)``.
  var readsCompactText: Bool { get }

  /// Processes a document of valid JSON text without white space, if this is possible without a
  /// tape.
  /// - Returns: false, with nothing appended, if ``process(_:to:)`` is needed.
  func process(
    compact text: ByteView, to output: inout ByteWriter
  ) -> Bool

  /// Returns the problems of the document that was processed before this call. They did not end its
  /// processing. `problems` returns those of its nodes.
  func takeProblems(_ problems: ([Int]) -> [Int: Problem]) -> [Problem]

  /// Returns the paths without a match in the last document, and where they end. Paths that the
  /// report does not need are left out.
  func takeMisses() -> [(search: PathSearch, end: PathEnd)]
}

/// A task that writes documents.
protocol WritingTask: DocumentTask {
  var writer: DocumentWriter { get }
}

extension DocumentTask {
  var copying: RecordCopying? { nil }
  var readsCompactText: Bool { false }
  func takeMisses() -> [(search: PathSearch, end: PathEnd)] { [] }
  func takeProblems(_ problems: ([Int]) -> [Int: Problem]) -> [Problem] { [] }

  func process(
    compact text: ByteView, to output: inout ByteWriter
  ) -> Bool {
    false
  }
}

/// The result of the documents of one batch.
final class BatchOutcome: @unchecked Sendable {
  // One thread creates the outcome, then another one uses it.

  var output = ByteWriter()
  /// The problems of documents. The output holds only documents without problems.
  var problems: [Problem] = []
  var documents = 0
  /// The number of documents with problems.
  var invalidDocuments = 0
  /// The number of input bytes.
  var inputCount = 0
}

/// A worker that processes the documents of batches with one task.
///
/// JSON records that need not be read are processed as text. All other records are read onto a
/// tape.
final class SeriesWorker {
  private let batchTape: BatchTape
  private let task: any DocumentTask
  private let stops: Bool
  private let copying: RecordCopying?
  private let readsCompactText: Bool
  private var compact = ByteWriter()
  /// The number of batches to read onto the tape without trying text first, because text has failed
  /// before.
  private var batchesToRead = 0

  init(_ batchTape: BatchTape, _ task: any DocumentTask, stops: Bool) {
    self.batchTape = batchTape
    self.task = task
    self.stops = stops
    copying = batchTape.canStayText ? task.copying : nil
    readsCompactText = batchTape.canStayText && task.readsCompactText
  }

  func work(on batch: Batch) -> BatchOutcome {
    let outcome = BatchOutcome()
    outcome.inputCount = batch.bytes.count
    var output = ByteWriter(
      capacity: copying == nil ? 1024 : batch.bytes.count * 9 / 8 + 1024)
    if canStayText(batch) {
      processText(of: batch, outcome, &output)
    } else {
      read(batch, outcome, &output)
    }
    do throws(WireFailure) {
      try (task as? any WritingTask)?.writer.endBatch(to: &output)
    } catch {
      outcome.problems.append(
        Problem(in: "<stdout>", "cannot end the output: \(error.kind)"))
    }
    outcome.output = output
    return outcome
  }

  // MARK: Text to text

  private func canStayText(_ batch: Batch) -> Bool {
    guard copying != nil || readsCompactText, batch.records.damage.isEmpty else { return false }
    if batchesToRead > 0 {
      batchesToRead -= 1
      return false
    }
    return UTF8Validation.firstIllFormedOffset(in: batch.bytes)
      == nil
  }

  /// Processes all documents, including those that must be read.
  private func processText(
    of batch: Batch, _ outcome: BatchOutcome, _ output: inout ByteWriter
  ) {
    let bytes = batch.bytes
    var misses = 0
    for (index, range) in batch.records.ranges.enumerated() {
      let text = ByteView(rebasing: bytes[range])
      if take(text, &output) { continue }
      if misses == 0 { batchTape.read(batch) }
      misses += 1
      process(index, of: batch, batchTape.view, outcome, &output)
      if stops, !outcome.problems.isEmpty {
        outcome.documents += index + 1
        return
      }
    }
    outcome.documents += batch.records.ranges.count
    if misses * 2 > batch.records.ranges.count { batchesToRead = 15 }
    if batch.records.failure != nil { readEnd(batch, outcome, isRead: misses > 0) }
  }

  /// Processes a document as text.
  /// - Returns: false if the document must be read.
  @inline(__always)
  private func take(_ text: ByteView, _ output: inout ByteWriter) -> Bool {
    if let copying { return copying.append(compacting: text, to: &output) }
    compact.clear()
    guard RecordCopying().append(compacting: text, to: &compact) else { return false }
    return task.process(compact: compact.bytes, to: &output)
  }

  // MARK: Tape

  private func read(_ batch: Batch, _ outcome: BatchOutcome, _ output: inout ByteWriter) {
    batchTape.read(batch)
    let view = batchTape.view
    for index in 0..<batchTape.list.roots.count {
      outcome.documents += 1
      process(index, of: batch, view, outcome, &output)
      if stops, !outcome.problems.isEmpty { return }
    }
    readEnd(batch, outcome, isRead: true)
  }

  private func process(
    _ index: Int, of batch: Batch, _ view: TapeView, _ outcome: BatchOutcome,
    _ output: inout ByteWriter
  ) {
    let known = outcome.problems.count
    defer { if outcome.problems.count > known { outcome.invalidDocuments += 1 } }
    let root = batchTape.list.roots[index]
    guard root >= 0 else {
      return outcome.problems.append(batchTape.problem(ofUnreadable: index))
    }
    do throws(WireFailure) {
      try task.process(batchTape.document(index, root: root, of: batch, in: view), to: &output)
      outcome.problems += task.takeProblems {
        batchTape.problems(ofNodes: $0, document: index)
      }
      for (search, end) in task.takeMisses() {
        let place = batchTape.problem(
          of: WireFailure(.keyNotFound, node: end.node), document: index)
        search.miss(
          depth: end.depth, offset: batch.start.offset, search.report(end, in: view, place))
      }
    } catch {
      outcome.problems.append(batchTape.problem(of: error, document: index))
    }
  }

  /// Reports the problem after the last document.
  private func readEnd(_ batch: Batch, _ outcome: BatchOutcome, isRead: Bool) {
    if !isRead { batchTape.read(batch) }
    guard let problem = batchTape.finalProblem else { return }
    if !problem.isMissing { outcome.documents += 1 }
    outcome.invalidDocuments += 1
    outcome.problems.append(problem)
  }
}
