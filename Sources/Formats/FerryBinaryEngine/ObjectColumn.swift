import FerryBase

/// First bytes of the columns of an array (Format.md, "Columns").
enum ColumnForm {
  /// Every object has the key.
  static let all: UInt8 = 0x00
  /// A bitmap marks the objects that have the key.
  static let some: UInt8 = 0x01
  /// A bitmap marks the objects with a value; the key is null in the others.
  static let someNull: UInt8 = 0x02

  /// Values with their tags.
  static let values: UInt8 = 0x00
  /// A packed block.
  static let block: UInt8 = 0x01
  /// Lengths and texts.
  static let texts: UInt8 = 0x02
  /// The distinct texts with their lengths, then the number of each object's text.
  static let numberedTexts: UInt8 = 0x03

  /// The maximum nesting of arrays by columns. Reading and writing them is recursive.
  static let maximumDepth = 16
}

/// One column of an array, read element by element.
struct ObjectColumn {
  enum Cells { case none, values, block, texts, numberedTexts }

  /// The key's node; 0 without keys.
  var key: UInt64
  /// The number of objects that have a value in this column.
  var count: Int
  /// Offset of the bitmap, or 0.
  var bitmap = 0
  var othersAreNull = false
  var cells = Cells.none
  /// Elements of a block, lengths of texts, or numbers of texts.
  var numbers: NumberBlockCursor?
  /// Nodes of the texts that objects refer to by number.
  var texts: [UInt64] = []
  /// The number of the first of ``texts`` among the texts of all columns. Only some readers use it.
  var firstText = 0
  /// The offset of the next value or text, and the end of the column.
  var place = 0
  var end = 0

  /// The content of a column for one object.
  enum Cell {
    case absent, null
    /// The value at ``ObjectColumn/place``. The caller moves the offset behind it.
    case value
    case element(NumberBlockCursor.Element)
    case text(Node)
    case numberedText(Int)
  }

  /// Returns the cell of object `row`. Callers ask for the rows in order.
  mutating func nextCell(of row: Int, in lexer: BinaryLexer) throws(WireFailure) -> Cell {
    guard bitmap == 0 || lexer.bit(row, at: bitmap) else { return othersAreNull ? .null : .absent }
    switch cells {
    case .none: return .absent
    case .values: return .value
    case .block:
      guard let element = numbers?.next(in: lexer) else { return .absent }
      return .element(element)
    case .texts: return .text(try lexer.readText(in: &self))
    case .numberedTexts:
      guard case .integer(let number) = numbers?.next(in: lexer), number < Int64(texts.count)
      else { throw WireFailure(.invalidReference, offset: end) }
      return .numberedText(Int(number))
    }
  }
}

/// The columns of an array, read element by element.
struct ObjectColumns {
  /// The number of the key list of the elements, or -1 if they are arrays.
  var keyList: Int
  /// The number of elements.
  var count: Int
  var columns: [ObjectColumn] = []
  /// The offset of the first column.
  var start = 0

  var hasKeys: Bool { keyList >= 0 }

  /// The blocks of arrays of numbers; `nil` if there are other values. Checks that no bytes follow a
  /// block.
  func numberBlocks() throws(WireFailure) -> [NumberBlockView]? {
    var blocks: [NumberBlockView] = []
    for column in columns {
      guard !hasKeys, column.cells == .block, column.bitmap == 0, let numbers = column.numbers
      else {
        return nil
      }
      blocks.append(numbers.block)
    }
    try finish()
    return blocks
  }

  /// Checks that every column has been read to its end.
  func finish() throws(WireFailure) {
    for column in columns where column.place != column.end {
      throw WireFailure(.invalidLength, offset: column.place)
    }
  }
}

extension BinaryLexer {
  /// Reads the head of an array by columns, and the nodes of its keys; a 0 for each element of arrays.
  func readColumnsHead(
    _ tables: BinaryReader.Tables, at start: Int, end: Int
  ) throws(WireFailure) -> (head: ObjectColumns, keys: [UInt64]) {
    var place = start
    let number = try number(at: &place, end: end)
    guard number <= tables.keyLists.count else {
      throw WireFailure(.invalidReference, offset: start)
    }
    let count = try length(at: &place, end: end)
    guard count > 0 else { throw WireFailure(.invalidLength, offset: place) }
    var keyCount = 0
    var first = 0
    if number == 0 {
      keyCount = try length(at: &place, end: end)
      guard keyCount > 0 else { throw WireFailure(.invalidLength, offset: place) }
    } else {
      first = Int(tables.keyLists[number - 1].first)
      keyCount = Int(tables.keyLists[number - 1].count)
    }
    if keyCount > BinaryFormat.maximumColumns { throw WireFailure(.sizeLimit, offset: start) }
    let keys =
      number == 0
      ? [UInt64](repeating: 0, count: keyCount) : Array(tables.fields[first..<first + keyCount])
    return (ObjectColumns(keyList: number - 1, count: count, start: place), keys)
  }

  /// Checks the columns of an array, which end at `end`.
  func readColumns(
    _ tables: BinaryReader.Tables, at start: Int, end: Int
  ) throws(WireFailure) -> ObjectColumns {
    var (columns, keys) = try readColumnsHead(tables, at: start, end: end)
    var place = columns.start
    for key in keys {
      let length = try length(at: &place, end: end)
      let column = try readColumn(at: place, end: place + length, key: key, columns.count)
      // An array has all its elements.
      if !columns.hasKeys, column.bitmap != 0, !column.othersAreNull {
        throw WireFailure(.invalidTag, offset: place)
      }
      columns.columns.append(column)
      place += length
    }
    guard place == end else { throw WireFailure(.invalidLength, offset: place) }
    return columns
  }

  /// Checks the column at `start`, except for values with tags.
  func readColumn(
    at start: Int, end: Int, key: UInt64, _ count: Int
  ) throws(WireFailure) -> ObjectColumn {
    var column = ObjectColumn(key: key, count: count, place: start, end: end)
    func next() throws(WireFailure) -> UInt8 {
      guard column.place < end else { throw WireFailure(.invalidLength, offset: column.place) }
      defer { column.place += 1 }
      return self[column.place]
    }
    switch try next() {
    case ColumnForm.all: break
    case let form where form == ColumnForm.some || form == ColumnForm.someNull:
      let size = (count + 7) / 8
      guard size <= end - column.place else { throw WireFailure(.invalidLength, offset: start) }
      column.bitmap = column.place
      column.othersAreNull = form == ColumnForm.someNull
      column.place += size
      try checkBitmap(endingAt: column.place, count: count)
      column.count = (column.bitmap..<column.place).reduce(0) { $0 + self[$1].nonzeroBitCount }
    default: throw WireFailure(.invalidTag, offset: start)
    }
    // A column ends here if no object has the key.
    if column.count == 0 { return column }

    switch try next() {
    case ColumnForm.values: column.cells = .values
    case ColumnForm.block:
      column.cells = .block
      column.numbers = try readBlock(in: &column, count: column.count)
    case ColumnForm.texts:
      column.cells = .texts
      column.numbers = try readNumbers(in: &column, count: column.count)
    case ColumnForm.numberedTexts:
      column.cells = .numberedTexts
      try readTexts(in: &column)
      column.numbers = try readNumbers(in: &column, count: column.count)
    default: throw WireFailure(.invalidTag, offset: column.place - 1)
    }
    return column
  }

  /// Reads the block at the column's offset and moves the offset behind it.
  private func readBlock(
    in column: inout ObjectColumn, count: Int?
  ) throws(WireFailure) -> NumberBlockCursor {
    let block = try readBlock(at: column.place, end: column.end)
    if let count, block.count != count { throw WireFailure(.invalidLength, offset: column.place) }
    column.place = block.end
    return NumberBlockCursor(block)
  }

  /// Reads a block of lengths or numbers of texts: non-negative integers.
  private func readNumbers(
    in column: inout ObjectColumn, count: Int?
  ) throws(WireFailure) -> NumberBlockCursor {
    let start = column.place
    let cursor = try readBlock(in: &column, count: count)
    guard !cursor.block.isDouble, cursor.block.layout == .distances, cursor.block.least >= 0 else {
      throw WireFailure(.invalidTag, offset: start)
    }
    return cursor
  }

  /// Reads the texts that objects refer to by number.
  private func readTexts(in column: inout ObjectColumn) throws(WireFailure) {
    let lengths = try readNumbers(in: &column, count: nil)
    column.numbers = lengths
    for _ in 0..<lengths.block.count { column.texts.append(try readText(in: &column).word) }
  }

  /// Reads the next text of a column.
  func readText(in column: inout ObjectColumn) throws(WireFailure) -> Node {
    guard case .integer(let length) = column.numbers?.next(in: self),
      length <= Int64(column.end - column.place)
    else { throw WireFailure(.invalidLength, offset: column.place) }
    guard column.place <= Node.maximumPayload, length <= Int64(Node.maximumLength) else {
      throw WireFailure(.sizeLimit, offset: column.place)
    }
    try checkText(at: column.place, Int(length))
    defer { column.place += Int(length) }
    return Node(.text, length: Int(length), payload: column.place)
  }
}
