import FerryBytes
import FerryTape

/// Reads documents of the binary format into a tape (Format.md).
///
/// Every length is checked against the end of what it lies in before anything is read or made
/// from it, so a hostile input costs no more than a few words per byte that is really there.
/// Texts become ranges of the input, those of the tables too.
package struct BinaryReader: ~Copyable {
  let lexer: BinaryLexer
  /// Containers inside each other, at most.
  let depthLimit: Int
  var tables = Tables()
  var keySet = KeySet()
  /// The keys of the tables.
  var tableKeys = KeySet()
  /// For each key of the tables, the last key list that named it, counted from 1.
  var lastKeyLists: [UInt32] = []
  var stack: [Frame] = []
  /// Batches by columns that are being read.
  var columnDepth = 0
  /// Offset of the value that is being read.
  var valueStart = 0

  /// A reader of `input`, which has to stay where it is as long as the reader lives.
  package init(_ input: ByteView, depthLimit: Int = OpenContainer.standardLimit) {
    self.init(BinaryLexer(input), depthLimit: depthLimit)
  }

  init(
    _ lexer: BinaryLexer, depthLimit: Int = OpenContainer.standardLimit, tables: Tables = Tables()
  ) {
    self.lexer = lexer
    self.depthLimit = depthLimit
    self.tables = tables
  }

  /// Appends the one document that the input is made of.
  package mutating func readDocument(into tape: inout Tape) throws(WireFailure) {
    var (place, end, _) = try readHead()
    try readValue(at: &place, end: end, into: &tape)
    if place != end { throw WireFailure(.trailingContent, offset: place) }
  }

  /// Reads what stands in front of the value: flags and tables. A checksum is verified.
  /// - Returns: where the value is and has to end, and what is known of the tables.
  mutating func readHead() throws(WireFailure) -> (place: Int, end: Int, known: KnownTables?) {
    let body = try lexer.documentHead().body
    try lexer.verifyChecksum(at: body.upperBound)
    var place = body.lowerBound
    let known = try KnownTables.read(at: &place, end: body.upperBound, with: &self)
    return (place, body.upperBound, known)
  }

  /// Offset of the value that becomes `node` of the tape that `read` fills: errors are rare, so no
  /// memory is spent on the places of values. A key of a key list is where its value is.
  package static func offset(
    ofNode node: Int, _ read: (inout Tape) throws(WireFailure) -> Void
  ) -> Int? {
    var tape = Tape(wordLimit: node)
    do throws(WireFailure) {
      try read(&tape)
    } catch {
      // The node that does not fit is the one that is looked for.
      if error.kind == .nodeLimit { return error.offset }
    }
    return nil
  }

  /// Whether `input` begins like a document of any version.
  package static func looksLikeDocument(_ input: ByteView) -> Bool {
    input.first == BinaryFormat.magic
  }

  /// Whether `input` begins like a record file.
  package static func looksLikeRecordFile(_ input: ByteView) -> Bool {
    input.starts(with: BinaryFormat.recordSignature)
  }
}
