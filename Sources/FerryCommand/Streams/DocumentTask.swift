import FerryBytes
import FerryPath
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
    compact text: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter
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
    compact text: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter
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
