import FerryBytes
import FerryJSON
import FerryPath
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
  private var tape = Tape()

  private enum Reading {
    case single(any DocumentSource, Input)
    case series(SeriesCursor)
  }
  private var hasReadSingle = false

  convenience init(_ path: String?, told: Format?) throws(CommandError) {
    try self.init(InputFile(path, told: told))
  }

  init(_ file: InputFile) throws(CommandError) {
    name = file.name
    format = file.format
    if let records = file.records(splittingArrays: false) {
      reading = .series(SeriesCursor(try DocumentSeriesReader(file, as: records)))
    } else {
      reading = .single(makeSource(file.format), try file.wholeInput())
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
    case .single(let source, let input):
      guard !hasReadSingle else { return nil }
      hasReadSingle = true
      let base = input.bytes.baseAddress ?? UnsafePointer(tape.arena)
      do throws(Failure) {
        try source.read(input.bytes, into: &tape)
      } catch {
        // The tape ends where the reader stopped.
        let view = TapeView(tape, input: base)
        throw .invalid(
          diagnostic(of: error, path: WirePath.path(to: view.count, in: view), source, input))
      }
      return Document(view: TapeView(tape, input: base), root: 0)
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
    case .single(let source, let input):
      let path = WirePath.path(to: failure.node, in: document.view)
      return diagnostic(of: failure, path: path, source, input)
    }
  }

  private func diagnostic(
    of failure: Failure, path: WirePath, _ source: any DocumentSource, _ input: Input
  ) -> Diagnostic {
    var diagnostic = Diagnostic(file: name, message: failure.kind.description, path: path)
    let offset =
      failure.offset >= 0
      ? failure.offset : source.offset(ofNode: failure.node, in: input.bytes)
    if format.isText {
      diagnostic.place = offset.map { offset in
        let isEnd = failure.kind == .unexpectedEnd
        let shown = isEnd ? input.bytes.lastVisible(before: offset) : offset
        return SourcePlace(offset: shown, inText: UnsafeRawBufferPointer(input.bytes))
      }
    } else {
      diagnostic.byte = offset
    }
    return diagnostic
  }
}

/// A document on a tape.
struct Document {
  let view: TapeView
  /// Index of its root on the tape.
  let root: Int
  /// The JSON text that it was read from, where it is known.
  var json: UnsafeBufferPointer<UInt8>?
}

/// The source for a single document in `format`.
private func makeSource(_ format: Format) -> any DocumentSource {
  switch format {
  case .binary: BinarySource()
  case .json5: JSONSource(.json5)
  default: JSONSource(.init())
  }
}
