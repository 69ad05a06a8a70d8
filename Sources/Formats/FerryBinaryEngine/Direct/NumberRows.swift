import FerryBase

/// Numbers and truth values of blocks, expanded to plain values in groups: the elements of a packed
/// array, or arrays with an element of each block.
///
/// ```
/// | A2 12 | E6 longitude | E6 latitude |  A2 12 | E6 longitude | E6 latitude |  ...
///   head    a tag and 8 bytes each
/// ```
struct NumberRows {
  private var cursors: [NumberBlockCursor]
  /// The bytes before the elements of an array.
  private var head: [UInt8] = []
  /// The bytes of one element or array.
  private let size: Int

  /// Creates the elements of equally long blocks.
  init(_ blocks: [NumberBlockView], areArrays: Bool) {
    cursors = blocks.map { NumberBlockCursor($0) }
    let contents = blocks.reduce(0) { $0 + ($1.layout == .bits ? 1 : 9) }
    if areArrays {
      var output = ByteWriter(capacity: 64)
      let count = blocks.count
      output.append(
        count < 16 ? BinaryTag.shortList + UInt8(count) : BinaryTag.longList)
      output.appendLength(contents + (count < 16 ? 0 : VarInt.width(UInt64(count))))
      if count >= 16 { output.appendLength(count) }
      head = [UInt8](output.bytes)
    }
    size = head.count + contents
  }

  /// Expands the next elements from `lexer`: at most `limit`, in about `groupSize` bytes.
  /// - Returns: The number of elements.
  mutating func writeNext(
    limit: Int, size groupSize: Int, from lexer: BinaryLexer, to output: inout ByteWriter
  ) -> Int {
    let count = min(limit, max(groupSize / size, 1))
    output.append(upTo: count * size) { buffer in
      for row in 0..<count {
        for index in head.indices { buffer[row &* size &+ index] = head[index] }
      }
      var first = head.count
      for column in cursors.indices {
        write(column, count, from: lexer, to: buffer, at: first)
        first += cursors[column].block.layout == .bits ? 1 : 9
      }
      return count * size
    }
    return count
  }

  /// Writes the next `count` elements of a block, one into each array.
  private mutating func write(
    _ column: Int, _ count: Int, from lexer: BinaryLexer, to buffer: MutableByteView, at first: Int
  ) {
    var place = first
    if let start = cursors[column].takePlainDoubles(count) {
      // The bits are copied unchanged: the reader of an element normalizes NaN.
      for index in 0..<count {
        buffer[place] = BinaryTag.double
        buffer.store(lexer.input.load(UInt64.self, at: start &+ 8 &* index), at: place &+ 1)
        place &+= size
      }
      return
    }
    for _ in 0..<count {
      var bits: UInt64?
      switch cursors[column].next(in: lexer) {
      case .bool(let value): buffer[place] = value ? BinaryTag.true : BinaryTag.false
      case .double(let value):
        buffer[place] = BinaryTag.double
        bits = value.bitPattern
      case .integer(let value):
        buffer[place] = (value < 0 ? BinaryTag.negative : BinaryTag.positive) &+ 7
        bits = UInt64(bitPattern: value < 0 ? ~value : value)
      }
      if let bits { buffer.store(bits.littleEndian, at: place &+ 1) }
      place &+= size
    }
  }
}
