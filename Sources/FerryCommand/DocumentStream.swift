import FerryBytes
import FerryStreams
import FerryTape

/// The documents of an input one after the other, with the place of whatever is wrong in one of
/// them. A series is read batch by batch, a single document as a whole.
///
/// Work that can be done on several threads goes through ``DocumentSeriesReader`` instead.
final class DocumentStream {
  let name: String
  let format: Format
  private let reading: Reading

  private enum Reading {
    case single(SingleDocument)
    case series(SeriesCursor)
  }
  private var hasReadSingle = false

  convenience init(_ path: FileName?, told: Format?) throws(CommandError) {
    try self.init(InputFile(path, told: told))
  }

  init(_ file: InputFile) throws(CommandError) {
    name = file.name
    format = file.format
    if let records = file.records(splittingArrays: false) {
      reading = .series(SeriesCursor(try DocumentSeriesReader(file, as: records)))
    } else {
      reading = .single(try SingleDocument(file))
    }
  }

  /// Whether reading can go on behind a bad document.
  var recovers: Bool { if case .series = reading { true } else { false } }

  /// Whether the format is one for series: an input without any document is fine.
  var isSeries: Bool { recovers }

  /// The next document, or `nil` at the end. It is valid until the next call.
  func next() throws(CommandError) -> Document? {
    switch reading {
    case .series(let cursor): return try cursor.next()
    case .single(let single):
      guard !hasReadSingle else { return nil }
      hasReadSingle = true
      return try single.read()
    }
  }

  /// Whether there are several documents; to be asked before the first is read.
  func isSeveral() throws(CommandError) -> Bool {
    if case .series(let cursor) = reading { return try cursor.series.isSeveral() }
    return false
  }

  /// What `failure` means for the person who gave the document.
  func diagnostic(of failure: Failure, in document: Document) -> Diagnostic {
    switch reading {
    case .series(let cursor): return cursor.diagnostic(of: failure)
    case .single(let single): return single.diagnostic(of: failure)
    }
  }
}

/// A document on a tape.
@safe
struct Document {
  let view: TapeView
  /// Index of its root on the tape.
  let root: Int
  /// The JSON text that it was read from, where it is known.
  var json: UnsafeBufferPointer<UInt8>?
}
