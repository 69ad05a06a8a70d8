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
package struct BinaryScanner: ~Copyable {
  struct Frame {
    /// The offset after the contents.
    let end: Int
    /// The number of members or elements that are left; `nil` for an object with its own keys.
    var left: Int?
    /// The next key of an object with a key list.
    var key = 0
  }

  let reader: BinaryReader
  private let bodyEnd: Int
  /// The offset of the next value, or in an object the offset of the next key.
  var offset: Int
  var frames: [Frame] = []

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
}

// MARK: - Values

extension BinaryReader {
  /// Appends the value at `offset` of a document with this head.
  package static func readValue(
    at offset: Int, of input: ByteView, _ head: BinaryHead, depthLimit: Int, into tape: inout Tape
  ) throws(WireFailure) {
    var reader = BinaryReader(BinaryLexer(input), depthLimit: depthLimit, tables: head.tables)
    var place = offset
    try reader.readValue(at: &place, end: head.body.upperBound, into: &tape)
  }
}
