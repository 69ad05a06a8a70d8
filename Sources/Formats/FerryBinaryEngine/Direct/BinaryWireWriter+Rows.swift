import FerryBase

/// Arrays of equally long arrays of numbers, such as coordinates (Format.md, "Rows").
extension BinaryWireWriter {
  /// The maximum number of numbers in a row. Longer arrays are packed one by one.
  private static var maximumRow: Int { 16 }

  /// The number of rows in a sample, a power of two.
  private static var sampleCount: Int { 4 }
  /// The bits of a row number that are zero at the start and at the end of a sample. A sample begins
  /// every 128 rows.
  @inlinable static var sampleMask: Int { 0x7B }

  /// Begins or ends a sample of rows.
  ///
  /// Copying a double is faster than searching for its shortest form. So the writer searches in the
  /// first 4 of each 128 rows only. If 8 bytes for each of their doubles are shorter, the doubles of
  /// the other rows take 8 bytes.
  @usableFromInline @inline(never)
  mutating func sampleRows(of list: inout List) {
    if list.begun & Self.sampleCount == 0 {
      plainDepth = -1
      list.sample = output.count
    } else {
      plainDepth = isLongSample(at: list.sample) ? depth + 1 : -1
    }
  }

  /// Returns whether the output from `start` on is a sample of rows of doubles that is longer than
  /// these doubles in 8 bytes each.
  private func isLongSample(at start: Int) -> Bool {
    let lexer = BinaryLexer(output.bytes)
    // The shortest sample has one column.
    guard lexer.count - start > 8 * Self.sampleCount else { return false }
    var columns: [GatheredNumbers] = []
    var place = start
    for _ in 0..<Self.sampleCount {
      guard addRow(lexer, at: &place, to: &columns) else { return false }
    }
    return place == lexer.count && columns.allSatisfy { $0.integers.isEmpty && $0.wholes.isEmpty }
      && lexer.count - start > 8 * columns.count * Self.sampleCount
  }

  /// Returns the columns of equally long arrays of doubles of 8 bytes; an empty array for other
  /// elements.
  private func plainColumns(
    _ lexer: BinaryLexer, from start: Int, _ rows: Int
  ) -> [GatheredNumbers] {
    let tag = lexer[start]
    let count = Int(tag) - Int(BinaryTag.shortList)
    let size = 2 + 9 * count
    // The length of the arrays takes one byte.
    guard (1..<15).contains(count), lexer.count - start == rows * size else { return [] }
    for row in 0..<rows {
      let place = start &+ row &* size
      guard lexer[place] == tag, Int(lexer[place &+ 1]) == 9 &* count else { return [] }
      for column in 0..<count
      where lexer[place &+ 2 &+ 9 &* column] != BinaryTag.double { return [] }
    }
    return (0..<count).map { column in
      GatheredNumbers(
        unsafe [Double](unsafeUninitializedCapacity: rows) { numbers, end in
          var place = start &+ 3 &+ 9 &* column
          for row in 0..<rows {
            unsafe numbers[row] = lexer.input.load(Double.self, at: place)
            place &+= size
          }
          end = rows
        })
    }
  }

  /// Adds the numbers of the array at `place` to one column each. The first row determines the
  /// number of columns.
  /// - Returns: False if the array is not a row of such columns.
  @inline(__always)
  private func addRow(
    _ lexer: BinaryLexer, at place: inout Int, to columns: inout [GatheredNumbers]
  ) -> Bool {
    guard place < lexer.count, let head = try? lexer.head(at: place, end: lexer.count) else {
      return false
    }
    var count = head.number
    place = head.start
    if head.tag == BinaryTag.packed { return addPackedRow(lexer, head, at: &place, to: &columns) }
    guard head.tag == BinaryTag.longList else { return false }
    if count < 0 {
      guard let stated = try? lexer.length(at: &place, end: head.end) else { return false }
      count = stated
    }
    if columns.isEmpty, (1...Self.maximumRow).contains(count) {
      columns = [GatheredNumbers](repeating: GatheredNumbers(), count: count)
    }
    guard count == columns.count else { return false }
    for column in columns.indices {
      guard columns[column].add(lexer, at: &place, end: head.end) else { return false }
    }
    return place == head.end
  }

  private func addPackedRow(
    _ lexer: BinaryLexer, _ head: ValueHead, at place: inout Int,
    to columns: inout [GatheredNumbers]
  ) -> Bool {
    guard let block = try? lexer.readWholeBlock(head) else { return false }
    if columns.isEmpty, block.count <= Self.maximumRow {
      columns = [GatheredNumbers](repeating: GatheredNumbers(), count: block.count)
    }
    guard block.count == columns.count else { return false }
    var cursor = NumberBlockCursor(block)
    for column in columns.indices {
      guard columns[column].add(cursor.next(in: lexer)) else { return false }
    }
    place = head.end
    return true
  }

  /// Writes an array of equally long arrays of numbers again as rows, if that is shorter.
  @inline(never)
  mutating func packRows(_ list: List, from start: Int) -> Bool {
    let lexer = BinaryLexer(output.bytes)
    var columns = plainColumns(lexer, from: start, list.count)
    var place = columns.isEmpty ? start : lexer.count
    while place < lexer.count {
      guard addRow(lexer, at: &place, to: &columns) else { return false }
    }
    guard columns.first?.count == list.count, list.count * columns.count >= Self.fewestPacked else {
      return false
    }
    let blocks = columns.map { $0.block(isSmallest: isSmallest) }
    let size = blocks.reduce(VarInt.width(UInt64(blocks.count))) { $0 + $1.size }
    guard Self.framed(size) < Self.framed(output.count - list.start - list.width) else {
      return false
    }
    output.truncate(to: list.start - 1)
    output.append(BinaryTag.rows)
    output.appendLength(size)
    output.appendLength(blocks.count)
    for block in blocks { block.append(to: &output) }
    return true
  }
}
