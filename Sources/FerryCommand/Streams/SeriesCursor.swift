import FerryStreams
import FerryTape

/// Goes through the documents of a series one by one, on one thread.
final class SeriesCursor {
  let series: DocumentSeriesReader
  private let batchTape: BatchTape
  private var batch: Batch?
  private var position = 0
  /// Whether something is wrong that ends the series, so that there may be documents behind it.
  private(set) var isCutShort = false

  init(_ series: DocumentSeriesReader) {
    self.series = series
    batchTape = BatchTape(series.input, series.records)
  }

  /// The next document, valid until the next call; `nil` at the end.
  func next() throws(CommandError) -> Document? {
    while true {
      if batch != nil, position < batchTape.list.roots.count {
        let root = batchTape.list.roots[position]
        position += 1
        guard root >= 0 else { throw .invalid(batchTape.diagnostic(ofUnreadable: position - 1)) }
        return unsafe Document(view: batchTape.view, root: root)
      }
      if batch != nil, position == batchTape.list.roots.count {
        position += 1
        if let problem = batchTape.finalDiagnostic {
          isCutShort = true
          throw .invalid(problem)
        }
      }
      if let batch { series.recycle(batch) }
      batch = try series.fetch()
      guard let batch else { return nil }
      batchTape.read(batch)
      position = 0
    }
  }

  /// What `failure` says about the last document.
  func diagnostic(of failure: Failure) -> Diagnostic {
    batchTape.diagnostic(of: failure, document: position - 1)
  }
}
