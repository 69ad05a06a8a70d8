import FerryBase

/// The elements of a packed array, expanded to plain values of 9 bytes in groups. Truth values take one
/// byte.
struct NumberRows {
  private var cursor: NumberBlockCursor
  private let size: Int

  init(_ block: NumberBlockView) {
    cursor = NumberBlockCursor(block)
    size = block.layout == .bits ? 1 : 9
  }

  /// Expands the next elements from `lexer`: at most `limit`, in about `limitSize` bytes.
  /// - Returns: The number of elements.
  mutating func writeNext(
    limit: Int, size limitSize: Int, from lexer: BinaryLexer, to output: inout ByteWriter
  ) -> Int {
    let count = min(limit, limitSize / size)
    for _ in 0..<count {
      switch cursor.next(in: lexer) {
      case .double(let value): output.appendPlain(value)
      case .integer(let value):
        output.append((value < 0 ? BinaryTag.negative : BinaryTag.positive) + 7)
        output.append(littleEndian: UInt64(bitPattern: value < 0 ? ~value : value))
      case .bool(let value): output.append(value ? BinaryTag.true : BinaryTag.false)
      }
    }
    return count
  }
}
