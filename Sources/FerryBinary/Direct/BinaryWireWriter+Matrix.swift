import FerryBytes
import FerryTape

/// Arrays of equally long arrays of doubles, such as coordinates (Format.md, "Packed blocks").
///
/// Elements encode themselves, and each type may do so in its own way. So the writer detects equal
/// rows in their bytes, after all rows are written.
extension BinaryWireWriter {
  /// Replaces a complete array, whose length is not yet written, with a matrix. It does so if all
  /// elements are arrays of equally many doubles and the matrix is shorter.
  @usableFromInline @inline(never)
  mutating func packRows(of list: List) -> Bool {
    let countWidth = VarInt.width(UInt64(list.count))
    let start = list.start + list.width + (list.count < 16 ? 0 : countWidth)
    let end = output.count
    // The shortest row has a tag, a length and a number of two bytes.
    guard end - start >= 4 * list.count else { return false }
    let columns = Self.columns(at: start, in: output.bytes)
    let block = 1 + countWidth + 8 * list.count
    guard columns > 0,
      BodyWriter.framed(1 + columns * block) < BodyWriter.framed(end - list.start - list.width)
    else { return false }
    // The matrix is written after the array. It moves to the start once all rows have matched the
    // first.
    output.append(BinaryTag.matrix)
    output.appendLength(1 + columns * block)
    output.appendLength(columns)
    for _ in 0..<columns {
      output.append(PackedBlock.doubles)
      output.appendLength(list.count)
      output.append(upTo: 8 * list.count) { _ in 8 * list.count }
    }
    guard copyRows(list.count, columns, from: start..<end, blockSize: block) else {
      output.truncate(to: end)
      return false
    }
    let target = list.start - 1
    output.moveEnd(from: end, to: target)
    return true
  }

  /// Copies `count` rows in a range of the output to the columns at its end.
  /// - Returns: False if a row differs in form from the first.
  private func copyRows(
    _ count: Int, _ columns: Int, from rows: Range<Int>, blockSize: Int
  ) -> Bool {
    let bytes = output.bytes
    var place = rows.lowerBound
    let blocks = output.count - columns * blockSize
    var cell = blocks + blockSize - 8 * count
    for _ in 0..<count {
      // A row with fewer elements than it states would continue into the matrix, but not behind it:
      // the matrix is longer than any row.
      guard place < rows.upperBound, Self.columns(at: place, in: bytes) == columns,
        copyRow(&place, of: bytes, columns, to: cell, stride: blockSize)
      else { return false }
      cell += 8
    }
    return place == rows.upperBound
  }

  /// Returns the number of doubles in the array at `place`, if it may be the row of a matrix;
  /// otherwise 0.
  @inline(__always)
  private static func columns(at place: Int, in bytes: ByteView) -> Int {
    // The length of the row takes one byte.
    guard bytes[place + 1] < 0x80 else { return 0 }
    switch bytes[place] {
    case BinaryTag.shortList + 1..<BinaryTag.shortReference:
      return Int(bytes[place] - BinaryTag.shortList)
    case BinaryTag.packed where bytes[place + 2] == PackedBlock.doubles:
      return Int(bytes[place + 3])
    default: return 0
    }
  }

  /// Copies the doubles of the array at `place` to one column each, and moves `place` behind it.
  /// - Returns: False if the array does not have exactly `columns` doubles.
  @inline(__always)
  private func copyRow(
    _ place: inout Int, of bytes: ByteView, _ columns: Int, to cell: Int, stride: Int
  ) -> Bool {
    let end = place + 2 + Int(bytes[place + 1])
    let isPacked = bytes[place] == BinaryTag.packed
    place += isPacked ? 4 : 2
    var cell = cell
    for _ in 0..<columns {
      if !isPacked, bytes[place] != BinaryTag.double {
        guard let value = Self.narrowDouble(&place, of: bytes) else { return false }
        output.store(value.bitPattern.littleEndian, at: cell)
      } else {
        if !isPacked { place += 1 }
        output.store(bytes.load(UInt64.self, at: place), at: cell)
        place += 8
      }
      cell += stride
    }
    return place == end
  }

  /// Reads the double of fewer than 8 bytes at `place`, and moves `place` behind it.
  @inline(never)
  private static func narrowDouble(_ place: inout Int, of bytes: ByteView) -> Double? {
    let tag = bytes[place]
    guard (BinaryTag.half..<BinaryTag.longText).contains(tag) else { return nil }
    // The matrix follows the rows, so there are enough bytes for any number.
    var end = place + 1
    guard
      let value = try? BinaryLexer(bytes).double(tag, at: &end, end: end + VarInt.maximumWidth)
    else { return nil }
    place = end
    return value
  }
}
