import FerryBytes
import FerryTape

extension BinaryReader {
  /// Reads a packed list; numbers of one kind go into the arena.
  ///
  /// A number takes at least one byte, so the 8 bytes it gets are bounded by the input.
  func readPacked(_ head: ValueHead, into tape: inout Tape) throws(WireFailure) {
    let block = try lexer.readWholeBlock(head)
    if block.wholes != 0 || block.layout == .bits { return try readList(of: block, into: &tape) }
    var padding = 0
    let range = try unsafe tape.store(upTo: block.count * 8 + 7) { [lexer] buffer in
      // The arena begins at a multiple of 8, so this is the padding of the offset too.
      padding = -Int(bitPattern: buffer) & 7
      let elements = unsafe UnsafeMutableRawPointer(buffer + padding)
      unsafe Self.store(block, of: lexer, to: elements)
      return padding + block.count * 8
    }
    let offset = range.lowerBound + padding
    if offset > Node.maximumPayload { throw WireFailure(.sizeLimit, offset: valueStart) }
    let type: PackedElement = block.isDouble ? .double : .int64
    try tape.append(
      Node(.packed, payload: offset), UInt64(block.count) << 8 | UInt64(type.rawValue))
  }

  /// Writes the numbers of a block to `target`, which holds `block.count` words.
  private static func store(
    _ block: NumberBlockView, of lexer: BinaryLexer, to target: UnsafeMutableRawPointer
  ) {
    if block.layout == .distances, block.power == 0 {
      for index in 0..<block.count {
        unsafe target.storeBytes(
          of: block.distance(index, in: lexer), toByteOffset: index &* 8, as: Int64.self)
      }
      return
    }
    if block.layout == .distances, block.corrections == 0 {
      for index in 0..<block.count {
        let value = Double(block.distance(index, in: lexer)) / block.power
        unsafe target.storeBytes(of: value, toByteOffset: index &* 8, as: Double.self)
      }
      return
    }
    var cursor = NumberBlockCursor(block)
    for index in 0..<block.count {
      switch cursor.next(in: lexer) {
      case .integer(let value):
        unsafe target.storeBytes(of: value, toByteOffset: index &* 8, as: Int64.self)
      case .double(let value):
        unsafe target.storeBytes(of: value, toByteOffset: index &* 8, as: Double.self)
      case .bool: break
      }
    }
  }

  /// Reads a list of doubles and integers, or of truth values.
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

  /// Reads a list of equally long lists.
  func readMatrix(at start: Int, end: Int, into tape: inout Tape) throws(WireFailure) {
    if stack.count + 2 > depthLimit { throw WireFailure(.depthLimit, offset: valueStart) }
    let blocks = try lexer.readMatrixColumns(at: start, end: end)
    var cursors = blocks.map { NumberBlockCursor($0) }
    let (columns, rows) = (blocks.count, blocks[0].count)
    let header = tape.count
    try tape.append(Node(.list))
    for _ in 0..<rows {
      let rowHeader = tape.count
      try tape.append(Node(.list))
      for column in 0..<columns { try append(cursors[column].next(in: lexer), to: &tape) }
      close(rowHeader, .list, columns, &tape)
    }
    close(header, .list, rows, &tape)
  }
}
