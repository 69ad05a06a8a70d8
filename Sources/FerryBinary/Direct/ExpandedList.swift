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
  private static let room = 8192
  /// Bytes behind the elements. The first one is no value, so no reader gets past the last element.
  static let padding = 9

  /// Where a reader goes on behind the list.
  let outer: (memory: BinaryLexer, values: Range<Int>)
  /// The number of the elements that the reader came from.
  let outerBatch: Int
  /// Elements that have not been written out.
  private(set) var left: Int
  var isByColumns: Bool { !columns.isEmpty }

  /// The document, and what is left of the list there.
  private let source: BinaryLexer
  private var place: Int
  private let end: Int
  private let count: Int
  private var output = ByteWriter(capacity: room + 512)
  private var numbers: NumberRows?
  private var shape = 0
  private var columns: [BatchColumn] = []
  /// What was copied to the output as it stands, and where it stands in the document.
  private var copies: [(range: Range<Int>, origin: Int)] = []
  /// Strings of the texts that columns have numbers for.
  private var strings: [String?] = []
  /// References to those texts are numbers from here on: behind those of the value table.
  private let firstText: Int

  /// The list in `source` with `head`.
  init(
    _ head: ValueHead, in source: BinaryLexer, _ tables: BinaryReader.Tables,
    outer: (memory: BinaryLexer, values: Range<Int>), _ outerBatch: Int
  ) throws(Failure) {
    (self.source, self.outer, self.outerBatch) = (source, outer, outerBatch)
    (place, end) = (head.start, head.end)
    firstText = tables.values.count
    switch head.tag {
    case BinaryTag.packed:
      let block = try source.readWholeBlock(head)
      count = block.count
      numbers = NumberRows([block], areLists: false)
    case BinaryTag.matrix:
      let blocks = try source.readMatrixColumns(at: place, end: end)
      count = blocks[0].count
      numbers = NumberRows(blocks, areLists: true)
    default:
      (shape, count) = try tables.readBatchHeader(source, at: &place, end: end)
      if head.tag == BinaryTag.columns {
        columns = try source.readColumns(tables.keys(ofShape: shape), count, at: place, end: end)
        place = end
        for index in columns.indices {
          columns[index].firstText = strings.count
          strings += repeatElement(nil, count: columns[index].texts.count)
        }
      }
    }
    left = count
  }

  /// The text that the value at `place` of the elements refers to by `number`.
  func text(_ number: Int, at place: Int) -> UnsafeBufferPointer<UInt8>? {
    // Values of the document cannot refer to it.
    guard number >= firstText, number - firstText < strings.count, origin(of: place) == nil,
      let column = columns.last(where: { $0.firstText <= number - firstText })
    else { return nil }
    return unsafe source.text(Node(word: column.texts[number - firstText - column.firstText]))
  }

  /// The same as a string, which all who read it share.
  func string(_ number: Int, at place: Int) -> String? {
    guard let text = unsafe text(number, at: place) else { return nil }
    if let string = strings[number - firstText] { return string }
    let string = unsafe TapeView.string(validated: text)
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
  func writeNext() throws(Failure) -> (BinaryLexer, count: Int) {
    output.clear()
    copies.removeAll(keepingCapacity: true)
    let before = left
    if numbers != nil {
      left -= numbers?.writeNext(limit: left, room: Self.room, from: source, to: &output) ?? 0
    } else {
      repeat {
        try appendObject(row: count - left)
        left -= 1
      } while left > 0 && output.count < Self.room
      if left == 0, place != end || columns.contains(where: { $0.place != $0.end }) {
        throw Failure(.invalidLength, offset: place)
      }
    }
    for _ in 0..<Self.padding { output.append(0xFF) }
    return (unsafe BinaryLexer(output.bytes), before - left)
  }

  private func copy(_ range: Range<Int>) {
    let start = output.count
    unsafe output.append(source.bytes(at: range.lowerBound, count: range.count))
    copies.append((start..<output.count, range.lowerBound))
  }

  private func appendObject(row: Int) throws(Failure) {
    output.appendShape(shape)
    if !isByColumns {
      let length = try source.length(at: &place, end: end)
      output.appendLength(length)
      copy(place..<place + length)
      place += length
      return
    }
    let (start, firstCopy) = (output.count, copies.count)
    output.append(0)
    for index in columns.indices { try appendCell(row: row, of: &columns[index]) }
    let shift = output.endLength(at: start, reserved: 1) - 1
    for index in copies[firstCopy...].indices where shift > 0 {
      let range = copies[index].range
      copies[index].range = range.lowerBound + shift..<range.upperBound + shift
    }
  }

  private func appendCell(row: Int, of column: inout BatchColumn) throws(Failure) {
    switch try column.nextCell(of: row, in: source) {
    case .absent: output.append(BinaryTag.absent)
    case .null: output.append(BinaryTag.null)
    case .value:
      let start = column.place
      column.place = try source.head(at: start, end: column.end).end
      copy(start..<column.place)
    case .element(.integer(let value)): output.appendInteger(value)
    case .element(.double(let value)):
      output.append(BinaryTag.double)
      output.append(littleEndian: value.bitPattern)
    case .element(.bool(let value)): output.append(value ? BinaryTag.true : BinaryTag.false)
    case .text(let node): unsafe output.appendText(source.text(node))
    case .numberedText(let number): output.appendReference(firstText + column.firstText + number)
    }
  }
}
