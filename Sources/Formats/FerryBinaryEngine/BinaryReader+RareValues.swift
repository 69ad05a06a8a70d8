import FerryBase

extension BinaryReader {
  /// Reads an integer of 1...8 bytes.
  @inline(__always)
  func readInteger(
    _ tag: UInt8, at place: inout Int, end: Int, into tape: inout Tape
  ) throws(WireFailure) {
    let width = Int(tag & 7) &+ 1
    guard width <= end &- place else { throw lexer.lengthFailure(at: place, end: end) }
    let magnitude = lexer.integer(at: place, width: width)
    if tag < BinaryTag.negative {
      try tape.append(magnitude)
    } else {
      guard let value = Int64(exactly: magnitude) else {
        throw WireFailure(.numberDoesNotFit, offset: valueStart)
      }
      try tape.append(~value)
    }
    place &+= width
  }

  /// Reads the value at ``valueStart``, whose tag is not among the common ones, and moves `place`
  /// behind it.
  @inline(never)
  func readRare(
    at place: inout Int, end: Int, into tape: inout Tape
  ) throws(WireFailure) {
    let head = try lexer.head(at: valueStart, end: end)
    switch head.tag {
    case BinaryTag.longText:
      try lexer.checkText(at: head.start, head.count)
      try tape.append(.text, offset: head.start, length: head.count)
    case BinaryTag.longReference: try tape.append(try tables.entry(head.number, at: valueStart))
    case BinaryTag.bytes: try tape.append(.bytes, offset: head.start, length: head.count)
    case BinaryTag.packed: try readPacked(head, into: &tape)
    case BinaryTag.rows: try readRows(head, into: &tape)
    case BinaryTag.date: try tape.append(date: try lexer.seconds(ofDate: head))
    case BinaryTag.uuid:
      try tape.append(.uuid, copying: lexer.bytes(at: head.start, count: head.count))
    case BinaryTag.wideDecimal, BinaryTag.wideInteger:
      try tape.append(.numberText, copying: try lexer.wideNumber(head))
    case BinaryTag.nestedNull:
      let levels = Int(lexer[head.start])
      guard levels > 0 else { throw WireFailure(.invalidTag, offset: valueStart) }
      try tape.append(Node(.null, length: levels, payload: offsetPayload))
    default: try readExtension(head, into: &tape)
    }
    place = head.end
  }

  private func readExtension(_ head: ValueHead, into tape: inout Tape) throws(WireFailure) {
    guard head.count > 0 else { throw WireFailure(.invalidLength, offset: valueStart) }
    if lexer[head.start] == BinaryTag.time { return try readTime(head, into: &tape) }
    guard lexer[head.start] == BinaryTag.numberText else {
      // The extension belongs to an application or a later version. The caller interprets its
      // bytes.
      return try tape.append(.extension, offset: head.start, length: head.count)
    }
    let place = head.start + 1
    let text = lexer.bytes(at: place, count: head.end - place)
    guard NumberText.isWellFormed(text) else {
      throw WireFailure(.invalidNumber, offset: place)
    }
    let kind: NodeKind = NumberText.isInteger(text) ? .integerText : .decimalText
    try tape.append(kind, offset: place, length: text.count)
  }

  private func readTime(_ head: ValueHead, into tape: inout Tape) throws(WireFailure) {
    guard head.count == 9 || head.count == 13 else {
      throw WireFailure(.invalidLength, offset: head.start)
    }
    let word = lexer.integer(at: head.start + 1, width: 8)
    guard head.count == 13 else {
      guard Double(bitPattern: word).isFinite else {
        throw WireFailure(.invalidNumber, offset: head.start)
      }
      return try tape.append(Node(.date, length: Node.epochDate), word)
    }
    let nanoseconds = lexer.integer(at: head.start + 9, width: 4)
    guard nanoseconds < 1_000_000_000 else {
      throw WireFailure(.invalidNumber, offset: head.start)
    }
    try tape.append(time: Int64(bitPattern: word), nanoseconds: nanoseconds)
  }
}

extension BinaryReader {
  /// Reads a packed array. Numbers of one kind go into the arena.
  ///
  /// A number takes at least one byte of input, so its 8 bytes in the arena are bounded by the
  /// input.
  func readPacked(_ head: ValueHead, into tape: inout Tape) throws(WireFailure) {
    if stack.count >= depthLimit { throw WireFailure(.depthLimit, offset: valueStart) }
    let block = try lexer.readWholeBlock(head)
    if block.wholes != 0 || block.layout == .bits { return try readList(of: block, into: &tape) }
    // Elements are loaded as whole words, so they start at a multiple of 8.
    let padding = -tape.arena.count & 7
    let range = try tape.store(upTo: block.count * 8 + 7) { [lexer] memory in
      Self.store(block, of: lexer, to: memory.suffix(from: padding))
      return padding + block.count * 8
    }
    let offset = range.lowerBound + padding
    if offset > Node.maximumPayload { throw WireFailure(.sizeLimit, offset: valueStart) }
    let type: PackedElement = block.isDouble ? .double : .int64
    try tape.append(
      Node(.packed, payload: offset), UInt64(block.count) << 8 | UInt64(type.rawValue))
  }

  /// Writes the numbers of a block to `target`, which must have space for `block.count` words.
  private static func store(
    _ block: NumberBlockView, of lexer: BinaryLexer, to target: MutableByteView
  ) {
    if block.layout == .distances, block.power == 0 {
      for index in 0..<block.count {
        target.store(block.distance(index, in: lexer), at: index &* 8)
      }
      return
    }
    if block.layout == .distances, block.corrections == 0 {
      for index in 0..<block.count {
        let value = Double(block.distance(index, in: lexer)) / block.power
        target.store(value, at: index &* 8)
      }
      return
    }
    var cursor = NumberBlockCursor(block)
    for index in 0..<block.count {
      switch cursor.next(in: lexer) {
      case .integer(let value):
        target.store(value, at: index &* 8)
      case .double(let value):
        target.store(value, at: index &* 8)
      case .bool: break
      }
    }
  }

  /// Reads a block of mixed doubles and integers, or of truth values, as an array of nodes.
  private func readList(of block: NumberBlockView, into tape: inout Tape) throws(WireFailure) {
    let header = tape.count
    try tape.append(Node(.list))
    var cursor = NumberBlockCursor(block)
    for _ in 0..<block.count { try append(cursor.next(in: lexer), to: &tape) }
    close(header, .list, block.count, &tape)
  }

  /// Appends an element of a block.
  @inline(__always)
  func append(_ element: NumberBlockCursor.Element, to tape: inout Tape) throws(WireFailure) {
    switch element {
    case .integer(let value): try tape.append(value)
    case .double(let value): try tape.append(value)
    case .bool(let value):
      try tape.append(Node(value ? .true : .false, payload: min(valueStart, Node.maximumPayload)))
    }
  }
}

extension BinaryReader {
  /// Reads an array of equally long arrays of numbers.
  func readRows(_ head: ValueHead, into tape: inout Tape) throws(WireFailure) {
    if stack.count + 2 > depthLimit { throw WireFailure(.depthLimit, offset: valueStart) }
    let blocks = try lexer.readRows(head)
    var cursors = blocks.map { NumberBlockCursor($0) }
    let header = tape.count
    try tape.append(Node(.list))
    for _ in 0..<blocks[0].count {
      let row = tape.count
      try tape.append(Node(.list))
      for column in cursors.indices { try append(cursors[column].next(in: lexer), to: &tape) }
      close(row, .list, cursors.count, &tape)
    }
    close(header, .list, blocks[0].count, &tape)
  }
}
