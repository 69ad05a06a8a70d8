import FerryBytes
import FerryTape

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

  /// Appends an entry of the value table.
  @inline(__always)
  func appendEntry(_ number: Int, into tape: inout Tape) throws(WireFailure) {
    let node = try tables.entry(number, at: valueStart)
    if node.kind == .int64 {
      // A wide integer is read again; it was checked with the tables.
      var place = node.payload + 1
      try readInteger(lexer[node.payload], at: &place, end: lexer.count, into: &tape)
    } else {
      try tape.append(node)
    }
  }

  /// Reads the value at `valueStart`, whose tag is not among the common ones, and moves `place` behind
  /// it.
  @inline(never)
  mutating func readRare(
    at place: inout Int, end: Int, into tape: inout Tape
  ) throws(WireFailure) {
    let head = try lexer.head(at: valueStart, end: end)
    switch head.tag {
    case BinaryTag.longText:
      try lexer.checkText(at: head.start, head.count)
      try tape.append(.text, offset: head.start, length: head.count)
    case BinaryTag.longReference: try appendEntry(head.number, into: &tape)
    case BinaryTag.bytes: try tape.append(.bytes, offset: head.start, length: head.count)
    case BinaryTag.packed: try readPacked(head, into: &tape)
    case BinaryTag.matrix: try readMatrix(at: head.start, end: head.end, into: &tape)
    case BinaryTag.columns: try readColumns(at: head.start, end: head.end, into: &tape)
    case BinaryTag.date: try tape.append(date: try lexer.seconds(ofDate: head))
    case BinaryTag.uuid:
      try unsafe tape.append(.uuid, copying: lexer.bytes(at: head.start, count: head.count))
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
    guard lexer[head.start] == BinaryTag.numberText else {
      // Of an application, or of a later version: whoever asks for it knows what it is.
      return try tape.append(.extension, offset: head.start, length: head.count)
    }
    let place = head.start + 1
    let text = unsafe lexer.bytes(at: place, count: head.end - place)
    guard unsafe NumberText.isWellFormed(text) else {
      throw WireFailure(.invalidNumber, offset: place)
    }
    let kind: NodeKind = unsafe NumberText.isInteger(text) ? .integerText : .decimalText
    try tape.append(kind, offset: place, length: text.count)
  }
}
