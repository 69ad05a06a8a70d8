import FerryBase

/// Arrays of objects by columns (Format.md, "Columns").
extension BinaryWireWriter {
  /// Replaces a complete array of objects with columns, if its objects have similar members.
  @inline(never)
  mutating func packObjects(_ list: List, from start: Int) -> Bool {
    let lexer = BinaryLexer(output.bytes)
    var cells = ColumnCells()
    var place = start
    for _ in 0..<list.count {
      guard let head = try? lexer.head(at: place, end: lexer.count),
        head.tag == BinaryTag.longKeyList,
        cells.add(head, lexer, unsafe tables.keyLists.pointee.keys(ofNumber: head.number))
      else { return false }
      place = head.end
    }
    guard place == lexer.count, let keys = cells.finish() else { return false }
    let known = unsafe tables.keyLists.pointee.list(of: keys)
    let number = unsafe tables.keyLists.pointee.number(ofList: known)
    guard number >= 0 else { return false }

    var columns = ByteWriter()
    columns.appendLength(number + 1)
    columns.appendLength(list.count)
    for column in cells.columns {
      let columnStart = columns.count
      append(column, lexer, to: &columns)
      _ = columns.endLength(at: columnStart, reserved: 0)
    }
    output.truncate(to: list.start - 1)
    output.append(BinaryTag.columns, columns.bytes)
    return true
  }

  /// Appends a column of values in `lexer`. A missing value has an empty range.
  private func append(
    _ column: [Range<Int>], _ lexer: BinaryLexer, to output: inout ByteWriter
  ) {
    var present = column.map { !$0.isEmpty }
    var form = ColumnForm.some
    if !present.contains(false) {
      // Either every null is written as a value, or the bitmap marks all nulls.
      let isThere = column.map { lexer[$0.lowerBound] != BinaryTag.null }
      form = ColumnForm.all
      if isThere.contains(false) { (present, form) = (isThere, ColumnForm.someNull) }
    }
    output.append(form)
    if form != ColumnForm.all { output.appendBitmap(present) }
    let values = zip(column, present).filter { $0.1 }.map { $0.0 }
    if values.isEmpty { return }
    if appendNumbers(values, lexer, to: &output) || appendTexts(values, lexer, to: &output) {
      return
    }
    output.append(ColumnForm.values)
    for value in values { output.append(lexer.bytes(at: value.lowerBound, count: value.count)) }
  }

  /// Appends a column of numbers, or of truth values.
  private func appendNumbers(
    _ values: [Range<Int>], _ lexer: BinaryLexer, to output: inout ByteWriter
  ) -> Bool {
    if values.allSatisfy({ lexer[$0.lowerBound] & 0xFE == BinaryTag.false }) {
      output.append(ColumnForm.block)
      output.appendBits(values.map { lexer[$0.lowerBound] == BinaryTag.true })
      return true
    }
    var numbers = GatheredNumbers()
    for value in values {
      var place = value.lowerBound
      guard numbers.add(lexer, at: &place, end: value.upperBound) else { return false }
    }
    output.append(ColumnForm.block)
    numbers.block(isSmallest: isSmallest).append(to: &output)
    return true
  }

  /// Appends a column of texts.
  private func appendTexts(
    _ values: [Range<Int>], _ lexer: BinaryLexer, to output: inout ByteWriter
  ) -> Bool {
    var numbers: [[UInt8]: Int64] = [:]
    var distinct: [[UInt8]] = []
    var texts: [Int64] = []
    for value in values {
      guard let head = try? lexer.head(at: value.lowerBound, end: value.upperBound) else {
        return false
      }
      var text: [UInt8]
      switch head.tag {
      case BinaryTag.longText: text = [UInt8](lexer.bytes(at: head.start, count: head.count))
      case BinaryTag.longReference: text = unsafe [UInt8](tables.texts.pointee.text(head.number))
      default: return false
      }
      if let number = numbers[text] {
        texts.append(number)
      } else {
        texts.append(Int64(distinct.count))
        numbers[text] = Int64(distinct.count)
        distinct.append(text)
      }
    }
    if distinct.count * 2 <= texts.count {
      output.append(ColumnForm.numberedTexts)
      append(distinct, to: &output)
      NumberBlock.integers(texts, isSmallest: false).append(to: &output)
    } else {
      output.append(ColumnForm.texts)
      append(texts.map { distinct[Int($0)] }, to: &output)
    }
    return true
  }

  /// Appends the lengths of texts and the texts.
  private func append(_ texts: [[UInt8]], to output: inout ByteWriter) {
    NumberBlock.integers(texts.map { Int64($0.count) }, isSmallest: false).append(to: &output)
    for text in texts { text.withByteView { output.append($0) } }
  }
}

/// The cells of an array of objects: for each key, the ranges of its values.
private struct ColumnCells {
  private var keys: [Int] = []
  private(set) var columns: [[Range<Int>]] = []
  private var rows = 0
  private var cellCount = 0
  /// The columns of each key list.
  private var known: [Int: [Int]] = [:]

  /// Adds an object. Its keys must be a subset of the known keys in their order; new keys follow.
  /// - Returns: False if the keys are not in that order or are too many.
  mutating func add(_ head: ValueHead, _ lexer: BinaryLexer, _ keys: ArraySlice<Int>) -> Bool {
    guard let places = known[head.number] ?? place(keys) else { return false }
    known[head.number] = places
    var start = head.start
    for column in places {
      guard let end = try? lexer.head(at: start, end: head.end).end else { return false }
      fill(column, upTo: rows)
      columns[column].append(start..<end)
      start = end
    }
    rows += 1
    cellCount += places.count
    return start == head.end
  }

  /// Returns the columns of these keys. Adds columns for the new ones.
  private mutating func place(_ list: ArraySlice<Int>) -> [Int]? {
    var places: [Int] = []
    var next = 0
    for key in list {
      if let found = keys[next...].firstIndex(of: key) {
        places.append(found)
      } else {
        guard keys.count < BinaryFormat.maximumColumns, !keys[..<next].contains(key) else {
          return nil
        }
        places.append(keys.count)
        keys.append(key)
        columns.append([])
      }
      next = places[places.count - 1] + 1
    }
    return places
  }

  private mutating func fill(_ column: Int, upTo row: Int) {
    let missing = row - columns[column].count
    if missing > 0 { columns[column].append(contentsOf: repeatElement(0..<0, count: missing)) }
  }

  /// Completes the columns and returns their keys. Returns `nil` if most cells are empty: bitmaps then
  /// cost more than they save.
  mutating func finish() -> [Int]? {
    guard cellCount * 2 >= rows * keys.count else { return nil }
    for column in columns.indices { fill(column, upTo: rows) }
    return keys
  }
}
