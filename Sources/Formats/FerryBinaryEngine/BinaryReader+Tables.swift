import FerryBase

extension BinaryReader {
  /// The tables of a document as tape nodes (Format.md, "Tables").
  struct Tables: Sendable {
    struct KeyList: Sendable {
      var first: UInt32
      var count: UInt32
    }

    /// The keys as text nodes, by number.
    var keys: [UInt64] = []
    /// The keys of all key lists as text nodes, one key list after the other.
    var fields: [UInt64] = []
    var keyLists: [KeyList] = []
    /// The repeated texts as text nodes, by number.
    var values: [UInt64] = []
    /// The offset after the tables, and so after all their texts.
    var end = 0

    /// Returns an entry of the value table. The value at `place` refers to it.
    @inline(__always)
    func entry(_ number: Int, at place: Int) throws(WireFailure) -> Node {
      guard number < values.count else { throw WireFailure(.invalidReference, offset: place) }
      return Node(word: values[number])
    }
  }

  /// Reads the length of the tables and the tables at `position`, and moves `position` behind them.
  /// With `continuing`, the entries are added to the current tables. The time is proportional to
  /// the new entries, because a file may have many frames that add few entries each.
  mutating func readTables(
    at position: inout Int, end: Int, continuing: Bool = false
  ) throws(WireFailure) {
    if !continuing {
      tables.keys.removeAll(keepingCapacity: true)
      tables.fields.removeAll(keepingCapacity: true)
      tables.keyLists.removeAll(keepingCapacity: true)
      tables.values.removeAll(keepingCapacity: true)
      tables.end = 0
      lastKeyLists.removeAll(keepingCapacity: true)
    }
    let length = try lexer.length(at: &position, end: end)
    if length == 0 { return }
    let tablesEnd = position + length
    try readKeys(at: &position, end: tablesEnd)
    try readKeyLists(at: &position, end: tablesEnd)
    try readValues(at: &position, end: tablesEnd)
    if position != tablesEnd { throw WireFailure(.invalidTable, offset: position) }
    tables.end = tablesEnd
  }

  /// Reads the key table.
  private mutating func readKeys(at position: inout Int, end: Int) throws(WireFailure) {
    let count = try lexer.beginTable(
      &tables.keys, BinaryFormat.maximumKeys, at: &position, end: end)
    let known = tables.keys.count
    for _ in 0..<count {
      let place = position
      let length = try lexer.length(at: &position, end: end)
      tables.keys.append(try textNode(at: position, length, place: place))
      position += length
    }
    // A key must have one number only. Otherwise a key list could contain it twice.
    let duplicate = tableKeys.firstDuplicate(of: tables.keys.count, known: known) {
      lexer.text(Node(word: tables.keys[$0]))
    }
    if let duplicate {
      throw WireFailure(.duplicateKey, offset: Node(word: tables.keys[duplicate]).payload)
    }
  }

  private mutating func readKeyLists(at position: inout Int, end: Int) throws(WireFailure) {
    let count = try lexer.beginTable(
      &tables.keyLists, BinaryFormat.maximumKeyLists, at: &position, end: end)
    lastKeyLists += repeatElement(0, count: tables.keys.count - lastKeyLists.count)
    for _ in 0..<count {
      let keyListStart = position
      let keyCount = try lexer.length(at: &position, end: end)
      if keyCount == 0 || tables.fields.count + keyCount > BinaryFormat.maximumKeyListKeys {
        throw WireFailure(.invalidTable, offset: keyListStart)
      }
      let first = UInt32(truncatingIfNeeded: tables.fields.count)
      let keyList = UInt32(truncatingIfNeeded: tables.keyLists.count + 1)
      for _ in 0..<keyCount {
        let place = position
        let key = try lexer.number(at: &position, end: end)
        guard key < tables.keys.count else { throw WireFailure(.invalidReference, offset: place) }
        if lastKeyLists[key] == keyList { throw WireFailure(.duplicateKey, offset: place) }
        lastKeyLists[key] = keyList
        tables.fields.append(tables.keys[key])
      }
      tables.keyLists.append(
        Tables.KeyList(first: first, count: UInt32(truncatingIfNeeded: keyCount)))
    }
  }

  /// Reads the table of repeated texts.
  private mutating func readValues(at position: inout Int, end: Int) throws(WireFailure) {
    let count = try lexer.beginTable(
      &tables.values, BinaryFormat.maximumValues, at: &position, end: end)
    for _ in 0..<count {
      let head = try lexer.head(at: position, end: end)
      guard head.tag == BinaryTag.longText else {
        throw WireFailure(.invalidTag, offset: position)
      }
      tables.values.append(try textNode(at: head.start, head.count, place: position))
      position = head.end
    }
  }

  /// Checks a text of a table and returns its node.
  private func textNode(at offset: Int, _ length: Int, place: Int) throws(WireFailure) -> UInt64 {
    if length > BinaryFormat.maximumEntryLength { throw WireFailure(.invalidTable, offset: place) }
    if offset > Node.maximumPayload { throw WireFailure(.sizeLimit, offset: place) }
    try lexer.checkText(at: offset, length)
    return Node(.text, length: length, payload: offset).word
  }
}

extension BinaryLexer {
  /// Reads the number of entries that are added to a table of at most `limit` entries.
  ///
  /// A table that is not empty grows by doubling. To reserve for each frame would copy the table with
  /// every frame.
  fileprivate func beginTable<Entry>(
    _ table: inout [Entry], _ limit: Int, at position: inout Int, end: Int
  ) throws(WireFailure) -> Int {
    let start = position
    let count = try self.length(at: &position, end: end)
    if table.count + count > limit { throw WireFailure(.invalidTable, offset: start) }
    if table.isEmpty { table.reserve(count) }
    return count
  }
}

/// The tables of a recent document, reused for documents that begin with the same tables. Documents
/// of one type usually do.
///
/// Most of the time to read a small document goes into its tables. The same bytes at the same
/// offset have the same meaning, so the reader reuses recent tables.
final class KnownTables: Sendable {
  /// All bytes of the tables, including their length.
  private let bytes: [UInt8]
  let tables: BinaryReader.Tables
  /// The same tables in the form for direct coding, for one document at a time.
  let idle = Pool<WireTables>()

  private init(_ bytes: [UInt8], _ tables: BinaryReader.Tables) {
    self.bytes = bytes
    self.tables = tables
  }

  /// The most recent tables, by a few bits of their hash. Two tables with the same bits both stay.
  private static let recent = TryLock([KnownTables?](repeating: nil, count: 16))
  /// The maximum length of kept tables. Tables with many values rarely recur.
  private static let maximumLength = 4096

  /// Gives `reader` the tables at `position` of a document and moves `position` behind them. Reads
  /// the tables if they are not known.
  /// - Returns: The known tables; `nil` if they are too long to be kept.
  static func read(
    at position: inout Int, end: Int, with reader: inout BinaryReader
  ) throws(WireFailure) -> KnownTables? {
    let first = position
    let length = try reader.lexer.length(at: &position, end: end)
    let count = position + length - first
    let bytes = reader.lexer.bytes(at: first, count: count)
    guard length <= maximumLength else {
      position = first
      try reader.readTables(at: &position, end: end)
      return nil
    }
    let slot = Int(truncatingIfNeeded: ByteRun.hash(bytes, seed: ByteRun.seed) & 15)
    let candidates = recent.withLockIfAvailable { [$0[slot], $0[slot ^ 8]] } ?? []
    for case let known? in candidates where known.isRead(from: bytes) {
      position = first + count
      reader.tables = known.tables
      return known
    }
    position = first
    try reader.readTables(at: &position, end: end)
    let known = KnownTables([UInt8](bytes), reader.tables)
    recent.withLockIfAvailable { ($0[slot ^ 8], $0[slot]) = ($0[slot], known) }
    return known
  }

  /// Returns the offset after the tables if the document in `lexer` begins with the same tables and
  /// has no checksum.
  func end(in lexer: BinaryLexer) -> Int? {
    let end = 2 + bytes.count
    guard end <= lexer.count, lexer[0] == BinaryFormat.magic,
      lexer[1] & ~BinaryFormat.canonicalFlag == BinaryFormat.version,
      isRead(from: lexer.bytes(at: 2, count: bytes.count))
    else { return nil }
    return end
  }

  /// Returns whether `other` contains the same tables.
  private func isRead(from other: ByteView) -> Bool {
    bytes.withByteView { ByteRun.equal($0, other) }
  }
}
