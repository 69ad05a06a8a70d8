package import FerryBase

// Values of a tape.
extension JSONWireWriter {
  /// Appends the value at `root` of a tape to `output`, in the layout of a value that is `level` levels
  /// deep.
  /// - Throws: `notRepresentable` for NaN and infinities, or `depthLimit`, each with the index of
  ///   the node.
  package static func write(
    _ view: TapeView, root: Int = 0, options: JSONWritingOptions = .init(), level: Int = 0,
    to output: inout ByteWriter
  ) throws(WireFailure) {
    if options.escapesNonASCII {
      var inner = options
      var text = ByteWriter()
      inner.escapesNonASCII = false
      try write(view, root: root, options: inner, level: level, to: &text)
      return output.appendASCII(ofJSON: text.bytes)
    }
    if options.sortedKeys {
      var sorted = Tape()
      let copy = try view.copySorted(root, to: &sorted, depthLimit: options.depthLimit)
      var inner = options
      inner.sortedKeys = false
      return try write(copy, options: inner, level: level, to: &output)
    }
    try withWriter(options: options, level: level, to: &output) { writer throws(WireFailure) in
      try writer.write(view, at: root)
    }
  }

  /// Passes a writer of tapes to `body`.
  static func withWriter(
    options: JSONWritingOptions, level: Int = 0, to output: inout ByteWriter,
    _ body: (inout JSONWireWriter) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    var writer = JSONWireWriter(
      output, options: options, level: level, context: unsafe unusedContext)
    do throws(WireFailure) {
      try body(&writer)
    } catch {
      output = writer.takeOutput()
      throw error
    }
    output = writer.takeOutput()
  }

  // Threads may share it: nothing reads or changes the context of a writer of tapes.
  private nonisolated(unsafe) static let unusedContext = _WireContext()

  /// Whether the depth limit allows another container.
  var canBegin: Bool { depth < depthLimit }

  /// A container that is being written.
  private struct OpenNode {
    /// The index after the contents.
    let end: Int
    let isMap: Bool
    /// The offset of the bracket.
    let start: Int
  }

  /// Writes the value at `root` of a tape.
  mutating func write(_ view: TapeView, at root: Int) throws(WireFailure) {
    try write(view, at: root, WrittenKeys(wordCount: view.count))
  }

  private mutating func write(
    _ view: TapeView, at root: Int, _ keys: borrowing WrittenKeys
  ) throws(WireFailure) {
    var open: [OpenNode] = []
    var (position, end, isMap) = (root, view.next(root), false)
    while true {
      while position >= end {
        guard let last = open.popLast() else { return }
        finish(last)
        end = open.last?.end ?? position
        isMap = open.last?.isMap ?? false
        if open.isEmpty { return }
      }
      if !open.isEmpty { beginItem() }
      if isMap {
        let key = view[position]
        if !keys.append(key, to: &output) {
          let start = output.count
          output.appendJSON(view.stored(key), escapedSlash: escapedSlash)
          endKey()
          keys.keep(key, from: start, in: output)
        }
        position &+= 1
      }
      let node = view[position]
      switch node.kind {
      case .list, .map:
        if !canBegin { throw WireFailure(.depthLimit, node: position) }
        depth &+= 1
        isMap = node.kind == .map
        end = node.payload
        if open.isEmpty { open.reserveCapacity(8) }
        open.append(OpenNode(end: end, isMap: isMap, start: output.count))
        position &+= 1
      case .alias:
        // The reader that made the alias has limited the total expansion.
        try write(view, at: view.unaliased(position), keys)
        position &+= 1
      default:
        try writeScalar(node, at: position, of: view)
        position = view.next(position)
      }
      if open.isEmpty { return }
    }
  }

  @inline(__always)
  private mutating func finish(_ node: OpenNode) {
    end(
      node.start, node.isMap ? ASCII.openBrace : ASCII.openBracket,
      node.isMap ? ASCII.closeBrace : ASCII.closeBracket)
  }

  @inline(__always)
  private mutating func writeScalar(
    _ node: Node, at index: Int, of view: TapeView
  ) throws(WireFailure) {
    switch node.kind {
    case .text, .arenaText:
      output.appendJSON(view.stored(node), escapedSlash: escapedSlash)
    case .integer: writeDigits(node.integer)
    case .integerText, .decimalText, .numberText, .source: output.append(view.stored(node))
    case .double: try write(Double(bitPattern: view.word(after: index)), at: index)
    case .null: try writeNull()
    case .true: try writeBool(true)
    case .false: try writeBool(false)
    default: try writeRareScalar(node, at: index, of: view)
    }
  }

  @inline(never)
  private mutating func writeRareScalar(
    _ node: Node, at index: Int, of view: TapeView
  ) throws(WireFailure) {
    switch node.kind {
    case .int64: writeDigits(Int64(bitPattern: view.word(after: index)))
    case .uint64: writeDigits(view.word(after: index))
    case .float where node.float.isFinite: try writeFloat(node.float)
    case .float: try write(Double(node.float), at: index)
    case .date:
      if let text = view.timeText(ofDate: index) {
        output.append(text: text)
      } else {
        try write(view.number(ofDate: index), at: index)
      }
    case .uuid:
      output.append(ASCII.quote)
      output.append(upTo: UUIDText.length) {
        UUIDText.write(view.stored(node), to: $0)
        return UUIDText.length
      }
      output.append(ASCII.quote)
    case .plainText: try writePlainText(node, at: index, of: view)
    case .packed: try writePacked(at: index, of: view)
    case .bytes, .arenaBytes: writeBase64(view.stored(node))
    default: throw WireFailure(.notRepresentable, node: index)
    }
  }

  @inline(__always)
  private mutating func write(_ value: Double, at index: Int) throws(WireFailure) {
    if !value.isFinite, options.nonFinite == .fail {
      throw WireFailure(.notRepresentable, node: index)
    }
    try writeDouble(value)
  }

  /// Writes a plain YAML scalar as the value that it resolves to.
  private mutating func writePlainText(
    _ node: Node, at index: Int, of view: TapeView
  ) throws(WireFailure) {
    switch view.plain(node) {
    case .null: try writeNull()
    case .bool(let value): try writeBool(value)
    case .jsonNumber: output.append(view.stored(node))
    case .number: for byte in view.jsonNumber(node) { output.append(byte) }
    case .notFinite(let value): try write(value, at: index)
    case .text: output.appendJSON(view.stored(node), escapedSlash: escapedSlash)
    }
  }

  private mutating func writePacked(at index: Int, of view: TapeView) throws(WireFailure) {
    let (elements, type) = view.packed(index)
    let start = beginPacked()
    for offset in stride(from: 0, to: elements.count, by: 8) {
      beginItem()
      switch type {
      case .int64: writeDigits(elements.load(Int64.self, at: offset))
      case .double: try write(elements.load(Double.self, at: offset), at: index)
      }
    }
    endPacked(start)
  }

  /// Begins an array of numbers, which the depth limit does not count.
  /// - Returns: the offset of the bracket.
  mutating func beginPacked() -> Int {
    depth &+= 1
    return output.count
  }

  mutating func endPacked(_ start: Int) { end(start, ASCII.openBracket, ASCII.closeBracket) }
}
