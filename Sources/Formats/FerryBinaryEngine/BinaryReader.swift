import FerryBase

/// A reader of documents of the binary format. It reads a document into a tape (Format.md).
///
/// The reader checks every length against the end of its container before it reads or allocates
/// anything. A hostile input therefore costs at most a few words per byte of input. Texts,
/// including those of the tables, become ranges of the input.
package struct BinaryReader: ~Copyable {
  private(set) var lexer: BinaryLexer
  /// The maximum nesting of containers.
  private(set) var depthLimit: Int
  var tables = Tables()
  /// The known tables, if `tables` is equal to them.
  private var known: KnownTables?
  var keySet = KeySet()
  /// Finds duplicate keys in the key table.
  var tableKeys = KeySet()
  /// For each key of the tables, the last key list that contains it, counted from 1.
  var lastKeyLists: [UInt32] = []
  var stack: [Frame] = []
  /// The offset of the current value.
  var valueStart = 0

  /// Creates a reader of `input`, whose memory must stay valid while the reader lives.
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

  /// Begins to read another document. The reader keeps its memory, and its tables if the document
  /// begins with the same tables.
  package mutating func begin(_ input: ByteView, depthLimit: Int) {
    lexer = BinaryLexer(input)
    self.depthLimit = depthLimit
  }

  /// Appends the document, which must fill the input.
  package mutating func readDocument(into tape: inout Tape) throws(WireFailure) {
    var (place, end, _) = try readHead()
    try readValue(at: &place, end: end, into: &tape)
    if place != end { throw WireFailure(.trailingContent, offset: place) }
  }

  /// Reads the part of a document before the value: flags and tables. Verifies the checksum, if
  /// there is one.
  /// - Returns: The start and the end of the value, and the known tables.
  mutating func readHead() throws(WireFailure) -> (place: Int, end: Int, known: KnownTables?) {
    if let known, let place = known.end(in: lexer) { return (place, lexer.count, known) }
    self.known = nil
    let body = try lexer.documentHead().body
    try lexer.verifyChecksum(at: body.upperBound)
    var place = body.lowerBound
    let known = try KnownTables.read(at: &place, end: body.upperBound, with: &self)
    self.known = known
    return (place, body.upperBound, known)
  }

  /// Returns whether `input` begins like a document of any version.
  package static func looksLikeDocument(_ input: ByteView) -> Bool {
    input.first == BinaryFormat.magic
  }

  /// Returns whether `input` begins like a record file of any version.
  package static func looksLikeRecordFile(_ input: ByteView) -> Bool {
    RecordFileHead.signatures.contains { input.starts(with: $0) }
  }
}
