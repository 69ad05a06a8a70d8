import FerryBytes
import FerryTape

/// Lists of equally long lists of doubles, such as coordinates (Format.md, "Packed lists").
///
/// Elements write themselves, in whatever way their types have: that they are alike shows in their
/// bytes, once all of them are there.
extension BinaryWireWriter {
  /// Makes a matrix of the complete list, whose length is still to be written, if all its elements
  /// are lists of equally many doubles and it is shorter so.
  @usableFromInline @inline(never)
  mutating func packRows(of list: List) -> Bool {
    let countWidth = VarInt.width(UInt64(list.count))
    let start = list.start + list.width + (list.count < 16 ? 0 : countWidth)
    let end = output.count
    // The shortest row has a tag, a length and a number of two bytes.
    guard end - start >= 4 * list.count else { return false }
    let columns = unsafe Self.columns(at: output.pointer(at: start))
    let block = 1 + countWidth + 8 * list.count
    guard columns > 0,
      BodyWriter.framed(1 + columns * block) < BodyWriter.framed(end - list.start - list.width)
    else { return false }
    // It is written behind the list, and moved to its place once all rows were like the first.
    output.append(BinaryTag.matrix)
    output.appendLength(1 + columns * block)
    output.appendLength(columns)
    for _ in 0..<columns {
      output.append(PackedBlock.doubles)
      output.appendLength(list.count)
      unsafe output.append(upTo: 8 * list.count) { _ in 8 * list.count }
    }
    guard copyRows(list.count, columns, from: start..<end, blockSize: block) else {
      output.truncate(to: end)
      return false
    }
    let (size, target) = (output.count - end, list.start - 1)
    // The ranges overlap if it is hardly shorter; `update` moves as memmove does.
    unsafe output.pointer(at: target).update(from: output.pointer(at: end), count: size)
    output.truncate(to: target + size)
    return true
  }

  /// Copies `count` rows in a range of the output to the columns at its end.
  /// - Returns: false if a row is not like the first.
  private func copyRows(
    _ count: Int, _ columns: Int, from rows: Range<Int>, blockSize: Int
  ) -> Bool {
    let end = unsafe UnsafePointer(output.pointer(at: rows.upperBound))
    var place = unsafe UnsafePointer(output.pointer(at: rows.lowerBound))
    let blocks = output.count - columns * blockSize
    var cell = unsafe UnsafeMutableRawPointer(
      output.pointer(at: blocks + blockSize - 8 * count))
    for _ in 0..<count {
      // A list of fewer elements than it said would go on into the matrix, but not behind it: that
      // is longer than any row.
      guard unsafe place < end, unsafe Self.columns(at: place) == columns,
        unsafe Self.copyRow(&place, columns, to: cell, stride: blockSize)
      else { return false }
      unsafe cell += 8
    }
    return unsafe place == end
  }

  /// How many doubles the list at `place` has, if they may be the row of a matrix; else 0.
  @inline(__always)
  private static func columns(at place: UnsafePointer<UInt8>) -> Int {
    // The length of the list takes one byte.
    guard unsafe place[1] < 0x80 else { return 0 }
    switch unsafe place[0] {
    case BinaryTag.shortList + 1..<BinaryTag.shortReference:
      return unsafe Int(place[0] - BinaryTag.shortList)
    case BinaryTag.packed where unsafe place[2] == PackedBlock.doubles:
      return unsafe Int(place[3])
    default: return 0
    }
  }

  /// Copies the doubles of the list at `place` to one column each, and moves behind it.
  /// - Returns: false if there is anything but so many doubles.
  @inline(__always)
  private static func copyRow(
    _ place: inout UnsafePointer<UInt8>, _ columns: Int, to cell: UnsafeMutableRawPointer,
    stride: Int
  ) -> Bool {
    let end = unsafe place + 2 + Int(place[1])
    let isPacked = unsafe place[0] == BinaryTag.packed
    unsafe place += isPacked ? 4 : 2
    var cell = unsafe cell
    for _ in 0..<columns {
      if !isPacked, unsafe place[0] != BinaryTag.double {
        guard let value = unsafe narrowDouble(&place) else { return false }
        unsafe cell.storeBytes(of: value.bitPattern.littleEndian, as: UInt64.self)
      } else {
        if !isPacked { unsafe place += 1 }
        unsafe cell.copyMemory(from: place, byteCount: 8)
        unsafe place += 8
      }
      unsafe cell += stride
    }
    return unsafe place == end
  }

  /// Reads the double of fewer than 8 bytes at `place`, and moves behind it.
  @inline(never)
  private static func narrowDouble(_ place: inout UnsafePointer<UInt8>) -> Double? {
    let tag = unsafe place[0]
    guard (BinaryTag.half..<BinaryTag.longText).contains(tag) else { return nil }
    // The matrix is behind the rows: there are as many bytes as any number takes.
    let lexer = unsafe BinaryLexer(place, count: 1 + VarInt.maximumWidth)
    var width = 1
    guard let value = try? lexer.double(tag, at: &width, end: lexer.count) else { return nil }
    unsafe place += width
    return value
  }
}
