extension AnyValue {
  /// Creates the value at `index` of a tape, with its contents. A date becomes the number that text
  /// formats write, and a UUID becomes the text.
  /// - Throws: `notRepresentable` for an extension of the binary format.
  package init(_ view: TapeView, at index: Int) throws(WireFailure) {
    let node = view[index]
    switch node.kind {
    case .null: self = .null
    case .true: self = .bool(true)
    case .false: self = .bool(false)
    case .integer: self = .number(Number(node.integer))
    case .int64: self = .number(Number(Int64(bitPattern: view.word(after: index))))
    case .uint64: self = .number(Number(view.word(after: index)))
    case .double:
      let value = Double(bitPattern: view.word(after: index))
      self = .number(Number(float: value, form: node.length == Node.single ? .single : nil))
    case .date: self = .number(Number(view, dateAt: index))
    case .float: self = .number(Number(float: node.float))
    case .integerText, .decimalText, .decimal, .numberText:
      self = .number(Number(text: TapeView.string(validated: view.stored(node))))
    case .text, .arenaText: self = .string(view.string(node))
    case .bytes, .arenaBytes: self = .bytes(Array(view.stored(node)))
    case .uuid: self = .string(UUIDText.string(view.stored(node)))
    case .plainText: self.init(plain: node, view)
    case .alias: try self.init(view, at: node.payload)
    case .tagged:
      if let value = view.simpleValue(at: index) {
        self = .simpleValue(value)
        return
      }
      let tag = view.string(view[index + 1])
      let value = try AnyValue(view, at: index + 2)
      self = CollectionTag(rawValue: tag) == nil ? .tagged(tag, value) : value
    case .packed: self = .array(AnyValue.elements(view, index))
    case .list:
      var elements: [AnyValue] = []
      elements.reserve(view.elementCount(index))
      for element in view.elements(ofList: index) {
        elements.append(try AnyValue(view, at: element))
      }
      self = .array(elements)
    case .map:
      var members = Object()
      for key in view.keys(ofMap: index) {
        let value = view.next(key)
        members.append(view.string(view[key]), try AnyValue(view, at: value))
      }
      self = .object(members)
    case .extension, .arenaExtension, .source: throw WireFailure(.notRepresentable, node: index)
    case .placeholder, .continuation:
      throw WireFailure(node.unreadable ?? .invalidValue, node: index)
    }
  }

  private init(plain node: Node, _ view: TapeView) {
    let text = view.stored(node)
    switch view.plain(node) {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .jsonNumber: self = .number(Number(text: TapeView.string(validated: text)))
    case .number:
      self = .number(Number(text: String(decoding: view.jsonNumber(node), as: UTF8.self)))
    case .notFinite(let value): self = .number(Number(value))
    case .text: self = .string(TapeView.string(validated: text))
    }
  }

  private static func elements(_ view: TapeView, _ index: Int) -> [AnyValue] {
    let packed = view.packed(index)
    return (0..<packed.elements.count / 8).map { .number(Number(packed, at: $0)) }
  }

  /// Creates the value that a path has found.
  package init(_ match: PathMatch, in view: TapeView) throws(WireFailure) {
    switch match {
    case .node(let index): try self.init(view, at: index)
    case .element(let list, let element): self = .number(Number(view.packed(list), at: element))
    }
  }

  /// Appends this value to a tape.
  /// - Throws: `depthLimit` if more than `limit` containers are open.
  package func append(
    to tape: inout Tape, _ open: inout OpenContainer, limit: Int
  ) throws(WireFailure) {
    switch self {
    case .null: try tape.append(Node(.null))
    case .bool(let value): try tape.append(Node(value ? .true : .false))
    case .number(let number): try tape.append(number)
    case .string(let text): try tape.append(text)
    case .bytes(let bytes): try tape.append(.arenaBytes, copying: bytes)
    case .array(let elements):
      try open.open(.list, on: &tape, limit: limit)
      for element in elements {
        open.count += 1
        try element.append(to: &tape, &open, limit: limit)
      }
      open.close(on: &tape)
    case .object(let members):
      try open.open(.map, on: &tape, limit: limit)
      for (key, value) in members {
        open.count += 1
        try tape.append(key)
        try value.append(to: &tape, &open, limit: limit)
      }
      open.close(on: &tape)
    case .tagged(let tag, let value):
      try open.open(.tagged, on: &tape, limit: limit)
      try tape.append(tag)
      try value.append(to: &tape, &open, limit: limit)
      open.close(on: &tape)
    }
  }
}

extension AnyValue.Number {
  fileprivate init(_ packed: (elements: ByteView, type: PackedElement), at element: Int) {
    switch packed.type {
    case .int64: self.init(packed.elements.load(Int64.self, at: 8 * element))
    case .double: self.init(float: packed.elements.load(Double.self, at: 8 * element))
    }
  }
}
