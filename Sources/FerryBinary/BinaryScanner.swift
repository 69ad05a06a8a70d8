import FerryBytes
import FerryTape

/// What stands in front of the value of a document: read once, good for any number of scanners.
package struct BinaryHead: Sendable {
  let tables: BinaryReader.Tables
  /// Where the value is.
  package let body: Range<Int>

  /// Reads the head of `input`. A checksum is verified, for which all of the input is looked at.
  package init(_ input: UnsafeBufferPointer<UInt8>) throws(Failure) {
    var reader = unsafe BinaryReader(input)
    body = try reader.readHead()
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
@safe
package struct BinaryScanner: ~Copyable {
  struct Frame {
    enum Kind { case list, shape, map, packed }

    let kind: Kind
    /// Offset behind the contents.
    let end: Int
    /// The next element and how many there are; in an object of a shape the next key and the last.
    var next = 0
    var last = 0
    /// Offset of the list, if it is packed.
    var start = 0
  }

  var reader: BinaryReader
  let base: UnsafePointer<UInt8>
  private let bodyEnd: Int
  /// Offset of the value, or in a map of the key, that comes next.
  package internal(set) var offset: Int
  var frames: [Frame] = []
  /// Whether the walk ended at a container that only a reader can enter.
  package internal(set) var needsTape = false

  /// A scanner at the value at `offset` of a document with this head, or at its one value. The input
  /// has to stay where it is as long as the scanner lives.
  package init?(
    _ input: UnsafeBufferPointer<UInt8>, _ head: BinaryHead, at offset: Int? = nil,
    limits: BinaryReader.Limits = .init()
  ) {
    guard let base = input.baseAddress else { return nil }
    reader = unsafe BinaryReader(input, limits: limits)
    reader.tables = head.tables
    unsafe self.base = base
    self.offset = offset ?? head.body.lowerBound
    bodyEnd = head.body.upperBound
  }

  /// Where what comes next has to end at the latest.
  var end: Int { frames.last?.end ?? bodyEnd }

  /// The element of the packed list that the cursor is in, and where that list is.
  package var packedElement: (list: Int, element: Int)? {
    guard let frame = frames.last, frame.kind == .packed else { return nil }
    return (frame.start, frame.next)
  }

  /// The tag of the value at the cursor.
  func tag() throws(Failure) -> UInt8 {
    guard offset < end else { throw reader.lengthFailure(at: offset, end: end) }
    return unsafe base[offset]
  }

  /// Makes sure that the value at the cursor ends where it may.
  package func checkExtent() throws(Failure) {
    if packedElement == nil { _ = try reader.end(ofValueAt: offset, end: end) }
  }

  // MARK: Kinds

  /// What a value is, by its tag.
  package enum ValueKind: Sendable {
    case null, bool, number, string, bytes, list, map
  }

  /// The kind of the value at the cursor.
  package func valueKind() throws(Failure) -> ValueKind {
    if let (list, _) = packedElement { return try elementKind(ofListAt: list) }
    let tag = try tag()
    switch tag {
    case BinaryTag.shortText..<BinaryTag.shortShape, BinaryTag.longText, BinaryTag.uuid:
      return .string
    case BinaryTag.shortShape..<BinaryTag.shortList, BinaryTag.longShape, BinaryTag.map: return .map
    case BinaryTag.shortList..<BinaryTag.shortReference, BinaryTag.longList, BinaryTag.packed,
      BinaryTag.matrix, BinaryTag.rows, BinaryTag.columns:
      return .list
    case BinaryTag.shortReference..<BinaryTag.positive, BinaryTag.longReference:
      var place = offset + 1
      var number = UInt64(tag &- BinaryTag.shortReference)
      if tag == BinaryTag.longReference {
        number = try unsafe reader.readVarInt(base, at: &place, end: end)
      }
      return try entry(number).kind == .text ? .string : .number
    case BinaryTag.null, BinaryTag.nestedNull: return .null
    case BinaryTag.false, BinaryTag.true: return .bool
    case BinaryTag.bytes: return .bytes
    case BinaryTag.extension:
      var place = offset + 1
      let length = try unsafe reader.readLength(base, at: &place, end: end)
      return unsafe length > 0 && base[place] == BinaryTag.numberText ? .number : .bytes
    case BinaryTag.absent, 0xFE...0xFF: throw Failure(.invalidTag, offset: offset)
    default: return .number
    }
  }

  /// The kind that all elements of the packed list at `start` are of.
  package func elementKind(ofListAt start: Int) throws(Failure) -> ValueKind {
    var place = start + 1
    _ = try unsafe reader.readLength(base, at: &place, end: bodyEnd)
    guard place < bodyEnd else { throw Failure(.invalidLength, offset: place) }
    return unsafe base[place] == PackedBlock.bits ? .bool : .number
  }

  /// An entry of the value table.
  func entry(_ number: UInt64) throws(Failure) -> Node {
    guard number < UInt64(reader.tables.values.count) else {
      throw Failure(.invalidReference, offset: offset)
    }
    return Node(word: reader.tables.values[Int(number)])
  }
}

// MARK: - Values

extension BinaryReader {
  /// Appends the value at `offset` of a document with this head, or the element of the packed list
  /// there.
  package mutating func readValue(
    at offset: Int, element: Int = -1, _ head: BinaryHead, into tape: inout Tape
  ) throws(Failure) {
    do throws(Failure) {
      tables = head.tables
      var place = offset
      if element < 0 {
        try readValue(at: &place, end: head.body.upperBound, into: &tape)
      } else {
        try readElement(element, ofListAt: place, end: head.body.upperBound, into: &tape)
      }
    } catch {
      throw error.offset < 0 ? Failure(error.kind, offset: valueStart) : error
    }
  }

  /// Offset of the value that became `node` when the value at `offset` was read.
  package static func offset(
    ofNode node: Int, ofValueAt offset: Int, in input: UnsafeBufferPointer<UInt8>,
    _ head: BinaryHead, limits: Limits
  ) -> Int? {
    var reader = unsafe BinaryReader(input, limits: limits)
    reader.tables = head.tables
    var tape = Tape(wordLimit: node)
    var place = offset
    do throws(Failure) {
      try reader.readValue(at: &place, end: head.body.upperBound, into: &tape)
    } catch {
      // The node that does not fit is the one that is looked for.
      if error.kind == .nodeLimit { return reader.valueStart }
    }
    return nil
  }

  private mutating func readElement(
    _ element: Int, ofListAt offset: Int, end: Int, into tape: inout Tape
  ) throws(Failure) {
    valueStart = offset
    guard let base = unsafe input.baseAddress else { return }
    var place = offset + 1
    let length = try unsafe readLength(base, at: &place, end: end)
    let block = try unsafe readExtent(base, ofBlockAt: place, end: place + length)
    guard element < block.count else { throw Failure(.invalidLength, offset: offset) }
    try checkElements(element..<element + 1, of: block, at: place)
    var cursor = NumberBlockCursor(block, from: element)
    try unsafe append(cursor.next(in: input), to: &tape)
  }
}
