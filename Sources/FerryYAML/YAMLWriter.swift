import FerryBytes
import FerryTape

/// Writes tapes as a stream of YAML documents, through libyaml's emitter.
///
/// What is written means the same when it is read again, under YAML 1.1 as well as 1.2: text that
/// either would take for something else is quoted, see ``YAMLTextStyle``. Aliases are written out.
/// Comments are beyond libyaml, and so are characters above U+FFFF other than as escapes.
package struct YAMLWriter: ~Copyable {
  /// How documents look.
  package struct Options: Sendable {
    /// Columns of one level, 2 to 9.
    package var indent: Int
    /// The column behind which long text is folded; negative for never.
    package var width: Int
    /// Whether the pairs of a map are written in the order of their keys' UTF-8 bytes.
    package var sortedKeys: Bool
    /// Whether `---` stands in front of the first document, too.
    package var explicitDocumentStart: Bool
    /// Whether lists and maps are written in brackets and braces.
    package var flowStyle: Bool

    package init(
      indent: Int = 2, width: Int = -1, sortedKeys: Bool = false,
      explicitDocumentStart: Bool = false, flowStyle: Bool = false
    ) {
      self.indent = indent
      self.width = width
      self.sortedKeys = sortedKeys
      self.explicitDocumentStart = explicitDocumentStart
      self.flowStyle = flowStyle
    }
  }

  /// A list or map that is being written.
  struct Frame {
    /// Index of the next element or key; in a sorted map, where `sorted` has the next key.
    var position: Int
    let end: Int
    let isMap: Bool
  }

  let options: Options
  var emitter: YAMLEmitter
  private var isStarted = false
  private(set) var frames: ContiguousArray<Frame> = []
  /// Indexes of the keys of all open maps if keys are sorted, those of the innermost last.
  private var sorted: ContiguousArray<Int> = []
  /// Where numbers are spelled before the emitter copies them.
  var scratch = ByteWriter(capacity: 256)

  package init(options: Options = Options()) {
    self.options = options
    emitter = YAMLEmitter(indent: options.indent, width: options.width)
  }

  /// Appends the value at `root` to `output` as the next document of the stream.
  /// - Throws: `sizeLimit` without memory, `notRepresentable` for what no YAML can hold; nothing
  ///   can be written after that.
  package mutating func write(
    document view: TapeView, root: Int = 0, to output: inout ByteWriter
  ) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.startDocument()
      try writer.write(root, of: view)
      try writer.emitter.endDocument()
      try writer.emitter.flush()
    }
  }

  /// Ends the stream.
  package consuming func finish(to output: inout ByteWriter) throws(WireFailure) {
    guard isStarted else { return }
    emitter.exchange(&output)
    defer { emitter.exchange(&output) }
    try emitter.endStream()
    try emitter.flush()
  }

  /// Lends `output` to the emitter for as long as `body` takes.
  @inline(__always)
  mutating func lend(
    _ output: inout ByteWriter, _ body: (inout YAMLWriter) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    emitter.exchange(&output)
    defer { emitter.exchange(&output) }
    try body(&self)
  }

  mutating func startDocument() throws(WireFailure) {
    if !isStarted { try emitter.startStream() }
    isStarted = true
    try emitter.startDocument(isExplicit: options.explicitDocumentStart)
  }

  // MARK: Values

  mutating func write(_ root: Int, of view: TapeView) throws(WireFailure) {
    frames.removeAll(keepingCapacity: true)
    sorted.removeAll(keepingCapacity: true)
    try writeValue(root, of: view)
    while let frame = frames.last {
      if frame.position == frame.end {
        try close(frame)
        continue
      }
      let top = frames.count - 1
      if !frame.isMap {
        frames[top].position = view.next(frame.position)
        try writeValue(frame.position, of: view)
        continue
      }
      let key: Int
      if options.sortedKeys {
        key = sorted[frame.position]
        frames[top].position += 1
      } else {
        key = frame.position
        frames[top].position = view.next(view.next(key))
      }
      try writeKey(key, of: view)
      try writeValue(view.next(key), of: view)
    }
  }

  @inline(__always)
  private mutating func writeValue(_ index: Int, of view: TapeView) throws(WireFailure) {
    let index = view.resolved(index)
    let node = view[index]
    switch node.kind {
    case .list:
      try emitter.start(isMap: false, isFlow: options.flowStyle)
      frames.append(Frame(position: index + 1, end: node.payload, isMap: false))
    case .map:
      try emitter.start(isMap: true, isFlow: options.flowStyle)
      if options.sortedKeys {
        let start = sorted.count
        sortKeys(ofMapAt: index, in: view)
        frames.append(Frame(position: start, end: sorted.count, isMap: true))
      } else {
        frames.append(Frame(position: index + 1, end: node.payload, isMap: true))
      }
    case .packed:
      try emitter.start(isMap: false, isFlow: options.flowStyle)
      try writeElements(of: index, in: view)
      try emitter.end(isMap: false)
    default:
      try writeScalar(at: index, of: view)
    }
  }

  private mutating func close(_ frame: Frame) throws(WireFailure) {
    frames.removeLast()
    try emitter.end(isMap: frame.isMap)
    if frame.isMap, options.sortedKeys {
      // Its keys are the last ones, behind those of the map around it.
      let start = frames.last { $0.isMap }?.end ?? 0
      sorted.removeLast(sorted.count - start)
    }
  }

  private mutating func sortKeys(ofMapAt index: Int, in view: TapeView) {
    var keys = view.keys(ofMap: index).map { key in
      (text: view.withText(view[key]) { Array($0) }, index: key)
    }
    keys.sort { $0.text.lexicographicallyPrecedes($1.text) }
    sorted.append(contentsOf: keys.lazy.map(\.index))
  }
}

/// A document whose containers are opened and closed by the caller, so that it need not be on one
/// tape. What is written has to nest as in a tape: in a map, a key comes before each value.
extension YAMLWriter {
  /// Starts the next document of the stream.
  package mutating func startDocument(to output: inout ByteWriter) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.startDocument()
    }
  }

  /// Opens a map or a list.
  package mutating func open(isMap: Bool, to output: inout ByteWriter) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.emitter.start(isMap: isMap, isFlow: writer.options.flowStyle)
    }
  }

  /// Closes what was opened last.
  package mutating func close(isMap: Bool, to output: inout ByteWriter) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.emitter.end(isMap: isMap)
    }
  }

  /// Writes the text at `root` as a key.
  package mutating func write(
    key root: Int, of view: TapeView, to output: inout ByteWriter
  ) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.writeKey(root, of: view)
    }
  }

  /// Writes the value at `root` with all that is in it.
  package mutating func write(
    value root: Int, of view: TapeView, to output: inout ByteWriter
  ) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.write(root, of: view)
    }
  }

  /// Ends the document.
  package mutating func endDocument(to output: inout ByteWriter) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.emitter.endDocument()
      try writer.emitter.flush()
    }
  }
}
