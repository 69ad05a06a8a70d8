import FerryBytes
import FerryTape

/// What stands in front of the value of a document: read once, good for any number of scanners.
package struct BinaryHead: Sendable {
  let tables: BinaryReader.Tables
  /// Where the value is.
  let body: Range<Int>

  /// Reads the head of `input`. A checksum is verified, for which all of the input is looked at.
  package init(_ input: ByteView) throws(WireFailure) {
    var reader = BinaryReader(input)
    let head = try reader.readHead()
    body = head.place..<head.end
    tables = reader.tables
  }
}

/// Walks over a document without reading it: the way of a lazy document to one value.
///
/// Every value says how long it is, so what a path passes is stepped over at once, whatever it
/// holds. Of what is stepped over only the length is known to be right: ``BinaryReader`` tells
/// whether a document is valid. Lists of objects by rows or columns, and lists of lists of numbers
/// by columns, are not walked over but read, and so are packed lists of deltas, whose elements follow
/// from one another: there the walk ends, and ``needsTape`` says so.
package struct BinaryScanner: ~Copyable {
  struct Frame {
    enum Kind { case list, keyList, map, packed }

    let kind: Kind
    /// Offset behind the contents.
    let end: Int
    /// The next element and how many there are; in an object of a key list the next key and the
    /// last.
    var next = 0
    var last = 0
    /// Offset of the list, if it is packed.
    var start = 0
  }

  let reader: BinaryReader
  private let bodyEnd: Int
  /// Offset of the value, or in a map of the key, that comes next.
  package internal(set) var offset: Int
  var frames: [Frame] = []
  /// Whether the walk ended at a container that only a reader can enter.
  package internal(set) var needsTape = false

  /// A scanner at the value at `offset` of a document with this head, or at its one value. The input
  /// has to stay where it is as long as the scanner lives.
  package init(
    _ input: ByteView, _ head: BinaryHead, at offset: Int?, depthLimit: Int
  ) {
    reader = BinaryReader(BinaryLexer(input), depthLimit: depthLimit, tables: head.tables)
    self.offset = offset ?? head.body.lowerBound
    bodyEnd = head.body.upperBound
  }

  var lexer: BinaryLexer { reader.lexer }

  /// Where what comes next has to end at the latest.
  var end: Int { frames.last?.end ?? bodyEnd }

  /// The element of the packed list that the cursor is in, and where that list is.
  package var packedElement: (list: Int, element: Int)? {
    guard let frame = frames.last, frame.kind == .packed else { return nil }
    return (frame.start, frame.next)
  }

  /// Offset behind the value at the cursor.
  package func endOfValue() throws(WireFailure) -> Int {
    packedElement == nil ? try lexer.head(at: offset, end: end).end : end
  }

  // MARK: Kinds

  /// The kind of the value at the cursor.
  package func valueKind() throws(WireFailure) -> AnyValue.Kind {
    if let (list, _) = packedElement { return try elementKind(ofListAt: list) }
    return try lexer.kind(of: lexer.head(at: offset, end: end), reader.tables)
  }

  /// The kind that all elements of the packed list at `start` are of.
  package func elementKind(ofListAt start: Int) throws(WireFailure) -> AnyValue.Kind {
    let head = try lexer.head(at: start, end: bodyEnd)
    guard head.count > 0 else { throw WireFailure(.invalidLength, offset: head.start) }
    return lexer[head.start] == PackedBlock.bits ? .bool : .number
  }
}

// MARK: - Values

extension BinaryReader {
  /// Appends the value at `offset` of a document with this head, or the element of the packed list
  /// there.
  package static func readValue(
    at offset: Int, element: Int = -1, of input: ByteView, _ head: BinaryHead,
    depthLimit: Int, into tape: inout Tape
  ) throws(WireFailure) {
    var reader = BinaryReader(
      BinaryLexer(input), depthLimit: depthLimit, tables: head.tables)
    var place = offset
    if element < 0 {
      try reader.readValue(at: &place, end: head.body.upperBound, into: &tape)
    } else {
      try reader.readElement(element, ofListAt: place, end: head.body.upperBound, into: &tape)
    }
  }

  private mutating func readElement(
    _ element: Int, ofListAt offset: Int, end: Int, into tape: inout Tape
  ) throws(WireFailure) {
    valueStart = offset
    let head = try lexer.head(at: offset, end: end)
    let block = try lexer.readExtent(ofBlockAt: head.start, end: head.end)
    guard element < block.count else { throw WireFailure(.invalidLength, offset: offset) }
    try lexer.checkElements(element..<element + 1, of: block, at: head.start)
    var cursor = NumberBlockCursor(block, from: element)
    do throws(WireFailure) {
      try append(cursor.next(in: lexer), to: &tape)
    } catch {
      throw placed(error)
    }
  }
}
