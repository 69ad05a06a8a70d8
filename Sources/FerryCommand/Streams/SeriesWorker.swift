import FerryBytes
import FerryJSON
import FerryPath
import FerryStreams
import FerryTape

/// What is done with each document of a series. Every thread has a task of its own.
protocol DocumentTask: AnyObject {
  /// Does the work for one document and appends to `output` what comes of it.
  ///
  /// A failure has the node in `document.view` that is to blame; `output` is as before then.
  func process(_ document: TapeDocument, to output: inout ByteWriter) throws(WireFailure)

  /// How records of JSON text become documents of the output, where nothing else is done with them.
  var copying: RecordCopying? { get }

  /// Whether ``process(compact:to:)`` is of use.
  var takesText: Bool { get }

  /// Does the work for a document that is valid JSON text without white space, if it can be done
  /// without a tape.
  /// - Returns: false, with nothing appended, where it takes ``process(_:to:)``.
  func process(
    compact text: ByteView, to output: inout ByteWriter
  ) -> Bool

  /// The paths that lead nowhere in the document that was processed last, for those of which that may
  /// be of interest, and where they end.
  func takeMisses() -> [(search: PathSearch, end: PathEnd)]
}

/// A task that writes documents.
protocol WritingTask: DocumentTask {
  var writer: DocumentWriter { get }
}

extension DocumentTask {
  var copying: RecordCopying? { nil }
  var takesText: Bool { false }
  func takeMisses() -> [(search: PathSearch, end: PathEnd)] { [] }

  func process(
    compact text: ByteView, to output: inout ByteWriter
  ) -> Bool {
    false
  }
}

/// What came of the documents of one batch.
final class BatchOutcome: @unchecked Sendable {
  // Made by one thread, then used by another.

  var output = ByteWriter()
  /// What is wrong; the output is that of the documents without problems.
  var problems: [Diagnostic] = []
  var documents = 0
  /// Bytes of input.
  var inputCount = 0
}

/// Works on the documents of batches with one task.
///
/// Records of JSON text that need not be read go from text to text; all others are read onto a tape.
final class SeriesWorker {
  private let batchTape: BatchTape
  private let task: any DocumentTask
  private let stops: Bool
  private let copying: RecordCopying?
  private let takesText: Bool
  private var compact = ByteWriter()
  /// Batches for which text to text is not tried, as it was of no use before.
  private var batchesToRead = 0

  init(_ batchTape: BatchTape, _ task: any DocumentTask, stops: Bool) {
    self.batchTape = batchTape
    self.task = task
    self.stops = stops
    copying = batchTape.isForText ? task.copying : nil
    takesText = batchTape.isForText && task.takesText
  }

  func work(on batch: Batch) -> BatchOutcome {
    let outcome = BatchOutcome()
    outcome.inputCount = batch.bytes.count
    var output = ByteWriter(
      capacity: copying == nil ? 1024 : batch.bytes.count * 9 / 8 + 1024)
    if isForText(batch) {
      takeText(of: batch, outcome, &output)
    } else {
      read(batch, outcome, &output)
    }
    do throws(WireFailure) {
      try (task as? any WritingTask)?.writer.endBatch(to: &output)
    } catch {
      outcome.problems.append(
        Diagnostic(file: "<stdout>", message: "cannot end the output: \(error.kind)"))
    }
    outcome.output = output
    return outcome
  }

  // MARK: Text to text

  private func isForText(_ batch: Batch) -> Bool {
    guard copying != nil || takesText, batch.records.damage.isEmpty else { return false }
    if batchesToRead > 0 {
      batchesToRead -= 1
      return false
    }
    return UTF8Validation.firstIllFormedOffset(in: batch.bytes)
      == nil
  }

  /// Works on all documents, those that have to be read among them.
  private func takeText(
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

  /// - Returns: false where the document has to be read.
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
    let root = batchTape.list.roots[index]
    guard root >= 0 else {
      return outcome.problems.append(batchTape.diagnostic(ofUnreadable: index))
    }
    do throws(WireFailure) {
      try task.process(batchTape.document(index, root: root, of: batch, in: view), to: &output)
      for (search, end) in task.takeMisses() {
        let place = batchTape.diagnostic(
          of: WireFailure(.keyNotFound, node: end.node), document: index)
        search.miss(
          depth: end.depth, offset: batch.start.offset, search.report(end, in: view, place))
      }
    } catch {
      outcome.problems.append(batchTape.diagnostic(of: error, document: index))
    }
  }

  /// Tells what is wrong behind the last document.
  private func readEnd(_ batch: Batch, _ outcome: BatchOutcome, isRead: Bool) {
    if !isRead { batchTape.read(batch) }
    guard let problem = batchTape.finalDiagnostic else { return }
    if !problem.isMissing { outcome.documents += 1 }
    outcome.problems.append(problem)
  }
}
