import FerryBase

/// Arrays of objects with one key list, by columns (Format.md, "Columns").
extension BodyWriter {
  /// The minimum number of objects. Fewer do not repay the heads of columns.
  private static let fewestObjects = 4

  /// Writes the array at `index` by columns, if its elements are objects with similar members.
  @inline(never)
  mutating func appendColumns(_ view: TapeView, _ index: Int) throws(WireFailure) -> Bool {
    guard columnDepth < ColumnForm.maximumDepth, let cells = cells(view, index),
      let keyList = keyLists.columnKeyList(view, cells.keys)
    else { return false }
    if stack.count + 2 > options.depthLimit { throw WireFailure(.depthLimit, node: index) }

    // Nested values count the array and the object toward the depth limit.
    let end = view[index].payload
    stack.append(Frame(kind: .root, end: end, resume: end, slot: KeyListTable.rootSlot))
    stack.append(Frame(kind: .root, end: end, resume: end, slot: KeyListTable.rootSlot))
    columnDepth += 1
    body.append(BinaryTag.columns)
    let start = body.count
    body.appendLength(keyList)
    body.appendLength(cells.rows)
    for (number, column) in cells.columns.enumerated() {
      let columnStart = body.count
      let slot = keyLists.keyLists[keyList].first + number
      try appendColumn(view, column, slot: slot)
      _ = body.endLength(at: columnStart, reserved: 0)
    }
    _ = body.endLength(at: start, reserved: 0)
    columnDepth -= 1
    stack.removeLast(2)
    return true
  }

  /// Finds the cells, if all elements are objects whose keys are in one common order.
  private func cells(_ view: TapeView, _ index: Int) -> ColumnCells? {
    let rows = view.elementCount(index)
    guard rows >= Self.fewestObjects else { return nil }
    var cells = ColumnCells()
    var cellCount = 0
    for row in view.elements(ofList: index) {
      guard view[row].kind == .map, cells.add(view, row, limit: BinaryFormat.maximumColumns) else {
        return nil
      }
      cellCount += view.elementCount(row)
    }
    // If most cells are empty, bitmaps cost more than they save.
    guard !cells.keys.isEmpty, cellCount * 2 >= rows * cells.keys.count else { return nil }
    for column in cells.columns.indices {
      let missing = rows - cells.columns[column].count
      cells.columns[column].append(contentsOf: repeatElement(-1, count: missing))
    }
    return cells
  }

  private mutating func appendColumn(
    _ view: TapeView, _ column: [Int], slot: Int
  ) throws(WireFailure) {
    var present = column.map { $0 >= 0 }
    var form = ColumnForm.some
    if !present.contains(false) {
      // Either every null is written as a value, or the bitmap marks all nulls.
      let isThere = column.map { view[$0].kind != .null || view[$0].length > 0 }
      form = ColumnForm.all
      if isThere.contains(false) { (present, form) = (isThere, ColumnForm.someNull) }
    }
    body.append(form)
    if form != ColumnForm.all { body.appendBitmap(present) }
    let values = zip(column, present).filter { $0.1 }.map { $0.0 }
    if values.isEmpty { return }
    if appendNumberColumn(view, values) || appendTextColumn(view, values) { return }
    body.append(ColumnForm.values)
    for value in values { try appendNested(view, root: value, slot: slot) }
  }

  /// Writes a column of numbers, or of truth values.
  private mutating func appendNumberColumn(_ view: TapeView, _ values: [Int]) -> Bool {
    if let truths = Self.truths(view, values) {
      body.append(ColumnForm.block)
      body.appendBits(truths)
      return true
    }
    numbers.removeAll()
    for value in values {
      guard numbers.add(view, number: value) else { return false }
    }
    body.append(ColumnForm.block)
    numbers.block(options).append(to: &body)
    return true
  }

  /// Writes a column of texts.
  private mutating func appendTextColumn(_ view: TapeView, _ values: [Int]) -> Bool {
    var numbers: [[UInt8]: Int64] = [:]
    var distinct: [[UInt8]] = []
    var texts: [Int64] = []
    for value in values {
      let node = view[value]
      guard node.kind == .text || node.kind == .arenaText || node.kind == .escapedText else {
        return false
      }
      let text = view.withText(node) { [UInt8]($0) }
      if let number = numbers[text] {
        texts.append(number)
      } else {
        texts.append(Int64(distinct.count))
        numbers[text] = Int64(distinct.count)
        distinct.append(text)
      }
    }
    if distinct.count * 2 <= texts.count {
      body.append(ColumnForm.numberedTexts)
      append(distinct)
      NumberBlock.integers(texts, packing: .indexed).append(to: &body)
    } else {
      body.append(ColumnForm.texts)
      append(texts.map { distinct[Int($0)] })
    }
    return true
  }

  /// Writes the lengths of texts and the texts.
  private mutating func append(_ texts: [[UInt8]]) {
    NumberBlock.integers(texts.map { Int64($0.count) }, packing: .indexed).append(to: &body)
    for text in texts { text.withByteView { body.append($0) } }
  }
}

/// The cells of an array of objects: for each key, the tape indexes of its values, or -1 for an absent key.
private struct ColumnCells {
  var keys: [Node] = []
  var columns: [[Int]] = []
  var rows = 0

  /// Adds the object at `row`. Its keys must be a subset of the known keys in their order; new keys
  /// follow.
  /// - Returns: False if the keys are not in that order, repeat, are not plain, or exceed `limit`.
  mutating func add(_ view: TapeView, _ row: Int, limit: Int) -> Bool {
    var column = 0
    for key in view.keys(from: row + 1, to: view[row].payload) {
      let node = view[key]
      guard KeyListTable.isPlainKey(node.kind) else { return false }
      let found = keys[column...].firstIndex { Self.equal($0, node, view) }
      if let found {
        column = found
      } else {
        guard keys.count < limit, !keys[..<column].contains(where: { Self.equal($0, node, view) })
        else { return false }
        column = keys.count
        keys.append(node)
        columns.append([])
      }
      let missing = rows - columns[column].count
      columns[column].append(contentsOf: repeatElement(-1, count: missing))
      columns[column].append(key + 1)
      column += 1
    }
    rows += 1
    return true
  }

  private static func equal(_ first: Node, _ second: Node, _ view: TapeView) -> Bool {
    first == second || ByteRun.equal(view.stored(first), view.stored(second))
  }
}
