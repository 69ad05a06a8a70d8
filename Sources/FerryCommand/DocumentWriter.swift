import FerryPath
import FerryTape

/// Passes documents and parts of them to a sink, in the order and shape that was asked for.
final class DocumentWriter {
  private let sink: any DocumentSink
  private let output: Output
  private let sortsKeys: Bool
  private var sorted = Tape()
  private var scratch = Tape()

  /// As deep as every reader goes by default.
  private static let depthLimit = 512

  init(_ sink: any DocumentSink, to output: Output, sortsKeys: Bool) {
    self.sink = sink
    self.output = output
    self.sortsKeys = sortsKeys
  }

  /// Writes what `match` leads to in `document` as a document of its own.
  func write(_ match: PathMatch, of document: Document, in stream: DocumentStream)
    throws(CommandError)
  {
    let mark = output.buffer.count
    let view = document.view
    do throws(Failure) {
      switch match {
      case .node(let root):
        try write(root, of: view)
      case .element(let list, let index):
        scratch.clear()
        try scratch.appendElement(index, ofPackedList: list, of: view)
        try write(TapeView(scratch, input: view.input), 0, original: (view, list))
      }
    } catch {
      // Half a document is of no use to whoever reads the output.
      output.buffer.truncate(to: mark)
      throw .invalid(stream.diagnostic(of: error, in: document))
    }
    try output.flushWhenFull()
  }

  /// Writes the elements of the list at the root of `document` as documents, or, if there is no
  /// list, the document itself.
  func writeElements(of document: Document, in stream: DocumentStream) throws(CommandError) {
    let root = document.view.resolved(0)
    switch document.view[root].kind {
    case .list, .packed:
      try WirePath(steps: [.wildcard]).forEachMatch(in: document.view) {
        (match: PathMatch) throws(CommandError) in
        try self.write(match, of: document, in: stream)
      }
    default:
      try write(.node(root), of: document, in: stream)
    }
  }

  /// Writes what is still held back, before an error ends the output.
  func interrupt() {
    sink.interrupt(to: &output.buffer)
  }

  /// Ends the output.
  func finish() throws(CommandError) {
    do throws(Failure) {
      try sink.finish(to: &output.buffer)
    } catch {
      throw .system("cannot end the output: \(error.kind)")
    }
  }

  private func write(_ root: Int, of view: TapeView) throws(Failure) {
    guard sortsKeys else {
      try sink.write(view, root: root, to: &output.buffer)
      return
    }
    sorted.clear()
    try view.copySorted(root, to: &sorted, depthLimit: Self.depthLimit)
    let copy = TapeView(
      words: sorted.words, count: sorted.count, input: view.input, arena: view.arena)
    try write(copy, 0, original: (view, root))
  }

  /// Writes a copy; its failures are told in terms of the original, whose places are known.
  private func write(
    _ copy: TapeView, _ root: Int, original: (view: TapeView, root: Int)
  ) throws(Failure) {
    do throws(Failure) {
      try sink.write(copy, root: root, to: &output.buffer)
    } catch {
      guard error.node >= 0 else { throw error }
      let path = WirePath.path(to: error.node, in: copy)
      let node = path.resolve(in: original.view, from: original.root) ?? original.root
      throw Failure(error.kind, node: node)
    }
  }
}

extension Tape {
  /// Appends a copy of an element of the packed list at `list`.
  fileprivate mutating func appendElement(
    _ index: Int, ofPackedList list: Int, of view: TapeView
  ) throws(Failure) {
    let (elements, type) = view.packed(list)
    switch type {
    case .int64: try append(elements.load(fromByteOffset: 8 * index, as: Int64.self))
    case .double: try append(elements.load(fromByteOffset: 8 * index, as: Double.self))
    }
  }
}
