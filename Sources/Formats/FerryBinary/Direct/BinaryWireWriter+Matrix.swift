import FerryBase

/// Arrays of equally long arrays of doubles, such as coordinates (Format.md, "Packed blocks").
///
/// Elements encode themselves, and each type may do so in its own way. So the writer detects equal
/// rows in their bytes, after all rows are written.
extension BinaryWireWriter {
  /// The number of rows in a sample, a power of two.
  private static var sampleCount: Int { 4 }
  /// The bits of a row number that are zero at the start and at the end of a sample. A sample begins
  /// every 128 rows.
  @inlinable static var sampleMask: Int { 0x7B }

  /// Begins or ends a sample of rows.
  ///
  /// Copying a double is faster than searching for its shortest form. So the writer searches in the
  /// first 4 of each 128 rows only. If a matrix of these rows is shorter than the rows, the doubles
  /// of the other rows take 8 bytes.
  @usableFromInline @inline(never)
  mutating func sampleRows(of list: inout List) {
    if list.begun & Self.sampleCount == 0 {
      plainDepth = -1
      list.sample = output.count
    } else {
      plainDepth = isLongSample(at: list.sample) ? depth + 1 : -1
    }
  }

  /// Returns whether the output from `start` on is a sample of rows that is longer than its matrix.
  private func isLongSample(at start: Int) -> Bool {
    let bytes = output.bytes
    // The shortest sample has one column.
    guard bytes.count - start > 8 * Self.sampleCount else { return false }
    let columns = Self.columns(at: start, in: bytes)
    guard columns > 0, bytes.count - start > 8 * columns * Self.sampleCount else { return false }
    var place = start
    for _ in 0..<Self.sampleCount {
      guard place + 1 < bytes.count, bytes[place] == bytes[start] else { return false }
      let end = min(place + 2 + Int(bytes[place + 1]), bytes.count)
      place += 2
      for _ in 0..<columns {
        if place + 9 <= end, bytes[place] == BinaryTag.double {
          place += 9
        } else {
          guard place < end, Self.double(&place, of: bytes, end: end) != nil else { return false }
        }
      }
      guard place == end else { return false }
    }
    return place == bytes.count
  }

  /// Replaces a complete array, whose length is not yet written, with a matrix. It does so if all
  /// elements are arrays of equally many doubles and the matrix is shorter.
  @usableFromInline @inline(never)
  mutating func packRows(of list: List) -> Bool {
    plainDepth = -1
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
    let size = columns * blockSize
    // Nothing is appended while the cells are filled, so the address stays valid.
    let blocks = unsafe MutableByteView(start: output.pointer(at: bytes.count - size), count: size)
    var place = rows.lowerBound
    var cell = blockSize - 8 * count
    for _ in 0..<count {
      // A row with fewer elements than it states would continue into the matrix, but not behind it:
      // the matrix is longer than any row.
      guard place < rows.upperBound else { return false }
      if Self.copyPlainRow(&place, of: bytes, columns, to: blocks, at: cell, stride: blockSize) {
        cell += 8
        continue
      }
      guard Self.columns(at: place, in: bytes) == columns,
        Self.copyRow(&place, of: bytes, columns, to: blocks, at: cell, stride: blockSize)
      else { return false }
      cell += 8
    }
    return place == rows.upperBound
  }

  /// Copies the array at `place` to one cell of each column if all its elements are doubles of 8
  /// bytes, and then moves `place` behind it.
  @inline(__always)
  private static func copyPlainRow(
    _ place: inout Int, of bytes: ByteView, _ columns: Int, to blocks: MutableByteView,
    at first: Int, stride: Int
  ) -> Bool {
    guard bytes[place] == BinaryTag.shortList &+ UInt8(truncatingIfNeeded: columns),
      Int(bytes[place &+ 1]) == 9 &* columns
    else { return false }
    var next = place &+ 2
    var cell = first
    for _ in 0..<columns {
      guard bytes[next] == BinaryTag.double else { return false }
      blocks.store(bytes.load(UInt64.self, at: next &+ 1), at: cell)
      next &+= 9
      cell &+= stride
    }
    place = next
    return true
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

  /// Copies the doubles of the array at `place` to one cell of each column, and moves `place` behind
  /// it.
  /// - Returns: False if the array does not have exactly `columns` doubles.
  private static func copyRow(
    _ place: inout Int, of bytes: ByteView, _ columns: Int, to blocks: MutableByteView,
    at first: Int, stride: Int
  ) -> Bool {
    let end = place + 2 + Int(bytes[place + 1])
    let isPacked = bytes[place] == BinaryTag.packed
    place += isPacked ? 4 : 2
    var cell = first
    for _ in 0..<columns {
      if isPacked {
        blocks.store(bytes.load(UInt64.self, at: place), at: cell)
        place += 8
      } else {
        // The matrix follows the rows, so there are enough bytes for any number.
        guard let value = double(&place, of: bytes, end: place + 1 + VarInt.maximumWidth) else {
          return false
        }
        blocks.store(value.bitPattern.littleEndian, at: cell)
      }
      cell += stride
    }
    return place == end
  }

  /// Reads the double at `place`, and moves `place` behind it. Returns `nil` if there is another
  /// value or if the double does not end before `end`.
  @inline(never)
  private static func double(_ place: inout Int, of bytes: ByteView, end: Int) -> Double? {
    let tag = bytes[place]
    guard (BinaryTag.half..<BinaryTag.longText).contains(tag) else { return nil }
    place += 1
    return try? BinaryLexer(bytes).double(tag, at: &place, end: end)
  }
}
