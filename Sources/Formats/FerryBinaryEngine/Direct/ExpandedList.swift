import FerryBase

/// A packed array, or an array of rows of numbers, during direct decoding (Format.md).
///
/// Its elements are expanded to plain values in groups and then read like other values. They are numbers,
/// truth values and arrays of numbers, so they contain no packed form and refer to no table.
final class ExpandedList {
  /// The size of a group of expanded elements in bytes. A group fits the fastest cache.
  private static let groupSize = 8192
  /// The number of bytes after the elements. The first byte is not a valid tag, so no reader gets
  /// past the last element.
  static let padding = 9

  /// The range of the document at which a reader continues after the array.
  private(set) var outer = 0..<0
  /// The number of elements, and the number of those not yet expanded.
  private(set) var count = 0
  private(set) var left = 0

  // The writer and the numbers are taken out during changes, because stored properties of a class
  // cost an exclusivity check for each access.
  private var output: ByteWriter?
  private var numbers: NumberRows?

  /// Opens the array with `head` in a document. The values around it end at `end`.
  func begin(_ head: ValueHead, in document: BinaryLexer, end: Int) throws(WireFailure) {
    let areRows = head.tag == BinaryTag.rows
    let blocks =
      areRows ? try document.readRows(head) : [try document.readWholeBlock(head)]
    numbers = NumberRows(blocks, areArrays: areRows)
    count = blocks[0].count
    left = count
    outer = head.end..<end
  }

  /// Closes the array and keeps a little memory for the next one.
  func close() {
    numbers = nil
    output?.clear(retaining: 64 << 10)
  }

  /// Expands the next elements.
  /// - Returns: The elements and the padding, valid until the next call, and the number of
  ///   elements.
  func writeNext(from document: BinaryLexer) -> (BinaryLexer, count: Int) {
    guard var numbers = numbers.take() else { return (document, 0) }
    var output = self.output.take() ?? ByteWriter(capacity: Self.groupSize + 512)
    output.clear()
    let count = numbers.writeNext(
      limit: left, size: Self.groupSize, from: document, to: &output)
    left -= count
    self.numbers = numbers
    output.append(0xFF)
    output.append(littleEndian: UInt64.max)
    let elements = BinaryLexer(output.bytes)
    self.output = consume output
    return (elements, count)
  }
}
