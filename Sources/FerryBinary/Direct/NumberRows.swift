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
    MutableByteView.withScratch(32) { bytes in
      var width = 1
      if count < 16 {
        bytes[0] = BinaryTag.shortList + UInt8(count)
        width += VarInt.write(UInt64(size), to: bytes.suffix(from: width))
      } else {
        bytes[0] = BinaryTag.longList
        let contents = VarInt.width(UInt64(count)) + size
        width += VarInt.write(UInt64(contents), to: bytes.suffix(from: width))
        width += VarInt.write(UInt64(count), to: bytes.suffix(from: width))
      }
      return (BinaryLexer(bytes.prefix(32)).integer(at: 0, width: width), width)
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
    output.append(upTo: count * rowSize + 8) { buffer in
      for row in 0..<count {
        // Eight bytes, of which the cells and the next row write over what is not the head.
        buffer.store(head.littleEndian, at: row * rowSize)
      }
      var cell = headSize
      for column in cursors.indices {
        Self.write(&cursors[column], count, of: lexer, to: buffer, at: cell, stride: rowSize)
        cell += Self.cellSize(of: cursors[column].block)
      }
      return count * rowSize
    }
    return count
  }

  /// Writes the next `count` elements of a column, each into a row of its own.
  private static func write(
    _ column: inout NumberBlockCursor, _ count: Int, of lexer: BinaryLexer,
    to rows: MutableByteView, at first: Int, stride: Int
  ) {
    var cell = first
    if let offset = column.takePlainDoubles(count) {
      // Cells keep their bits: the reader of a cell maps every NaN to one.
      for index in 0..<count {
        rows[cell] = BinaryTag.double
        rows.store(lexer.input.load(UInt64.self, at: offset &+ 8 &* index), at: cell &+ 1)
        cell &+= stride
      }
      return
    }
    for _ in 0..<count {
      var bits: UInt64?
      switch column.next(in: lexer) {
      case .double(let value):
        rows[cell] = BinaryTag.double
        bits = value.bitPattern
      case .integer(let value):
        rows[cell] = (value < 0 ? BinaryTag.negative : BinaryTag.positive) + 7
        bits = UInt64(bitPattern: value < 0 ? ~value : value)
      case .bool(let value): rows[cell] = value ? BinaryTag.true : BinaryTag.false
      }
      if let bits { rows.store(bits.littleEndian, at: cell &+ 1) }
      cell &+= stride
    }
  }
}
