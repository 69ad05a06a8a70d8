import FerryBytes

/// Numbers and truth values of blocks as plain values, some rows at a time: the elements of a packed
/// list, or the lists of a matrix.
///
/// ```
/// | A2 12 | E6 longitude | E6 latitude |  A2 12 | E6 longitude | E6 latitude |  ...
///   head    a tag and 8 bytes each         next row
/// ```
struct NumberRows {
  private var cursors: [NumberBlockCursor]
  /// What stands in front of each row's cells: up to 6 bytes, the first one lowest.
  private var head: UInt64 = 0
  private var headSize = 0
  private let rowSize: Int

  /// The rows of columns that are all equally long. Those of a matrix are lists, and the one column of
  /// a packed list has its elements alone.
  init(_ columns: [NumberBlockView], areLists: Bool) {
    cursors = columns.map { NumberBlockCursor($0) }
    let size = columns.reduce(0) { $0 + Self.cellSize(of: $1) }
    if areLists { (head, headSize) = Self.head(columns.count, size) }
    rowSize = headSize + size
  }

  /// The head of a list of so many elements with `size` bytes: a tag, the length and the count.
  private static func head(_ count: Int, _ size: Int) -> (bytes: UInt64, size: Int) {
    // Numbers of up to two bytes, of which each may touch nine.
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { buffer in
      guard let base = buffer.baseAddress else { return (0, 0) }
      var width = 1
      if count < 16 {
        unsafe base[0] = BinaryTag.shortList + UInt8(count)
        width += unsafe VarInt.write(UInt64(size), to: base + width)
      } else {
        unsafe base[0] = BinaryTag.longList
        let contents = VarInt.width(UInt64(count)) + size
        width += unsafe VarInt.write(UInt64(contents), to: base + width)
        width += unsafe VarInt.write(UInt64(count), to: base + width)
      }
      return (unsafe BinaryLexer(base, count: 32).integer(at: 0, width: width), width)
    }
  }

  private static func cellSize(of block: NumberBlockView) -> Int { block.layout == .bits ? 1 : 9 }

  /// Writes out the next rows, at most `limit` of them and about `size` bytes, from columns of
  /// `lexer`.
  /// - Returns: their number.
  mutating func writeNext(
    limit: Int, size: Int, from lexer: BinaryLexer, to output: inout ByteWriter
  ) -> Int {
    let count = min(limit, max(size / rowSize, 1))
    unsafe output.append(upTo: count * rowSize + 8) { buffer in
      for row in 0..<count {
        // Eight bytes, of which the cells and the next row write over what is not the head.
        unsafe UnsafeMutableRawPointer(buffer + row * rowSize).storeBytes(
          of: head.littleEndian, as: UInt64.self)
      }
      var cell = unsafe buffer + headSize
      for column in cursors.indices {
        unsafe Self.write(&cursors[column], count, of: lexer, to: cell, stride: rowSize)
        unsafe cell += Self.cellSize(of: cursors[column].block)
      }
      return count * rowSize
    }
    return count
  }

  /// Writes the next `count` elements of a column, each into a row of its own.
  private static func write(
    _ column: inout NumberBlockCursor, _ count: Int, of lexer: BinaryLexer,
    to first: UnsafeMutablePointer<UInt8>, stride: Int
  ) {
    var cell = unsafe first
    if let offset = column.takePlainDoubles(count) {
      // Cells keep their bits: the reader of a cell maps every NaN to one.
      var source = unsafe lexer.base + offset
      for _ in 0..<count {
        unsafe cell.pointee = BinaryTag.double
        unsafe (cell + 1).update(from: source, count: 8)
        unsafe source += 8
        unsafe cell += stride
      }
      return
    }
    for _ in 0..<count {
      var bits: UInt64?
      switch column.next(in: lexer) {
      case .double(let value):
        unsafe cell.pointee = BinaryTag.double
        bits = value.bitPattern
      case .integer(let value):
        unsafe cell.pointee = (value < 0 ? BinaryTag.negative : BinaryTag.positive) + 7
        bits = UInt64(bitPattern: value < 0 ? ~value : value)
      case .bool(let value): unsafe cell.pointee = value ? BinaryTag.true : BinaryTag.false
      }
      if let bits {
        unsafe UnsafeMutableRawPointer(cell + 1).storeBytes(of: bits.littleEndian, as: UInt64.self)
      }
      unsafe cell += stride
    }
  }
}
