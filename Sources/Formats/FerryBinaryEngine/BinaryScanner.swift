import FerryBase

/// The part of a document before its value. It is read once and serves any number of scanners.
package struct BinaryHead: Sendable {
  let tables: BinaryReader.Tables
  /// The range of the value.
  let body: Range<Int>

  /// Reads the head of `input`. Verifies the checksum, if there is one, which reads the whole
  /// input.
  package init(_ input: ByteView) throws(WireFailure) {
    var reader = BinaryReader(input)
    let head = try reader.readHead()
    body = head.place..<head.end
    tables = reader.tables
  }
}

/// A scanner that moves through a document without reading its values. A lazy document uses it to
/// find one value.
///
/// Every value starts with its length, so the scanner skips unneeded values in constant time. The
/// scanner checks only the length of a skipped value; ``BinaryReader`` validates a whole document.
/// The scanner cannot enter arrays by columns and packed arrays of deltas. At such a
/// value it fails and sets ``needsTape``.
package struct BinaryScanner: ~Copyable {
  struct Frame {
    enum Kind { case list, keyList, map, packed }

    let kind: Kind
    /// The offset after the contents.
    let end: Int
    /// The next element and the number of elements. In an object with a key list: the next key and
    /// the end of its keys.
    var next = 0
    var last = 0
    /// The offset of the array, if it is packed.
    var start = 0
  }

  let reader: BinaryReader
  private let bodyEnd: Int
  /// The offset of the next value, or in an object the offset of the next key.
  package internal(set) var offset: Int
  var frames: [Frame] = []
  /// Whether the scanner stopped at a container that only a reader can enter.
  package internal(set) var needsTape = false

  /// Creates a scanner at the value at `offset` of a document with this head. Without `offset`, the
  /// scanner starts at the document's value. The memory of the input must stay valid while the
  /// scanner lives.
  package init(
    _ input: ByteView, _ head: BinaryHead, at offset: Int?, depthLimit: Int
  ) {
    reader = BinaryReader(BinaryLexer(input), depthLimit: depthLimit, tables: head.tables)
    self.offset = offset ?? head.body.lowerBound
    bodyEnd = head.body.upperBound
  }

  var lexer: BinaryLexer { reader.lexer }

  /// The limit for the end of the next value.
  var end: Int { frames.last?.end ?? bodyEnd }

  /// The offset of the packed array around the cursor, and the index of the current element.
  package var packedElement: (list: Int, element: Int)? {
    guard let frame = frames.last, frame.kind == .packed else { return nil }
    return (frame.start, frame.next)
  }

  /// Returns the offset after the value at the cursor.
  package func endOfValue() throws(WireFailure) -> Int {
    packedElement == nil ? try lexer.head(at: offset, end: end).end : end
  }

  // MARK: Kinds

  /// Returns the kind of the value at the cursor.
  package func valueKind() throws(WireFailure) -> AnyValue.Kind {
    if let (list, _) = packedElement { return try elementKind(ofListAt: list) }
    return try lexer.kind(of: lexer.head(at: offset, end: end), reader.tables)
  }

  /// Returns the kind of all elements of the packed array at `start`.
  package func elementKind(ofListAt start: Int) throws(WireFailure) -> AnyValue.Kind {
    let head = try lexer.head(at: start, end: bodyEnd)
    guard head.count > 0 else { throw WireFailure(.invalidLength, offset: head.start) }
    return lexer[head.start] == PackedBlock.bits ? .bool : .number
  }
}

// MARK: - Values

extension BinaryReader {
  /// Appends the value at `offset` of a document with this head. With `element`, appends that
  /// element of the packed array at `offset`.
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
