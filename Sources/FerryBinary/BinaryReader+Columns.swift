import FerryBytes
import FerryTape

/// First bytes of the columns of a batch (Format.md, "Columns").
enum ColumnForm {
  /// Every object has the key.
  static let all: UInt8 = 0x00
  /// A bitmap says which objects have the key.
  static let some: UInt8 = 0x01
  /// The same, and the key is null in the others.
  static let someNull: UInt8 = 0x02

  /// Values with their tags.
  static let values: UInt8 = 0x00
  /// A packed block.
  static let block: UInt8 = 0x01
  /// Lengths and texts.
  static let texts: UInt8 = 0x02
  /// Lengths and texts, each once, and the number of each object's text.
  static let numberedTexts: UInt8 = 0x03

  /// Batches by columns inside each other, at most: reading and writing them takes stack.
  static let maximumDepth = 16
}

extension BinaryReader {
  /// One key of a batch, walked over from object to object.
  private struct Column {
    enum Cells { case none, values, block, texts, numberedTexts }

    /// The key's node.
    var key: UInt64
    /// Offset of the bitmap, or 0.
    var bitmap = 0
    var othersAreNull = false
    var cells = Cells.none
    /// Elements of a block, lengths of texts, or numbers of texts.
    var numbers: NumberBlockCursor?
    /// Nodes of the numbered texts.
    var texts: [UInt64] = []
    /// Where the next value or text begins, and the end of the column.
    var place = 0
    var end = 0
  }

  /// Reads a batch of objects by columns: one list of maps.
  mutating func readColumns(at start: Int, end: Int, into tape: inout Tape) throws(Failure) {
    if stack.count + 2 > depthLimit || columnDepth == ColumnForm.maximumDepth {
      throw Failure(.depthLimit, offset: valueStart)
    }
    let batchStart = valueStart
    var place = start
    let (number, count) = try readBatchHeader(at: &place, end: end)
    let shape = tables.shapes[number]
    if shape.count > BinaryFormat.maximumColumns { throw Failure(.sizeLimit, offset: start) }
    var columns: [Column] = []
    for field in Int(shape.first)..<Int(shape.first + shape.count) {
      let length = try lexer.length(at: &place, end: end)
      let column = try readColumn(
        at: place, end: place + length, key: tables.fields[field], count)
      columns.append(column)
      place += length
    }
    guard place == end else { throw Failure(.invalidLength, offset: place) }
    // Any number of objects may have a text that has a number.
    if columns.contains(where: { $0.cells == .numberedTexts }) {
      tape.sharedTextEnd = max(tape.sharedTextEnd, end)
    }

    // The list and the object, for values that nest.
    stack.append(Frame(kind: .list, end: end))
    stack.append(Frame(kind: .shape, end: end))
    columnDepth += 1
    let header = tape.count
    try tape.append(Node(.list))
    for row in 0..<count {
      let rowHeader = tape.count
      try tape.append(Node(.map))
      var pairs = 0
      for index in columns.indices {
        let isThere =
          columns[index].bitmap == 0
          || lexer.bit(row, at: columns[index].bitmap)
        if !isThere, !columns[index].othersAreNull { continue }
        valueStart = columns[index].place
        try tape.append(Node(word: columns[index].key))
        pairs += 1
        if isThere {
          try appendCell(of: &columns[index], into: &tape)
        } else {
          try tape.append(Node(.null, payload: min(valueStart, Node.maximumPayload)))
        }
      }
      close(rowHeader, .map, pairs, &tape)
    }
    close(header, .list, count, &tape)
    columnDepth -= 1
    stack.removeLast(2)
    for column in columns where column.place != column.end {
      throw Failure(.invalidLength, offset: column.place)
    }
    valueStart = batchStart
  }

  /// Reads the number of a batch's shape and the number of its objects, which is not zero.
  func readBatchHeader(at place: inout Int, end: Int) throws(Failure) -> (shape: Int, count: Int) {
    let start = place
    let number = try lexer.number(at: &place, end: end)
    guard number < tables.shapes.count else { throw Failure(.invalidReference, offset: start) }
    let count = try lexer.length(at: &place, end: end)
    guard count > 0 else { throw Failure(.invalidLength, offset: place) }
    return (number, count)
  }

  /// Checks the column at `start` as far as it is not made of values.
  private func readColumn(
    at start: Int, end: Int, key: UInt64, _ count: Int
  ) throws(Failure) -> Column {
    var column = Column(key: key, place: start, end: end)
    func next() throws(Failure) -> UInt8 {
      guard column.place < end else { throw Failure(.invalidLength, offset: column.place) }
      defer { column.place += 1 }
      return lexer[column.place]
    }
    var present = count
    switch try next() {
    case ColumnForm.all: break
    case let form where form == ColumnForm.some || form == ColumnForm.someNull:
      let size = (count + 7) / 8
      guard size <= end - column.place else { throw Failure(.invalidLength, offset: start) }
      column.bitmap = column.place
      column.othersAreNull = form == ColumnForm.someNull
      column.place += size
      try lexer.checkBitmap(endingAt: column.place, count: count)
      present = (column.bitmap..<column.place).reduce(0) { $0 + lexer[$1].nonzeroBitCount }
    default: throw Failure(.invalidTag, offset: start)
    }
    // Nothing follows where no object has the key.
    if present == 0 { return column }

    switch try next() {
    case ColumnForm.values: column.cells = .values
    case ColumnForm.block:
      column.cells = .block
      column.numbers = try readBlock(in: &column, count: present)
    case ColumnForm.texts:
      column.cells = .texts
      column.numbers = try readNumbers(in: &column, count: present)
    case ColumnForm.numberedTexts:
      column.cells = .numberedTexts
      try readTexts(in: &column)
      column.numbers = try readNumbers(in: &column, count: present)
    default: throw Failure(.invalidTag, offset: column.place - 1)
    }
    return column
  }

  /// A cursor over the block at the column's place, which moves behind it.
  private func readBlock(
    in column: inout Column, count: Int?
  ) throws(Failure) -> NumberBlockCursor {
    let block = try lexer.readBlock(at: column.place, end: column.end)
    if let count, block.count != count { throw Failure(.invalidLength, offset: column.place) }
    column.place = block.end
    return NumberBlockCursor(block)
  }

  /// The same for lengths and numbers of texts: whole and not negative.
  private func readNumbers(
    in column: inout Column, count: Int?
  ) throws(Failure) -> NumberBlockCursor {
    let start = column.place
    let cursor = try readBlock(in: &column, count: count)
    guard !cursor.block.isDouble, cursor.block.layout == .distances, cursor.block.least >= 0 else {
      throw Failure(.invalidTag, offset: start)
    }
    return cursor
  }

  /// Reads texts that have numbers.
  private func readTexts(in column: inout Column) throws(Failure) {
    var lengths = try readNumbers(in: &column, count: nil)
    for _ in 0..<lengths.block.count {
      column.texts.append(try readText(&lengths, in: &column).word)
    }
  }

  /// Takes the next text of a column.
  private func readText(
    _ lengths: inout NumberBlockCursor, in column: inout Column
  ) throws(Failure) -> Node {
    guard case .integer(let length) = lengths.next(in: lexer),
      length <= Int64(column.end - column.place)
    else { throw Failure(.invalidLength, offset: column.place) }
    guard column.place <= Node.maximumPayload, length <= Int64(Node.maximumLength) else {
      throw Failure(.sizeLimit, offset: column.place)
    }
    try lexer.checkText(at: column.place, Int(length))
    defer { column.place += Int(length) }
    return Node(.text, length: Int(length), payload: column.place)
  }

  /// Appends the next value of a column.
  private mutating func appendCell(of column: inout Column, into tape: inout Tape) throws(Failure) {
    switch column.cells {
    case .none: break
    case .values: try readNested(at: &column.place, end: column.end, into: &tape)
    case .block:
      guard let element = column.numbers?.next(in: lexer) else { return }
      try append(element, to: &tape)
    case .texts:
      guard var lengths = column.numbers else { return }
      try tape.append(try readText(&lengths, in: &column))
      column.numbers = lengths
    case .numberedTexts:
      guard case .integer(let number) = column.numbers?.next(in: lexer),
        number < Int64(column.texts.count)
      else { throw Failure(.invalidReference, offset: column.end) }
      try tape.append(Node(word: column.texts[Int(number)]))
    }
  }
}
