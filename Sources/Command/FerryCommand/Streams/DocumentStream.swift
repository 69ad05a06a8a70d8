import Ferry
import FerryJSONEngine
import FerryLayers

/// The documents of an input one after the other, on one thread, with the location of each error. A
/// series is read batch by batch, a single document as a whole.
///
/// Work for several threads uses ``DocumentSeriesReader`` instead.
final class DocumentStream {
  let series: DocumentSeriesReader
  private let documents: BatchTape
  private var batch: Batch?
  private var position = 0
  /// Whether an error has ended the series early. More documents may follow the error.
  private(set) var hasEndedEarly = false

  init(_ series: DocumentSeriesReader) {
    self.series = series
    documents = BatchTape(
      series.name, series.format, series.records, isWhole: series.whole != nil)
  }

  convenience init(_ file: InputFile) throws(CommandError) {
    self.init(try DocumentSeriesReader(file))
  }

  /// Creates a stream of the one document of `input`, which is a layer in any format. The layers
  /// become a document of `target`.
  convenience init(
    layer input: Input, _ format: Format, for target: Format
  ) throws(CommandError) {
    self.init(try DocumentSeriesReader(whole: input, format, as: format.layer(for: target)))
  }

  /// Returns the next document, or `nil` at the end. The document is valid until the next call.
  func next() throws(CommandError) -> TapeDocument? {
    while true {
      if batch != nil, position < documents.list.roots.count {
        let root = documents.list.roots[position]
        position += 1
        if root >= 0 { return TapeDocument(view: documents.view, root: root) }
        if series.whole != nil, documents.hasNoDocument { return nil }
        throw .invalid(documents.problem(ofUnreadable: position - 1))
      }
      if batch != nil, position == documents.list.roots.count {
        position += 1
        if let problem = documents.finalProblem {
          hasEndedEarly = true
          throw .invalid(problem)
        }
      }
      if let batch { series.recycle(batch) }
      batch = try series.fetch()
      guard let batch else { return nil }
      documents.read(batch)
      position = 0
    }
  }

  /// Returns the problem of `failure` in the last document.
  func problem(of failure: WireFailure) -> Problem {
    documents.problem(of: failure, document: position - 1)
  }

  /// Returns the error for a value that is not `expected`. The value is `node`, or element
  /// `element` of a packed array at `node`.
  func mismatch(at node: Int, element: Int? = nil, _ expected: String) -> Problem {
    var problem = problem(of: WireFailure(.typeMismatch, node: node))
    // The elements of packed arrays have no nodes.
    if let element {
      problem.path = problem.path.appending(WirePath(steps: [.index(element)]))
    }
    let found = PathEnd(depth: 0, node: node, isElement: element != nil)
      .miss(in: documents.view).found.words
    problem.detail = "expected \(expected), found \(found)"
    return problem
  }
}

/// A document on a tape.
@safe
struct TapeDocument {
  let view: TapeView
  /// The index of the root on the tape.
  let root: Int
  /// The JSON text of the document, if it is known.
  var json: ByteView?
  /// The YAML text of the document, with the comments before it, if it is known.
  var yaml: ByteView?
}

extension DocumentStream {
  /// The text of a single document with the locations of its values; `nil` in a format without lines.
  var placedText: PlacedText? {
    guard series.format.isText, let input = series.whole else { return nil }
    // Sendable: the command merges layers on one thread.
    nonisolated(unsafe) let (stream, text) = (self, input)
    return PlacedText(
      lending: { unsafe $0(text.bytes) }, showsLines: true,
      offsets: { unsafe [0] + stream.documents.offsets(document: stream.position - 1) })
  }
}
