import FerryBytes

/// The rows of a matrix as lists, some at a time: who reads elements of any type reads them there.
///
/// ```
/// | A2 12 | E6 longitude | E6 latitude |  A2 12 | E6 longitude | E6 latitude |  ...
///   head    a tag and 8 bytes each         next row
/// ```
@usableFromInline
@safe
struct MatrixRows: ~Copyable {
  /// Bytes of rows that are written out at a time, so that they stay in the nearest cache.
  private static let room = 8192
  private static let cellSize = 9

  private var cursors: [NumberBlockCursor]
  /// What stands in front of each row's cells: up to 6 bytes, the first one lowest.
  private let head: UInt64
  private let headSize: Int
  private var output = ByteWriter(capacity: room)
  /// Rows that have not been written out.
  @usableFromInline private(set) var left: Int

  /// The rows of columns with numbers, all equally long.
  init(_ columns: [NumberBlockView]) {
    cursors = columns.map { NumberBlockCursor($0) }
    left = columns.first?.count ?? 0
    let size = columns.count * Self.cellSize
    if columns.count < 16 {
      output.append(BinaryTag.shortList + UInt8(columns.count))
      output.appendLength(size)
    } else {
      output.append(BinaryTag.longList)
      output.appendLength(VarInt.width(UInt64(columns.count)) + size)
      output.appendLength(columns.count)
    }
    headSize = output.count
    head = unsafe BinaryLexer(output.bytes).integer(at: 0, width: headSize)
  }

  /// The bytes of the rows that were written out last; valid until the next are.
  var bytes: UnsafeBufferPointer<UInt8> { unsafe output.bytes }

  /// Writes out the next rows, from columns of `lexer`.
  /// - Returns: their number.
  mutating func writeNext(from lexer: BinaryLexer) -> Int {
    let rowSize = headSize + cursors.count * Self.cellSize
    let count = min(left, max(Self.room / rowSize, 1))
    left -= count
    output.clear()
    unsafe output.append(upTo: count * rowSize) { room in
      for row in 0..<count {
        // Eight bytes, of which the cells write over what is not the head.
        unsafe UnsafeMutableRawPointer(room + row * rowSize).storeBytes(
          of: head.littleEndian, as: UInt64.self)
      }
      for column in cursors.indices {
        let cell = unsafe room + headSize + column * Self.cellSize
        unsafe Self.write(&cursors[column], count, of: lexer, to: cell, stride: rowSize)
      }
      return count * rowSize
    }
    return count
  }

  /// Writes the next `count` numbers of a column, each into a row of its own.
  private static func write(
    _ column: inout NumberBlockCursor, _ count: Int, of lexer: BinaryLexer,
    to first: UnsafeMutablePointer<UInt8>, stride: Int
  ) {
    var cell = unsafe first
    if let offset = column.takePlainDoubles(count) {
      // As they stand: whoever reads a cell makes one NaN of all.
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
      let tag: UInt8
      let bits: UInt64
      switch column.next(in: lexer) {
      case .double(let value): (tag, bits) = (BinaryTag.double, value.bitPattern)
      case .integer(let value) where value < 0:
        (tag, bits) = (BinaryTag.negative + 7, UInt64(bitPattern: ~value))
      case .integer(let value): (tag, bits) = (BinaryTag.positive + 7, UInt64(value))
      case .bool: (tag, bits) = (BinaryTag.null, 0)  // Columns of truth values are not let in.
      }
      unsafe cell.pointee = tag
      unsafe UnsafeMutableRawPointer(cell + 1).storeBytes(of: bits.littleEndian, as: UInt64.self)
      unsafe cell += stride
    }
  }
}
