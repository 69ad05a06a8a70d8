import FerryBase

/// An array in a packed form during direct decoding: a block, or an array by columns (Format.md).
///
/// Its elements are expanded to plain values in groups and then read like other values. The whole
/// array may be much longer than its packed form, because numbered texts occur only once in it. A
/// single element is never longer than the packed form.
final class ExpandedList {
  /// The size of a group of expanded elements in bytes. A group fits the fastest cache.
  private static let groupSize = 8192
  /// The number of bytes after the elements. The first byte is not a valid tag, so no reader gets
  /// past the last element.
  static let padding = 9

  /// The memory, the range and the group number at which a reader continues after the array.
  private(set) var outer: (memory: BinaryLexer, values: Range<Int>, batch: Int)
  /// The number of elements, the number of elements not yet expanded, and the bytes of the array.
  private(set) var count = 0
  private(set) var left = 0
  private(set) var size = 0
  var isByColumns: Bool { !columns.isEmpty }

  /// The document.
  private var source: BinaryLexer
  // The writer and the numbers are taken out during changes, because stored properties of a class
  // cost an exclusivity check for each access.
  private var output: ByteWriter?
  private var numbers: NumberRows?
  private var keyList = 0
  private var columns: [ObjectColumn] = []
  /// Ranges of the output that were copied from the document, with their offsets in it.
  private var copies: [(range: Range<Int>, origin: Int)] = []
  /// Strings of the numbered texts, once they were read.
  private var strings: [String?] = []
  /// The number of the first numbered text. It follows the numbers of the value table.
  private var firstText = 0

  /// Creates a closed array. Call ``begin(_:of:outer:)`` next.
  init(_ source: BinaryLexer) {
    self.source = source
    outer = (source, 0..<0, 0)
  }

  /// Opens the array with `head` in the document.
  func begin(
    _ head: ValueHead, of tables: WireTables,
    outer: (memory: BinaryLexer, values: Range<Int>, batch: Int)
  ) throws(WireFailure) {
    self.outer = outer
    let source = tables.lexer
    self.source = source
    size = head.count
    switch head.tag {
    case BinaryTag.packed:
      let block = try source.readWholeBlock(head)
      count = block.count
      numbers = NumberRows([block], areArrays: false)
    default:
      firstText = tables.valueCount
      let read = try source.readColumns(tables.tables, at: head.start, end: head.end)
      (keyList, count) = (read.keyList, read.count)
      if let blocks = try read.numberBlocks() {
        numbers = NumberRows(blocks, areArrays: true)
        break
      }
      columns = read.columns
      for index in columns.indices {
        columns[index].firstText = strings.count
        strings += repeatElement(nil, count: columns[index].texts.count)
      }
    }
    left = count
  }

  /// Closes the array and keeps a little memory for the next one.
  func close() {
    numbers = nil
    if !copies.isEmpty { copies = [] }
    if isByColumns { (columns, strings) = ([], []) }
    output?.clear(retaining: 64 << 10)
  }

  /// Returns the text for reference `number` in the value at `place` of the elements.
  func text(_ number: Int, at place: Int) -> ByteView? {
    // Values copied from the document cannot refer to numbered texts.
    guard number >= firstText, number - firstText < strings.count, origin(of: place) == nil,
      let column = columns.last(where: { $0.firstText <= number - firstText })
    else { return nil }
    return source.text(Node(word: column.texts[number - firstText - column.firstText]))
  }

  /// Returns the same text as a string that all readers share.
  func string(_ number: Int, at place: Int) -> String? {
    guard let text = text(number, at: place) else { return nil }
    if let string = strings[number - firstText] { return string }
    let string = TapeView.string(validated: text)
    strings[number - firstText] = string
    return string
  }

  /// Returns the offset in the document of the value at `place` of the elements, if it was copied
  /// from there.
  func origin(of place: Int) -> Int? {
    let behind = copies.partitioningIndex { $0.range.lowerBound > place }
    guard behind > 0, copies[behind - 1].range.contains(place) else { return nil }
    return copies[behind - 1].origin + place - copies[behind - 1].range.lowerBound
  }

  /// Expands the next elements.
  /// - Returns: The elements and the padding, valid until the next call, and the number of
  ///   elements.
  func writeNext() throws(WireFailure) -> (BinaryLexer, count: Int) {
    var output = self.output.take() ?? ByteWriter(capacity: Self.groupSize + 512)
    output.clear()
    let before = left
    if var numbers = numbers.take() {
      left -= numbers.writeNext(limit: before, size: Self.groupSize, from: source, to: &output)
      self.numbers = numbers
    } else {
      copies.removeAll(keepingCapacity: true)
      repeat {
        try appendObject(row: count - left, to: &output)
        left -= 1
      } while left > 0 && output.count < Self.groupSize
      if left == 0, let column = columns.first(where: { $0.place != $0.end }) {
        throw WireFailure(.invalidLength, offset: column.place)
      }
    }
    output.append(0xFF)
    output.append(littleEndian: UInt64.max)
    let elements = BinaryLexer(output.bytes)
    self.output = consume output
    return (elements, before - left)
  }

  private func copy(_ range: Range<Int>, to output: inout ByteWriter) {
    let start = output.count
    output.append(source.bytes(at: range.lowerBound, count: range.count))
    copies.append((start..<output.count, range.lowerBound))
  }

  private func appendObject(row: Int, to output: inout ByteWriter) throws(WireFailure) {
    if keyList >= 0 {
      output.appendKeyList(keyList)
    } else if columns.count < 16 {
      output.append(BinaryTag.shortList + UInt8(columns.count))
    } else {
      output.append(BinaryTag.longList)
    }
    let (start, firstCopy) = (output.count, copies.count)
    output.append(0)
    if keyList < 0, columns.count >= 16 { output.appendLength(columns.count) }
    for index in columns.indices {
      let cell = try columns[index].nextCell(of: row, in: source)
      try append(cell, of: index, to: &output)
    }
    let shift = output.endLength(at: start, reserved: 1) - 1
    for index in copies[firstCopy...].indices where shift > 0 {
      let range = copies[index].range
      copies[index].range = range.lowerBound + shift..<range.upperBound + shift
    }
  }

  private func append(
    _ cell: ObjectColumn.Cell, of column: Int, to output: inout ByteWriter
  ) throws(WireFailure) {
    switch cell {
    case .absent: output.append(BinaryTag.absent)
    case .null: output.append(BinaryTag.null)
    case .value:
      let start = columns[column].place
      let end = try source.head(at: start, end: columns[column].end).end
      columns[column].place = end
      copy(start..<end, to: &output)
    case .element(.integer(let value)): output.appendInteger(value)
    case .element(.double(let value)):
      output.append(BinaryTag.double)
      output.append(littleEndian: value.bitPattern)
    case .element(.bool(let value)): output.append(value ? BinaryTag.true : BinaryTag.false)
    case .text(let node): output.appendText(source.text(node))
    case .numberedText(let number):
      output.appendReference(firstText + columns[column].firstText + number)
    }
  }
}
