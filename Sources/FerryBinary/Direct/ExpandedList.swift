import FerryBytes
import FerryTape

/// A list in a packed form while it is read directly: a block, a matrix, or objects by rows or by
/// columns (Format.md).
///
/// Its elements are written out as plain values, some at a time, and read like any others. A whole
/// list could be any number of times as long as it is in the document, as texts that have numbers
/// count once there; one element is never longer than the list.
final class ExpandedList {
  /// Bytes of elements that are written out at a time, so that they stay in the nearest cache.
  private static let groupSize = 8192
  /// Bytes behind the elements. The first one is no value, so no reader gets past the last element.
  static let padding = 9

  /// Where a reader goes on behind the list, and the number of the elements that it came from.
  private(set) var outer: (memory: BinaryLexer, values: Range<Int>, batch: Int)
  /// Elements of the list, those that have not been written out, and bytes of the list.
  private(set) var count = 0
  private(set) var left = 0
  private(set) var size = 0
  var isByColumns: Bool { !columns.isEmpty }

  /// The document, and what is left of the list there.
  private var source: BinaryLexer
  private var place = 0
  private var end = 0
  // The writer and the numbers are taken out while they change: stored properties of a class cost an
  // exclusivity check each.
  private var output: ByteWriter?
  private var numbers: NumberRows?
  private var keyList = 0
  private var columns: [BatchColumn] = []
  /// What was copied to the output as it stands, and where it stands in the document.
  private var copies: [(range: Range<Int>, origin: Int)] = []
  /// Strings of the texts that columns have numbers for.
  private var strings: [String?] = []
  /// References to those texts are numbers from here on: behind those of the value table.
  private var firstText = 0

  /// A list to be begun.
  init(_ source: BinaryLexer) {
    self.source = source
    outer = (source, 0..<0, 0)
  }

  /// Begins the list in the document with `head`.
  func begin(
    _ head: ValueHead, of tables: WireTables,
    outer: (memory: BinaryLexer, values: Range<Int>, batch: Int)
  ) throws(WireFailure) {
    self.outer = outer
    let source = tables.lexer
    self.source = source
    (place, end, size) = (head.start, head.end, head.count)
    switch head.tag {
    case BinaryTag.packed:
      let block = try source.readWholeBlock(head)
      count = block.count
      numbers = NumberRows([block], areLists: false)
    case BinaryTag.matrix:
      let blocks = try source.readMatrixColumns(at: head.start, end: head.end)
      count = blocks[0].count
      numbers = NumberRows(blocks, areLists: true)
    default:
      firstText = tables.valueCount
      (keyList, count) = try tables.tables.readBatchHeader(source, at: &place, end: end)
      if head.tag == BinaryTag.columns {
        columns = try source.readColumns(
          tables.tables.keys(ofKeyList: keyList), count, at: place, end: end)
        place = end
        for index in columns.indices {
          columns[index].firstText = strings.count
          strings += repeatElement(nil, count: columns[index].texts.count)
        }
      }
    }
    left = count
  }

  /// Forgets the list; a little memory is kept for the next.
  func close() {
    numbers = nil
    if !copies.isEmpty { copies = [] }
    if isByColumns { (columns, strings) = ([], []) }
    output?.clear(retaining: 64 << 10)
  }

  /// The text that the value at `place` of the elements refers to by `number`.
  func text(_ number: Int, at place: Int) -> ByteView? {
    // Values of the document cannot refer to it.
    guard number >= firstText, number - firstText < strings.count, origin(of: place) == nil,
      let column = columns.last(where: { $0.firstText <= number - firstText })
    else { return nil }
    return source.text(Node(word: column.texts[number - firstText - column.firstText]))
  }

  /// The same as a string, which all who read it share.
  func string(_ number: Int, at place: Int) -> String? {
    guard let text = text(number, at: place) else { return nil }
    if let string = strings[number - firstText] { return string }
    let string = TapeView.string(validated: text)
    strings[number - firstText] = string
    return string
  }

  /// Where what is at `place` of the elements stands in the document, if it was copied from there.
  func origin(of place: Int) -> Int? {
    let behind = copies.partitioningIndex { $0.range.lowerBound > place }
    guard behind > 0, copies[behind - 1].range.contains(place) else { return nil }
    return copies[behind - 1].origin + place - copies[behind - 1].range.lowerBound
  }

  /// Writes out the next elements.
  /// - Returns: the elements and what is behind them, valid until the next are written, and their
  ///   number.
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
      if left == 0, place != end || columns.contains(where: { $0.place != $0.end }) {
        throw WireFailure(.invalidLength, offset: place)
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
    output.appendKeyList(keyList)
    if !isByColumns {
      let length = try source.length(at: &place, end: end)
      output.appendLength(length)
      copy(place..<place + length, to: &output)
      place += length
      return
    }
    let (start, firstCopy) = (output.count, copies.count)
    output.append(0)
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
    _ cell: BatchColumn.Cell, of column: Int, to output: inout ByteWriter
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
