import FerryBase

extension BinaryInspector {
  /// Explains a document's or a record's value. The reader, which checks more than the lines show,
  /// gives the verdict.
  mutating func inspectWholeValue(end: Int, _ label: String) throws(WireFailure) {
    var cursor = place
    var tape = Tape()
    try inspectValue(end: end, label)
    try reader.readValue(at: &cursor, end: end, into: &tape)
  }

  /// Explains the value at ``place``, which ends at or before `end`. `label` names the value.
  mutating func inspectValue(end: Int, _ label: String) throws(WireFailure) {
    let start = place
    guard depth < 2 * reader.depthLimit else { throw WireFailure(.depthLimit, offset: start) }
    let head = try lexer.head(at: start, end: end)
    switch head.tag {
    case BinaryTag.longList where head.number == 0: say(to: head.end, label + "empty array")
    case BinaryTag.longList:
      try inspectContainer(head, label + (head.number < 0 ? "array" : "array of \(head.number)"))
    case BinaryTag.longKeyList:
      guard reader.tables.keyLists.indices.contains(head.number) else {
        throw WireFailure(.invalidReference, offset: start)
      }
      try inspectContainer(head, label + "object of key list \(head.number)")
    case BinaryTag.map: try inspectContainer(head, label + "object with its own keys")
    case BinaryTag.packed: try inspectContainer(head, label + "packed array")
    case BinaryTag.rows: try inspectContainer(head, label + "rows of numbers")
    case BinaryTag.longReference:
      let saved = literalSize(of: try reader.tables.entry(head.number, at: start))
      statistics.references.add(head.end - start)
      statistics.referenceSavings += saved - (head.end - start)
      let text = try scalarText(at: start, end: head.end)
      say(to: head.end, label + "value \(head.number), " + text)
    default:
      statistics.scalars.add(head.end - start)
      say(to: head.end, label + (try scalarText(at: start, end: head.end)))
    }
  }

  /// Returns the number of bytes that the value itself would take instead of the reference.
  private func literalSize(of node: Node) -> Int {
    node.length + (node.length < 48 ? 1 : 1 + VarInt.width(UInt64(node.length)))
  }

  /// Formats a scalar for a person.
  private func scalarText(at start: Int, end: Int) throws(WireFailure) -> String {
    var tape = Tape()
    var copy = BinaryReader(lexer, depthLimit: reader.depthLimit, tables: reader.tables)
    var cursor = start
    try copy.readValue(at: &cursor, end: end, into: &tape)
    let view = TapeView(tape, input: lexer.input)
    let node = view[0]
    switch node.kind {
    case .null: return node.length == 0 ? "null" : "null inside \(node.length) optionals"
    case .true: return "true"
    case .false: return "false"
    case .text: return quoted(node.payload, node.payload + node.length)
    case .bytes: return "\(node.length) bytes"
    case .uuid: return "UUID " + UUIDText.string(view.stored(node))
    case .date:
      let year = node.length == 0 ? 2001 : 1970
      return
        "date, \(view.timeText(ofDate: 0) ?? "\(view.number(ofDate: 0))") seconds since \(year)"
    case .extension:
      return "extension of type \(lexer[node.payload]), \(node.length - 1) bytes"
    case .integer, .int64, .uint64:
      return view.integer(at: 0, as: Int128.self).map { "\($0)" } ?? "integer"
    case .double: return "\(view.double(at: 0) ?? 0)"
    default: return String(decoding: view.stored(node), as: UTF8.self)
    }
  }

  // MARK: Containers

  /// Explains a container's tag and length, and its contents.
  private mutating func inspectContainer(_ head: ValueHead, _ text: String) throws(WireFailure) {
    let end = head.end
    statistics.containers.add(head.start - place)
    say(to: head.start, text + " in \(head.count) bytes")
    depth += 1
    switch head.tag {
    case BinaryTag.longKeyList: try inspectMembers(end: end, keyList: head.number)
    case BinaryTag.longList:
      let count = try head.number < 0 ? sayLength(end: end) { "\($0) items" } : head.number
      for index in 0..<count { try inspectValue(end: end, "[\(index)] ") }
    case BinaryTag.map:
      while place < end {
        try inspectValue(end: end, "key ")
        try inspectValue(end: end, "")
      }
    case BinaryTag.packed: try inspectBlock(end: end)
    default: try inspectRows(head)
    }
    if place != end { throw WireFailure(.invalidLength, offset: place) }
    depth -= 1
  }

  /// Explains the values of an object with a key list, up to `end`.
  private mutating func inspectMembers(end: Int, keyList: Int) throws(WireFailure) {
    let (first, count) = (
      reader.tables.keyLists[keyList].first, reader.tables.keyLists[keyList].count
    )
    statistics.objects += 1
    for field in first..<first + count where place < end {
      let node = Node(word: reader.tables.fields[Int(field)])
      let name = quoted(node.payload, node.payload + node.length)
      statistics.keySavings += node.length + (node.length < 48 ? 1 : 2)
      try inspectValue(end: end, "\(name): ")
    }
    if place != end { throw WireFailure(.invalidLength, offset: place) }
  }

  private mutating func inspectRows(_ head: ValueHead) throws(WireFailure) {
    let rows = try lexer.readRows(head)
    let start = place
    _ = try sayLength(end: head.end) { "\(rows[0].count) arrays of \($0)" }
    statistics.containers.add(place - start)
    for _ in rows { try inspectBlock(end: head.end) }
  }

  // MARK: Blocks

  /// Explains the block at `place`.
  private mutating func inspectBlock(end: Int) throws(WireFailure) {
    let block = try lexer.readBlock(at: place, end: end)
    let forms = ["distances from \(block.least)", "deltas", "floats", "doubles", "truth values"]
    var text = "\(block.count) " + forms[Int(block.layout.rawValue)]
    if block.width > 0 { text += " of \(block.width) bytes" }
    if block.power != 0 { text += ", divided by \(Int(block.power))" }
    statistics.packed.add(block.end - place)
    say(to: block.start, text)
    depth += 1
    var cursor = NumberBlockCursor(block)
    let perLine = block.layout == .bits ? 64 : max(1, 16 / max(1, block.width))
    var elements: [String] = []
    // A block of deltas stores its first number in the head.
    let ahead = block.layout == .deltas ? 0 : 1
    for index in 0..<block.count {
      let element = cursor.next(in: lexer)
      elements.append(Self.text(element))
      statistics.packedPlainBytes += Self.plainSize(element)
      if elements.count == perLine || index == block.count - 1 {
        let explained =
          block.layout == .bits
          ? block.start + index / 8 + 1
          : block.start + (index + ahead) * block.width
        say(to: max(place, explained), elements.joined(separator: ", "))
        elements = []
      }
    }
    if block.power != 0 { say(to: place + 1, "bytes of a correction") }
    if block.corrections != 0 { say(to: block.corrections + block.count, "corrections") }
    if block.wholes != 0 { say(to: block.end, "bits that mark the integers") }
    depth -= 1
  }

  private static func text(_ element: NumberBlockCursor.Element) -> String {
    switch element {
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .bool(let value): "\(value)"
    }
  }

  /// Returns the number of bytes that an element would take with a tag.
  private static func plainSize(_ element: NumberBlockCursor.Element) -> Int {
    switch element {
    case .integer(let value): return NumberSize.integer(value)
    case .double(let value):
      guard let (significand, places) = ShortDecimal.exact(value) else {
        return NumberSize.double(value)
      }
      return NumberSize.decimal(significand, places)
    case .bool: return 1
    }
  }
}
