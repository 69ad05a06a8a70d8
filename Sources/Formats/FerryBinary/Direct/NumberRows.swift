import FerryBase

/// Numbers and truth values of blocks, expanded to plain values in groups of rows. The rows are the
/// elements of a packed array or the arrays of a matrix.
///
/// ```
/// | A2 12 | E6 longitude | E6 latitude |  A2 12 | E6 longitude | E6 latitude |  ...
///   head    a tag and 8 bytes each         next row
/// ```
struct NumberRows {
  private var cursors: [NumberBlockCursor]
  /// The bytes before the cells of each row: up to 6 bytes, the first one lowest.
  private var head: UInt64 = 0
  private var headSize = 0
  private let rowSize: Int

  /// Creates the rows of equally long columns. The rows of a matrix are arrays. A packed array is
  /// one column whose elements have no head.
  init(_ columns: [NumberBlockView], areLists: Bool) {
    cursors = columns.map { NumberBlockCursor($0) }
    let size = columns.reduce(0) { $0 + Self.cellSize(of: $1) }
    if areLists { (head, headSize) = Self.head(columns.count, size) }
    rowSize = headSize + size
  }

  /// Returns the head of an array of `count` elements in `size` bytes: a tag, the length and the
  /// count.
  private static func head(_ count: Int, _ size: Int) -> (bytes: UInt64, size: Int) {
    // Each number takes up to two bytes, but its write may touch nine.
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

  /// Expands the next rows from columns of `lexer`: at most `limit` rows and about `size` bytes.
  /// - Returns: The number of rows.
  mutating func writeNext(
    limit: Int, size: Int, from lexer: BinaryLexer, to output: inout ByteWriter
  ) -> Int {
    let count = min(limit, max(size / rowSize, 1))
    output.append(upTo: count * rowSize + 8) { buffer in
      for row in 0..<count {
        // The store writes eight bytes. The cells and the next row replace the bytes after the
        // head.
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

  /// Writes the next `count` elements of a column, one into each row.
  private static func write(
    _ column: inout NumberBlockCursor, _ count: Int, of lexer: BinaryLexer,
    to rows: MutableByteView, at first: Int, stride: Int
  ) {
    var cell = first
    if let offset = column.takePlainDoubles(count) {
      // The bits are copied unchanged: the reader of a cell normalizes NaN.
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
