package import FerryBase

/// The options of a writer.
package struct ItemWriting: Sendable, Equatable {
  package var format: ItemFormat
  /// The maximum nesting of containers.
  package var depthLimit = OpenContainer.standardLimit
  /// The order of keys in a deterministic encoding.
  package var order: DeterministicEncoding?
  /// Whether keys that are decimal integers are written as integers.
  package var writesIntegerKeys = false
  /// Whether arrays and objects have an indefinite length (CBOR).
  package var hasIndefiniteLengths = false
  /// Whether the output has only the types of MessagePack before 2013: bytes are text, and neither
  /// extensions nor texts with a length of one byte exist.
  package var usesRawText = false
  /// Whether extensions are written. Those of another format have another meaning.
  package var writesExtensions = true
  /// The maximum number of tape words that aliases may add to one document.
  package var aliasWordLimit = 10_000_000

  package init(_ format: ItemFormat) { self.format = format }

  /// Whether the writer of direct coding supports the options.
  package var isDirect: Bool { order == nil && !hasIndefiniteLengths && !usesRawText }
}

/// A writer of the values of a tape as items.
package struct ItemWriter: ~Copyable {
  let view: TapeView
  let options: ItemWriting
  private var aliasBudget: Int
  /// The open containers, outermost first: the end of each, where the container around it
  /// continues, and its kind. A value with a tag is one of them.
  private var open: [(end: Int, resume: Int, kind: NodeKind)] = []

  /// Appends the value at `root` to `output`.
  /// - Throws: `notRepresentable`, `duplicateKey`, `depthLimit` or `aliasLimit`, each with the index
  ///   of the node.
  package static func write(
    _ view: TapeView, root: Int = 0, _ options: ItemWriting, to output: inout ByteWriter
  ) throws(WireFailure) {
    guard let order = options.order else {
      var writer = ItemWriter(view, options)
      return try writer.write(root, to: &output)
    }
    var sorted = Tape()
    let copy = try view.copySorted(root, to: &sorted, depthLimit: options.depthLimit) {
      precedes(view, $0, $1, options, order)
    }
    var writer = ItemWriter(copy, options)
    try writer.write(0, to: &output)
  }

  private init(_ view: TapeView, _ options: ItemWriting) {
    self.view = view
    self.options = options
    aliasBudget = options.aliasWordLimit
  }

  private mutating func write(_ root: Int, to output: inout ByteWriter) throws(WireFailure) {
    var index = root
    while true {
      let node = view[index]
      switch node.kind {
      case .list, .map, .tagged: index = try begin(index, resume: node.payload, to: &output)
      case .alias:
        let target = view.unaliased(index)
        aliasBudget -= view.next(target) - target
        if aliasBudget < 0 { throw WireFailure(.aliasLimit, node: index) }
        switch view[target].kind {
        case .list, .map, .tagged: index = try begin(target, resume: index + 1, to: &output)
        default:
          try writeScalar(at: target, to: &output)
          index += 1
        }
      default:
        try writeScalar(at: index, to: &output)
        index = view.next(index)
      }
      while let last = open.last, index == last.end {
        if options.hasIndefiniteLengths, last.kind != .tagged { output.append(0xFF) }
        index = last.resume
        open.removeLast()
      }
      guard let last = open.last else { return }
      if last.kind == .map {
        let key = view[index]
        view.withText(key) { text in
          let asInteger = options.writesIntegerKeys || key.kind == .numberText
          output.appendKey(text, asInteger: asInteger, options.format)
        }
        index += 1
      }
    }
  }

  /// Writes the head of a container, or the tag of a value.
  /// - Returns: The index of the contents.
  private mutating func begin(
    _ index: Int, resume: Int, to output: inout ByteWriter
  ) throws(WireFailure) -> Int {
    if open.count >= options.depthLimit { throw WireFailure(.depthLimit, node: index) }
    let node = view[index]
    open.append((node.payload, resume, node.kind))
    if node.kind == .tagged {
      if writeSimpleValue(at: index, to: &output) { return node.payload }
      try appendTag(at: index, to: &output)
      return index + 2
    }
    let isMap = node.kind == .map
    let count = view.elementCount(index)
    if isMap, let key = view.duplicateKey(ofMap: index, canonically: false) {
      throw WireFailure(.duplicateKey, node: key)
    }
    if options.hasIndefiniteLengths {
      output.append(isMap ? 0xBF : 0x9F)
    } else {
      output.appendHead(isMap: isMap, count, options.format)
    }
    return index + 1
  }

  /// Returns whether the first of two keys comes before the second in a deterministic encoding.
  private static func precedes(
    _ view: TapeView, _ first: Node, _ second: Node, _ options: ItemWriting,
    _ order: DeterministicEncoding
  ) -> Bool {
    let areText =
      !options.writesIntegerKeys && first.kind != .numberText && second.kind != .numberText
    func bytes(_ key: Node, _ text: ByteView) -> [UInt8] {
      var output = ByteWriter(capacity: text.count + 9)
      let asInteger = options.writesIntegerKeys || key.kind == .numberText
      output.appendKey(text, asInteger: asInteger, options.format)
      return [UInt8](output.bytes)
    }
    return view.withText(first) { text in
      view.withText(second) { other in
        guard areText else { return order.precedes(bytes(first, text), bytes(second, other)) }
        // Both begin with their length, so the shorter one comes first in every order.
        return text.count != other.count
          ? text.count < other.count : text.lexicographicallyPrecedes(other)
      }
    }
  }
}
