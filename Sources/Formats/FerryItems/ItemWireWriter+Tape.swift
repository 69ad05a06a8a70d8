package import FerryBase

// Values of a tape.
extension ItemWireWriter {
  /// Appends the value at `root` of a tape to `output`.
  /// - Throws: `notRepresentable`, `numberTooLong`, `duplicateKey`, `depthLimit` or `aliasLimit`,
  ///   each with the index of the node.
  package static func write(
    _ view: TapeView, root: Int = 0, _ options: ItemWriting, to output: inout ByteWriter
  ) throws(WireFailure) {
    let context = _WireContext()
    var (view, root) = (view, root)
    var sorted = Tape()
    if let order = options.order {
      let source = view
      view = try source.copySorted(root, to: &sorted, depthLimit: options.depthLimit) {
        Self.key($0, precedes: $1, of: source, order, options, context)
      }
      root = 0
    }
    var writer = ItemWireWriter(output, options, context: context)
    do throws(WireFailure) {
      try writer.write(view, at: root)
    } catch {
      output = writer.takeOutput()
      throw error
    }
    output = writer.takeOutput()
  }

  /// Returns whether the first of two keys comes before the second in a deterministic encoding.
  private static func key(
    _ first: Node, precedes second: Node, of view: TapeView, _ order: DeterministicEncoding,
    _ options: ItemWriting, _ context: _WireContext
  ) -> Bool {
    func bytes(_ key: Node) -> [UInt8] {
      var writer = ItemWireWriter(ByteWriter(capacity: 64), options, context: context)
      writer.writeKey(key, of: view)
      return [UInt8](writer.output.bytes)
    }
    if options.writesIntegerKeys || first.kind == .numberText || second.kind == .numberText {
      return order.precedes(bytes(first), bytes(second))
    }
    let (text, other) = (view.stored(first), view.stored(second))
    // Both begin with their length, so the shorter one comes first in every order.
    return text.count != other.count
      ? text.count < other.count : text.lexicographicallyPrecedes(other)
  }

  /// A container of a tape, or a value with a tag, that is being written.
  private struct OpenNode {
    let kind: NodeKind
    /// The index after the contents.
    let end: Int
    /// The index where the container around it continues.
    let resume: Int
  }

  /// Writes the value at `root` of a tape.
  mutating func write(_ view: TapeView, at root: Int = 0) throws(WireFailure) {
    var open: [OpenNode] = []
    var aliasBudget = options.aliasWordLimit
    var index = root
    while true {
      var value = index
      if view[index].kind == .alias {
        value = view.unaliased(index)
        aliasBudget -= view.next(value) - value
        if aliasBudget < 0 { throw WireFailure(.aliasLimit, node: index) }
      }
      let node = view[value]
      do throws(WireFailure) {
        switch node.kind {
        case .list, .map, .tagged:
          open.append(OpenNode(kind: node.kind, end: node.payload, resume: view.next(index)))
          index = try begin(value, of: view)
        default:
          try writeScalar(at: value, of: view)
          index = view.next(index)
        }
      } catch {
        throw error.node < 0 ? WireFailure(error.kind, node: value) : error
      }
      while let last = open.last, index == last.end {
        if options.hasIndefiniteLengths, last.kind != .tagged { output.append(0xFF) }
        depth &-= 1
        index = last.resume
        open.removeLast()
      }
      guard let last = open.last else { return }
      if last.kind == .map {
        writeKey(view[index], of: view)
        index += 1
      }
    }
  }

  private mutating func writeKey(_ key: Node, of view: TapeView) {
    writeKey(view.stored(key), asInteger: writesIntegerKeys || key.kind == .numberText)
  }

  /// Writes the head of a container, or the tag of a value.
  /// - Returns: The index of the contents.
  private mutating func begin(_ index: Int, of view: TapeView) throws(WireFailure) -> Int {
    try enter()
    let node = view[index]
    if node.kind == .tagged {
      if writeSimpleValue(at: index, of: view) { return node.payload }
      try writeTag(at: index, of: view)
      return index + 2
    }
    let isMap = node.kind == .map
    if isMap, let key = view.duplicateKey(ofMap: index, canonically: false) {
      throw WireFailure(.duplicateKey, node: key)
    }
    if options.hasIndefiniteLengths {
      output.append(isMap ? 0xBF : 0x9F)
    } else {
      appendHead(isMap: isMap, view.elementCount(index))
    }
    return index + 1
  }

  /// Writes a tag. The tags of dates need the text of a date.
  private mutating func writeTag(at index: Int, of view: TapeView) throws(WireFailure) {
    let value = view[index + 2]
    guard format == .cbor, let tag = CBORTag.number(ofTag: view.string(view[index + 1])),
      !CBORTag.isInterpreted(tag)
        || value.kind.isText && CBORTag.isDate(view.stored(value), of: tag)
    else { throw WireFailure(.notRepresentable, node: index) }
    appendHead(0xC0, tag)
  }

  /// Writes the value with a tag at `index`, if it is a simple value of CBOR.
  private mutating func writeSimpleValue(at index: Int, of view: TapeView) -> Bool {
    // The other numbers have a meaning (RFC 8949, section 3.3).
    guard format == .cbor, view.hasSimpleValueTag(at: index),
      let number = view.simpleValue(at: index) ?? view.integer(at: index + 2, as: UInt8.self),
      number < 20 || number > 31
    else { return false }
    appendHead(0xE0, UInt64(number))
    return true
  }

  private mutating func writeScalar(at index: Int, of view: TapeView) throws(WireFailure) {
    let node = view[index]
    switch node.kind {
    case .text, .arenaText: write(view.stored(node))
    case .integer: write(node.integer)
    case .int64: write(Int64(bitPattern: view.word(after: index)))
    case .uint64: write(view.word(after: index))
    case .double:
      let value = Double(bitPattern: view.word(after: index))
      if node.length == Node.single {
        try writeFloat(Float(value))
      } else {
        try writeDouble(value)
      }
    case .float: try writeFloat(node.float)
    case .null: try writeNull()
    case .false, .true: try writeBool(node.kind == .true)
    case .integerText, .decimalText, .decimal, .numberText:
      try writeNumber(view.stored(node), exactly: node.kind == .numberText)
    case .plainText: try writePlainText(node, of: view)
    case .bytes, .arenaBytes:
      if options.usesRawText {
        write(view.stored(node))
      } else {
        write(bytes: view.stored(node))
      }
    case .date where !options.usesRawText: try writeDate(at: index, of: view)
    case .extension, .arenaExtension: try write(extension: view.stored(node))
    case .source: output.append(view.stored(node))
    case .uuid: write(uuid: view.stored(node))
    case .packed: try writePacked(at: index, of: view)
    default: throw WireFailure(.notRepresentable, node: index)
    }
  }

  /// Writes a plain YAML scalar as the value that it resolves to.
  private mutating func writePlainText(_ node: Node, of view: TapeView) throws(WireFailure) {
    switch view.plain(node) {
    case .null: try writeNull()
    case .bool(let value): try writeBool(value)
    case .jsonNumber: try writeNumber(view.stored(node))
    case .number:
      try view.jsonNumber(node).withByteView { text throws(WireFailure) in
        try writeNumber(text)
      }
    case .notFinite(let value): try writeDouble(value)
    case .text: write(view.stored(node))
    }
  }

  private mutating func writePacked(at index: Int, of view: TapeView) throws(WireFailure) {
    let (elements, type) = view.packed(index)
    appendHead(isMap: false, elements.count / 8)
    for offset in stride(from: 0, to: elements.count, by: 8) {
      switch type {
      case .int64: write(elements.load(Int64.self, at: offset))
      case .double: try writeDouble(elements.load(Double.self, at: offset))
      }
    }
  }
}
