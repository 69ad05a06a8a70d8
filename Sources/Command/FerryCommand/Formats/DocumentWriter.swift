import Ferry
import FerryJSONEngine

/// A writer of documents and parts of documents in one format, with the requested layout and order.
final class DocumentWriter {
  private let format: Format
  private let writing: any RecordWriting
  private let sortsKeys: Bool
  private let dropsTags: Bool
  /// The copying of compact JSON text to a document, or `nil` if text cannot be copied.
  let copying: RecordCopying?
  private var copied = Tape()
  private var scratch = Tape()

  /// The default depth limit of all readers.
  private static let depthLimit = OpenContainer.standardLimit

  /// Creates a writer of one document, or of several. If `isRaw` is true, JSON strings are written
  /// without quotes and escapes.
  init(_ format: Format, several: Bool, _ layout: Layout, isRaw: Bool = false) {
    self.format = format
    writing = format.writing(several: several, layout, isRaw: isRaw)
    sortsKeys = layout.sortsKeys
    dropsTags = layout.dropsTags
    let isCopied = !sortsKeys && !isRaw && layout.indentation == .none
    copying = isCopied ? format.copying(several: several) : nil
  }

  /// Writes a document, and copies its JSON text if possible.
  ///
  /// A failure is as for ``write(_:of:to:)``.
  func write(_ document: TapeDocument, to output: inout ByteWriter) throws(WireFailure) {
    if let copying, let text = document.json,
      document.view.isCompactJSON(document.root, length: text.count)
    {
      return copying.append(text, to: &output)
    }
    try write(.node(document.root), of: document.view, to: &output)
  }

  /// Writes the value of `match` in `view` as a separate document.
  ///
  /// - Throws: a failure with a node of `view`. `output` is then unchanged, because half a document
  ///   is useless.
  func write(
    _ match: PathMatch, of view: TapeView, to output: inout ByteWriter
  ) throws(WireFailure) {
    let mark = output.count
    do throws(WireFailure) {
      switch match {
      case .node(let root):
        try write(root, of: view, to: &output)
      case .element(let list, let index):
        scratch.clear()
        try scratch.append(element: index, of: view, at: list)
        let element = unsafe TapeView(scratch, input: view.input)
        try write(element, 0, original: (view, list), to: &output)
      }
    } catch {
      output.truncate(to: mark)
      throw error
    }
  }

  /// Writes a value as the only document of an output. Errors name `file`.
  func write(_ value: AnyValue, to output: Output, for file: String) throws(CommandError) {
    do throws(WireFailure) {
      var tape = Tape()
      var open = OpenContainer()
      try value.append(to: &tape, &open, limit: Self.depthLimit)
      try write(.node(0), of: TapeView(tape), to: &output.buffer)
    } catch {
      throw .invalid(Problem(error.kind, place: SourcePlace(file: file)))
    }
    try output.end(self)
  }

  /// Writes the elements of the array at `root` as documents. Any other value is written as one
  /// document.
  func writeElements(
    of view: TapeView, _ root: Int, to output: inout ByteWriter
  ) throws(WireFailure) {
    let root = view.resolved(root)
    switch view[root].kind {
    case .list, .packed:
      for match in WirePath(steps: [.wildcard]).places(in: view, from: root) {
        try write(match, of: view, to: &output)
      }
    default:
      try write(.node(root), of: view, to: &output)
    }
  }

  /// Writes buffered output before an error ends the output.
  func interrupt(to output: inout ByteWriter) { writing.flush(to: &output) }

  /// Ends a part of the output that another part follows.
  func endBatch(to output: inout ByteWriter) throws(WireFailure) {
    // The parts of a record file depend on each other: record numbers and frames continue.
    if format != .binary { try finish(to: &output) }
  }

  /// Ends the output.
  func finish(to output: inout ByteWriter) throws(WireFailure) { try writing.finish(to: &output) }

  private func write(
    _ root: Int, of view: TapeView, to output: inout ByteWriter
  ) throws(WireFailure) {
    guard sortsKeys || dropsTags else { return try append(view, root, to: &output) }
    copied.clear()
    let copy = try view.copy(
      root, to: &copied, depthLimit: Self.depthLimit, sortsKeys: sortsKeys, keepsTags: !dropsTags)
    try write(copy, 0, original: (view, root), to: &output)
  }

  /// Writes a copy. Its failures get nodes of the original, whose locations are known.
  private func write(
    _ copy: TapeView, _ root: Int, original: (view: TapeView, root: Int),
    to output: inout ByteWriter
  ) throws(WireFailure) {
    do throws(WireFailure) {
      try append(copy, root, to: &output)
    } catch {
      throw error.moved(from: copy, to: original.view, original.root)
    }
  }

  private func append(
    _ view: TapeView, _ root: Int, to output: inout ByteWriter
  ) throws(WireFailure) {
    // JSON allows duplicate keys in an object, YAML does not.
    if format == .yaml, let key = view.firstDuplicateKey(from: root) {
      throw WireFailure(.duplicateKey, node: key)
    }
    try writing.append(view, root: root, to: &output)
  }
}

extension WireFailure {
  /// The failure of a copy, with the node of the original value at `root` instead.
  func moved(from copy: TapeView, to original: TapeView, _ root: Int) -> WireFailure {
    guard node >= 0 else { return self }
    var path = WirePath.path(to: node, in: copy)
    // The path of a repeated key leads to the value of the first one.
    if kind == .duplicateKey { path = WirePath(steps: path.steps.dropLast()) }
    guard case .node(let place)? = path.places(in: original, from: root).first else {
      return WireFailure(kind, node: root)
    }
    if kind == .duplicateKey,
      let key = original.duplicateKey(ofMap: original.resolved(place), canonically: false)
    {
      return WireFailure(kind, node: key)
    }
    return WireFailure(
      kind, node: copy[node].kind == .tagged ? place : original.resolved(place))
  }
}

/// The bytes around compact JSON text that becomes a document of the output.
struct RecordCopying {
  var before: UInt8?
  var after: UInt8?

  /// Appends `text` as a document.
  func append(_ text: ByteView, to output: inout ByteWriter) {
    if let before { output.append(before) }
    output.append(text)
    if let after { output.append(after) }
  }

  /// Appends `text`, which is well-formed UTF-8, as a document without its white space.
  /// - Returns: false, with nothing appended, if `text` is invalid or needs more than copying.
  func append(compacting text: ByteView, to output: inout ByteWriter) -> Bool {
    var isCopied = false
    output.append(upTo: text.count + 2 + JSONCompactor.padding) { target in
      var count = 0
      if let before {
        target[0] = before
        count = 1
      }
      guard let copied = JSONCompactor.copy(text, to: target.suffix(from: count)) else { return 0 }
      count += copied
      if let after {
        target[count] = after
        count += 1
      }
      isCopied = true
      return count
    }
    return isCopied
  }
}
