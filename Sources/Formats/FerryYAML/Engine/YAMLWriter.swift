package import FerryBase

/// A writer that writes tapes as a stream of YAML documents, through libyaml's emitter.
///
/// The written text has the same meaning under YAML 1.1 and 1.2. Text that either version takes for
/// another value is quoted, see ``YAMLTextStyle``. Aliases are expanded. libyaml cannot write
/// comments, and it writes characters above U+FFFF only as escapes.
package struct YAMLWriter: ~Copyable {
  /// The layout of documents.
  package struct Options: Sendable {
    /// The number of columns for each level, 2 to 9.
    package var indent: Int
    /// The column after which long text is folded; negative to never fold.
    package var width: Int
    /// Whether the members of an object are written in the order of their keys' UTF-8 bytes.
    package var sortedKeys: Bool
    /// Whether `---` comes before the first document, too.
    package var explicitDocumentStart: Bool
    /// Whether `...` comes after each document.
    package var explicitDocumentEnd = false
    /// Whether arrays and objects are written in brackets and braces.
    package var flowStyle: Bool
    /// Whether characters beyond ASCII are written as escapes.
    package var onlyASCII = false
    /// Whether lines end with CR LF.
    package var breaksWithCRLF = false
    /// The source of layouts and comments, if there is one.
    package var looks: (any YAMLLooks)?

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

  /// An array or object that is being written.
  struct Frame {
    /// The index of the next element or key; in a sorted object, the index in `sorted` of the next
    /// key.
    var position: Int
    let end: Int
    let isMap: Bool
    /// Whether it is in brackets or braces.
    let isFlow: Bool
  }

  let options: Options
  var emitter: YAMLEmitter
  private var isStarted = false
  private(set) var frames: ContiguousArray<Frame> = []
  /// The indexes of the keys of all open objects if keys are sorted, those of the innermost object
  /// last.
  private var sorted: ContiguousArray<Int> = []
  /// The layout of the document, if there is one.
  var layout: YAMLLayout?
  /// The escapes in the tags of the document.
  var tagEscapes = TagEscapes()
  /// The buffer for numbers before the emitter copies them.
  var scratch = ByteWriter(capacity: 256)

  package init(options: Options = Options()) {
    self.options = options
    emitter = YAMLEmitter(options)
  }

  /// Appends the value at `root` to `output` as the next document of the stream.
  /// - Throws: `sizeLimit` without memory, `notRepresentable` for a value that YAML cannot
  ///   represent. The writer cannot be used after that.
  package mutating func write(
    document view: TapeView, root: Int = 0, to output: inout ByteWriter
  ) throws(WireFailure) {
    let start = output.count
    try lend(&output) { writer throws(WireFailure) in
      try writer.startDocument()
      writer.layout = writer.options.looks?.layout(of: view, root)
      try writer.write(root, of: view)
      try writer.emitter.endDocument(isExplicit: writer.options.explicitDocumentEnd)
      try writer.emitter.flush()
    }
    if tagEscapes.count > 0 { try tagEscapes.restore(in: &output, from: start) }
    if let looks = options.looks, looks.hasComments {
      try YAMLComments.insert(looks, into: &output, from: start, options)
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

  /// Lends `output` to the emitter during `body`.
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
    if layout != nil, try writeLaidOut(index, of: view) { return }
    try writeValue(index, of: view, isFlow: isFlowing)
  }

  /// Whether the innermost container is in brackets or braces, or all containers are.
  var isFlowing: Bool { frames.last?.isFlow ?? options.flowStyle }

  @inline(__always)
  mutating func writeValue(
    _ index: Int, of view: TapeView, isFlow: Bool
  ) throws(WireFailure) {
    let index = view.unaliased(index)
    let node = view[index]
    switch node.kind {
    case .list:
      try emitter.start(isMap: false, isFlow: isFlow)
      frames.append(Frame(position: index + 1, end: node.payload, isMap: false, isFlow: isFlow))
    case .map:
      try emitter.start(isMap: true, isFlow: isFlow)
      if options.sortedKeys {
        let start = sorted.count
        sortKeys(ofMapAt: index, in: view)
        frames.append(
          Frame(position: start, end: sorted.count, isMap: true, isFlow: isFlow))
      } else {
        frames.append(Frame(position: index + 1, end: node.payload, isMap: true, isFlow: isFlow))
      }
    case .packed:
      try emitter.start(isMap: false, isFlow: isFlow)
      try writeElements(of: index, in: view)
      try emitter.end(isMap: false)
    case .tagged: try writeTagged(index, of: view, isFlow: isFlow)
    default:
      try writeScalar(at: index, of: view)
    }
  }

  private mutating func close(_ frame: Frame) throws(WireFailure) {
    frames.removeLast()
    try emitter.end(isMap: frame.isMap)
    if frame.isMap, options.sortedKeys {
      // The keys of this object are the last ones, after those of the object around it.
      let start = frames.last { $0.isMap }?.end ?? 0
      sorted.removeLast(sorted.count - start)
    }
  }

  private mutating func sortKeys(ofMapAt index: Int, in view: TapeView) {
    var keys = view.keys(ofMap: index).map { key in
      (text: Array(view.stored(view[key])), index: key)
    }
    keys.sort { $0.text.lexicographicallyPrecedes($1.text) }
    sorted.append(contentsOf: keys.lazy.map(\.index))
  }
}

/// A document whose containers the caller opens and closes, so that the document need not be on one
/// tape. The calls must nest as on a tape: in an object, write a key before each value.
extension YAMLWriter {
  /// Starts the next document of the stream.
  package mutating func startDocument(to output: inout ByteWriter) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.startDocument()
    }
  }

  /// Opens an object or an array.
  package mutating func open(isMap: Bool, to output: inout ByteWriter) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.emitter.start(isMap: isMap, isFlow: writer.options.flowStyle)
    }
  }

  /// Closes the innermost container.
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

  /// Writes the value at `root` with its contents.
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
      try writer.emitter.endDocument(isExplicit: writer.options.explicitDocumentEnd)
      try writer.emitter.flush()
    }
  }
}
